// nauty and Traces called directly, as the yardstick of the benchmarks.
#pragma once

#include <memory>

#include "isotypic/graph/graph.hpp"

namespace isotypic::bench {

/// One graph in nauty's own data structure, ready to be labelled by the engine that the library
/// chooses at its size.
class BareNauty {
 public:
  explicit BareNauty(const Graph& graph);
  ~BareNauty();
  BareNauty(BareNauty&&) noexcept;
  BareNauty& operator=(BareNauty&&) = delete;

  /// Automorphism group and canonical form, nothing else.
  void run();

 private:
  struct Problem;
  std::unique_ptr<Problem> problem_;
};

}  // namespace isotypic::bench
