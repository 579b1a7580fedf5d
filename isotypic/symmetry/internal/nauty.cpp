// The only file that sees nauty. Converts at the border.

#include <pthread.h>

#include <algorithm>
#include <array>
#include <string>
#include <type_traits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/isolation.hpp"
#include "isotypic/graph/bit_rows.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/internal/search_bytes.hpp"

#define _Thread_local thread_local  // NOLINT: nauty.h speaks C11, this file C++
#include <naurng.h>
#include <nausparse.h>
#include <nauty.h>
#include <traces.h>

namespace isotypic {
namespace {

void free_nauty_memory(void* /*mark*/) {
  nauty_freedyn();
  nautil_freedyn();
  naugraph_freedyn();
  nausparse_freedyn();
  traces_freedyn();
  schreier_freedyn();
}

/// nauty keeps its work arrays in thread-local pointers that nobody frees when a thread ends. Not a
/// thread_local object: glibc ends the process when it has no memory to register its destructor.
void free_at_thread_exit() {
  static const pthread_key_t key = [] {
    pthread_key_t made{};
    if (pthread_key_create(&made, free_nauty_memory) != 0) {
      fail_as(ErrorKind::Runtime, search_name, "the system gives no key for the data of a thread");
    }
    return made;
  }();
  // Any address will do: only threads with one call the function.
  if (pthread_getspecific(key) == nullptr && pthread_setspecific(key, &key) != 0) {
    fail_as(ErrorKind::Runtime, search_name, "out of memory");
  }
}

/// Where nauty's callbacks, which carry no user pointer, deliver their findings.
thread_local SearchResult* collector = nullptr;
thread_local bool collector_failed = false;

void collect(const int* images, int n) {
  // A C++ exception must not cross nauty's C frames.
  try {
    collector->generators.push_back(to_sparse({images, static_cast<std::size_t>(n)}));
  } catch (...) {
    collector_failed = true;
  }
}

void collect_dense(int /*count*/, int* images, int* /*orbits*/, int /*numorbits*/,
                   int /*stabvertex*/, int n) {
  collect(images, n);
}

void collect_traces(int /*count*/, int* images, int n) { collect(images, n); }

void collect_level(int* /*lab*/, int* /*ptn*/, int /*level*/, int* /*orbits*/, statsblk* /*stats*/,
                   int /*tv*/, int index, int /*tcellsize*/, int /*numcells*/, int /*childcount*/,
                   int /*n*/) {
  if (index <= 1) return;
  try {
    collector->order_factors.push_back(index);
  } catch (...) {
    collector_failed = true;
  }
}

/// nauty's view of the colour classes: nodes class after class, 0 at the end of each class.
struct Partition {
  std::vector<int> lab;
  std::vector<int> ptn;
  std::vector<int> orbits;
};

Partition make_partition(const SearchProblem& problem) {
  const auto n = static_cast<std::size_t>(problem.graph->num_nodes());
  Partition partition{problem.cells, std::vector<int>(n, 1), std::vector<int>(n)};
  partition.lab.resize(n);
  for (std::size_t i = 0; i < problem.cell_ends.size(); ++i) {
    if (problem.cell_ends[i] != 0) partition.ptn[i] = 0;
  }
  return partition;
}

void search_dense(const SearchProblem& problem, SearchResult& result) {
  const Graph& source = *problem.graph;
  const auto n = static_cast<int>(source.num_nodes());
  const int m = SETWORDSNEEDED(n);
  std::vector<graph> rows(static_cast<std::size_t>(n) * m, 0);
  for (int v = 0; v < n; ++v) {
    set* row = rows.data() + static_cast<std::ptrdiff_t>(m) * v;
    for (const std::int32_t w : source.neighbours(v)) ADDELEMENT(row, w);
  }
  Partition partition = make_partition(problem);
  std::vector<graph> canonical(rows.size());
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  options.defaultptn = problem.cells.empty() ? TRUE : FALSE;
  options.userautomproc = collect_dense;
  options.userlevelproc = collect_level;
  statsblk stats;
  densenauty(rows.data(), partition.lab.data(), partition.ptn.data(), partition.orbits.data(),
             &options, &stats, m, n, canonical.data());
  if (stats.errstatus != 0) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "nauty failed with status ", stats.errstatus);
  }
  result.canonical_order = std::move(partition.lab);
}

