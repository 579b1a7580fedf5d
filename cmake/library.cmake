# What the installed libraries have in common.
function(isotypic_library target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    # Before 1.0 a new minor version may break what was.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    DEFINE_SYMBOL ""  # nothing looks at it, and with it ccache would not know the files again
    INSTALL_RPATH "$ORIGIN")
  get_target_property(type ${target} TYPE)
  if(type STREQUAL SHARED_LIBRARY)
    set(map ${PROJECT_SOURCE_DIR}/cmake/exports.map)
    target_link_options(${target} PRIVATE -Wl,--version-script=${map})
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${map} VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()

# isotypic_room(target SOURCES ... HEADERS ...): adds the files of one folder to a library.
# HEADERS are what users include: they are installed, and each must compile alone. Headers that
# only the library's own sources include are not listed.
function(isotypic_room target)
  cmake_parse_arguments(PARSE_ARGV 1 ROOM "" "" "SOURCES;HEADERS")
  target_sources(${target}
    PRIVATE ${ROOM_SOURCES}
    PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${ROOM_HEADERS})
endfunction()

# isotypic_hot(target FILES...): files whose loops take the time; a release optimises them further.
function(isotypic_hot target)
  set_source_files_properties(${ARGN} TARGET_DIRECTORY ${target} PROPERTIES
    COMPILE_OPTIONS "$<$<CONFIG:Release>:-O3>")
endfunction()

# isotypic_light(target): a release optimises these files less, because compiling them takes longer
# than running them. isotypic_hot() names the exceptions.
function(isotypic_light target)
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1>")
endfunction()
