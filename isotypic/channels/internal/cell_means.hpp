// Means over the cells of motifs: all that the projectors outside of cores need.
// Private to channels/.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/symmetry/motifs.hpp"

namespace isotypic {

/// One row per node or cell; rows are contiguous, since cells are read row by row.
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The rows of the nodes, moved to canonical positions: row position[v] is row v of `x`.
template <typename Matrix>
[[nodiscard]] RowMatrix canonical_rows(const Matrix& x, const Permutation& position) {
  RowMatrix rows(x.rows(), x.cols());
  for (std::int64_t v = 0; v < x.rows(); ++v) {
    rows.row(position[v]) = x.row(v).template cast<double>();
  }
  return rows;
}

/// The mean row of every cell. Row i of `rows` belongs to canonical position i.
[[nodiscard]] RowMatrix cell_means(const Motifs& motifs, const RowMatrix& rows);

/// The mean row of one part of a split cell.
[[nodiscard]] inline RowMatrix::ConstRowXpr part_mean(const Motifs& motifs, const RowMatrix& rows,
                                                      const RowMatrix& means, const MotifCell& cell,
                                                      std::int32_t part) {
  return cell.child_size() == 1 ? rows.row(motifs.order[cell.begin + part])
                                : means.row(cell.first_child + part);
}

}  // namespace isotypic
