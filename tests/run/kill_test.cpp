// Runs are killed at random moments, resumed and merged.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/run/journal_writer.hpp"
#include "isotypic/run/merge.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::run::kill_test {
namespace {

constexpr const char* num_jobs = "120";

struct WorkerOptions {
  std::filesystem::path journal;
  std::string shard = "0/1";
  std::string threads = "2";
  std::string microseconds = "300";
  rlim_t max_file_bytes = RLIM_INFINITY;
  std::string stderr_file = "/dev/null";
};

pid_t start_worker(const WorkerOptions& options) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  const rlimit limit{.rlim_cur = options.max_file_bytes, .rlim_max = options.max_file_bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  ::signal(SIGXFSZ, SIG_IGN);
  const int log = ::open(options.stderr_file.c_str(), O_WRONLY | O_CREAT, 0600);
  ::dup2(log, STDERR_FILENO);
  ::execl(ISOTYPIC_RUN_WORKER, "run_worker", options.journal.c_str(), options.shard.c_str(),
          num_jobs, options.threads.c_str(), options.microseconds.c_str(), nullptr);
  ::_exit(127);
}

void expect_completes(const WorkerOptions& options) {
  const int status = status_at_end(start_worker(options));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "status " << status;
}

std::string merged_bytes(const std::vector<std::filesystem::path>& journals) {
  const MergedRun merged = merge_journals(journals);
  EXPECT_EQ(merged.num_missing, 0);
  return format_merged(merged);
}

std::string uninterrupted_bytes() {
  const TemporaryDirectory folder;
  expect_completes({.journal = folder / "j", .threads = "1", .microseconds = "0"});
  return merged_bytes({folder / "j"});
}

/// How long one shard takes undisturbed: kills are spread over it, on a slow machine too.
std::int64_t shard_microseconds(const TemporaryDirectory& folder) {
  const auto start = std::chrono::steady_clock::now();
  expect_completes({.journal = folder / "undisturbed", .shard = "0/3"});
  const auto taken = std::chrono::steady_clock::now() - start;
  return std::chrono::duration_cast<std::chrono::microseconds>(taken).count();
}

TEST(Run, KilledAtFiftyRandomMomentsGivesTheSameBytes) {
  const std::string expected = uninterrupted_bytes();
  const TemporaryDirectory folder;
  const std::int64_t longest = shard_microseconds(folder);
  Random random(2026);
  constexpr int num_shards = 3;
  int kills = 0, round = 0, torn = 0;
  std::vector<std::filesystem::path> journals;
  while (kills < 50) {
    ASSERT_LT(round, 100) << "only " << kills << " kills hit a running job";
    // Fresh journals as soon as all shards are complete, so that every kill can hit a running job.
    journals.clear();
    ++round;
    for (int i = 0; i < num_shards; ++i) {
      const std::string name = std::to_string(round) + "-" + std::to_string(i);
      const WorkerOptions worker{.journal = folder / name,
                                 .shard = std::to_string(i) + "/" + std::to_string(num_shards)};
      journals.push_back(worker.journal);
      for (int attempt = 0; attempt < 6; ++attempt) {
        const pid_t child = start_worker(worker);
        std::this_thread::sleep_for(std::chrono::microseconds(random.below(longest)));
        ::kill(child, SIGKILL);
        const int status = status_at_end(child);
        if (WIFSIGNALED(status)) ++kills;
        // What a power cut adds to a kill: the end of the file is cut anywhere in its last line.
        const auto size =
            std::filesystem::exists(worker.journal)
                ? static_cast<std::int64_t>(std::filesystem::file_size(worker.journal))
                : 0;
        if (size > 0 && attempt % 2 == 1) {
          const std::int64_t cut = std::min<std::int64_t>(size, 1 + random.below(60));
          std::filesystem::resize_file(worker.journal, size - cut);
          ++torn;
        }
      }
      expect_completes(worker);
    }
    std::swap(journals[0], journals[2]);
    ASSERT_EQ(merged_bytes(journals), expected);
  }
  EXPECT_GT(torn, 0);
}

TEST(Run, IsNotRepeatedForFinishedJobs) {
  const TemporaryDirectory folder;
  const WorkerOptions worker{.journal = folder / "j", .microseconds = "0"};
  expect_completes(worker);
  const std::string before = read_file(worker.journal);
  expect_completes(worker);
  EXPECT_EQ(read_file(worker.journal), before);
}

/// Waits until a run has finished at least one job.
[[nodiscard]] bool first_job_ends_in_time(const std::filesystem::path& journal) {
  return holds_in_time([&] {
    if (!std::filesystem::exists(journal)) return false;
    const std::string text = read_file(journal);
    return std::ranges::count(text, '\n') >= 2;
  });
}

TEST(Run, InterruptedOnceFinishesTheJobsUnderWayAndResumes) {
  const std::string expected = uninterrupted_bytes();
  const TemporaryDirectory folder;
  const pid_t child = start_worker({.journal = folder / "j", .microseconds = "20000"});
  EXPECT_TRUE(first_job_ends_in_time(folder / "j"));
  ::kill(child, SIGINT);
  const int status = status_at_end(child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 3) << "status " << status;
  EXPECT_GT(merge_journals({folder / "j"}).num_missing, 0);
  expect_completes({.journal = folder / "j"});
  EXPECT_EQ(merged_bytes({folder / "j"}), expected);
}

TEST(Run, InterruptedTwiceEndsAtOnce) {
  const TemporaryDirectory folder;
  // Job 4 would take far longer than this test waits.
  const pid_t child = start_worker({.journal = folder / "j", .microseconds = "30000000"});
  EXPECT_TRUE(first_job_ends_in_time(folder / "j"));
  ::kill(child, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(child, SIGINT);
  const int status = status_at_end(child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 130) << "status " << status;
  EXPECT_GE(read_journal(folder / "j").entries.size(), 1U);
}

TEST(Run, RefusesASecondProcessOnItsJournal) {
  const TemporaryDirectory folder;
  const pid_t first = start_worker({.journal = folder / "j", .microseconds = "100000"});
  EXPECT_TRUE(holds_in_time([&] {
    return std::filesystem::exists(folder / "j") && std::filesystem::file_size(folder / "j") > 0;
  }));
  const int status = status_at_end(
      start_worker({.journal = folder / "j", .stderr_file = (folder / "log").string()}));
  EXPECT_THROW(check_not_open(folder / "j"), Error);
  ::kill(first, SIGKILL);
  (void)status_at_end(first);
  EXPECT_NO_THROW(check_not_open(folder / "j"));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(read_file(folder / "log").find("another process"), std::string::npos);
  expect_completes({.journal = folder / "j"});
}

TEST(Run, SaysWhenTheDiskIsFullAndResumesWithMoreRoom) {
  const std::string expected = uninterrupted_bytes();
  const TemporaryDirectory folder;
  const std::string log = (folder / "log").string();
  const int status = status_at_end(
      start_worker({.journal = folder / "j", .max_file_bytes = 4000, .stderr_file = log}));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(read_file(log).find("cannot write the journal"), std::string::npos) << read_file(log);
  const JournalContents left = read_journal(folder / "j");
  EXPECT_GT(left.entries.size(), 0U);
  EXPECT_EQ(left.good_bytes, static_cast<std::int64_t>(read_file(folder / "j").size()));
  expect_completes({.journal = folder / "j"});
  EXPECT_EQ(merged_bytes({folder / "j"}), expected);
}

TEST(Run, SaysWhenTheDiskIsFullFromTheBeginning) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  const TemporaryDirectory folder;
  const std::string log = (folder / "log").string();
  const int status = status_at_end(start_worker({.journal = "/dev/full", .stderr_file = log}));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(read_file(log).find("No space left"), std::string::npos) << read_file(log);
}

}  // namespace
}  // namespace isotypic::run::kill_test
