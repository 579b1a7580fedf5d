# ISOTYPIC_SANITIZE=address,undefined or thread: for every target.
if(ISOTYPIC_SANITIZE)
  add_compile_options(-fsanitize=${ISOTYPIC_SANITIZE} -fno-sanitize-recover=all
                      -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${ISOTYPIC_SANITIZE})
endif()
