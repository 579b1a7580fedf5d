// isotypic inspect.

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::inspect_test {
namespace {

using ::testing::HasSubstr;

TEST(Inspect, DescribesAGraphInJson) {
  const ProgramOutcome outcome =
      run_program("generate petersen | " ISOTYPIC_PROGRAM " inspect - --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("source"), "<stdin>:1");
  EXPECT_EQ(json.at("n"), 10);
  EXPECT_EQ(json.at("m"), 15);
  EXPECT_EQ(json.at("aut_order"), "120");
  EXPECT_EQ(json.at("orbits"), nlohmann::json::parse("[[0,1,2,3,4,5,6,7,8,9]]"));
  EXPECT_EQ(json.at("num_orbitals"), 3);
  EXPECT_EQ(json.at("wl1_finds_orbits"), true);
  EXPECT_EQ(json.at("wl2_finds_orbitals"), true);
  EXPECT_EQ(json.at("hash").get<std::string>().size(), 32U);
  // The canonical form of the canonical form is itself.
  const TemporaryDirectory directory;
  const std::string file = directory.write("c.g6", json.at("canonical").get<std::string>() + "\n");
  const auto again = nlohmann::json::parse(run_program("inspect --json " + file).output);
  EXPECT_EQ(again.at("canonical"), json.at("canonical"));
  EXPECT_EQ(again.at("hash"), json.at("hash"));
}

TEST(Inspect, KeepsTheOrderOfItsInputWhateverTheThreads) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int n = 1; n <= 40; ++n)
    lines += run_program("generate cycle " + std::to_string(n + 2)).output;
  const std::string file = directory.write("cycles.g6", lines);
  const ProgramOutcome one = run_program("inspect --csv --threads 1 " + file);
  ASSERT_EQ(one.exit_code, 0);
  EXPECT_EQ(run_program("inspect --csv --threads 4 " + file).output, one.output);
  std::istringstream rows(one.output);
  std::string row;
  std::getline(rows, row);
  EXPECT_THAT(row, HasSubstr("source,n,m,"));
  for (int n = 1; n <= 40; ++n) {
    ASSERT_TRUE(std::getline(rows, row));
    EXPECT_THAT(row, HasSubstr(":" + std::to_string(n) + "," + std::to_string(n + 2) + ","));
  }
}

TEST(Inspect, ShowsGeneratorsInCycleNotation) {
  const ProgramOutcome outcome =
      run_program("generate path 3 | " ISOTYPIC_PROGRAM " inspect - --generators");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("(0 2)"));
}

TEST(Inspect, RespectsColoursOnRequest) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("g.dimacs", "p edge 3 2\ne 1 2\ne 2 3\nn 1 7\n");
  EXPECT_EQ(nlohmann::json::parse(run_program("inspect --json " + file).output).at("aut_order"),
            "2");
  EXPECT_EQ(nlohmann::json::parse(run_program("inspect --json --node-colours " + file).output)
                .at("aut_order"),
            "1");
}

struct BadInput {
  const char* name;
  std::string content;
  const char* reason;  ///< part of the message
};

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsExplainedWithFileAndLineAndExitsWith65) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("bad", GetParam().content);
  const auto begin = std::chrono::steady_clock::now();
  const ProgramOutcome outcome = run_with_little_memory("inspect " + file);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr(file + ":"));
  EXPECT_THAT(outcome.output, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Inspect, BadInputTest,
    ::testing::Values(
        BadInput{"Truncated", "I?????", ":1: "}, BadInput{"Overlong", "Bww\n", ":1: "},
        BadInput{"BytesOutsideTheRange", "Bw\nB\x01\n", ":2: "},
        BadInput{"HugeSize", "~~~~~~~~\n", ":1: "}, BadInput{"HugeSparse6", ":~~~~~~~~\n", ":1: "},
        BadInput{"LoneColon", ":\n", ":1: "},
        BadInput{"BinaryGarbage", std::string("\x00\xff\x80garbage\x7f\n", 12), ":1: "},
        BadInput{"TruncatedGzip", std::string("\x1f\x8b\x08\x00", 4), "gzip"},
        BadInput{"EdgeBeforeSize", "p edge 2 1\ne 1 9\n", ":2: "},
        BadInput{"SelfLoop", "0 1\n1 1\n", ":2: "}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(Inspect, AcceptsCrlfBlankLinesAndTheSmallestGraphs) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("ok.g6", ">>graph6<<?\r\n\r\n@\r\nBw\r\n");
  const ProgramOutcome outcome = run_program("inspect --csv " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:1,0,0,"));
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:3,1,0,"));
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:4,3,3,"));
}

TEST(Inspect, KeepGoingReportsBadGraphsAndGoesOn) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("mixed.g6", "Bw\nB\nA_\n");
  const ProgramOutcome outcome = run_program("inspect --csv --keep-going " + file);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("mixed.g6:3,2,1,"));
}

