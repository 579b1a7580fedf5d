#include "isotypic/channels/internal/cell_means.hpp"

namespace isotypic {

RowMatrix cell_means(const Motifs& motifs, const RowMatrix& rows) {
  RowMatrix means = RowMatrix::Zero(std::ssize(motifs.cells), rows.cols());
  for (std::int64_t i = std::ssize(motifs.cells) - 1; i >= 0; --i) {
    const MotifCell& cell = motifs.cells[i];
    auto mean = means.row(i);
    if (cell.is_split() && cell.child_size() > 1) {
      for (std::int32_t part = 0; part < cell.num_parts; ++part) {
        mean += means.row(cell.first_child + part);
      }
      mean /= cell.num_parts;
    } else {
      for (std::int32_t j = cell.begin; j < cell.begin + cell.size; ++j) {
        mean += rows.row(motifs.order[j]);
      }
      if (cell.size > 1) mean /= cell.size;
    }
  }
  return means;
}

}  // namespace isotypic
