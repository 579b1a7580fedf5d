#include "isotypic/nn/kernels/operators/type_loops.hpp"

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {

template <typename T>
ISOTYPIC_VECTOR_CLONES void standardise_types(const TypeRows<T>& types, std::int64_t first,
                                              std::int64_t rows, T* phi) {
  for (std::int64_t r = 0; r < rows; ++r) {
    const T* value = types.values + (first + r) * types.num_values;
    T* row = phi + r * types.num_values;
    for (std::int64_t k = 0; k < types.num_values; ++k) {
      row[k] = (value[k] - types.mean[k]) * types.factor[k];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_table_rows(const TypeRows<T>& types, std::int64_t first,
                                           std::int64_t rows, const T* table, T* h) {
  const std::int64_t width = types.width;
  for (std::int64_t r = 0; r < rows; ++r) {
    T* to = h + r * width;
    const T* distance = table + types.distances[first + r] * width;
    for (std::int64_t k = 0; k < width; ++k) to[k] = distance[k];
    const std::int32_t* category = types.categories + (first + r) * types.num_categories;
    for (std::int64_t c = 0; c < types.num_categories; ++c) {
      if (category[c] < 0) continue;
      const T* own = table + (types.category_rows[c] + category[c]) * width;
      for (std::int64_t k = 0; k < width; ++k) to[k] += own[k];
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void table_gradient(const TypeRows<T>& types, std::int64_t first,
                                           std::int64_t rows, const T* dh, T* d_table) {
  const std::int64_t width = types.width;
  for (std::int64_t r = 0; r < rows; ++r) {
    const T* from = dh + r * width;
    T* distance = d_table + types.distances[first + r] * width;
    for (std::int64_t k = 0; k < width; ++k) distance[k] += from[k];
    const std::int32_t* category = types.categories + (first + r) * types.num_categories;
    for (std::int64_t c = 0; c < types.num_categories; ++c) {
      if (category[c] < 0) continue;
      T* own = d_table + (types.category_rows[c] + category[c]) * width;
      for (std::int64_t k = 0; k < width; ++k) own[k] += from[k];
    }
  }
}

#define ISOTYPIC_TYPE_LOOPS(T)                                                                \
  template void standardise_types(const TypeRows<T>&, std::int64_t, std::int64_t, T*);        \
  template void add_table_rows(const TypeRows<T>&, std::int64_t, std::int64_t, const T*, T*); \
  template void table_gradient(const TypeRows<T>&, std::int64_t, std::int64_t, const T*, T*);
ISOTYPIC_TYPE_LOOPS(float)
ISOTYPIC_TYPE_LOOPS(double)
#undef ISOTYPIC_TYPE_LOOPS

}  // namespace isotypic::nn
