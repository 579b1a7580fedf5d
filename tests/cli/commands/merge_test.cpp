// isotypic merge: the shards of inspect, embed, dedupe and data channels.

#include <gmock/gmock.h>

#include <filesystem>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/io/graph6.hpp"
#include "tests/support/program.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::cli::merge_test {
namespace {

using ::testing::HasSubstr;

/// Small graphs with many copies, so that classes reach across shards.
std::string some_graphs() {
  Random random(24);
  std::string text;
  for (std::uint64_t i = 0; i < 90; ++i) {
    const Graph graph = samples::random_graph(5 + static_cast<std::int64_t>(i % 3), 0.4, i % 20);
    text += format_graph6(relabel(graph, random_permutation(graph.num_nodes(), random))) + '\n';
  }
  return text;
}

/// Runs all shards, the last first; the parts as a list for the command line.
std::string run_shards(const TemporaryDirectory& directory, const std::string& command, int count,
                       int exit_code = 0) {
  std::string parts;
  for (int i = count - 1; i >= 0; --i) {
    const std::string shard = std::to_string(i) + "/" + std::to_string(count);
    const std::string part = directory.file("part-" + std::to_string(i));
    std::filesystem::remove(part);
    std::string line = command;
    line.replace(line.find("OUTPUT"), 6, part);
    const ProgramOutcome outcome = run_program(line + " --shard " + shard);
    EXPECT_EQ(outcome.exit_code, exit_code) << line << '\n' << outcome.output;
    parts += part + " ";
  }
  return parts;
}

/// What the command writes to the file without shards.
std::string run_whole(const TemporaryDirectory& directory, std::string command, int exit_code = 0) {
  const std::string file = directory.file("whole");
  command.replace(command.find("OUTPUT"), 6, file);
  const ProgramOutcome outcome = run_program(command);
  EXPECT_EQ(outcome.exit_code, exit_code) << command << '\n' << outcome.output;
  return read_file(file);
}

struct Case {
  std::string command;
  std::vector<int> counts;
};

TEST(Shards, MergeToTheBytesOfOneRun) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("graphs.g6", some_graphs());
  const std::string more = directory.write("more.g6", some_graphs().substr(0, 195));
  const std::vector<Case> cases = {
      {"inspect --csv -o OUTPUT ", {2, 5, 16}},
      {"embed --max-blocks 4 --npy OUTPUT ", {2, 5, 16}},
      {"dedupe -o OUTPUT ", {2, 5, 16}},
      {"inspect --table -o OUTPUT ", {3}},
      {"inspect --channels --json -o OUTPUT ", {3}},
      {"embed --json --input degree -o OUTPUT ", {3}},
      {"embed --csv --max-blocks 2 -o OUTPUT ", {3}},
      {"dedupe --json -o OUTPUT ", {3}},
      {"dedupe --csv -o OUTPUT ", {3}},
      {"dedupe --canonical --output-format gml -o OUTPUT ", {3}},
  };
  for (const Case& own : cases) {
    const std::string command = own.command + graphs + " " + more;
    const std::string whole = run_whole(directory, command);
    EXPECT_GT(whole.size(), 100U);
    for (const int count : own.counts) {
      const std::string parts = run_shards(directory, command, count);
      const std::string merged = directory.file("merged");
      const ProgramOutcome outcome = run_program("merge " + parts + "-o " + merged);
      EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
      EXPECT_TRUE(read_file(merged) == whole) << command << " in " << count << " shards";
    }
  }
}

TEST(Shards, OfAnEmptyFileMergeToItsOutput) {
  const TemporaryDirectory directory;
  const std::string empty = directory.write("empty.g6", "");
  for (const std::string command : {"inspect --csv -o OUTPUT ", "embed --npy OUTPUT "}) {
    const std::string whole = run_whole(directory, command + empty);
    const std::string parts = run_shards(directory, command + empty, 2);
    EXPECT_EQ(run_program("merge " + parts + "-o " + directory.file("merged")).exit_code, 0);
    EXPECT_EQ(read_file(directory.file("merged")), whole);
  }
}