TEST(Inspect, ShowsChannelsComponentsAndCertificate) {
  const ProgramOutcome outcome =
      run_program("generate petersen | " ISOTYPIC_PROGRAM " inspect - --channels --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  std::int64_t channel_dims = 0;
  for (const auto& channel : json.at("channels")) {
    channel_dims += channel.at("dim").get<std::int64_t>();
    EXPECT_NEAR(channel.at("adjacency").get<double>() + channel.at("laplacian").get<double>(), 3.0,
                1e-12);
    EXPECT_LT(channel.at("component").get<std::size_t>(), json.at("components").size());
  }
  EXPECT_EQ(channel_dims, 10);
  std::multiset<std::int64_t> dims;
  for (const auto& component : json.at("components")) {
    dims.insert(component.at("dim").get<std::int64_t>());
    EXPECT_EQ(component.at("multiplicity"), 1);
    EXPECT_EQ(component.at("type"), "real");
    ASSERT_EQ(component.at("adjacency_eigenvalues").size(), 1U);
    const double expected = component.at("dim") == 5 ? 1.0 : component.at("dim") == 4 ? -2.0 : 3.0;
    EXPECT_NEAR(component.at("adjacency_eigenvalues").at(0).get<double>(), expected, 1e-12);
  }
  EXPECT_EQ(dims, (std::multiset<std::int64_t>{1, 4, 5}));
  EXPECT_EQ(json.at("certificate").at("num_orbitals"), 3);
}

TEST(Inspect, ChannelsAreAlsoInCsvAndTheText) {
  const std::string piped = "generate petersen | " ISOTYPIC_PROGRAM " inspect - --channels";
  EXPECT_THAT(run_program(piped + " --csv").output,
              HasSubstr(",5 4 1,5x1 real; 4x1 real; 1x1 trivial,"));
  EXPECT_THAT(run_program(piped).output, HasSubstr("  4     1  real          -2, 5\n"));
}

TEST(Inspect, CsvAndJsonHaveTheSameInvariants) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("g.g6", run_program("generate paley 13").output);
  std::istringstream csv(run_program("inspect --csv " + file).output);
  const auto json = nlohmann::json::parse(run_program("inspect --json " + file).output);
  std::string header, row;
  ASSERT_TRUE(std::getline(csv, header) && std::getline(csv, row));
  std::istringstream names(header), cells(row);
  // The intersection array is quoted for its commas: no column before it is.
  for (std::string name, cell; std::getline(names, name, ',') && name != "intersection_array";) {
    ASSERT_TRUE(std::getline(cells, cell, ','));
    const auto& value = json.at(name);
    if (value.is_string()) {
      EXPECT_EQ(cell, value.get<std::string>()) << name;
    } else if (value.is_null()) {
      EXPECT_EQ(cell, "") << name;
    } else {
      EXPECT_EQ(nlohmann::json::parse(cell), value) << name;
    }
  }
  EXPECT_EQ(json.at("strongly_regular"), true);
  EXPECT_EQ(json.at("srg_mu"), 3);
}

TEST(Inspect, NotesAnEdgeListThatLooksCountedFromOne) {
  const TemporaryDirectory directory;
  const std::string from_one = directory.write("one", "1 2\n2 3\n");
  const ProgramOutcome outcome = run_program("inspect --json 2>&1 >/dev/null " + from_one);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("note: " + from_one + ": no edge has node 0"));
  EXPECT_THAT(run_program("compare 2>&1 >/dev/null " + from_one + " " + from_one).output,
              HasSubstr("no edge has node 0"));
  for (const char* text : {"0 1\n1 2\n", "# nodes: 4\n1 2\n2 3\n", "2 3\n"}) {
    const std::string other = directory.write("other", text);
    EXPECT_EQ(run_program("inspect --json 2>&1 >/dev/null " + other).output, "");
  }
}

