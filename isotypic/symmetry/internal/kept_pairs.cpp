#include "isotypic/symmetry/internal/kept_pairs.hpp"

#include <algorithm>
#include <tuple>

namespace isotypic {
namespace {

/// Works through the rows one by one.
class Thinning {
 public:
  Thinning(const KeptPairs& pairs, const MovingCells& moving)
      : pairs_(pairs), moving_(moving), mark_(moving.cell_of.size(), -1) {}

  KeptPairs run() {
    const auto n = static_cast<std::int32_t>(moving_.cell_of.size());
    result_.offsets.reserve(n + 1);
    for (std::int32_t v = 0; v < n; ++v) {
      if (moving_.cell_of[v] >= 0) thin_row(v);
      result_.offsets.push_back(std::ssize(result_.entries));
    }
    return std::move(result_);
  }

 private:
  using Entry = KeptPairs::Entry;

  void thin_row(std::int32_t v) {
    row_.clear();
    for (const Entry& entry : pairs_.row(v)) {
      if (moving_.cell_of[entry.node] >= 0) row_.push_back(entry);
    }
    const auto key = [&](const Entry& entry) {
      return std::tuple(moving_.cell_of[entry.node], entry.label);
    };
    const auto before = [&](const Entry& a, const Entry& b) { return key(a) < key(b); };
    if (!std::is_sorted(row_.begin(), row_.end(), before)) {
      std::stable_sort(row_.begin(), row_.end(), before);
    }
    for (std::size_t first = 0; first < row_.size();) {
      const std::int32_t cell = moving_.cell_of[row_[first].node];
      std::size_t last = first;
      while (last < row_.size() && moving_.cell_of[row_[last].node] == cell) ++last;
      thin_cell(v, cell, {row_.data() + first, last - first});
      first = last;
    }
  }

  /// `present` are the pairs of v with one cell, sorted by label.
  void thin_cell(std::int32_t v, std::int32_t cell, std::span<const Entry> present) {
    const std::int64_t others = moving_.cells[cell].size - (moving_.cell_of[v] == cell ? 1 : 0);
    std::int64_t most = others - std::ssize(present);
    const Entry* usual = nullptr;  // none: the pairs that are not there
    for (std::size_t first = 0; first < present.size();) {
      std::size_t last = first;
      while (last < present.size() && present[last].label == present[first].label) ++last;
      if (static_cast<std::int64_t>(last - first) > most) {
        most = static_cast<std::int64_t>(last - first);
        usual = &present[first];
      }
      first = last;
    }
    for (const Entry& entry : present) {
      mark_[entry.node] = v;
      if (usual == nullptr || entry.label != usual->label) result_.entries.push_back(entry);
    }
    if (usual == nullptr || others == std::ssize(present)) return;
    for (const std::int32_t w : moving_.members(cell)) {
      if (w != v && mark_[w] != v) result_.entries.push_back({w, usual->label});
    }
  }

  const KeptPairs& pairs_;
  const MovingCells& moving_;
  KeptPairs result_;
  std::vector<Entry> row_;
  std::vector<std::int32_t> mark_;
};

}  // namespace

KeptPairs all_edges(const Graph& graph) {
  KeptPairs pairs;
  pairs.offsets.assign(graph.offsets().begin(), graph.offsets().end());
  pairs.entries.reserve(graph.adjacency().size());
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    const auto row = graph.neighbours(v);
    for (std::size_t i = 0; i < row.size(); ++i) {
      pairs.entries.push_back({row[i], graph.has_edge_colours() ? graph.edge_colours(v)[i] : 0});
    }
  }
  return pairs;
}

KeptPairs without_usual_pairs(const KeptPairs& pairs, const MovingCells& moving) {
  return Thinning(pairs, moving).run();
}

}  // namespace isotypic
