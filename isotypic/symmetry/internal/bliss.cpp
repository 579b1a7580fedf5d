// The only file that sees bliss. Converts at the border.

#include <algorithm>
#include <bliss/graph.hh>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/race.hpp"

namespace isotypic {
namespace {

/// Thrown out of bliss when its allowance is used up.
struct GivenUp {};

/// A graph that counts the work of a search. bliss 0.73 has no hook to stop it, but it refines
/// through virtual functions, and an exception that leaves them ends the search.
class CountingGraph : public bliss::Graph {
 public:
  CountingGraph(unsigned int num_nodes, std::int64_t allowance, const NextAllowance& next,
                const WorkLimits& limits)
      : bliss::Graph(num_nodes), left_(allowance), next_(next), limits_(limits) {}
  CountingGraph(const CountingGraph&) = delete;
  CountingGraph& operator=(const CountingGraph&) = delete;
  /// What bliss forgets when a search ends early.
  ~CountingGraph() {
    p.cr_free();
    long_prune_deallocate();
  }

 private:
  bool split_neighbourhood_of_unit_cell(bliss::Partition::Cell* cell) override {
    count(cell);
    return bliss::Graph::split_neighbourhood_of_unit_cell(cell);
  }
  bool split_neighbourhood_of_cell(bliss::Partition::Cell* cell) override {
    count(cell);
    return bliss::Graph::split_neighbourhood_of_cell(cell);
  }

  /// All nodes of a cell have equally many neighbours, or will have once it has been split.
  void count(const bliss::Partition::Cell* cell) {
    const auto degree = vertices[p.elements[cell->first]].nof_edges();
    const std::int64_t work = std::int64_t{cell->length} * (1 + degree);
    left_ -= work;
    since_check_ += work;
    constexpr std::int64_t some_milliseconds = 1'000'000;
    if (since_check_ > some_milliseconds) {
      since_check_ = 0;
      limits_.check(search_name);
    }
    if (left_ > 0) return;
    left_ = next_ ? next_() : 0;
    if (left_ <= 0) throw GivenUp();
  }

  std::int64_t left_;
  std::int64_t since_check_ = 0;
  const NextAllowance& next_;
  const WorkLimits& limits_;
};

/// bliss hands its exact order out only by printing it.
std::string order_in_decimal(const bliss::Stats& stats) {
  char* buffer = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&buffer, &size);
  if (file == nullptr) throw std::bad_alloc();
  stats.print(file);
  std::fclose(file);
  const std::unique_ptr<char, decltype(&std::free)> owner(buffer, &std::free);
  std::string text(buffer, size);
  const std::string label = "|Aut|:";
  text = text.substr(text.find(label) + label.size());
  const std::size_t begin = text.find_first_not_of(' ');
  return text.substr(begin, text.find('\n') - begin);
}

void collect(void* generators, unsigned int n, const unsigned int* images) {
  const std::vector<std::int32_t> dense(images, images + n);
  static_cast<std::vector<SparsePermutation>*>(generators)->push_back(to_sparse(dense));
}

}  // namespace

std::optional<SearchResult> run_bliss(const SearchProblem& problem, std::int64_t allowance,
                                      const NextAllowance& next, const WorkLimits& limits) {
  limits.check(search_name);
  const Graph& source = *problem.graph;
  const auto n = static_cast<unsigned int>(source.num_nodes());
  CountingGraph graph(n, allowance, next, limits);
  const std::vector<std::int32_t> cell_of = cell_indices(problem);
  for (unsigned int v = 0; v < n; ++v) {
    graph.change_color(v, static_cast<unsigned int>(cell_of[v]));
    for (const std::int32_t w : source.neighbours(v)) {
      if (std::cmp_less(v, w)) graph.add_edge(v, static_cast<unsigned int>(w));
    }
  }
  SearchResult result;
  bliss::Stats stats;
  try {
    graph.find_automorphisms(stats, collect, &result.generators);
  } catch (const GivenUp&) {
    return std::nullopt;
  }
  result.order_factors = small_factors(order_in_decimal(stats), source.num_nodes(), limits);
  return result;
}

}  // namespace isotypic
