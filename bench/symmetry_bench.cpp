// google/benchmark: symmetry and orbitals of families, and both engines where the border lies.

#include <benchmark/benchmark.h>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "isotypic/symmetry/weisfeiler_leman.hpp"

namespace isotypic {
namespace {

enum Family : std::int64_t { Cycle, Complete, Tree, ErdosRenyi, Cubic };

Graph make(std::int64_t family, std::int64_t n) {
  Random random(1);
  switch (family) {
    case Cycle:
      return cycle_graph(n);
    case Complete:
      return complete_graph(n);
    case Tree:
      return random_tree(n, random);
    case ErdosRenyi:
      return erdos_renyi_graph(n, 0.1, random);
    default:
      return random_regular_graph(n, 3, random);
  }
}

void all_families(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"family", "n"});
  for (const std::int64_t family : {Cycle, Complete, Tree, ErdosRenyi, Cubic}) {
    for (const std::int64_t n : {16, 24, 32, 64, 128, 256}) bench->Args({family, n});
  }
}

void BM_compute_symmetry(benchmark::State& state) {
  const Graph graph = make(state.range(0), state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(compute_symmetry(graph));
}
BENCHMARK(BM_compute_symmetry)->Apply(all_families);

void BM_dense_nauty(benchmark::State& state) {
  const Graph graph = make(state.range(0), state.range(1));
  const SearchProblem problem{&graph, {}, {}};
  for (auto _ : state) {
    benchmark::DoNotOptimize(run_nauty(SymmetryEngine::DenseNauty, problem, {}));
  }
}
BENCHMARK(BM_dense_nauty)->Apply(all_families);

void BM_traces(benchmark::State& state) {
  const Graph graph = make(state.range(0), state.range(1));
  const SearchProblem problem{&graph, {}, {}};
  for (auto _ : state) benchmark::DoNotOptimize(run_nauty(SymmetryEngine::Traces, problem, {}));
}
BENCHMARK(BM_traces)->Apply(all_families);

void BM_compute_orbitals(benchmark::State& state) {
  const Symmetry symmetry = compute_symmetry(make(state.range(0), state.range(1)));
  for (auto _ : state) benchmark::DoNotOptimize(canonical_orbitals(symmetry));
}
BENCHMARK(BM_compute_orbitals)->Apply(all_families);

void BM_coherent_partition(benchmark::State& state) {
  const Graph graph = hypercube_graph(state.range(0));
  const Orbitals orbitals = compute_orbitals(compute_symmetry(graph));
  for (auto _ : state) benchmark::DoNotOptimize(coherent_partition(graph, orbitals));
}
BENCHMARK(BM_coherent_partition)->DenseRange(3, 9, 2);

}  // namespace
}  // namespace isotypic
