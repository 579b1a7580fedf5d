# Warnings, linked privately by every target of ours.
add_library(isotypic_warnings INTERFACE)
target_compile_options(isotypic_warnings INTERFACE
  -Wall -Wextra -Wshadow -Wconversion
  -Wno-sign-conversion              # sizes are int64_t, containers want size_t
  -Wno-missing-field-initializers   # designated initializers are our idiom
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # false alarms of g++ 12 inside std::string (GCC bug 105651)
