# Untested; see README.md.
vcpkg_check_linkage(ONLY_STATIC_LIBRARY)
set(SOURCE_PATH "${CURRENT_PORT_DIR}/../..")
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DISOTYPIC_NN=OFF -DISOTYPIC_CLI=OFF -DISOTYPIC_TESTS=OFF -DISOTYPIC_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/isotypic)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
