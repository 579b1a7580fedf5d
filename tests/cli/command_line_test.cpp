// What all commands have in common: exit codes, usage, pipes, interrupts.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "isotypic/base/byte_source.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::command_line_test {
namespace {

using ::testing::HasSubstr;

TEST(CommandLine, MissingFilesAndDirectoriesExitWith65) {
  EXPECT_EQ(run_program("inspect /nonexistent/file").exit_code, 65);
  EXPECT_EQ(run_program("inspect /").exit_code, 65);
}

TEST(CommandLine, WithoutAnyWordListsTheCommands) {
  const ProgramOutcome outcome = run_program("");
  EXPECT_EQ(outcome.exit_code, 2);
  for (const char* name : {"inspect", "draw", "report", "train"}) {
    EXPECT_THAT(outcome.output, HasSubstr(name));
  }
}

TEST(CommandLine, AFullDiskExitsWith1) {
  const ProgramOutcome outcome = run_program("generate petersen >/dev/full");
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST(CommandLine, PlacesThatCannotBeWrittenExitWith1) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");
  for (const char* option : {"--output /nonexistent/x", "--output /", "--output /dev/full",
                             "--npy /nonexistent/x", "--cache /nonexistent/x"}) {
    const ProgramOutcome outcome = run_program("embed " + graph + " " + option);
    EXPECT_EQ(outcome.exit_code, 1) << option << outcome.output;
  }
}

TEST(CommandLine, CommandsThatTrainExplainAMissingLearner) {
  const TemporaryDirectory directory;
  const std::string alone = directory.file("isotypic");
  const ProgramOutcome outcome = run_program("--version >/dev/null; cp " ISOTYPIC_PROGRAM " " +
                                             alone + "; " + alone + " reproduce separation");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("isotypic-learn"));
  EXPECT_THAT(outcome.output, HasSubstr("LibTorch"));
}

TEST(CommandLine, TheFolderOfTheOptionWinsOverTheEnvironment) {
  ASSERT_EQ(::setenv("ISOTYPIC_DATA", "/named/by/environment", 1), 0);
  const ProgramOutcome by_option = run_program("data show NONE --data /named/by/option");
  const ProgramOutcome by_environment = run_program("data show NONE");
  ASSERT_EQ(::unsetenv("ISOTYPIC_DATA"), 0);
  EXPECT_EQ(by_option.exit_code, 65);
  EXPECT_THAT(by_option.output, HasSubstr("/named/by/option"));
  EXPECT_EQ(by_environment.exit_code, 65);
  EXPECT_THAT(by_environment.output, HasSubstr("/named/by/environment"));
}

TEST(CommandLine, ABrokenPipeEndsQuietly) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += "Bw\n";
  const std::string file = directory.write("many.g6", lines);
  for (const char* command : {"inspect --json ", "embed ", "explain --features degree "}) {
    const ProgramOutcome outcome = run_program(command + file + " | head -n 1");
    EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 1) << outcome.output;
  }
}

TEST(CommandLine, CtrlCExitsWith130AndLeavesNothingBehind) {
#ifdef __SANITIZE_THREAD__
  GTEST_SKIP() << "ThreadSanitizer holds a signal back until the read has ended";
#endif
  const TemporaryDirectory directory;
  const std::string fifo = directory.file("fifo");
  // The program waits for graphs that never come; the shell waits for its file to appear.
  const ProgramOutcome outcome =
      run_program("--version >/dev/null; mkfifo " + fifo + "; sleep 30 >" + fifo +
                  " & sleeper=$!; (trap - INT; exec " ISOTYPIC_PROGRAM " embed " + fifo +
                  " --output " + directory.file("out") +
                  ") & program=$!; for i in $(seq 100); do ls " + directory.path().string() +
                  " | grep -q tmp && break; sleep 0.05; done; "
                  "kill -INT $program; wait $program; code=$?; kill $sleeper; exit $code");
  EXPECT_EQ(outcome.exit_code, 130) << outcome.output;
  EXPECT_EQ(directory.num_files(), 1U);  // the pipe
}

TEST(CommandLine, WrongUsageExitsWith2) {
  for (const char* arguments : {"",
                                "frobnicate",
                                "inspect",
                                "inspect --json --csv x",
                                "inspect --threads -1 x",
                                "embed --max-blocks 99999999999 x",
                                "embed --rp-dim 1000000000 x",
                                "embed --rounds 100000 x",
                                "embed --threads 100000 x",
                                "embed --seed -1 x",
                                "embed --seed 99999999999999999999999 x",
                                "embed --json --csv x",
                                "embed --npy y --csv x",
                                "embed --npy y --output z x",
                                "inspect --cache y x",
                                "inspect --time-limit nan x",
                                "inspect --time-limit 1e300 x",
                                "compare x",
                                "compare x y --variant linear",
                                "explain x",
                                "generate petersen --count 0",
                                "generate nosuchfamily",
                                "generate cycle",
                                "generate cycle two",
                                "generate paley 15"}) {
    EXPECT_EQ(run_program(arguments).exit_code, 2) << arguments;
  }
}

TEST(CommandLine, AnUnknownCommandIsNamed) {
  for (const char* arguments : {"nonsense", "data nonsense"}) {
    const ProgramOutcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.output, HasSubstr("There is no command nonsense"));
  }
}

TEST(CommandLine, MergeWritesOverNoneOfItsFiles) {
  const TemporaryDirectory folder;
  const std::string journal = folder.write("j", "anything");
  const std::string other = folder.file("o");
  for (const std::string& files :
       {"-o " + journal, "-o " + other + " --timings " + journal,
        "-o " + other + " --timings " + folder.path().string() + "/./o"}) {
    const ProgramOutcome outcome = run_program("merge " + journal + " " + files);
    EXPECT_EQ(outcome.exit_code, 2) << files;
    EXPECT_EQ(read_file(journal), "anything");
  }
}

TEST(CommandLine, HelpExplainsWithExamples) {
  for (const char* command : {"inspect", "draw", "generate", "embed", "compare", "ladder",
                              "explain", "report", "merge"}) {
    const ProgramOutcome outcome = run_program(std::string(command) + " --help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("Example"));
    EXPECT_THAT(outcome.output, HasSubstr("  isotypic " + std::string(command)));
  }
}

}  // namespace
}  // namespace isotypic::command_line_test
