"""The package as pip builds and installs it: in a fresh virtual environment, from a source
distribution, with Debian's packages alone."""

import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile

import pytest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TREE = os.environ.get("ISOTYPIC_BUILD_TREE")

pytest.importorskip("setuptools", reason="setuptools is not installed")
pytest.importorskip("wheel", reason="wheel is not installed")
pytest.importorskip("ensurepip", reason="python3-venv is not installed")


def run(*command, **options):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True,
                          text=True, **options).stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, "sdist", "--dist-dir",
        folder, cwd=SOURCE)
    archive, = folder.glob("isotypic-*.tar.gz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder)
    return folder / archive.name[:-len(".tar.gz")]


def test_the_source_distribution_holds_what_cmake_reads(sources, tmp_path):
    for folder in ("isotypic", "python/bindings", "python/isotypic", "cmake"):
        ours = {path.name for path in (SOURCE / folder).rglob("*") if path.is_file()
                and path.suffix not in (".pyc", ".so")}
        assert ours <= {path.name for path in (sources / folder).rglob("*")}
    assert not list(sources.rglob("*.so"))
    run("cmake", "-S", sources, "-B", tmp_path, "-DISOTYPIC_PYTHON=ON", "-DISOTYPIC_NN=OFF",
        "-DISOTYPIC_CLI=OFF", "-DISOTYPIC_TESTS=OFF", f"-DPython_EXECUTABLE={sys.executable}")


def test_no_processor_is_named():
    """What is built here runs on every machine of the architecture."""
    for path in [SOURCE / "setup.py", *SOURCE.glob("cmake/*.cmake"),
                 *SOURCE.glob("isotypic/**/CMakeLists.txt"), SOURCE / "python" / "CMakeLists.txt"]:
        assert not re.search(r"-m(arch|tune|cpu)=", path.read_text()), path


@pytest.mark.skipif(not TREE, reason="ISOTYPIC_BUILD_TREE does not name a build tree")
def test_pip_installs_the_package_into_a_fresh_environment(sources, tmp_path):
    """The module comes from the tree that ctest has built; `make wheel` has a tree of its own."""
    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--system-site-packages", environment)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    run(environment / "bin" / "pip", "install", "--no-build-isolation", "--no-index", "--no-deps",
        sources, env=clean)
    program = ("import isotypic; "
               "print(isotypic.__file__, isotypic.__version__, isotypic.symmetry('C~').order)")
    file, version, order = run(environment / "bin" / "python", "-c", program, cwd=tmp_path,
                               env=clean).split()
    assert pathlib.Path(file).is_relative_to(environment) and order == "24"
    assert f"project(isotypic VERSION {version} " in (SOURCE / "CMakeLists.txt").read_text()
    tags = (next(environment.rglob("isotypic-*.dist-info")) / "WHEEL").read_text()
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    assert f"Tag: {python}-{python}-{platform}\n" in tags
    assert "Root-Is-Purelib: false\n" in tags
    installed = pathlib.Path(file).parent
    assert {path.name for path in (SOURCE / "python" / "isotypic").glob("*.py*")
            if path.suffix != ".pyc"} <= {path.name for path in installed.iterdir()}
