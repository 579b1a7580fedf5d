#include "isotypic/symmetry/internal/race.hpp"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/isolation.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"
#include "isotypic/symmetry/internal/search_bytes.hpp"
#include "isotypic/symmetry/internal/strong_generators.hpp"

namespace isotypic {
namespace {

/// Turns are measured in processor time: on a busy machine others take most of the clock's.
std::chrono::nanoseconds processor_time_of_this_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// The search by Traces that bliss takes turns with.
class TracesAside {
 public:
  TracesAside(const SearchProblem& problem, const WorkLimits& limits)
      : problem_(problem), limits_(limits) {}

  /// Lets Traces work for twice the time that has passed since its last turn: it wins more often.
  /// Whether it has found the group.
  bool take_turn() {
    if (failed_) return false;
    constexpr std::chrono::milliseconds shortest(10);
    const std::chrono::nanoseconds turn = std::max<std::chrono::nanoseconds>(
        shortest, 2 * (processor_time_of_this_thread() - last_end_));
    try {
      if (!copy_) {
        copy_ = std::make_unique<IsolatedWork>(search_name, [this] {
          return to_bytes(run_nauty(SymmetryEngine::Traces, problem_, {}, SearchGoal::Group));
        });
      }
      if (const auto answer = copy_->run_for(turn, limits_)) found_ = from_bytes(*answer);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Cancelled) throw;
      // No process or no memory for it: bliss goes on alone.
      failed_ = true;
      copy_.reset();
    }
    last_end_ = processor_time_of_this_thread();
    return found_.has_value();
  }

  /// What it found, if anything.
  std::optional<SearchResult>& found() { return found_; }

 private:
  const SearchProblem& problem_;
  const WorkLimits& limits_;
  std::chrono::nanoseconds last_end_ = processor_time_of_this_thread();
  std::unique_ptr<IsolatedWork> copy_;
  std::optional<SearchResult> found_;
  bool failed_ = false;
};

/// Who wins depends on the clock, so the generators of the winner are replaced by those that depend
/// on the group alone.
SearchResult without_the_winners_trace(const SearchProblem& problem, SearchResult found,
                                       const WorkLimits& limits) {
  const std::int64_t n = problem.graph->num_nodes();
  const double log2 = log2_order(found);
  if (!fits_tables(n, log2)) {
    // Too large for tables; then it is Traces whose generators count, however long it takes.
    found = run_nauty(SymmetryEngine::Traces, problem, limits, SearchGoal::Group);
    found.order_factors = order_factors(problem, found, limits);
    return found;
  }
  StrongGenerators strong = strong_generators(n, found.generators, log2, limits);
  return {.generators = std::move(strong.generators),
          .canonical_order = {},
          .order_factors = std::move(strong.order_factors)};
}

}  // namespace

SearchResult race_for_group(const SearchProblem& problem, const WorkLimits& limits) {
  const Graph& graph = *problem.graph;
  const std::int64_t size = graph.num_nodes() + 2 * graph.num_edges();
  // bliss needs some looks at every edge for an easy graph; a look takes about 60 ns.
  constexpr std::int64_t least_allowance = 20'000;
  std::int64_t allowance = least_allowance + 4 * size;
  // Traces is ahead on dense graphs, but making a process for it takes about a millisecond.
  const bool traces_begins = size > least_allowance && size > 16 * graph.num_nodes();
  bool alone = true;
  TracesAside traces(problem, limits);
  const auto next = [&]() -> std::int64_t {
    alone = false;
    if (traces.take_turn()) return 0;
    allowance += allowance / 2;
    return allowance;
  };
  std::optional<SearchResult> found;
  if (!traces_begins || next() > 0) found = run_bliss(problem, allowance, next, limits);
  if (!found) found = std::move(traces.found());
  if (!alone) found = without_the_winners_trace(problem, *std::move(found), limits);
  found->canonical_order = identity_permutation(graph.num_nodes());
  return *std::move(found);
}

}  // namespace isotypic
