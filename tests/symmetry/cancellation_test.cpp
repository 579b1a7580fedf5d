// Time limits and requests to stop, alone and beside other searches.

#include <gmock/gmock.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/base/isolation.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/cancelled.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::cancellation_test {
namespace {

using isotypic::time_until_cancelled;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Takes dense nauty far longer than any limit here.
Graph hard_for_dense_nauty() { return disjoint_copies(shrikhande_graph(), 16); }

/// Strongly regular graphs of two kinds side by side, edges and non-edges exchanged.
Graph complement_of_union(std::int64_t copies) {
  return complement(disjoint_union(disjoint_copies(shrikhande_graph(), copies / 2),
                                   disjoint_copies(rook_graph(4, 4), copies - copies / 2)));
}

/// The same for Traces, which is asked for a canonical form.
Graph hard_for_traces() { return complement_of_union(16); }

milliseconds time_until_cancelled(const Graph& graph, const SymmetryOptions& options) {
  return time_until_cancelled([&] { (void)compute_symmetry(graph, options); });
}

/// compute_symmetry gives dense nauty only graphs that it finishes in no time, so ask it directly.
milliseconds time_until_dense_cancelled(milliseconds limit) {
  const Graph graph = hard_for_dense_nauty();
  return time_until_cancelled([&] {
    (void)run_nauty(SymmetryEngine::DenseNauty, {&graph, {}, {}},
                    {.deadline = Clock::now() + limit});
  });
}

TEST(Cancellation, TimeLimitStopsDenseNauty) {
  EXPECT_LT(time_until_dense_cancelled(milliseconds(50)), soon);
}

TEST(Cancellation, TimeLimitStopsTraces) {
  const Graph graph = hard_for_traces();
  ASSERT_EQ(choose_engine(graph.num_nodes()), SymmetryEngine::Traces);
  EXPECT_LT(time_until_cancelled(graph, {.time_limit = milliseconds(50)}), soon);
}

TEST(Cancellation, ARequestStopsTheSearch) {
  std::stop_source source;
  std::jthread requester([&] {
    std::this_thread::sleep_for(milliseconds(50));
    source.request_stop();
  });
  EXPECT_LT(time_until_cancelled(hard_for_traces(), {.stop = source.get_token()}), soon);
}

TEST(Cancellation, ARequestMadeBeforehandStopsAtOnce) {
  std::stop_source source;
  source.request_stop();
  EXPECT_LT(time_until_cancelled(hard_for_traces(), {.stop = source.get_token()}), soon);
}

TEST(Cancellation, AGenerousLimitChangesNothing) {
  const Graph graph = petersen_graph();
  const Symmetry limited = compute_symmetry(graph, {.time_limit = std::chrono::hours(1)});
  EXPECT_EQ(limited.order, "120");
  EXPECT_EQ(limited.canonical, compute_symmetry(graph).canonical);
}

TEST(Cancellation, TheEnginesWorkOnAfterwards) {
  for (int repeat = 0; repeat < 3; ++repeat) {
    (void)time_until_dense_cancelled(milliseconds(20));
    EXPECT_EQ(compute_symmetry(petersen_graph()).order, "120");
    (void)time_until_cancelled(hard_for_traces(), {.time_limit = milliseconds(20)});
    EXPECT_EQ(compute_symmetry(cycle_graph(1000)).order, "2000");
  }
}

TEST(Cancellation, OfOneSearchLeavesTheResultsOfOthersAlone) {
  if (!can_fork_beside_threads) GTEST_SKIP() << "ASan cannot fork beside threads";
  std::vector<Graph> graphs;
  std::vector<Symmetry> expected;
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 120) continue;
    graphs.push_back(graph);
    expected.push_back(compute_symmetry(graph));
  }
  graphs.push_back(grid_graph(40, 40));
  expected.push_back(compute_symmetry(graphs.back()));
  std::atomic<bool> done = false;
  std::atomic<int> cancelled = 0;
  const auto be_cancelled = [&](const std::function<void()>& search) {
    while (!done) {
      search();
      ++cancelled;
    }
  };
  {
    const std::jthread first(be_cancelled,
                             [] { (void)time_until_dense_cancelled(milliseconds(5)); });
    const std::jthread second(be_cancelled, [graph = hard_for_traces()] {
      (void)time_until_cancelled(graph, {.time_limit = milliseconds(5)});
    });
    const auto size = static_cast<std::int64_t>(graphs.size());
    parallel_for(4 * size, 4, [&](std::int64_t i) {
      // Every other search has a deadline of its own, far away.
      SymmetryOptions options;
      if (i % 2 == 0) options.time_limit = std::chrono::hours(1);
      const Symmetry symmetry = compute_symmetry(graphs[i % size], options);
      EXPECT_EQ(symmetry.order, expected[i % size].order);
      EXPECT_EQ(symmetry.canonical, expected[i % size].canonical);
      EXPECT_EQ(symmetry.orbit_of, expected[i % size].orbit_of);
    });
    done = true;
  }
  EXPECT_GE(cancelled, 2);
}

