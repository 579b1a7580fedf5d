#include "isotypic/io/internal/edge_collector.hpp"

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"

namespace isotypic {

void EdgeCollector::push(Edge edge, std::int64_t line) {
  edges_.push_back(edge);
  lines_.push_back(line);
}

void EdgeCollector::add(std::int64_t u, std::int64_t v, std::int64_t line) {
  if (u == v && !options_.simplify) {
    fail(where_, "self-loop at node ", u + first_index_, " (simplify leaves it out)");
  }
  push({static_cast<std::int32_t>(std::min(u, v)), static_cast<std::int32_t>(std::max(u, v))},
       line);
}

SimplifiedGraph EdgeCollector::build(std::int64_t num_nodes, const Colours& colours) const {
  if (options_.simplify) return simplify_graph(num_nodes, edges_, colours);
  try {
    return {make_graph(num_nodes, edges_, colours), {}};
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::BadInput) fail_at_repetition();
    throw;
  }
}

void EdgeCollector::fail_at_repetition() const {
  std::vector<std::size_t> order(edges_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return edges_[a] < edges_[b]; });
  std::size_t repeated = edges_.size();
  std::size_t earlier = 0;
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (edges_[order[i]] == edges_[order[i - 1]] && order[i] < repeated) {
      repeated = order[i];
      earlier = order[i - 1];
    }
  }
  if (repeated == edges_.size()) return;
  fail(where_, "the edge ", edges_[repeated].u + first_index_, " - ",
       edges_[repeated].v + first_index_, " of line ", lines_[earlier], " is repeated on line ",
       lines_[repeated], " (simplify leaves it out)");
}

}  // namespace isotypic
