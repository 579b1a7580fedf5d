#include "experiments/downstream/downstream.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <sstream>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/train/sampler.hpp"
#include "tests/data/data_files.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/train/with_ranks.hpp"

namespace isotypic::experiments::downstream_test {
namespace {

/// A TU collection of 60 cycles with chords; node labels by parity.
void write_collection(const TemporaryDirectory& directory, const std::string& name) {
  std::string indicator, edges, labels;
  Random random(3);
  int first = 1;
  for (int g = 0; g < 60; ++g) {
    const int n = 7 + static_cast<int>(random.below(9));
    for (int v = 0; v < n; ++v) {
      indicator += std::to_string(g + 1) + "\n";
      labels += std::to_string(v % 2) + "\n";
      edges += std::to_string(first + v) + "," + std::to_string(first + (v + 1) % n) + "\n";
    }
    edges += std::to_string(first) + "," + std::to_string(first + n / 2) + "\n";
    first += n;
  }
  (void)directory.write(name + "_graph_indicator.txt", indicator);
  (void)directory.write(name + "_A.txt", edges);
  (void)directory.write(name + "_node_labels.txt", labels);
}

DownstreamConfig small_spectral() {
  DownstreamConfig config = spectral_config();
  config.datasets = {"SMALL"};
  config.seeds = 2;
  config.training.epochs = 3;
  config.network.hidden = 8;
  config.network.layers = 2;
  return config;
}

TEST(Downstream, HasThePapersSettings) {
  EXPECT_EQ(spectral_config().training.batch_size, 32);
  EXPECT_EQ(spectral_config().seeds, 5);
  EXPECT_EQ(zinc_config().training.batch_size, 128);
  EXPECT_EQ(zinc_config().training.epochs, 300);
  EXPECT_EQ(zinc_config().training.patience, 40);
  EXPECT_EQ(molhiv_config().training.batch_size, 256);
  EXPECT_EQ(molhiv_config().training.epochs, 200);
  EXPECT_EQ(molhiv_config().training.patience, 30);
  EXPECT_EQ(molhiv_config().network.dropout, 0.1);
  EXPECT_EQ(molhiv_config().network.hidden, 128);
}

TEST(Downstream, RecordsMeansOverSeedsAndLearningCurves) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  const auto record =
      run_downstream(small_spectral(), {.data = directory.path().string()}, {.jobs = 2});
  ASSERT_TRUE(record);
  for (const char* readout : {"sum", "isotypic", "sum+isotypic"}) {
    const std::string name = std::string("SMALL/GIN/") + readout + "/MAE";
    const double first = record->figures.find(name + ", seed 0").value();
    const double second = record->figures.find(name + ", seed 1").value();
    EXPECT_NE(first, second);
    EXPECT_NEAR(record->figures.find(name).value(), (first + second) / 2.0, 1e-12);
  }
  EXPECT_EQ(record->rows.size(), 3U * 2U * 3U);
  EXPECT_FALSE(record->figures.find("SMALL/GIN/sum/retained energy"));
  EXPECT_GT(record->figures.find("SMALL/GIN/sum/weights").value(), 0.0);
  EXPECT_GT(record->figures.find("SMALL/GIN/sum+isotypic/weights").value(),
            record->figures.find("SMALL/GIN/sum/weights").value());
  const double energy = record->figures.find("SMALL/GIN/isotypic/retained energy").value();
  EXPECT_GT(energy, 0.0);
  EXPECT_LE(energy, 1.0 + 1e-6);
  EXPECT_FALSE(downstream_tables(*record).empty());
}

TEST(Downstream, DoesNotDependOnJobsJournalOrKeptChannels) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.readouts = {"isotypic"};
  const std::string data = directory.path().string();
  const auto plain = run_downstream(config, {.data = data}, {.jobs = 1});
  const DownstreamPlaces kept{.data = data, .channels = directory.file("channels")};
  const auto journal = directory / "spectral.journal";
  const auto first = run_downstream(config, kept, {.jobs = 2, .journal = journal});
  const auto resumed = run_downstream(config, kept, {.jobs = 2, .journal = journal});
  EXPECT_EQ(plain->rows, first->rows);
  EXPECT_EQ(plain->rows, resumed->rows);
  EXPECT_TRUE(std::filesystem::exists(directory / "channels/SMALL.channels"));
}

