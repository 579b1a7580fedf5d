"""Builds the extension module with CMake. Everything else about the package is in pyproject.toml.

CMAKE_ARGS         further arguments for CMake, such as -DCMAKE_CXX_COMPILER=clang++
ISOTYPIC_BUILD_TREE   a build tree that CMake has configured with ISOTYPIC_PYTHON=ON for this
                   interpreter; the module is taken from there instead of a new tree
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "ISOTYPIC_PYTHON": "ON",
    "ISOTYPIC_HARDENED": "ON",
    "ISOTYPIC_NN": "OFF",
    "ISOTYPIC_CLI": "OFF",
    "ISOTYPIC_TESTS": "OFF",
    "ISOTYPIC_INSTALL": "OFF",
}


def version():
    """The version stands in CMakeLists.txt and nowhere else."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(isotypic VERSION (\S+)", text, re.MULTILINE)[1]


def cmake(*arguments):
    try:
        subprocess.run(["cmake", *map(str, arguments)], check=True)
    except FileNotFoundError:
        raise SystemExit("isotypic is built with CMake 3.25 or newer, and there is no cmake here.\n"
                         "On Debian 12: scripts/install-dependencies.sh core python") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"cmake ended with exit code {error.returncode}; its messages are above.\n"
                         "If a library is missing, on Debian 12: "
                         "scripts/install-dependencies.sh core python") from None


def configure(tree):
    options = dict(OPTIONS, Python_EXECUTABLE=sys.executable)
    try:
        import pybind11  # brought by pip
        options["pybind11_DIR"] = pybind11.get_cmake_dir()
    except ImportError:
        pass  # CMake finds the system's
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    cmake("-S", ROOT, "-B", tree, *generator,
          *(f"-D{name}={value}" for name, value in options.items()),
          *shlex.split(os.environ.get("CMAKE_ARGS", "")))


class CMakeBuild(build_ext):
    def build_extension(self, extension):
        given = os.environ.get("ISOTYPIC_BUILD_TREE")
        tree = Path(given or self.build_temp).resolve()
        if not given:
            configure(tree)
        cmake("--build", tree, "--target", "isotypic_python", "--parallel", os.cpu_count() or 1)
        target = Path(self.get_ext_fullpath(extension.name)).resolve()
        module = tree / "python" / "isotypic" / target.name
        if not module.exists():
            raise SystemExit(f"{tree} has no {target.name}: it was configured for another "
                             f"interpreter than {sys.executable}")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)
        if sys.platform == "linux" and shutil.which("strip"):
            subprocess.run(["strip", "--strip-unneeded", target], check=True)


setup(version=version(), ext_modules=[Extension("isotypic._core", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
