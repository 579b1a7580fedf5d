// The tree of marked tuples, one branch per orbit.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "isotypic/symmetry/refinement.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// When a walk gives up, and in whose name it says so.
struct WalkLimits {
  const char* where = "tuple_orbits";
  std::int64_t max_representatives = 0;  ///< 0: no limit
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::stop_token stop;
};

/// One representative, in canonical coordinates.
struct TupleVisit {
  std::span<const std::int32_t> nodes;
  std::int64_t weight = 0;  ///< size of the orbit; 2^63 - 1 where it is larger
  /// 1-WL with these nodes individualised one after the other; only where it is asked for.
  const EquitablePartition* colouring = nullptr;
};

/// What happens below a representative.
enum class Descend { No, Yes };

struct WalkOptions {
  std::int64_t depth = 1;      ///< longest tuple
  bool colour_leaves = false;  ///< `colouring` also for tuples of full length
  bool skip_fixed = false;     ///< no marks on nodes that the colouring fixes already
  WalkLimits limits;
};

/// Walks over the orbits of tuples of 1, 2, ..., depth nodes, each before those that continue it.
/// `visit` says whether to go on below.
///
/// Throws Error (Cancelled) when a limit is met.
class TupleWalk {
 public:
  TupleWalk(const Symmetry& symmetry, WalkOptions options);

  void run(const std::function<Descend(const TupleVisit&)>& visit);
  /// The colouring without marks.
  [[nodiscard]] const EquitablePartition& unmarked() const { return colourings_.front(); }
  /// How many tuples were not continued, in the last run.
  [[nodiscard]] std::int64_t num_representatives() const { return num_representatives_; }

 private:
  /// The stabiliser of the marked nodes.
  struct Group {
    std::vector<SparsePermutation> generators;  ///< unused at the last step
    std::optional<std::int64_t> order;          ///< unset: too large
    std::vector<std::int32_t> orbit_of;         ///< empty: the group is trivial
  };
  struct Orbit {
    std::int32_t node = 0;
    std::int64_t size = 0;
  };

  void extend(const Group& group);
  [[nodiscard]] std::vector<Orbit> open_orbits(const Group& group) const;
  [[nodiscard]] Group stabiliser(const Group& group, const Orbit& orbit) const;
  [[nodiscard]] std::optional<Group> cells_as_orbits(const Group& group, std::int32_t node) const;
  [[nodiscard]] Group search_stabiliser() const;
  void count_representative();
  void check_limits() const;

  const Graph& graph_;
  WalkOptions options_;
  std::function<Descend(const TupleVisit&)> visit_;
  Group whole_;
  std::vector<std::int32_t> marks_;
  std::vector<std::int64_t> weights_ = {1};     // one per length of tuple
  std::vector<EquitablePartition> colourings_;  // one per length of tuple
  std::int64_t num_representatives_ = 0;
};

}  // namespace isotypic
