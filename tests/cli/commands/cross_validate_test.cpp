// `isotypic cross-validate` as a process.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <sstream>

#include "isotypic/base/byte_source.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::cross_validate_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// Rings of six atoms; one class has a side group. As in MUTAG: classes -1 and 1 of unequal size,
/// seven node labels, four edge labels. Without edge labels and with 37 node labels: as in NCI1.
void write_molecules(const TemporaryDirectory& directory, const std::string& name, int graphs,
                     bool like_mutag) {
  std::string indicator, edges, labels, node_labels, edge_labels;
  int first = 1;
  for (int g = 0; g < graphs; ++g) {
    const bool active = g % 3 != 0;
    const int nodes = active ? 8 : 6 + g % 2;
    for (int v = 0; v < nodes; ++v) {
      indicator += std::to_string(g + 1) + "\n";
      node_labels += std::to_string(v == 7 ? 2 : (g + v) % (like_mutag ? 7 : 37)) + "\n";
    }
    const auto bond = [&](int u, int v) {
      for (const auto& [a, b] : {std::pair(u, v), std::pair(v, u)}) {
        edges += std::to_string(first + a) + ", " + std::to_string(first + b) + "\n";
        edge_labels += std::to_string((u + v) % 4) + "\n";
      }
    };
    for (int v = 0; v < 6; ++v) bond(v, (v + 1) % 6);
    for (int v = 6; v < nodes; ++v) bond(v - 6, v);
    labels += like_mutag ? (active ? "1\n" : "-1\n") : (active ? "1\n" : "0\n");
    first += nodes;
  }
  (void)directory.write(name + "_graph_indicator.txt", indicator);
  (void)directory.write(name + "_A.txt", edges);
  (void)directory.write(name + "_node_labels.txt", node_labels);
  (void)directory.write(name + "_graph_labels.txt", labels);
  if (like_mutag) (void)directory.write(name + "_edge_labels.txt", edge_labels);
}

std::string words(const TemporaryDirectory& directory, const std::string& dataset,
                  const std::string& output, int epochs = 3) {
  return "cross-validate --quiet --data " + directory.path().string() + " --dataset " + dataset +
         " --output " + directory.file(output) +
         " --hidden 8 --layers 1 --batch-size 16 --learning-rate 0.01 --patience 0 --epochs " +
         std::to_string(epochs);
}

json record_of(const TemporaryDirectory& directory, const std::string& output) {
  return json::parse(read_file(directory.file(output + "/cross-validation.json")));
}

/// P(|T| > t) for Student's T, by Simpson's rule: no library has a say in it.
double two_sided_p(double t, int freedom) {
  const double scale = std::exp(std::lgamma((freedom + 1) / 2.0) - std::lgamma(freedom / 2.0)) /
                       std::sqrt(freedom * M_PI);
  const auto density = [&](double x) {
    return scale * std::pow(1 + x * x / freedom, -(freedom + 1) / 2.0);
  };
  constexpr int steps = 20'000;
  const double width = std::abs(t) / steps;
  double sum = density(0) + density(std::abs(t));
  for (int i = 1; i < steps; ++i) sum += (i % 2 == 1 ? 4 : 2) * density(i * width);
  return 1 - 2 * sum * width / 3;
}

