// The instruction sets that hot loops are compiled for; the loader picks one.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define ISOTYPIC_VECTOR_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define ISOTYPIC_VECTOR_CLONES
#endif

/// For the helpers of such loops: they must become part of every clone.
#define ISOTYPIC_INLINE inline __attribute__((always_inline))
