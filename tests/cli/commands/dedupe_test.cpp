// isotypic dedupe.

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "isotypic/graph/permutation.hpp"
#include "isotypic/io/graph6.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::dedupe_test {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// All graphs of up to 7 nodes, each relabelled five times, in any order.
std::string shuffled_copies() {
  Random random(8);
  std::vector<std::string> lines;
  for (const Graph& graph : reference::small_graphs()) {
    for (int i = 0; i < 5; ++i) {
      lines.push_back(format_graph6(relabel(graph, random_permutation(graph.num_nodes(), random))));
    }
  }
  for (std::size_t i = lines.size() - 1; i > 0; --i) {
    std::swap(lines[i], lines[random.below(static_cast<std::int64_t>(i) + 1)]);
  }
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

TEST(Dedupe, KeepsTheFirstGraphOfEachClass) {
  const TemporaryDirectory directory;
  const std::string text = shuffled_copies();
  const std::string file = directory.write("copies.g6", text);
  const ProgramOutcome outcome = run_program("dedupe --quiet " + file);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const std::vector<std::string> kept = lines_of(outcome.output);
  EXPECT_EQ(kept.size(), reference::small_graphs().size());
  // In the order of the input, whatever the threads.
  const std::vector<std::string> input = lines_of(text);
  std::size_t place = 0;
  for (const std::string& line : kept) {
    while (place < input.size() && input[place] != line) ++place;
  }
  EXPECT_LT(place, input.size());
  EXPECT_EQ(run_program("dedupe --quiet --threads 1 " + file).output, outcome.output);
  // Each class counts its five copies.
  std::int64_t total = 0;
  for (const nlohmann::json& row :
       parse_lines(run_program("dedupe --quiet --json " + file).output)) {
    EXPECT_EQ(row.at("count"), 5);
    total += row.at("count").get<std::int64_t>();
  }
  EXPECT_EQ(total, std::ssize(input));
  EXPECT_EQ(lines_of(run_program("dedupe --quiet --csv " + file).output).size(), kept.size() + 1);
}

TEST(Dedupe, CanonicalFormsDoNotDependOnTheOrder) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.g6", "DhC\nDhS\nDqK\n");
  const std::string reversed = directory.write("b.g6", "DqK\nDhS\nDhC\n");
  const auto forms = [](const std::string& name) {
    const auto lines = lines_of(run_program("dedupe --quiet --canonical " + name).output);
    return std::set<std::string>(lines.begin(), lines.end());
  };
  EXPECT_EQ(forms(file), forms(reversed));
}

TEST(Dedupe, RespectsColoursOnRequest) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "a.gml",
      "graph [ node [ id 0 colour 1 ] node [ id 1 ] edge [ source 0 target 1 ] ]\n"
      "graph [ node [ id 0 ] node [ id 1 colour 1 ] edge [ source 0 target 1 ] ]\n"
      "graph [ node [ id 0 colour 1 ] node [ id 1 colour 1 ] edge [ source 0 target 1 ] ]\n");
  EXPECT_EQ(lines_of(run_program("dedupe --quiet " + file).output).size(), 1U);
  EXPECT_EQ(parse_lines(run_program("dedupe --quiet --node-colours --json " + file).output).size(),
            2U);
  const ProgramOutcome lost = run_program("dedupe --node-colours " + file);
  EXPECT_EQ(lost.exit_code, 65);
  EXPECT_THAT(lost.output, HasSubstr("cannot hold the colours"));
  const ProgramOutcome kept =
      run_program("dedupe --quiet --node-colours --output-format gml " + file);
  EXPECT_EQ(kept.exit_code, 0) << kept.output;
  EXPECT_THAT(kept.output, HasSubstr("colour 1"));
}

TEST(Dedupe, ReportsWhatItDidAndWhatIsWrong) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.g6", "A_\nA_\nA?\n");
  EXPECT_THAT(run_program("dedupe " + file).output, HasSubstr("3 graphs read, 2 classes"));
  EXPECT_EQ(run_program("dedupe -o " + file + " " + file).exit_code, 2);
  const std::string bad = directory.write("b.g6", "A_\n!!\nA?\n");
  EXPECT_EQ(run_program("dedupe " + bad).exit_code, 65);
  const ProgramOutcome rest = run_program("dedupe --keep-going " + bad + " 2> /dev/null");
  EXPECT_EQ(rest.exit_code, 65);
  EXPECT_EQ(rest.output, "A_\nA?\n");
  EXPECT_EQ(run_program("dedupe --output-format dimacs " + file).exit_code, 65);
  EXPECT_EQ(run_program("dedupe --output-format png " + file).exit_code, 2);
  EXPECT_THAT(run_program("dedupe --input-format digraph6 " + file).output, HasSubstr("directed"));
}

}  // namespace
}  // namespace isotypic::dedupe_test