TEST(Inspect, ACacheChangesNothingButTime) {
  const TemporaryDirectory directory;
  const std::string piped = "generate petersen | " ISOTYPIC_PROGRAM " inspect - --channels --json";
  const std::string plain = run_program(piped).output;
  const std::string cached = piped + " --cache " + directory.file("cache");
  EXPECT_EQ(run_program(cached).output, plain);
  EXPECT_TRUE(std::filesystem::exists(directory / "cache"));
  EXPECT_EQ(run_program(cached).output, plain);
}

TEST(Inspect, ReadsManyFilesInTheirOrder) {
  const TemporaryDirectory directory;
  const std::string a = directory.write("a", "Bw\nA_\n");
  const std::string b = directory.write("b", "0 1\n1 2\n");
  const auto objects =
      parse_lines(run_program("inspect --json " + b + " " + a + " - </dev/null").output);
  ASSERT_EQ(objects.size(), 3U);
  EXPECT_EQ(objects[0].at("source"), b + ":1");
  EXPECT_EQ(objects[1].at("source"), a + ":1");
  EXPECT_EQ(objects[2].at("source"), a + ":2");
}

TEST(Inspect, WritesWhatComesBeforeABadGraph) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("mixed.g6", "Bw\nA_\nB\nA_\n");
  const ProgramOutcome outcome = run_program("inspect --json --threads 4 2>/dev/null " + file);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_EQ(parse_lines(outcome.output).size(), 2U);
}

TEST(Inspect, TheTimeLimitExitsWith1AndNamesTheGraph) {
  const TemporaryDirectory directory;
  std::string edges;
  for (int i = 0; i < 100'000; ++i) {
    edges += std::to_string(i) + " " + std::to_string((i + 1) % 100'000) + "\n";
  }
  const std::string file = directory.write("ring", edges);
  const ProgramOutcome limited = run_program("inspect --time-limit 0.001 " + file);
  EXPECT_EQ(limited.exit_code, 1);
  EXPECT_THAT(limited.output, HasSubstr(file + ":1: the time limit"));
  EXPECT_EQ(run_program("inspect " + file).exit_code, 0);
  const ProgramOutcome channels = run_program("inspect --channels " + file);
  EXPECT_EQ(channels.exit_code, 65);
  EXPECT_THAT(channels.output, HasSubstr("a core of 100000 nodes"));
}

TEST(Inspect, ShowsTheComponentsOfLargeGraphsByMotifs) {
  const ProgramOutcome text =
      run_program("generate star 9000 | " ISOTYPIC_PROGRAM " inspect - --channels");
  EXPECT_EQ(text.exit_code, 0) << text.output;
  EXPECT_THAT(text.output, HasSubstr("1 basic, 0 nested, 0 with a core; 9000 nodes move"));
  const ProgramOutcome json =
      run_program("generate star 9000 | " ISOTYPIC_PROGRAM " inspect - --channels --json");
  const auto object = parse_lines(json.output).at(0);
  ASSERT_EQ(object.at("components").size(), 2U);
  EXPECT_EQ(object.at("components")[0].at("dim"), 8999);
  EXPECT_EQ(object.at("components")[0].at("laplacian_mean"), 1.0);
  EXPECT_EQ(object.at("motifs").at("basic"), 1);
  EXPECT_EQ(object.at("certificate").at("num_orbitals"), 5);
  const ProgramOutcome csv =
      run_program("generate star 9000 | " ISOTYPIC_PROGRAM " inspect - --channels --csv");
  EXPECT_THAT(csv.output, HasSubstr("8999 2,8999x1 real; 1x2 trivial,"));
}

TEST(Inspect, FileNamesNeedNotBeUtf8) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("\xff\xfe.g6", "Bw\n");
  EXPECT_EQ(run_program("inspect --json " + file).exit_code, 0);
}

}  // namespace
}  // namespace isotypic::inspect_test
