// `isotypic train` as a process: killed, resumed, and beside what another training left.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/base/random.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train_resume_test {
namespace {

using testing::HasSubstr;

pid_t start(const std::string& arguments) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::istringstream words("isotypic " + arguments);
  std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
  std::vector<char*> argv;
  for (std::string& word : list) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int null = ::open("/dev/null", O_WRONLY);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(null, STDERR_FILENO);
  ::execv(ISOTYPIC_LEARN_PROGRAM, argv.data());
  ::_exit(127);
}

/// Kills the training a random moment after it has written a checkpoint. False if it ended first.
bool kill_midway(const std::string& arguments, const std::filesystem::path& checkpoint,
                 Random& random) {
  const std::string before = content(checkpoint);
  const pid_t child = start(arguments);
  int status = 0;
  bool ended = false;
  EXPECT_TRUE(holds_in_time([&] {
    ended = ::waitpid(child, &status, WNOHANG) == child;
    return ended || content(checkpoint) != before;
  })) << "no checkpoint was written in time";
  if (ended) return false;
  std::this_thread::sleep_for(std::chrono::microseconds(random.below(50'000)));
  ::kill(child, SIGKILL);
  return WIFSIGNALED(status_at_end(child));
}

TEST(TrainResume, KilledAtRandomMomentsEndsInTheSameBytes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const auto words = [&](const char* model) {
    return train_words(directory, model) + " --epochs 150";
  };
  ASSERT_EQ(run_program(words("whole")).exit_code, 0);
  Random random(7);
  int kills = 0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    kills += kill_midway(words("killed"), directory / "killed/model.checkpoint", random) ? 1 : 0;
  }
  EXPECT_GT(kills, 0);
  // A kill in the middle of a write leaves such a file.
  const std::string torn = directory.write("killed/model.checkpoint.1.2.tmp", "half");
  ASSERT_EQ(run_program(words("killed")).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(torn));
  for (const char* file : {"model.checkpoint", "curve.csv"}) {
    EXPECT_EQ(content(directory / "killed" / file), content(directory / "whole" / file)) << file;
  }
}

TEST(TrainResume, OneProcessAtATimeWritesToAFolder) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m") + " --epochs 100000";
  const pid_t child = start(words);
  EXPECT_TRUE(
      holds_in_time([&] { return std::filesystem::exists(directory / "m/model.checkpoint"); }));
  const ProgramOutcome second = run_program(words + " --seed 2");
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr("another process is writing"));
  // Ctrl-C: as a shell reports it.
  ::kill(child, SIGINT);
  const int status = status_at_end(child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
}

TEST(TrainResume, SaysThatACosineCannotBeProlonged) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string start = train_words(directory, "m") + " --schedule cosine --epochs ";
  ASSERT_EQ(run_program(start + "2").exit_code, 0);
  const ProgramOutcome longer = run_program(start + "3");
  EXPECT_EQ(longer.exit_code, 65);
  EXPECT_THAT(longer.output, HasSubstr("a cosine ends at its last epoch, so --epochs cannot "
                                       "change: choose another --output"));
}

TEST(TrainResume, RefusesACheckpointOfOtherOptionsAndDamagedOnes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const ProgramOutcome other = run_program(train_words(directory, "m") + " --epochs 2 --seed 9");
  EXPECT_EQ(other.exit_code, 65);
  EXPECT_THAT(other.output, HasSubstr("belongs to another training: its seed is 0, not 9\n"));
  const std::string model = directory.file("m/model.checkpoint");
  std::string bytes = read_file(model);
  bytes[bytes.size() / 2] ^= 1;
  const std::string damaged = directory.write("damaged", bytes);
  const ProgramOutcome predicted =
      run_program("predict " + damaged + " --data " + directory.path().string());
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("checksum does not match"));
}

TEST(TrainResume, BringsItsResultsUpToDateAfterAKillBeforeTheyWereWritten) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const std::string stale = content(directory / "m/train.json");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  const std::string curve = content(directory / "m/curve.csv");
  (void)directory.write("m/train.json", stale);
  (void)directory.write("m/curve.csv", "");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  EXPECT_EQ(content(directory / "m/curve.csv"), curve);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("rows").size(), 4U);
}

TEST(TrainResume, DoesNotTakeTheResultsOfAnotherTrainingForItsOwn) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m") + " --epochs 2 --seed ";
  ASSERT_EQ(run_program(words + "0").exit_code, 0);
  const std::string stale = content(directory / "m/train.json");
  std::filesystem::remove(directory / "m/model.checkpoint");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  (void)directory.write("m/train.json", stale);  // as if it had been killed before it wrote its own
  const std::string curve = content(directory / "m/curve.csv");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("config").at("seed"), 1);
  std::filesystem::remove(directory / "m/curve.csv");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(content(directory / "m/curve.csv"), curve);
  // Of the same options, but other data.
  auto other = nlohmann::json::parse(content(directory / "m/train.json"));
  const auto own = other.at("figures");
  other["figures"]["test/accuracy"] = -1.0;
  (void)directory.write("m/train.json", other.dump());
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("figures"), own);
}

}  // namespace
}  // namespace isotypic::train_resume_test
