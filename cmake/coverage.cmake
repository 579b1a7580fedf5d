# ISOTYPIC_COVERAGE: counts which lines of the library and of the programs run. The tests are not
# counted, so they compile as in a release.
option(ISOTYPIC_COVERAGE "Count which lines are run: make coverage" OFF)
if(ISOTYPIC_COVERAGE)
  add_link_options(--coverage)
endif()

# isotypic_count_lines(): for all targets of this folder; call it before they are made.
macro(isotypic_count_lines)
  if(ISOTYPIC_COVERAGE)
    add_compile_options(--coverage)
  endif()
endmacro()