/// Takes Traces some hundred milliseconds.
Graph slow_for_traces() { return complement_of_union(9); }

double processor_seconds_of_this_thread() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_to_search(const Graph& graph) {
  const double begin = processor_seconds_of_this_thread();
  (void)compute_symmetry(graph);
  return processor_seconds_of_this_thread() - begin;
}

TEST(Cancellation, OfOthersCostsAnUnlimitedSearchNoTime) {
  if (!can_fork_beside_threads) GTEST_SKIP() << "ASan cannot fork beside threads";
  const Graph graph = slow_for_traces();
  const double alone = seconds_to_search(graph);
  ASSERT_GT(alone, 0.1) << "too fast to be disturbed";
  std::atomic<bool> done = false;
  std::atomic<int> cancelled = 0;
  const std::jthread others([&, hard = hard_for_traces()] {
    while (!done) {
      (void)time_until_cancelled(hard, {.time_limit = milliseconds(50)});
      ++cancelled;
    }
  });
  const double beside = seconds_to_search(graph);
  done = true;
  EXPECT_GE(cancelled, 1);
  EXPECT_LT(beside, 2.0 * alone);
}

TEST(Cancellation, OfOthersLeavesALimitedSearchItsOwnTime) {
  if (!can_fork_beside_threads) GTEST_SKIP() << "ASan cannot fork beside threads";
  const Graph graph = slow_for_traces();
  std::atomic<bool> done = false;
  const std::jthread others([&, hard = hard_for_traces()] {
    while (!done) (void)time_until_cancelled(hard, {.time_limit = milliseconds(50)});
  });
  const Symmetry limited = compute_symmetry(graph, {.time_limit = std::chrono::minutes(5)});
  done = true;
  EXPECT_EQ(limited.canonical, compute_symmetry(graph).canonical);
}

TEST(Cancellation, StopsWhatComesAfterTheSearch) {
  // Nothing is left to search in a star, but its order has millions of digits.
  EXPECT_LT(time_until_cancelled(star_graph(1'000'000), {.time_limit = milliseconds(300)}), soon);
}

TEST(Cancellation, KeepsTheErrorsOfALimitedSearch) {
  const auto error_of = [](ErrorKind kind, auto work) {
    return error_text(
        [&] {
          (void)run_isolated("test",
                             [&] {
                               work();
                               return std::string();
                             },
                             {});
        },
        kind);
  };
  EXPECT_EQ(error_of(ErrorKind::BadInput, [] { fail("make_graph", "node 7"); }), "node 7");
  EXPECT_THAT(error_of(ErrorKind::Runtime, [] { std::exit(0); }),
              ::testing::HasSubstr("without an answer"));
  EXPECT_THAT(error_of(ErrorKind::Runtime, [] { ::_exit(0); }),
              ::testing::HasSubstr("without an answer"));
  EXPECT_THAT(error_of(ErrorKind::Runtime,
                       [] {
                         (void)::kill(::getpid(), SIGKILL);
                         ::pause();
                       }),
              ::testing::HasSubstr("signal 9"));
}

TEST(Cancellation, WorkAsideSleepsBetweenItsTurns) {
  // Counts the time that it gets.
  IsolatedWork work("test", [] {
    timespec time{};
    do {
      ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    } while (time.tv_sec == 0 && time.tv_nsec < 40'000'000);
    return std::string("done");
  });
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_FALSE(work.run_for(milliseconds(1), {}).has_value());
  std::optional<std::string> answer;
  for (int turn = 0; !answer && turn < 10'000; ++turn) answer = work.run_for(milliseconds(5), {});
  EXPECT_EQ(answer, "done");
}

TEST(Cancellation, BringsLargeAnswersBack) {
  const std::string large(10'000'000, 'x');
  EXPECT_EQ(run_isolated("test", [&] { return large; }, {}), large);
}

TEST(Threads, ManyAtOnceGiveTheResultsOfOne) {
  const auto& graphs = zoo::graphs();
  const auto size = static_cast<std::int64_t>(graphs.size());
  std::vector<Symmetry> expected;
  for (const auto& [name, graph] : graphs) expected.push_back(compute_symmetry(graph));
  parallel_for(3 * size, 8, [&](std::int64_t i) {
    const Symmetry symmetry = compute_symmetry(graphs[i % size].graph);
    EXPECT_EQ(symmetry.hash, expected[i % size].hash) << graphs[i % size].name;
    EXPECT_EQ(symmetry.position, expected[i % size].position) << graphs[i % size].name;
    EXPECT_EQ(symmetry.generators, expected[i % size].generators) << graphs[i % size].name;
  });
}

}  // namespace
}  // namespace isotypic::cancellation_test
