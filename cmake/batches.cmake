# ISOTYPIC_BATCH: most of a build is spent on headers, so files that do not disturb each other are
# compiled together. scripts/batches.py decides which; files with flags of their own stay alone.
option(ISOTYPIC_BATCH "Compile files in batches: faster as a whole, slower one by one" OFF)
if(ISOTYPIC_BATCH)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  # g++ collects garbage from 128 MB on; without it a batch takes a tenth less time, and a fifth
  # more memory.
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000>)
endif()

# isotypic_batch(target SIZE n): call it when the target has all its sources.
function(isotypic_batch target)
  if(NOT ISOTYPIC_BATCH)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 BATCH "" "SIZE" "")
  get_target_property(listed ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files "")
  foreach(file ${listed})
    get_source_file_property(flags ${file} TARGET_DIRECTORY ${target} COMPILE_OPTIONS)
    get_source_file_property(definitions ${file} TARGET_DIRECTORY ${target} COMPILE_DEFINITIONS)
    if(file MATCHES "\\.cpp$" AND NOT flags AND NOT definitions)
      list(APPEND files ${file})
    endif()
  endforeach()
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/scripts/batches.py
                          --size ${BATCH_SIZE} ${files}
                  WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE batches COMMAND_ERROR_IS_FATAL ANY)
  string(STRIP "${batches}" batches)
  string(REPLACE "\n" ";" batches "${batches}")
  foreach(file batch IN ZIP_LISTS files batches)
    set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${batch})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