TEST(CrossValidate, ComparesConfigurationsAsOneWouldByHand) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 61, true);
  const ProgramOutcome run =
      run_program(words(directory, "MOLECULES", "cv") +
                  " --folds 4 --vary readout=sum,isotypic --json 2>/dev/null");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const std::vector<json> rows = parse_lines(run.output);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].at("configuration"), "majority class");
  EXPECT_EQ(rows[1].at("configuration"), "sum");
  EXPECT_EQ(rows[2].at("configuration"), "isotypic");
  EXPECT_NEAR(rows[0].at("test accuracy"), 40.0 / 61.0, 0.02);
  const json figures = record_of(directory, "cv").at("figures");
  std::vector<double> sum, isotypic, difference;
  for (int fold = 0; fold < 4; ++fold) {
    const std::string round = "/test accuracy, seed 0, fold " + std::to_string(fold);
    sum.push_back(figures.at("sum" + round));
    isotypic.push_back(figures.at("isotypic" + round));
    difference.push_back(isotypic.back() - sum.back());
  }
  const auto mean = [](const std::vector<double>& v) { return (v[0] + v[1] + v[2] + v[3]) / 4; };
  const auto deviation = [&](const std::vector<double>& v) {
    double squares = 0;
    for (const double x : v) squares += (x - mean(v)) * (x - mean(v));
    return std::sqrt(squares / 3);
  };
  EXPECT_NEAR(rows[1].at("test accuracy"), mean(sum), 1e-12);
  EXPECT_NEAR(rows[2].at("test accuracy"), mean(isotypic), 1e-12);
  EXPECT_NEAR(rows[1].at("deviation"), deviation(sum), 1e-12);
  EXPECT_NEAR(rows[2].at("deviation"), deviation(isotypic), 1e-12);
  EXPECT_NEAR(rows[2].at("difference"), mean(difference), 1e-12);
  ASSERT_GT(deviation(difference), 0.0);
  // Two of four folds are for training, one is the test.
  const double overlap = figures.at("test graphs per training graph");
  EXPECT_NEAR(overlap, 0.5, 0.05);
  const double t = mean(difference) / (deviation(difference) * std::sqrt(0.25 + overlap));
  EXPECT_NEAR(rows[2].at("p"), two_sided_p(t, 3), 1e-9);
  EXPECT_THAT(content(directory / "cv/cross-validation.html"), HasSubstr("majority class"));
}

TEST(CrossValidate, EndsInTheSameFiguresWhetherKilledOrNot) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 60, false);
  const std::string more = " --folds 3 --seeds 2 --readout sum";
  ASSERT_EQ(run_program(words(directory, "MOLECULES", "whole", 20) + more + " --jobs 2").exit_code,
            0);
  const std::string journal = directory.file("killed/cross-validation.journal");
  const pid_t child = ::fork();
  if (child == 0) {
    std::istringstream list("isotypic " + words(directory, "MOLECULES", "killed", 20) + more +
                            " --jobs 1");
    std::vector<std::string> parts{std::istream_iterator<std::string>(list), {}};
    std::vector<char*> argv;
    for (std::string& part : parts) argv.push_back(part.data());
    argv.push_back(nullptr);
    ::execv(ISOTYPIC_LEARN_PROGRAM, argv.data());
    ::_exit(127);
  }
  EXPECT_TRUE(holds_in_time([&] { return std::ranges::count(content(journal), '\n') > 2; }));
  ::kill(child, SIGKILL);
  (void)status_at_end(child);
  const ProgramOutcome resumed =
      run_program(words(directory, "MOLECULES", "killed", 20) + more + " --csv");
  ASSERT_EQ(resumed.exit_code, 0) << resumed.output;
  EXPECT_THAT(resumed.output, StartsWith("configuration,rounds,test accuracy,deviation\n"));
  EXPECT_THAT(resumed.output, HasSubstr("\n\"GIN, sum\",6,"));
  const json whole = record_of(directory, "whole"), killed = record_of(directory, "killed");
  EXPECT_EQ(killed.at("figures"), whole.at("figures"));
  EXPECT_EQ(killed.at("rows"), whole.at("rows"));
  EXPECT_EQ(whole.at("rows").size(), 6U * 20U);
}

TEST(CrossValidate, ExplainsWhatItCannotCompare) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 30, true);
  const std::string start = words(directory, "MOLECULES", "cv");
  const auto expect = [&](const std::string& more, int code, const char* reason) {
    const ProgramOutcome run = run_program(start + more);
    EXPECT_EQ(run.exit_code, code) << run.output;
    EXPECT_THAT(run.output, HasSubstr(reason));
  };
  expect(" --vary readout", 2, "needs NAME=VALUE,VALUE");
  expect(" --vary hiden=8,16", 2, "there is no option hiden; did you mean hidden?");
  expect(" --vary hidden=8,many", 2, "hidden must be");
  expect(" --vary seed=1,2", 2, "must be the same for all configurations");
  expect(" --vary hidden=8,8", 65, "configurations 1 and 2 are equal");
  expect(" --vary task=classification,binary", 65, "predict different things");
  expect(" --folds 31", 65, "folds");
  EXPECT_FALSE(std::filesystem::exists(directory / "cv/cross-validation.json"));
}

