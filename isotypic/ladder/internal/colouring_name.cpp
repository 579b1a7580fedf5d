#include "isotypic/ladder/internal/colouring_name.hpp"

#include "isotypic/ladder/internal/structural_name.hpp"

namespace isotypic {

ColouringNames::ColouringNames(const Graph& graph) : graph_(graph) {
  for (std::int64_t i = 0; i < graph.num_nodes(); ++i) cell_names_.push_back(name_number(i));
}

std::uint64_t ColouringNames::name(const EquitablePartition& colouring,
                                   std::span<const std::int32_t> marks) const {
  const std::span<const std::int32_t> colours = graph_.node_colours();
  const auto n = static_cast<std::int32_t>(graph_.num_nodes());
  std::uint64_t name = name_number(n);
  for (const std::int32_t v : marks) name = name_pair(name, cell_names_[colouring.cell_of(v)]);
  for (std::int32_t cell = 0; cell < n;) {
    const std::int64_t size = colouring.cell_size(cell);
    const std::int32_t node = colouring.nodes_of(cell).front();
    std::uint64_t neighbours = static_cast<std::uint64_t>(size);
    for (const std::int32_t w : graph_.neighbours(node)) {
      neighbours += cell_names_[colouring.cell_of(w)];
    }
    name = name_pair(name, neighbours);
    if (!colours.empty()) name = name_pair(name, name_number(colours[node]));
    cell += static_cast<std::int32_t>(size);
  }
  return name;
}

}  // namespace isotypic
