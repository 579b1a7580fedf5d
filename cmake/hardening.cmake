# What is distributed is compiled so that a memory error ends the program instead of being used.
option(ISOTYPIC_HARDENED "Stack protector, checked libc calls, read-only relocations" OFF)
if(ISOTYPIC_HARDENED)
  if(ISOTYPIC_SANITIZE)
    message(FATAL_ERROR "ISOTYPIC_HARDENED and ISOTYPIC_SANITIZE exclude each other")
  endif()
  # _FORTIFY_SOURCE does nothing without optimisation, and warns.
  add_compile_options(-fstack-protector-strong
                      $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE>
                      $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  add_link_options(-Wl,-z,relro,-z,now)
endif()