TEST(Downstream, SharesTrainingsAmongRanksAndGoesOnFromTheJournalOfTheFirst) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum", "isotypic"};
  const DownstreamPlaces places{.data = directory.path().string()};
  const auto alone = run_downstream(config, places, {.jobs = 1});
  const auto journal = directory / "spectral.journal";
  const auto run_shared = [&] {
    std::optional<report::Record> record;
    const auto errors = train::with_ranks(2, [&](train::Ranks& ranks) {
      RunContext context{.ranks = &ranks};
      if (ranks.is_first()) context.journal = journal;
      auto own = run_downstream(config, places, context);
      EXPECT_EQ(own.has_value(), ranks.is_first());
      if (own) record = std::move(own);
    });
    EXPECT_EQ(errors, (std::vector<std::string>{"", ""}));
    return record;
  };
  const auto shared = run_shared();
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->config.at("ranks"), 2);
  ASSERT_EQ(shared->rows.size(), alone->rows.size());
  // In float Adam amplifies rounding, here up to 5e-4; ranks_test.cpp compares in double to 1e-10.
  for (std::size_t i = 0; i < alone->rows.size(); ++i) {
    EXPECT_NEAR(shared->rows[i].at("validation").get<double>(),
                alone->rows[i].at("validation").get<double>(), 1e-3);
  }
  // The journal as it was after the second of the four jobs: a line is the header.
  std::istringstream lines(read_file(journal));
  std::string begun;
  std::string line;
  for (int i = 0; i < 3 && std::getline(lines, line); ++i) begun += line + '\n';
  (void)directory.write("spectral.journal", begun);
  const auto resumed = run_shared();
  ASSERT_TRUE(resumed);
  EXPECT_EQ(resumed->rows, shared->rows);
}

TEST(Downstream, RefusesRanksWithOtherOptions) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  const auto errors = train::with_ranks(2, [&](train::Ranks& ranks) {
    DownstreamConfig config = small_spectral();
    config.readouts = {"sum"};
    if (!ranks.is_first()) config.training.epochs = 4;
    (void)run_downstream(config, {.data = directory.path().string()}, {.ranks = &ranks});
  });
  for (const std::string& error : errors) {
    EXPECT_NE(error.find("epochs is 3 on rank 0 and 4 on rank 1"), std::string::npos) << error;
  }
}

TEST(Downstream, PaddingWithZerosMakesOtherTargets) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum"};
  const DownstreamPlaces places{.data = directory.path().string()};
  const auto masked = run_downstream(config, places, {.jobs = 1});
  config.padding = Padding::Zero;
  const auto zeros = run_downstream(config, places, {.jobs = 1});
  EXPECT_NE(masked->figures.find("SMALL/GIN/sum/MAE"), zeros->figures.find("SMALL/GIN/sum/MAE"));
}

TEST(Downstream, ScoresWhatTheTestPartDefines) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum"};
  config.eigenvalues = 20;  // no graph has so many
  const auto record = run_downstream(config, {.data = directory.path().string()}, {.jobs = 1});
  EXPECT_TRUE(record->figures.find("SMALL/GIN/sum/R2").has_value());
}

TEST(Downstream, FindsMoleculesThatTheEncoderCannotTakeBeforeTraining) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory / "ogbg_molhiv");
  EXPECT_EQ(error_text([&] {
              (void)run_downstream(molhiv_config(), {.data = directory.path().string()}, {});
            }),
            "graph 0 has 2 columns of node labels, the model takes 9");
}

