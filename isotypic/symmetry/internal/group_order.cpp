#include "isotypic/symmetry/internal/group_order.hpp"

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {
namespace {

/// A positive real number as mantissa * 10^exponent: orders overflow a double.
struct Magnitude {
  double mantissa = 1.0;
  std::int64_t exponent = 0;

  void multiply(double factor) {
    mantissa *= factor;
    while (mantissa >= 1e10) {
      mantissa /= 1e10;
      exponent += 10;
    }
  }
  [[nodiscard]] double ratio_to(const Magnitude& other) const {
    return mantissa / other.mantissa *
           std::pow(10.0, static_cast<double>(exponent - other.exponent));
  }
};

/// One path of individualisations down to the discrete partition.
struct Path {
  std::vector<std::int32_t> nodes;
  std::vector<std::int64_t> factors;  ///< cell sizes; corrected to orbit sizes where they differ
};

Path follow_path(const SearchProblem& problem, const WorkLimits& limits) {
  EquitablePartition partition(*problem.graph, cell_indices(problem));
  Path path;
  const auto n = static_cast<std::int32_t>(problem.graph->num_nodes());
  for (std::int32_t cell = 0; cell < n;) {
    const std::int64_t size = partition.cell_size(cell);
    if (size == 1) {
      ++cell;
      continue;
    }
    const std::int32_t v = partition.nodes_of(cell).back();
    path.nodes.push_back(v);
    path.factors.push_back(size);
    partition.individualise(v);
    limits.check(search_name);
  }
  return path;
}

/// The problem with the first `depth` nodes of the path in cells of their own.
SearchProblem individualised(const SearchProblem& problem, const Path& path, std::size_t depth) {
  std::vector<char> single(problem.graph->num_nodes(), 0);
  SearchProblem result{problem.graph, {}, {}};
  for (std::size_t i = 0; i < depth; ++i) {
    single[path.nodes[i]] = 1;
    result.cells.push_back(path.nodes[i]);
    result.cell_ends.push_back(1);
  }
  const bool coloured = !problem.cells.empty();
  for (std::int32_t i = 0; i < problem.graph->num_nodes(); ++i) {
    const std::int32_t v = coloured ? problem.cells[i] : i;
    const bool last = coloured ? problem.cell_ends[i] != 0 : i + 1 == problem.graph->num_nodes();
    if (single[v] == 0) {
      result.cells.push_back(v);
      result.cell_ends.push_back(0);
    }
    // A class whose last node was taken out ends with the node before it.
    if (last) result.cell_ends.back() = 1;
  }
  return result;
}

class PathCorrection {
 public:
  PathCorrection(const SearchProblem& problem, Path& path, const WorkLimits& limits)
      : problem_(problem), path_(path), limits_(limits) {}

  /// Makes factors[begin, end) exact, given the orders of the stabilisers at both ends.
  void correct(std::size_t begin, std::size_t end, const Magnitude& at_begin,
               const Magnitude& at_end) {
    Magnitude claimed = at_end;
    for (std::size_t i = begin; i < end; ++i)
      claimed.multiply(static_cast<double>(path_.factors[i]));
    // An orbit smaller than its cell changes the product by at least one part in n.
    const double tolerance = 0.25 / static_cast<double>(problem_.graph->num_nodes());
    if (std::abs(claimed.ratio_to(at_begin) - 1.0) < tolerance) return;
    if (end - begin <= 1) {
      path_.factors[begin] = std::llround(at_begin.ratio_to(at_end));
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const SearchResult found =
        run_nauty(SymmetryEngine::Traces, individualised(problem_, path_, middle), limits_,
                  SearchGoal::Group);
    const Magnitude at_middle{found.order_mantissa, found.order_exponent};
    correct(begin, middle, at_begin, at_middle);
    correct(middle, end, at_middle, at_end);
  }

 private:
  const SearchProblem& problem_;
  Path& path_;
  const WorkLimits& limits_;
};

}  // namespace

std::vector<std::int64_t> order_factors(const SearchProblem& problem, const SearchResult& found,
                                        const WorkLimits& limits, double most_entries) {
  if (found.generators.empty()) return {};
  // Traces multiplies small integers and divides by 10^10 when it passes that: below, it is exact.
  if (found.order_exponent == 0) return {std::llround(found.order_mantissa)};
  const Magnitude order{found.order_mantissa, found.order_exponent};
  Path path = follow_path(problem, limits);
  Magnitude claimed;
  for (const std::int64_t factor : path.factors) claimed.multiply(static_cast<double>(factor));
  const double log2 = log2_order(found);
  if (claimed.ratio_to(order) > 1.5 &&
      fits_tables(problem.graph->num_nodes(), log2, most_entries)) {
    return orbit_sizes(problem.graph->num_nodes(), found.generators, log2, limits);
  }
  PathCorrection(problem, path, limits).correct(0, path.nodes.size(), order, {});
  return path.factors;
}

double log2_order(const SearchResult& found) {
  double sum = 0.0;
  for (const std::int64_t factor : found.order_factors) {
    sum += std::log2(static_cast<double>(factor));
  }
  if (!found.order_factors.empty()) return sum;
  return std::log2(found.order_mantissa) +
         static_cast<double>(found.order_exponent) * std::log2(10.0);
}

std::optional<std::int64_t> small_order(const std::string& decimal) {
  if (decimal.size() > 18) return std::nullopt;
  return std::stoll(decimal);
}

}  // namespace isotypic
