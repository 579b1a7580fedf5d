# cpack -G DEB: the command line, its learning half (which needs LibTorch), the library.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "isotypic authors <authors@isotypic.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL development)
if(ISOTYPIC_CLI)
  list(APPEND CPACK_COMPONENTS_ALL program)
  if(ISOTYPIC_NN)
    list(APPEND CPACK_COMPONENTS_ALL learn)
  endif()
endif()
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME isotypic)
set(CPACK_DEBIAN_LEARN_PACKAGE_NAME isotypic-learn)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libisotypic-dev)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox, librsvg2-bin")
set(CPACK_DEBIAN_LEARN_PACKAGE_DEPENDS "isotypic (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev, libnauty2-dev, libexpat1-dev, libgmp-dev, libxxhash-dev, zlib1g-dev, nlohmann-json3-dev, libopenblas-dev | liblapack-dev")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "The symmetry of graphs on the command line: automorphism groups, orbits,\n canonical forms, symmetry channels, and graph features that see what\n pooling erases.")
set(CPACK_COMPONENT_LEARN_DESCRIPTION
    "The commands of isotypic that train networks: the experiments of the paper.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Headers, library and CMake package of isotypic for programs in C++20.")
include(CPack)
