# Run as a script at every build: writes the commit into OUTPUT, touching it only on a change.
execute_process(COMMAND git describe --always --dirty --exclude=*
                WORKING_DIRECTORY ${SOURCE_DIR} OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "")
endif()
set(text "#define ISOTYPIC_COMMIT \"${commit}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT text STREQUAL previous)
  file(WRITE ${OUTPUT} ${text})
endif()
