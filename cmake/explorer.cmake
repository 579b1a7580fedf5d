# What `isotypic explore` and `isotypic serve` need: cpp-httplib, and Cytoscape.js from npm, fetched
# into the build tree by version and integrity (isotypic/explore/package-lock.json). A build where
# one of them cannot be had leaves both commands out, and says so.
#
# Sets ISOTYPIC_EXPLORER_MISSING to what is missing (empty: nothing), and ISOTYPIC_CYTOSCAPE.
option(ISOTYPIC_EXPLORER "Build the commands explore and serve if npm and cpp-httplib are there" ON)

function(isotypic_find_explorer)
  if(NOT ISOTYPIC_EXPLORER)
    set(missing "ISOTYPIC_EXPLORER is off")
  else()
    pkg_check_modules(httplib QUIET IMPORTED_TARGET GLOBAL cpp-httplib)
    find_program(ISOTYPIC_NPM npm)
    mark_as_advanced(ISOTYPIC_NPM)
    if(NOT httplib_FOUND)
      set(missing "cpp-httplib (libcpp-httplib-dev) is not installed")
    elseif(NOT ISOTYPIC_NPM)
      set(missing "npm is not installed")
    else()
      isotypic_fetch_cytoscape(missing script)
    endif()
  endif()
  if(missing)
    message(STATUS "isotypic: the commands explore and serve are left out: ${missing}")
  endif()
  set(ISOTYPIC_EXPLORER_MISSING "${missing}" PARENT_SCOPE)
  set(ISOTYPIC_CYTOSCAPE "${script}" PARENT_SCOPE)
endfunction()

# npm compares what it fetches with the integrity in the lock file.
function(isotypic_fetch_cytoscape missing script)
  set(source ${PROJECT_SOURCE_DIR}/isotypic/explore)
  set(folder ${PROJECT_BINARY_DIR}/npm)
  set(file ${folder}/node_modules/cytoscape/dist/cytoscape.min.js)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source}/package-lock.json)
  file(SHA256 ${source}/package-lock.json wanted)
  set(fetched "")
  if(EXISTS ${folder}/fetched AND EXISTS ${file})
    file(READ ${folder}/fetched fetched)
  endif()
  if(NOT fetched STREQUAL wanted)
    file(MAKE_DIRECTORY ${folder})
    file(COPY ${source}/package.json ${source}/package-lock.json DESTINATION ${folder})
    execute_process(COMMAND ${ISOTYPIC_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline
                    WORKING_DIRECTORY ${folder} TIMEOUT 90
                    RESULT_VARIABLE result OUTPUT_QUIET ERROR_FILE ${folder}/npm.log)
    if(NOT result EQUAL 0 OR NOT EXISTS ${file})
      set(${missing} "npm could not fetch Cytoscape.js (${folder}/npm.log says why)" PARENT_SCOPE)
      return()
    endif()
    file(WRITE ${folder}/fetched ${wanted})
  endif()
  set(${script} ${file} PARENT_SCOPE)
endfunction()

# isotypic_embed(target name FILES...): compiles the files, one after the other, into a function
# `std::string_view name()` of isotypic::explore.
function(isotypic_embed target name)
  list(TRANSFORM ARGN REPLACE "^([^/].*)" "${CMAKE_CURRENT_SOURCE_DIR}/\\1" OUTPUT_VARIABLE files)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  set(maker ${PROJECT_SOURCE_DIR}/cmake/embed.cmake)
  string(REPLACE ";" "," joined "${files}")
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DFILES=${joined} -DOUTPUT=${output} -P ${maker}
    DEPENDS ${files} ${maker} VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