TEST(Downstream, FindsAnEncoderThatTheDataHasNothingForBeforeTraining) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.encoders = {nn::LayerKind::Gin, nn::LayerKind::Gine};
  RunContext context;
  context.on_note = [](const std::string& note) { ADD_FAILURE() << note; };
  const auto run = [&] {
    (void)run_downstream(config, {.data = directory.path().string()}, context);
  };
  EXPECT_EQ(error_text(run), "GINE needs edge features");
}

TEST(Downstream, LaterSeedsHaveTheSameResultsAsInOneRun) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  const DownstreamPlaces places{.data = directory.path().string()};
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum"};
  const auto both = run_downstream(config, places, {.jobs = 1});
  config.seeds = 1;
  config.first_seed = 1;
  const auto second = run_downstream(config, places, {.jobs = 1});
  const std::string figure = "SMALL/GIN/sum/MAE, seed 1";
  ASSERT_TRUE(both && second);
  ASSERT_TRUE(both->figures.find(figure));
  EXPECT_EQ(second->figures.find(figure), both->figures.find(figure));
  EXPECT_FALSE(second->figures.find("SMALL/GIN/sum/MAE, seed 0"));
}

TEST(Downstream, HasNoScoresOfANetworkThatNeverHadAny) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  std::filesystem::remove(directory / "SMALL_node_labels.txt");
  // So large that the output for this graph, which is for validation, is not a number.
  const std::int64_t graph = train::random_split(60, 0).valid.front();
  std::istringstream indicator(read_file(directory.file("SMALL_graph_indicator.txt")));
  std::string attributes, line;
  while (std::getline(indicator, line)) {
    attributes += std::stoi(line) - 1 == graph ? "3e38\n" : "1\n";
  }
  (void)directory.write("SMALL_node_attributes.txt", attributes);
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum"};
  config.seeds = 1;
  const auto record = run_downstream(config, {.data = directory.path().string()}, {.jobs = 1});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->rows.size(), 3U);
  EXPECT_FALSE(record->figures.find("SMALL/GIN/sum/MAE"));
  EXPECT_FALSE(record->figures.find("SMALL/GIN/sum/best epoch, mean"));
}

TEST(Downstream, DoesNotGoOnFromACheckpointOfAnotherRun) {
  const TemporaryDirectory directory;
  write_collection(directory, "SMALL");
  DownstreamConfig config = small_spectral();
  config.readouts = {"sum"};
  config.seeds = 1;
  const DownstreamPlaces places{.data = directory.path().string()};
  const auto expected = run_downstream(config, places, {.jobs = 1});
  DownstreamConfig longer = config;
  longer.training.epochs = 50;
  std::stop_source stop;
  const RunContext interrupted{.jobs = 1,
                               .journal = directory / "spectral.journal",
                               .stop = stop.get_token(),
                               .on_note = [&](const std::string& line) {
                                 if (line.find("epoch 10,") != line.npos) stop.request_stop();
                               }};
  EXPECT_FALSE(run_downstream(longer, places, interrupted));
  std::filesystem::remove(directory / "spectral.journal");
  const auto record =
      run_downstream(config, places, {.jobs = 1, .journal = directory / "spectral.journal"});
  EXPECT_EQ(record->rows, expected->rows);
}

TEST(Downstream, MoleculesNeedTheirPublishedSplit) {
  const TemporaryDirectory directory;
  write_collection(directory, "ZINC");
  const std::string data = directory.path().string();
  EXPECT_EQ(error_text([&] { (void)run_downstream(zinc_config(), {.data = data}, {}); }),
            "ZINC is there without its published split");
}

TEST(Downstream, SaysWhichDataSetIsMissing) {
  const TemporaryDirectory directory;
  EXPECT_NE(error_text([&] {
              (void)run_downstream(zinc_config(), {.data = directory.path().string()}, {});
            }).find("no data set 'ZINC'"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::experiments::downstream_test
