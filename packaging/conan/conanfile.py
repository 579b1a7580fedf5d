"""Untested; see README.md."""

import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps

ROOT = Path(__file__).resolve().parents[2]


class Isotypic(ConanFile):
    name = "isotypic"
    description = "Symmetry channels of graphs and readouts that see them"
    license = "MIT"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False]}
    default_options = {"shared": False}
    requires = ("boost/1.84.0", "eigen/3.4.0", "gmp/6.3.0", "lmdb/0.9.31", "nlohmann_json/3.11.3",
                "openblas/0.3.27", "xxhash/0.8.2", "zlib/1.3.1")

    def set_version(self):
        text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        self.version = re.search(r"^project\(isotypic VERSION (\S+)", text, re.MULTILINE)[1]

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "isotypic/*", "experiments/*"):
            copy(self, pattern, ROOT, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()
        toolchain = CMakeToolchain(self)
        for name in ("NN", "CLI", "TESTS"):
            toolchain.variables[f"ISOTYPIC_{name}"] = False
        toolchain.variables["ISOTYPIC_INSTALL"] = True
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, self.package_folder)

    def package_info(self):
        self.cpp_info.builddirs = ["lib/cmake/isotypic"]
        self.cpp_info.set_property("cmake_find_mode", "none")
