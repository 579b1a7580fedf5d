// The lower bound: nothing but the call into nauty, on a graph converted beforehand.
#pragma once

#include <memory>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::bench {

class BareNauty {
 public:
  BareNauty(const Graph& graph, SymmetryEngine engine);
  BareNauty(BareNauty&&) noexcept;
  ~BareNauty();

  /// Generators, orbits and canonical labelling.
  void run();
  /// Generators and orbits alone; Traces only.
  void run_for_group();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotypic::bench
