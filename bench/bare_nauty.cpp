#include "bench/bare_nauty.hpp"

#include <vector>

#define _Thread_local thread_local  // NOLINT: nauty.h speaks C11, this file C++
#include <nausparse.h>
#include <nauty.h>
#include <traces.h>

namespace isotypic::bench {

struct BareNauty::State {
  SymmetryEngine engine;
  int n = 0;
  int m = 0;
  std::vector<graph> dense, dense_canonical;
  sparsegraph sparse{};
  sparsegraph sparse_canonical{};
  std::vector<size_t> starts;
  std::vector<int> degrees, targets, lab, ptn, orbits;
};

BareNauty::BareNauty(const Graph& source, SymmetryEngine engine)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.engine = engine;
  s.n = static_cast<int>(source.num_nodes());
  s.m = SETWORDSNEEDED(s.n);
  s.lab.resize(s.n);
  s.ptn.resize(s.n);
  s.orbits.resize(s.n);
  if (engine == SymmetryEngine::DenseNauty) {
    s.dense.assign(static_cast<std::size_t>(s.n) * s.m, 0);
    s.dense_canonical = s.dense;
    for (const auto& [u, v] : source.edges()) ADDONEEDGE(s.dense.data(), u, v, s.m);
    return;
  }
  s.starts.assign(source.offsets().begin(), source.offsets().end() - 1);
  for (int v = 0; v < s.n; ++v) s.degrees.push_back(static_cast<int>(source.degree(v)));
  s.targets.assign(source.adjacency().begin(), source.adjacency().end());
  s.sparse.nv = s.n;
  s.sparse.nde = s.targets.size();
  s.sparse.v = s.starts.data();
  s.sparse.d = s.degrees.data();
  s.sparse.e = s.targets.data();
  s.sparse.vlen = s.sparse.dlen = s.starts.size();
  s.sparse.elen = s.targets.size();
}

BareNauty::BareNauty(BareNauty&&) noexcept = default;

BareNauty::~BareNauty() {
  if (state_) SG_FREE(state_->sparse_canonical);
}

void BareNauty::run() {
  State& s = *state_;
  if (s.engine == SymmetryEngine::DenseNauty) {
    DEFAULTOPTIONS_GRAPH(options);
    options.getcanon = TRUE;
    statsblk stats;
    densenauty(s.dense.data(), s.lab.data(), s.ptn.data(), s.orbits.data(), &options, &stats, s.m,
               s.n, s.dense_canonical.data());
    return;
  }
  DEFAULTOPTIONS_TRACES(options);
  options.getcanon = TRUE;
  TracesStats stats{};
  Traces(&s.sparse, s.lab.data(), s.ptn.data(), s.orbits.data(), &options, &stats,
         &s.sparse_canonical);
}

void BareNauty::run_for_group() {
  State& s = *state_;
  DEFAULTOPTIONS_TRACES(options);
  TracesStats stats{};
  Traces(&s.sparse, s.lab.data(), s.ptn.data(), s.orbits.data(), &options, &stats, nullptr);
}

}  // namespace isotypic::bench
