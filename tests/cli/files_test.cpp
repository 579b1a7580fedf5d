// What commands do to files: no input is overwritten, nothing is left over, nothing is endless.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/data/data_files.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::files_test {
namespace {

using ::testing::HasSubstr;

constexpr const char* petersen = "IsP@OkWHG\n";

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Runs the command and expects it to refuse, with exit code 2, to overwrite `input`.
void expect_kept(const std::string& arguments, const std::string& input) {
  const std::string before = bytes_of(input);
  const ProgramOutcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << arguments << '\n' << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("would be overwritten")) << arguments;
  EXPECT_EQ(bytes_of(input), before) << arguments;
}

std::string write_record(const TemporaryDirectory& directory, const std::string& name) {
  return directory.write(
      name, R"({"format": "isotypic-record/1", "experiment": "e", "config": {}, "version": "1",)"
            R"( "machine": {"cores": 1, "compiler": "c", "engines": []}, "command": "c",)"
            R"( "started": "2026-01-01T00:00:00Z", "seconds": 1, "figures": {}, "paper": {}})");
}

TEST(Outputs, AreNeverInputs) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  expect_kept("embed " + graphs + " --output " + graphs, graphs);
  expect_kept("embed " + graphs + " --npy " + graphs, graphs);
  expect_kept("dedupe - --output " + graphs + " < " + graphs, graphs);
  expect_kept("embed " + graphs + " --cache " + graphs, graphs);
  expect_kept("inspect --channels " + graphs + " --cache " + graphs, graphs);
  const std::string record = write_record(directory, "r.json");
  expect_kept("report " + record + " --html " + record, record);
  const std::string features = directory.file("f.npy");
  ASSERT_EQ(run_program("embed " + graphs + " --npy " + features).exit_code, 0);
  expect_kept("embed " + graphs + " --input " + features + " --npy " + features, features);
}

TEST(Outputs, AreKnownByWhateverNameTheyHave) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  std::filesystem::create_symlink(graphs, directory / "symbolic");
  std::filesystem::create_hard_link(graphs, directory / "hard");
  std::filesystem::create_directory(directory / "folder");
  for (const char* name : {"symbolic", "hard", "folder/../g.g6", "./g.g6"}) {
    expect_kept("embed " + graphs + " --output " + directory.file(name), graphs);
  }
}

TEST(Outputs, MayReplaceFilesThatAreNotRead) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  const std::string old = directory.write("old.json", "old");
  EXPECT_EQ(run_program("embed " + graphs + " --output " + old).exit_code, 0);
  EXPECT_THAT(bytes_of(old), HasSubstr("features"));
}

TEST(Outputs, OfDataChannelsAreNoFilesOfTheDataSet) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "TINY");
  const std::string labels = directory.file("TINY_graph_labels.txt");
  expect_kept("data channels TINY --data " + directory.path().string() + " --cache " + labels,
              labels);
}

TEST(Outputs, LeaveNothingOverOfProcessesThatWereKilled) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  const pid_t dead = ::fork();
  if (dead == 0) ::_exit(0);
  ::waitpid(dead, nullptr, 0);
  (void)directory.write("f.json." + std::to_string(dead) + ".0.tmp", "half");
  (void)directory.write("f.json." + std::to_string(::getpid()) + ".0.tmp", "of one that lives");
  (void)directory.write("other.json." + std::to_string(dead) + ".0.tmp", "of another file");
  (void)directory.write("f.json.notes.tmp", "of a person");
  ASSERT_EQ(run_program("embed " + graphs + " --output " + directory.file("f.json")).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(directory / ("f.json." + std::to_string(dead) + ".0.tmp")));
  EXPECT_EQ(directory.num_files(), 5U);
}

TEST(Outputs, ThatCannotBeWrittenAreErrors) {
  for (const char* arguments :
       {"--help", "--version", "embed --help", "generate --list", "select --list"}) {
    const ProgramOutcome outcome = run_program(std::string(arguments) + " 2>&1 >/dev/full");
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr("cannot write")) << arguments;
  }
}

TEST(Inputs, WithALineBreakInTheirNameKeepTheReasonOfAnError) {
  const TemporaryDirectory directory;
  (void)directory.write("two\nlines.g6", "not a graph\n");
  const ProgramOutcome outcome =
      run_program("inspect '" + (directory / "two\nlines.g6").string() + "' 2>&1");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("two lines.g6:1: "));
}

TEST(Outputs, DoNotFollowTheLinksOfLockFiles) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  std::filesystem::create_symlink(directory / "elsewhere", directory / "c-lock");
  const ProgramOutcome outcome = run_program("embed " + graphs + " --cache " + directory.file("c"));
  EXPECT_EQ(outcome.exit_code, 1) << outcome.output;
  EXPECT_FALSE(std::filesystem::exists(directory / "elsewhere"));
}

