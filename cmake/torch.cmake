# LibTorch and what else the neural stack needs. Torch's package changes the global C++ flags; its
# targets carry all that is needed, so the flags stay ours.
set(isotypic_saved_cxx_flags "${CMAKE_CXX_FLAGS}")
find_package(Torch 1.13 REQUIRED)
set(CMAKE_CXX_FLAGS "${isotypic_saved_cxx_flags}")
find_package(nlohmann_json 3.11 REQUIRED)
find_package(BLAS REQUIRED)
find_package(PkgConfig REQUIRED)
# With a real BLAS: libxsmmnoblas would put stubs of sgemm and dgemm in front of LibTorch's.
pkg_check_modules(xsmm REQUIRED IMPORTED_TARGET libxsmm)