/// The same with what the program says while it works.
std::string aloud(std::string command) {
  const std::string quiet = " --quiet";
  return command.erase(command.find(quiet), quiet.size());
}

TEST(CrossValidate, DrawsASplitForEverySeedWithoutFolds) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 40, true);
  const std::string two = " --seeds 2 --vary readout=sum,mean --json 2>/dev/null";
  const ProgramOutcome run =
      run_program(words(directory, "MOLECULES", "cv", 1) + " --folds 0" + two);
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const std::vector<json> rows = parse_lines(run.output);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].at("rounds"), 2);
  EXPECT_TRUE(rows[2].at("p").is_number());
  // Those of a training that draws its own split.
  EXPECT_NEAR(record_of(directory, "cv").at("figures").at("test graphs per training graph"),
              4.0 / 32.0, 1e-12);
}

TEST(CrossValidate, ComparesOverSeedsOnAPublishedSplit) {
  const TemporaryDirectory directory;
  for (const char* part : {"SET_train", "SET_val", "SET_test"}) {
    std::filesystem::create_directory(directory / part);
    write_molecules(directory, std::string(part) + "/" + part, 12, true);
  }
  const std::string start = words(directory, "SET", "cv", 1) + " --vary readout=sum,mean --seeds 3";
  const ProgramOutcome run = run_program(start + " --json 2>/dev/null");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const std::vector<json> rows = parse_lines(run.output);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].at("rounds"), 3);
  const json record = record_of(directory, "cv");
  EXPECT_EQ(record.at("experiment"), "cross-validate SET, 3 seeds");
  EXPECT_FALSE(record.at("figures").contains("test graphs per training graph"));
  const ProgramOutcome folds = run_program(start + " --folds 4");
  EXPECT_EQ(folds.exit_code, 65);
  EXPECT_THAT(folds.output, HasSubstr("leave --folds out"));
}

TEST(CrossValidate, DoesNotCombineWithRanks) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 30, true);
  const ProgramOutcome run = run_program(
      "--version >/dev/null; RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 "
      "MASTER_PORT=1 " ISOTYPIC_LEARN_PROGRAM " " +
      words(directory, "MOLECULES", "cv", 1));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.output, HasSubstr("several ranks train one model"));
  EXPECT_FALSE(std::filesystem::exists(directory / "cv"));
}

TEST(CrossValidate, SaysWhatItTrainsBeforeTheFirstRound) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 30, true);
  const ProgramOutcome run = run_program(aloud(words(directory, "MOLECULES", "cv", 1)) +
                                         " --folds 3 --vary readout=sum,isotypic --blocks 1 2>&1");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const std::size_t first_round = run.output.find("fold 0: test");
  for (const char* line : {"MOLECULES: classification, 2 classes; 10 graphs for training",
                           "GIN and sum on node labels", "GIN and isotypic on node labels",
                           "note: GIN does not read the edge labels; GINE reads them",
                           "warning: the isotypic readout sees little"}) {
    const std::size_t place = run.output.find(line);
    EXPECT_LT(place, first_round) << line << " in\n" << run.output;
    EXPECT_EQ(run.output.find(line, place + 1), std::string::npos) << line;
  }
}

TEST(CrossValidate, IsSummarisedByALineForEachConfiguration) {
  const TemporaryDirectory directory;
  write_molecules(directory, "MOLECULES", 40, true);
  ASSERT_EQ(run_program(words(directory, "MOLECULES", "cv", 1) +
                        " --folds 4 --vary readout=sum,mean --keep-models")
                .exit_code,
            0);
  const ProgramOutcome run = run_program("report --summary --csv " + directory.file("cv"));
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output, StartsWith("configuration,runs,test/accuracy,deviation,"
                                     "validation/accuracy,best epoch,epochs,p against sum,"
                                     "p against mean\nsum,4,"));
  const ProgramOutcome one = run_program("report " + directory.file("cv/sum-seed-0-fold-1"));
  EXPECT_EQ(one.exit_code, 65);
  EXPECT_THAT(one.output, HasSubstr("is one of the trainings of"));
  EXPECT_THAT(one.output, HasSubstr("cv/cross-validation.json"));
}

}  // namespace
}  // namespace isotypic::cross_validate_test
