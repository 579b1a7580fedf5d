#include "isotypic/run/executor.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <set>
#include <stdexcept>

#include "isotypic/base/error.hpp"
#include "isotypic/run/merge.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::run::executor_test {
namespace {

Plan numbered_plan(std::int64_t count) {
  Plan plan{.experiment = "e"};
  for (std::int64_t i = 0; i < count; ++i) plan.keys.push_back("job " + std::to_string(i));
  return plan;
}

Json square(std::int64_t job, const std::stop_token&) {
  return {{"job", job}, {"square", job * job}};
}

TEST(RunJobs, GivesRowsInJobOrderWhateverTheThreads) {
  for (const std::int64_t threads : {1, 2, 8}) {
    const RunResult result = run_jobs(numbered_plan(50), square, {.threads = threads});
    EXPECT_TRUE(result.complete);
    ASSERT_EQ(result.entries.size(), 50U);
    for (std::int64_t i = 0; i < 50; ++i) {
      EXPECT_EQ(result.entries[i].job, i);
      EXPECT_EQ(result.entries[i].key, "job " + std::to_string(i));
      EXPECT_EQ(result.entries[i].row["square"], i * i);
      EXPECT_GE(result.entries[i].seconds, 0.0);
    }
  }
}

TEST(RunJobs, RunsOnlyTheJobsOfItsShard) {
  std::set<std::int64_t> seen;
  for (std::int64_t i = 0; i < 3; ++i) {
    for (const Entry& entry : run_jobs(numbered_plan(10), square, {.shard = {i, 3}}).entries) {
      EXPECT_EQ(entry.job % 3, i);
      EXPECT_TRUE(seen.insert(entry.job).second);
    }
  }
  EXPECT_EQ(seen.size(), 10U);
  EXPECT_TRUE(run_jobs(numbered_plan(1), square, {.shard = {1, 2}}).complete);
  EXPECT_THROW((void)run_jobs(numbered_plan(1), square, {.shard = {2, 2}}), Error);
}

TEST(RunJobs, ReadsNotANumberAsNullLikeTheJournal) {
  const auto work = [](std::int64_t, const std::stop_token&) { return Json{{"x", std::nan("")}}; };
  EXPECT_TRUE(run_jobs(numbered_plan(1), work).entries[0].row["x"].is_null());
}

TEST(RunJobs, StopsOnRequestAndResumes) {
  const TemporaryDirectory folder;
  std::stop_source source;
  std::atomic<int> calls = 0;
  const auto work = [&](std::int64_t job, const std::stop_token& token) {
    if (++calls == 5) source.request_stop();
    return square(job, token);
  };
  const RunOptions options{.threads = 2, .journal = folder / "j", .stop = source.get_token()};
  const RunResult stopped = run_jobs(numbered_plan(40), work, options);
  EXPECT_FALSE(stopped.complete);
  EXPECT_LE(stopped.entries.size(), 6U);
  const int before = calls;
  const RunResult resumed =
      run_jobs(numbered_plan(40), work, {.threads = 2, .journal = folder / "j"});
  EXPECT_TRUE(resumed.complete);
  EXPECT_EQ(calls - before, 40 - std::ssize(stopped.entries));
}

TEST(RunJobs, LeavesAnAbandonedJobToTheNextProcess) {
  const TemporaryDirectory folder;
  std::stop_source source;
  const auto abandon = [&](std::int64_t, const std::stop_token&) -> Json {
    source.request_stop();
    fail_as(ErrorKind::Cancelled, "work", "abandoned");
  };
  const RunResult result =
      run_jobs(numbered_plan(3), abandon,
               {.threads = 1, .journal = folder / "j", .stop = source.get_token()});
  EXPECT_FALSE(result.complete);
  EXPECT_TRUE(result.entries.empty());
  EXPECT_TRUE(run_jobs(numbered_plan(3), square, {.journal = folder / "j"}).complete);
}

TEST(RunJobs, NamesTheJobThatFailedAndKeepsTheOthers) {
  const TemporaryDirectory folder;
  const auto work = [](std::int64_t job, const std::stop_token& stop) {
    if (job == 3) throw std::logic_error("foreign exception");
    return square(job, stop);
  };
  try {
    (void)run_jobs(numbered_plan(5), work, {.threads = 1, .journal = folder / "j"});
    FAIL() << "the failure was not reported";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("job 3"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("foreign exception"), std::string::npos);
  }
  EXPECT_EQ(read_journal(folder / "j").entries.size(), 3U);
}

TEST(RunJobs, SaysThatAJobIsKeptOnlyWhenTheJournalHoldsIt) {
  const TemporaryDirectory folder;
  std::vector<std::int64_t> kept;
  const RunOptions options{.threads = 1, .journal = folder / "j", .on_kept = [&](std::int64_t job) {
                             kept.push_back(job);
                             EXPECT_EQ(read_journal(folder / "j").entries.back().job, job);
                           }};
  (void)run_jobs(numbered_plan(3), square, options);
  EXPECT_EQ(kept, (std::vector<std::int64_t>{0, 1, 2}));
  std::vector<std::int64_t> resumed;
  (void)run_jobs(
      numbered_plan(3), square,
      {.journal = folder / "j", .on_kept = [&](std::int64_t job) { resumed.push_back(job); }});
  EXPECT_EQ(resumed, kept);
}

TEST(RunJobs, RefusesARowThatIsNotAnObject) {
  const auto work = [](std::int64_t, const std::stop_token&) { return Json(3); };
  EXPECT_THROW((void)run_jobs(numbered_plan(1), work), Error);
}

TEST(RunJobs, RefusesASecondRunOnTheSameJournal) {
  const TemporaryDirectory folder;
  const auto nested = [&](std::int64_t job, const std::stop_token& stop) {
    EXPECT_THROW((void)run_jobs(numbered_plan(1), square, {.journal = folder / "j"}), Error);
    return square(job, stop);
  };
  EXPECT_TRUE(run_jobs(numbered_plan(1), nested, {.journal = folder / "j"}).complete);
}

TEST(RunJobs, ReportsEveryStepOnce) {
  const TemporaryDirectory folder;
  (void)run_jobs(numbered_plan(9), square, {.shard = {0, 3}, .journal = folder / "j"});
  std::vector<std::int64_t> done;
  const auto watch = [&](const Progress& progress) {
    EXPECT_EQ(progress.total, 9);
    done.push_back(progress.done);
  };
  (void)run_jobs(numbered_plan(9), square, {.threads = 3, .on_progress = watch});
  EXPECT_EQ(done, (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Progress, EstimatesFromTheJobsOfThisProcessOnly) {
  EXPECT_EQ(remaining_seconds({.done = 10, .total = 20, .resumed = 10, .seconds = 1}),
            std::nullopt);
  EXPECT_DOUBLE_EQ(*remaining_seconds({.done = 12, .total = 20, .resumed = 10, .seconds = 3}),
                   12.0);
  EXPECT_DOUBLE_EQ(*remaining_seconds({.done = 20, .total = 20, .seconds = 3}), 0.0);
}

}  // namespace
}  // namespace isotypic::run::executor_test
