// type_loops: the loops of the learned operators over types of pairs.
//
// Defined for float and double. All matrices are row-major.
#pragma once

#include <cstdint>

namespace isotypic::nn {

/// What the coefficient network sees of the types: described values, which are standardised, and
/// rows of a table, one for the distance and one for each category of an edge.
template <typename T>
struct TypeRows {
  const T* values;  ///< [types, num_values]
  const T* mean;
  const T* factor;
  std::int64_t num_values;
  const std::int32_t* distances;
  const std::int32_t* categories;  ///< [types, num_categories], -1: none
  std::int64_t num_categories;
  const std::int64_t* category_rows;  ///< where the rows of every category begin in the table
  std::int64_t width;                 ///< of a row of the table
};

/// phi [rows, num_values]: the standardised values of the types first to first + rows.
template <typename T>
void standardise_types(const TypeRows<T>& types, std::int64_t first, std::int64_t rows, T* phi);

/// h [rows, width]: the sums of their rows of the table.
template <typename T>
void add_table_rows(const TypeRows<T>& types, std::int64_t first, std::int64_t rows, const T* table,
                    T* h);

/// The adjoint: adds the rows of dh to those rows of d_table.
template <typename T>
void table_gradient(const TypeRows<T>& types, std::int64_t first, std::int64_t rows, const T* dh,
                    T* d_table);

}  // namespace isotypic::nn
