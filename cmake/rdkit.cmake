# What `isotypic data smiles` needs: RDKit's C++ library. A build without it leaves the program
# isotypic-smiles out, and `isotypic data smiles` says so.
#
# Sets ISOTYPIC_RDKIT_FOUND, and makes the target isotypic_rdkit.
option(ISOTYPIC_SMILES "Build the command `data smiles` if RDKit is there" ON)

set(ISOTYPIC_RDKIT_FOUND OFF)
if(ISOTYPIC_SMILES)
  find_path(ISOTYPIC_RDKIT_INCLUDE GraphMol/SmilesParse/SmilesParse.h PATH_SUFFIXES rdkit)
  set(isotypic_rdkit_libraries)
  foreach(part SmilesParse GraphMol RDGeneral)
    find_library(ISOTYPIC_RDKIT_${part} RDKit${part})
    mark_as_advanced(ISOTYPIC_RDKIT_${part})
    list(APPEND isotypic_rdkit_libraries ${ISOTYPIC_RDKIT_${part}})
  endforeach()
  mark_as_advanced(ISOTYPIC_RDKIT_INCLUDE)
  if(ISOTYPIC_RDKIT_INCLUDE AND NOT isotypic_rdkit_libraries MATCHES "NOTFOUND")
    set(ISOTYPIC_RDKIT_FOUND ON)
    add_library(isotypic_rdkit INTERFACE)
    target_include_directories(isotypic_rdkit SYSTEM INTERFACE ${ISOTYPIC_RDKIT_INCLUDE})
    target_link_libraries(isotypic_rdkit INTERFACE ${isotypic_rdkit_libraries})
  else()
    message(STATUS "isotypic: the command `data smiles` is left out: librdkit-dev is not installed")
  endif()
endif()
