# LibTorch through its own package, with only what we need of it taken over: its interface flags
# (a C++ standard, definitions) would otherwise leak into every target.
set(isotypic_saved_cxx_flags "${CMAKE_CXX_FLAGS}")
find_package(Torch 1.13 REQUIRED)
set(CMAKE_CXX_FLAGS "${isotypic_saved_cxx_flags}")
find_package(PkgConfig REQUIRED)
pkg_check_modules(xsmm REQUIRED IMPORTED_TARGET libxsmmnoblas)
find_package(nlohmann_json 3.11 REQUIRED)