void search_traces(const SearchProblem& problem, SearchGoal goal, SearchResult& result) {
  const Graph& source = *problem.graph;
  const auto n = static_cast<int>(source.num_nodes());
  std::vector<size_t> starts(source.offsets().begin(), source.offsets().end() - 1);
  std::vector<int> degrees(n);
  for (int v = 0; v < n; ++v) degrees[v] = static_cast<int>(source.degree(v));
  std::vector<int> targets(source.adjacency().begin(), source.adjacency().end());
  sparsegraph input{};
  input.nv = n;
  input.nde = source.adjacency().size();
  input.v = starts.data();
  input.d = degrees.data();
  input.e = targets.data();
  input.vlen = input.dlen = static_cast<size_t>(n);
  input.elen = input.nde;
  sparsegraph canonical{};
  SG_INIT(canonical);
  Partition partition = make_partition(problem);
  DEFAULTOPTIONS_TRACES(options);
  options.getcanon = goal == SearchGoal::CanonicalForm ? TRUE : FALSE;
  options.defaultptn = problem.cells.empty() ? TRUE : FALSE;
  options.userautomproc = collect_traces;
  TracesStats stats{};
  // Traces draws random elements, from a state that searches before this one have moved on. The
  // canonical form does not depend on them, but the generators do.
  ran_init(1);
  Traces(&input, partition.lab.data(), partition.ptn.data(), partition.orbits.data(), &options,
         &stats, &canonical);
  SG_FREE(canonical);
  if (stats.errstatus != 0) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "Traces failed with status ", stats.errstatus);
  }
  result.canonical_order = std::move(partition.lab);
  result.order_mantissa = stats.grpsize1;
  result.order_exponent = stats.grpsize2;
}

SearchResult search_here(SymmetryEngine engine, const SearchProblem& problem, SearchGoal goal) {
  free_at_thread_exit();
  SearchResult result;
  collector = &result;
  collector_failed = false;
  if (engine == SymmetryEngine::DenseNauty) {
    search_dense(problem, result);
  } else {
    search_traces(problem, goal, result);
  }
  collector = nullptr;
  if (collector_failed) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "out of memory while collecting generators");
  }
  return result;
}

}  // namespace

SearchResult run_nauty(SymmetryEngine engine, const SearchProblem& problem,
                       const WorkLimits& limits, SearchGoal goal) {
  limits.check(search_name);
  if (!limits.any() || problem.graph->num_nodes() <= max_tiny_nodes) {
    return search_here(engine, problem, goal);
  }
  return from_bytes(run_isolated(
      search_name, [&] { return to_bytes(search_here(engine, problem, goal)); }, limits));
}

void canonical_rows(std::span<const std::uint64_t> rows, std::span<std::uint64_t> canonical) {
  static_assert(std::is_same_v<setword, unsigned long> && WORDSIZE == 64);
  free_at_thread_exit();
  // nauty fills what it reads, so nothing is set to zero.
  std::array<graph, max_row_nodes> input;
  std::array<graph, max_row_nodes> output;
  std::array<int, max_row_nodes> lab;
  std::array<int, max_row_nodes> ptn;
  std::array<int, max_row_nodes> orbits;
  std::copy(rows.begin(), rows.end(), input.begin());
  DEFAULTOPTIONS_GRAPH(options);
  options.getcanon = TRUE;
  statsblk stats;
  densenauty(input.data(), lab.data(), ptn.data(), orbits.data(), &options, &stats, 1,
             static_cast<int>(rows.size()), output.data());
  if (stats.errstatus != 0) {
    fail_as(ErrorKind::Runtime, "canonical_hash", "nauty failed with status ", stats.errstatus);
  }
  std::copy_n(output.begin(), canonical.size(), canonical.begin());
}

std::string engine_name(SymmetryEngine engine) {
  const std::string version = NAUTYVERSION;
  return "nauty-" + version.substr(0, version.find(' ')) +
         (engine == SymmetryEngine::DenseNauty ? "/dense" : "/traces");
}

}  // namespace isotypic