TEST(Inputs, ThatNeverEndAreRefused) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", petersen);
  for (const std::string& arguments :
       {std::string("report /dev/zero"), "merge /dev/zero -o " + directory.file("m"),
        "embed " + graphs + " --input /dev/zero"}) {
    const ProgramOutcome outcome = run_with_little_memory(arguments);
    EXPECT_EQ(outcome.exit_code, 65) << arguments << '\n' << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("goes on after 256 MiB")) << arguments;
  }
}

TEST(Inputs, AnnouncingManyJobsCostNoMemory) {
  const TemporaryDirectory directory;
  const std::string header =
      R"({"format": "isotypic-journal/1", "experiment": "e", "version": "1", "plan": "00",)"
      R"( "jobs": 1099511627776, "shard": "0/1", "config": {}})";
  std::array<char, 17> checksum{};
  (void)std::snprintf(checksum.data(), checksum.size(), "%016llx",
                      static_cast<unsigned long long>(XXH3_64bits(header.data(), header.size())));
  const std::string journal =
      directory.write("j", std::string(checksum.data()) + ' ' + header + '\n');
  const ProgramOutcome outcome =
      run_with_little_memory("merge " + journal + " -o " + directory.file("m"));
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("1099511627776 of 1099511627776 jobs are missing"));
}

/// `beginning` and then `copies` copies of `repeated`, gzipped.
std::string write_bomb(const TemporaryDirectory& directory, const std::string& beginning,
                       const std::string& repeated, std::size_t copies) {
  const std::string path = directory.file("bomb.gz");
  gzFile file = gzopen(path.c_str(), "wb");
  gzwrite(file, beginning.data(), static_cast<unsigned>(beginning.size()));
  std::string block;
  for (int i = 0; i < 10'000; ++i) block += repeated;
  for (std::size_t i = 0; i < copies; i += 10'000) {
    gzwrite(file, block.data(), static_cast<unsigned>(block.size()));
  }
  gzclose(file);
  return path;
}

TEST(Inputs, ThatUnpackToManyTimesTheirSizeCostLittleMemory) {
  const TemporaryDirectory directory;
  // A graph6 line of a complete graph with 40,000 nodes, and sparse6 lines of two nodes.
  for (const auto& [beginning, repeated] :
       {std::pair<std::string, std::string>("~Hp?", "~"), {":A", "?"}, {":A", "_"}}) {
    const std::string bomb = write_bomb(directory, beginning, repeated, 130'000'000);
    const ProgramOutcome outcome = run_with_little_memory("inspect " + bomb);
    EXPECT_EQ(outcome.exit_code, 65) << beginning << '\n' << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("unpack")) << beginning;
  }
}

TEST(Inputs, OfOgbThatUnpackToManyGraphsCostLittleMemory) {
  const TemporaryDirectory directory;
  const std::filesystem::path folder = directory / "tiny";
  write_tiny_ogb(folder);
  const std::string zeros = write_bomb(directory, "", "0\n", 100'000'000);
  for (const char* file : {"raw/num-node-list.csv.gz", "raw/num-edge-list.csv.gz"}) {
    std::filesystem::copy_file(zeros, folder / file,
                               std::filesystem::copy_options::overwrite_existing);
  }
  const ProgramOutcome outcome =
      run_with_little_memory("data show tiny --data " + directory.path().string());
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("unpack"));
}

TEST(Inputs, OfADataSetAreRegularFiles) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "TINY");
  std::filesystem::remove(directory / "TINY_node_labels.txt");
  ASSERT_EQ(::mkfifo(directory.file("TINY_node_labels.txt").c_str(), 0600), 0);
  const ProgramOutcome outcome = run_program("data show TINY --data " + directory.path().string());
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("TINY_node_labels.txt: is not a regular file"));
}

TEST(Inputs, WithOneLargeLabelAreRefused) {
  const TemporaryDirectory directory;
  write_tiny_tu(directory, "TINY");
  (void)directory.write("TINY_node_labels.txt", "0\n2\n0\n1\n5\n1000000\n");
  const ProgramOutcome outcome = run_program("data show TINY --data " + directory.path().string());
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("must be in -65536..65536, not 1000000"));
}

TEST(Memory, ThatRunsOutInsideBlasIsAnError) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers reserve more memory than the limit at the start";
#endif
  const TemporaryDirectory directory;
  const std::string graphs = directory.file("g.g6");
  ASSERT_EQ(run_program("generate random-regular 900 3 > " + graphs).exit_code, 0);
  // The limit is met while BLAS is loaded, at its first call, or not at all.
  for (const char* kilobytes : {"200000", "300000", "400000", "1000000"}) {
    const ProgramOutcome outcome = run_program(
        "--version > /dev/null; ulimit -v " + std::string(kilobytes) +
        "; OMP_NUM_THREADS=1 timeout 60 " ISOTYPIC_PROGRAM " embed --threads 1 " + graphs);
    if (outcome.exit_code == 0) continue;
    EXPECT_EQ(outcome.exit_code, 1) << kilobytes << ": " << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("out of memory")) << kilobytes;
  }
}

}  // namespace
}  // namespace isotypic::files_test