TEST(Shards, ReportTheGraphsThatFailOnceEach) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("graphs.g6", "Bw\nB!\nC~\nA_\n@!\nBg\n");
  const std::string command = "inspect --csv --keep-going -o OUTPUT " + graphs;
  const std::string whole = run_whole(directory, command, 65);
  std::string parts;
  // Graphs 1 and 4 fail: one of them in each shard.
  parts = run_shards(directory, command, 2, 65);
  const ProgramOutcome outcome = run_program("merge " + parts + "-o " + directory.file("merged"));
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("2 graphs failed"));
  EXPECT_EQ(read_file(directory.file("merged")), whole);
  // A complete shard that is called again says the same.
  EXPECT_EQ(run_program("inspect --csv --keep-going " + graphs + " --shard 0/2 -o " +
                        directory.file("part-0"))
                .exit_code,
            65);
}

TEST(Shards, AllEndAtWhatEndsARunWithoutShards) {
  const TemporaryDirectory directory;
  const std::string bad = directory.write("bad.g6", "Bw\nnot a graph\nBw\nBw\n");
  for (const std::string& file : {bad, directory.file("missing.g6")}) {
    for (const char* shard : {"0/3", "1/3", "2/3"}) {
      const std::string part = directory.file("part") + shard[0];
      const ProgramOutcome run =
          run_program("embed " + file + " --max-blocks 1 --shard " + shard + " -o " + part);
      EXPECT_EQ(run.exit_code, 65) << shard << ": " << run.output;
      std::filesystem::remove(part);
    }
  }
}

TEST(Shards, ThatDoNotBelongTogetherAreRefused) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("graphs.g6", some_graphs());
  const std::string fewer = directory.write("fewer.g6", some_graphs().substr(0, 300));
  const auto part = [&](const std::string& name, const std::string& arguments) {
    EXPECT_EQ(run_program("inspect --json " + arguments + " -o " + directory.file(name)).exit_code,
              0);
    return directory.file(name) + " ";
  };
  const std::string a = part("a", graphs + " --shard 0/2");
  const std::string b = part("b", graphs + " --shard 1/2");
  const std::string options = part("options", graphs + " --generators --shard 1/2");
  const std::string files = part("files", fewer + " --shard 1/2");
  const std::string out = "-o " + directory.file("out");
  const auto refused = [&](const std::string& parts, const std::string& why) {
    const ProgramOutcome outcome = run_program("merge " + parts + out);
    EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(why));
    EXPECT_FALSE(std::filesystem::exists(directory.file("out")));
  };
  refused(a, "shard 1/2 is missing");
  refused(a + b + a, "shard 0/2 is there twice");
  refused(a + options, "option --generators");
  refused(a + files, "option FILE");
  std::filesystem::rename(fewer, graphs);
  std::filesystem::remove(directory.file("b"));
  refused(a + part("b", graphs + " --shard 1/2"), "different graphs");
}

TEST(Shards, GoOnOnlyWithTheGraphsTheyBeganWith) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("graphs.g6", some_graphs());
  const std::string part = directory.file("part");
  const std::string command = "inspect --json " + graphs + " --shard 0/2 -o " + part;
  ASSERT_EQ(run_program(command).exit_code, 0);
  std::filesystem::resize_file(part, std::filesystem::file_size(part) - 1);
  (void)directory.write("graphs.g6", "Bw\n" + some_graphs());
  const ProgramOutcome outcome = run_program(command);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("not those that this shard began with"));
}

TEST(Shards, NeedAFileAndAShardThatExists) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("graphs.g6", some_graphs());
  const ProgramOutcome nowhere = run_program("dedupe " + graphs + " --shard 0/2");
  EXPECT_EQ(nowhere.exit_code, 2);
  EXPECT_THAT(nowhere.output, HasSubstr("give --output FILE"));
  EXPECT_EQ(run_program("embed " + graphs + " --shard 2/2 -o part").exit_code, 2);
  const ProgramOutcome unmarked = run_program("embed " + graphs + " --shard 0/2 -o " + graphs);
  EXPECT_EQ(unmarked.exit_code, 2);  // the input would be written to
  EXPECT_EQ(read_file(graphs), some_graphs());
}

}  // namespace
}  // namespace isotypic::cli::merge_test
