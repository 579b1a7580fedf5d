// The only file that sees nauty. Converts at the border, and stops nauty when the caller
// asks.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/internal/search.hpp"

#define _Thread_local thread_local  // NOLINT: nauty.h speaks C11, this file C++
#include <naurng.h>
#include <nausparse.h>
#include <nauty.h>
#include <traces.h>

namespace isotypic {
namespace {

/// nauty keeps its work arrays in thread-local pointers that nobody frees when a thread ends.
struct FreeNautyMemory {
  FreeNautyMemory() = default;
  FreeNautyMemory(const FreeNautyMemory&) = delete;
  FreeNautyMemory& operator=(const FreeNautyMemory&) = delete;
  ~FreeNautyMemory() {
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
    nausparse_freedyn();
    traces_freedyn();
    schreier_freedyn();
  }
};

/// Stops searches. nauty's only brake is one process-wide flag that stops the searches of all
/// threads, so a search stopped on behalf of another one must start again: see `run_guarded`.
class Brake {
 public:
  static void pull() {
    const std::scoped_lock lock(mutex());
    ++pulled();
    nauty_kill_request = 1;
  }
  static void release() {
    const std::scoped_lock lock(mutex());
    if (--pulled() == 0) nauty_kill_request = 0;
  }
  static bool is_pulled() {
    const std::scoped_lock lock(mutex());
    return pulled() != 0;
  }

 private:
  static std::mutex& mutex() {
    static std::mutex instance;
    return instance;
  }
  static int& pulled() {
    static int count = 0;
    return count;
  }
};

/// Watches one search from a thread of its own; pulls the brake at the deadline or on request.
class Watchdog {
 public:
  explicit Watchdog(const SearchLimits& limits) {
    if (!limits.deadline && !limits.stop.stop_possible()) return;
    thread_ = std::jthread([this, limits](const std::stop_token& done) {
      constexpr auto tick = std::chrono::milliseconds(2);
      while (!done.stop_requested()) {
        if (limits.stop.stop_requested() ||
            (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline)) {
          expired_ = true;  // before the brake: a stopped search must find out why
          Brake::pull();
          return;
        }
        std::this_thread::sleep_for(tick);
      }
    });
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog() {
    if (thread_.joinable()) {
      thread_.request_stop();
      thread_.join();
    }
    if (expired_) Brake::release();
  }
  [[nodiscard]] bool expired() const { return expired_; }

 private:
  std::atomic<bool> expired_ = false;
  std::jthread thread_;
};

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

bool search_dense(const SearchProblem& problem, SearchResult& result) {
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
  if (stats.errstatus == NAUKILLED) return false;
  if (stats.errstatus != 0) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "nauty failed with status ", stats.errstatus);
  }
  result.canonical_order = std::move(partition.lab);
  return true;
}

bool search_traces(const SearchProblem& problem, SearchResult& result) {
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
  options.getcanon = TRUE;
  options.defaultptn = problem.cells.empty() ? TRUE : FALSE;
  options.userautomproc = collect_traces;
  TracesStats stats{};
  // Traces draws random elements, from a state that searches before this one have moved on. The
  // canonical form does not depend on them, but the generators do.
  ran_init(1);
  Traces(&input, partition.lab.data(), partition.ptn.data(), partition.orbits.data(), &options,
         &stats, &canonical);
  SG_FREE(canonical);
  // (`stats.interrupted` counts refinements cut short by design, not a search cut short.)
  if (stats.errstatus == NAUKILLED) return false;
  if (stats.errstatus != 0) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "Traces failed with status ", stats.errstatus);
  }
  result.canonical_order = std::move(partition.lab);
  result.order_mantissa = stats.grpsize1;
  result.order_exponent = stats.grpsize2;
  return true;
}

/// One attempt; false when the brake stopped it.
bool search_once(SymmetryEngine engine, const SearchProblem& problem, SearchResult& result) {
  static thread_local const FreeNautyMemory free_at_thread_exit;
  result = {};
  collector = &result;
  collector_failed = false;
  const bool finished = engine == SymmetryEngine::DenseNauty ? search_dense(problem, result)
                                                             : search_traces(problem, result);
  collector = nullptr;
  if (collector_failed) {
    fail_as(ErrorKind::Runtime, "compute_symmetry", "out of memory while collecting generators");
  }
  return finished;
}

}  // namespace

SearchResult run_nauty(SymmetryEngine engine, const SearchProblem& problem,
                       const SearchLimits& limits) {
  SearchResult result;
  const Watchdog watchdog(limits);
  while (!search_once(engine, problem, result)) {
    // Stopped for another search: wait for its brake, unless our own time comes meanwhile.
    while (!watchdog.expired() && Brake::is_pulled()) std::this_thread::yield();
    if (watchdog.expired()) {
      fail_as(ErrorKind::Cancelled, "compute_symmetry",
              limits.stop.stop_requested() ? "stopped on request" : "the time limit has passed");
    }
  }
  return result;
}

std::string engine_name(SymmetryEngine engine) {
  const std::string version = NAUTYVERSION;
  return "nauty-" + version.substr(0, version.find(' ')) +
         (engine == SymmetryEngine::DenseNauty ? "/dense" : "/traces");
}

}  // namespace isotypic
