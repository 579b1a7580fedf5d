# cmake --install: libraries, headers, find_package, pkg-config, the command line; and the .deb.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(isotypic_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/isotypic)

set(isotypic_libraries core)
if(ISOTYPIC_NN)
  list(APPEND isotypic_libraries nn)
endif()
foreach(library ${isotypic_libraries})
  install(TARGETS isotypic_${library} EXPORT isotypic_${library}
    LIBRARY COMPONENT development NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development
    FILE_SET HEADERS COMPONENT development)
  install(EXPORT isotypic_${library} NAMESPACE isotypic:: DESTINATION ${isotypic_cmake_dir}
          FILE isotypic-${library}-targets.cmake COMPONENT development)
endforeach()

# Before 1.0 a new minor version may break what was.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/isotypic-config-version.cmake
  COMPATIBILITY SameMinorVersion)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/isotypic-config.cmake.in
  ${PROJECT_BINARY_DIR}/isotypic-config.cmake INSTALL_DESTINATION ${isotypic_cmake_dir})
install(FILES ${PROJECT_BINARY_DIR}/isotypic-config.cmake
              ${PROJECT_BINARY_DIR}/isotypic-config-version.cmake
        DESTINATION ${isotypic_cmake_dir} COMPONENT development)

# Who links the static library needs what it is made of; the shared one brings it along.
if(NOT BUILD_SHARED_LIBS)
  set(isotypic_pc_requires "nauty libbliss-cxx expat gmp lmdb libxxhash zlib lapack blas")
  set(isotypic_pc_libs "-fopenmp")
endif()
# The tree may be moved, or installed with another prefix than it was configured for.
file(RELATIVE_PATH isotypic_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${PROJECT_SOURCE_DIR}/cmake/isotypic.pc.in ${PROJECT_BINARY_DIR}/isotypic.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/isotypic.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
        COMPONENT development)

if(ISOTYPIC_CLI)
  if(BUILD_SHARED_LIBS)
    set_target_properties(isotypic PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  endif()
  install(TARGETS isotypic COMPONENT program)
  if(ISOTYPIC_NN)
    install(TARGETS isotypic-learn COMPONENT learn)
  endif()
  if(ISOTYPIC_RDKIT_FOUND)
    install(TARGETS isotypic-smiles COMPONENT smiles)
  endif()
  # Debian wants these compressed, and without the time in them.
  foreach(text packaging/isotypic.1 packaging/isotypic-options.7 CHANGELOG.md)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${text})
    cmake_path(GET text FILENAME name)
    execute_process(COMMAND gzip -9 -n -c ${PROJECT_SOURCE_DIR}/${text}
                    OUTPUT_FILE ${PROJECT_BINARY_DIR}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  install(FILES ${PROJECT_BINARY_DIR}/isotypic.1.gz
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${PROJECT_BINARY_DIR}/isotypic-options.7.gz
          DESTINATION ${CMAKE_INSTALL_MANDIR}/man7 COMPONENT program)
  install(FILES ${PROJECT_BINARY_DIR}/CHANGELOG.md.gz RENAME changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/isotypic COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/isotypic COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/completions/isotypic.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME isotypic
          COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/completions/_isotypic
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${PROJECT_SOURCE_DIR}/packaging/completions/isotypic.fish
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
endif()

include(${PROJECT_SOURCE_DIR}/cmake/deb.cmake)
