// isotypic draw.

#include <gmock/gmock.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/io/npy.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::draw_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string generate(const TemporaryDirectory& directory, const std::string& family) {
  return directory.write("graph.g6", run_program("generate " + family).output);
}

/// Whether the XML parser of Python's library reads the file.
bool is_well_formed(const std::string& file) {
  const std::string command =
      "python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' " + file;
  return std::system(command.c_str()) == 0;
}

TEST(Draw, WritesAnSvgThatIsWellFormed) {
  const TemporaryDirectory directory;
  const std::string graph = generate(directory, "petersen");
  const std::string svg = directory.file("g.svg");
  for (const char* options : {"", "--labels", "--colour channel", "--channel 1", "--colour none",
                              "--features degree --rounds 1", "--scheme dark"}) {
    const ProgramOutcome outcome = run_program("draw " + graph + " -o " + svg + " " + options);
    ASSERT_EQ(outcome.exit_code, 0) << options << ": " << outcome.output;
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(is_well_formed(svg)) << options;
  }
  EXPECT_THAT(run_program("draw " + graph + " -o -").output, ::testing::StartsWith("<svg "));
}

TEST(Draw, WritesManyGraphsAsOneSheetWithTheirNames) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int n = 3; n < 9; ++n) lines += run_program("generate cycle " + std::to_string(n)).output;
  const std::string file = directory.write("a<b>&c.g6", lines);
  const std::string svg = directory.file("sheet.svg");
  const ProgramOutcome outcome = run_program("draw '" + file + "' -o " + svg + " --columns 3");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(read_file(svg), HasSubstr("a&lt;b&gt;&amp;c.g6:6"));
}

TEST(Draw, TheThreadsDoNotChangeTheBytes) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int n = 3; n < 12; ++n) lines += run_program("generate prism " + std::to_string(n)).output;
  const std::string file = directory.write("prisms.g6", lines);
  EXPECT_EQ(run_program("draw -o - --threads 1 " + file).output,
            run_program("draw -o - --threads 4 " + file).output);
}

TEST(Draw, WritesPng) {
  const TemporaryDirectory directory;
  const std::string graph = generate(directory, "shrikhande");
  const std::string png = directory.file("g.png");
  const ProgramOutcome outcome = run_program("draw " + graph + " --width 200 -o " + png);
  if (outcome.output.find("needs rsvg-convert") != std::string::npos)
    GTEST_SKIP() << outcome.output;
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_EQ(read_file(png).substr(0, 8), "\x89PNG\r\n\x1a\n");
}

TEST(Draw, ColoursWhatPoolingDestroys) {
  const TemporaryDirectory directory;
  const std::string graph = generate(directory, "path 3");
  const NpyArray<double> features{.values = {1, 2, 6}, .shape = {3, 1}};
  const std::string npy = directory.file("m.npy");
  write_npy(npy, features);
  const ProgramOutcome outcome = run_program("draw --json --features " + npy + " " + graph);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("values"), nlohmann::json::parse("[-2.0,-1.0,3.0]"));
  EXPECT_EQ(json.at("positions").size(), 3U);
  EXPECT_EQ(json.at("edges"), nlohmann::json::parse("[[0,1],[1,2]]"));
  const ProgramOutcome csv = run_program("draw --csv --features " + npy + " " + graph);
  EXPECT_THAT(csv.output, ::testing::StartsWith("source,node,x,y,value\n" + graph + ":1,0,"));
}

TEST(Draw, WritesNamesOfNodes) {
  const TemporaryDirectory directory;
  const std::string graph = generate(directory, "path 3");
  const std::string names = directory.write("names", "Ann\r\n<Bob>\nZoë\n");
  const ProgramOutcome outcome = run_program("draw -o - --names " + names + " " + graph);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  for (const char* name : {">Ann</text>", ">&lt;Bob&gt;</text>", ">Zoë</text>"}) {
    EXPECT_THAT(outcome.output, HasSubstr(name));
  }
  const std::string few = directory.write("few", "Ann\n");
  const ProgramOutcome refused = run_program("draw -o - --names " + few + " " + graph);
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("1 names are too few"));
}

TEST(Draw, WrongUsageExitsWith2AndBadDataWith65) {
  const TemporaryDirectory directory;
  const std::string graph = generate(directory, "cycle 5");
  const std::string svg = directory.file("out.svg");
  for (const std::string& words :
       {graph, graph + " -o picture.jpg", graph + " -o " + svg + " --colour rainbow",
        graph + " -o " + svg + " --colour destroyed",
        graph + " -o " + svg + " --colour orbits --channel 1",
        graph + " -o " + svg + " --channel 1 --features degree",
        graph + " -o " + svg + " --width -3", graph + " -o - --json", graph + " -o " + graph,
        std::string("-o x.svg")}) {
    EXPECT_EQ(run_program("draw " + words).exit_code, 2) << words;
  }
  const std::string names = directory.write("names.svg", "a\nb\nc\nd\ne\n");
  EXPECT_THAT(run_program("draw " + graph + " --names " + names + " -o " + names).output,
              HasSubstr("would be overwritten"));
  const std::string bad = directory.write("bad", "Bww\n");
  const std::string empty = directory.write("empty", "");
  const std::string large = directory.write("large", run_program("generate path 1001").output);
  for (const std::string& words : {bad, empty, large, graph + " --channel 99",
                                   graph + " --features " + bad, std::string("nowhere.g6")}) {
    const ProgramOutcome outcome = run_with_little_memory("draw " + words + " -o " + svg);
    EXPECT_EQ(outcome.exit_code, 65) << words << ": " << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(svg)) << words;
  }
  EXPECT_THAT(run_program("draw " + large + " -o " + svg).output, HasSubstr("at most 1000"));
}

TEST(Draw, RefusesMoreGraphsThanASheetHolds) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int i = 0; i < 501; ++i) lines += "Bw\n";
  const std::string file = directory.write("many.g6", lines);
  const ProgramOutcome outcome = run_program("draw " + file + " -o " + directory.file("out.svg"));
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("at most 500 graphs"));
}

TEST(Draw, DrawsTheSmallestGraphs) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("small.g6", "?\n@\nA?\nA_\n");
  const ProgramOutcome outcome = run_program("draw -o - " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace isotypic::draw_test
