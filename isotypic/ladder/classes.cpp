#include "isotypic/ladder/classes.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/base/value_groups.hpp"
#include "isotypic/ladder/compare.hpp"

namespace isotypic {
namespace {

using ClassNumbers = std::vector<std::int64_t>;

/// Renames numbers by first appearance; returns how many there are.
template <typename Key>
std::int64_t number_by_appearance(const std::vector<Key>& keys, ClassNumbers& numbers) {
  std::map<Key, std::int64_t> known;
  numbers.clear();
  for (const Key& key : keys) {
    numbers.push_back(known.emplace(key, std::ssize(known)).first->second);
  }
  return std::ssize(known);
}

/// Which of these invariants of one rung are equal. Rows of the spectrum are grouped all at once,
/// so that "equal up to rounding" is an equivalence.
ClassNumbers sort_invariants(const std::vector<const RungInvariant*>& invariants) {
  using Key = std::pair<std::int64_t, std::vector<NameCount>>;
  std::vector<Key> keys;
  for (const RungInvariant* invariant : invariants) {
    keys.emplace_back(invariant->depth, invariant->names);
  }
  std::vector<std::vector<double>> rows;
  for (const RungInvariant* invariant : invariants) {
    rows.insert(rows.end(), invariant->rows.begin(), invariant->rows.end());
  }
  const ClassNumbers groups = group_by_value(rows, spectrum_tolerance);
  std::size_t next = 0;
  for (std::size_t i = 0; i < invariants.size(); ++i) {
    auto& names = keys[i].second;
    for (std::size_t k = 0; k < invariants[i]->rows.size(); ++k) {
      names.push_back({static_cast<std::uint64_t>(groups[next++]), 1});
    }
    std::sort(names.begin(), names.end());
  }
  ClassNumbers numbers;
  (void)number_by_appearance(keys, numbers);
  return numbers;
}

/// The graphs that this rung may still tell apart: one of each isomorphism class, in classes that
/// hold several of them.
std::vector<std::int64_t> candidates(const ClassNumbers& class_of, const ClassNumbers& isomorphism,
                                     std::int64_t num_classes) {
  std::vector<std::vector<std::int64_t>> members(num_classes);
  std::vector<bool> met(class_of.size(), false);
  for (std::size_t i = 0; i < class_of.size(); ++i) {
    if (met[isomorphism[i]]) continue;
    met[isomorphism[i]] = true;
    members[class_of[i]].push_back(static_cast<std::int64_t>(i));
  }
  std::vector<std::int64_t> result;
  for (const auto& list : members) {
    if (list.size() > 1) result.insert(result.end(), list.begin(), list.end());
  }
  return result;
}

/// Sorts one class of the rung below; the new numbers matter within the class only.
void split_class(const std::vector<std::int64_t>& members, std::vector<GraphLadder>& ladders,
                 Rung rung, ClassNumbers& part_of) {
  std::vector<const RungInvariant*> invariants;
  for (const std::int64_t i : members) invariants.push_back(&ladders[i].at(rung));
  const ClassNumbers parts = sort_invariants(invariants);
  for (std::size_t k = 0; k < members.size(); ++k) part_of[members[k]] = parts[k];
}

/// Names the graph whose symmetry is not found.
void find_symmetry(GraphLadder& ladder, std::int64_t number) {
  try {
    (void)ladder.symmetry();
  } catch (const Error& error) {
    if (ladder.options().stop.stop_requested()) throw;
    fail_as(error.kind(), "ladder", "the symmetry of graph ", number + 1, ": ", error.reason());
  }
}

/// Computes the rung for the candidates; what met a limit is noted.
void compute_rung(const std::vector<std::int64_t>& todo, std::vector<GraphLadder>& ladders,
                  std::int64_t threads, const std::stop_token& stop, RungClasses& result) {
  std::mutex mutex;
  parallel_for(std::ssize(todo), threads, [&](std::int64_t k) {
    const std::int64_t i = todo[k];
    try {
      const RungInvariant& invariant = ladders[i].at(result.rung);
      const std::lock_guard lock(mutex);
      ++result.computed;
      result.representatives += invariant.representatives;
      result.seconds += invariant.seconds;
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Runtime || stop.stop_requested()) throw;
      const std::lock_guard lock(mutex);
      result.skipped.emplace_back(i, error.reason());
    }
  });
  std::sort(result.skipped.begin(), result.skipped.end());
}

RungClasses climb(const RungClasses& below, const LadderClasses& known,
                  std::vector<GraphLadder>& ladders, Rung rung, const LadderOptions& options,
                  std::int64_t threads) {
  RungClasses result;
  result.rung = rung;
  const auto todo = candidates(below.class_of, known.isomorphism_class_of, below.num_classes);
  compute_rung(todo, ladders, threads, options.stop, result);
  std::vector<std::vector<std::int64_t>> members(below.num_classes);
  for (const std::int64_t i : todo) members[below.class_of[i]].push_back(i);
  for (const auto& [i, reason] : result.skipped) members[below.class_of[i]].clear();
  ClassNumbers part_of(ladders.size(), 0);
  for (const auto& list : members) split_class(list, ladders, rung, part_of);
  // Isomorphic graphs follow the one that was computed.
  std::vector<std::int64_t> leader(ladders.size(), -1);
  std::vector<std::pair<std::int64_t, std::int64_t>> keys;
  for (std::size_t i = 0; i < ladders.size(); ++i) {
    std::int64_t& first = leader[known.isomorphism_class_of[i]];
    if (first < 0) first = static_cast<std::int64_t>(i);
    keys.emplace_back(below.class_of[i], part_of[first]);
  }
  result.num_classes = number_by_appearance(keys, result.class_of);
  return result;
}

}  // namespace

LadderClasses ladder_classes(std::span<const Graph> graphs, const LadderOptions& options, Rung last,
                             std::int64_t threads) {
  return translate_exceptions("ladder", [&] {
    std::vector<GraphLadder> ladders;
    for (const Graph& graph : graphs) ladders.emplace_back(graph, options);
    parallel_for(std::ssize(ladders), threads,
                 [&](std::int64_t i) { find_symmetry(ladders[i], i); });
    LadderClasses result;
    std::vector<Hash128> forms;
    for (GraphLadder& ladder : ladders) forms.push_back(ladder.symmetry().hash);
    result.num_isomorphism_classes = number_by_appearance(forms, result.isomorphism_class_of);
    RungClasses all;
    all.class_of.assign(graphs.size(), 0);
    all.num_classes = graphs.empty() ? 0 : 1;
    for (const Rung rung : all_rungs) {
      if (rung > last) break;
      const RungClasses& below = result.rungs.empty() ? all : result.rungs.back();
      RungClasses next = climb(below, result, ladders, rung, options, threads);
      result.rungs.push_back(std::move(next));
    }
    return result;
  });
}

}  // namespace isotypic
