#include "tests/train/support.hpp"

#include <utility>
#include <vector>

#include "isotypic/graph/families.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::train::problems {

TrainingProblem rook_against_shrikhande(std::int64_t copies) {
  const std::vector<Graph> graphs = {rook_graph(4, 4), shrikhande_graph()};
  std::vector<Sample> samples;
  TrainingProblem problem;
  for (std::int64_t i = 0; i < 2 * copies; ++i) {
    Sample sample;
    sample.graph = relabel(graphs[i % 2], test::random_permutation(16, 50 + i));
    sample.node_features = FloatMatrix::Ones(16, 1);
    sample.label = i % 2;
    sample.targets = {static_cast<float>(i % 2)};
    sample.channels = test::channels_of(sample.graph);
    samples.push_back(std::move(sample));
    auto& part = i < copies           ? problem.split.train
                 : i < copies * 3 / 2 ? problem.split.valid
                                      : problem.split.test;
    part.push_back(i);
  }
  problem.data = nn::collate(samples, {.pairs = nn::PairOptions{}});
  return problem;
}

nn::ModelOptions small_model(nn::ReadoutKind readout) {
  return {.encoder = {.hidden = 16, .layers = 2, .node_features = 1},
          .readout = {.parts = {readout}},
          .outputs = 2,
          .seed = 1};
}

TrainOptions short_training() {
  return {.epochs = 20, .batch_size = 8, .adam = {.learning_rate = 0.01}, .seed = 1};
}

TrainOptions full_training(const std::filesystem::path& checkpoint) {
  return {.loss = Loss::BinaryCrossEntropy,
          .metric = Metric::RocAuc,
          .epochs = 5,
          .batch_size = 5,
          .adam = {.learning_rate = 0.01, .weight_decay = 1e-3},
          .patience = 4,
          .schedule = Schedule::Cosine,
          .warmup = 1,
          .clip = 0.5,
          .plateau = PlateauOptions{.factor = 0.5, .patience = 0},
          .seed = 3,
          .checkpoint = checkpoint,
          .data_id = "rook and Shrikhande"};
}

nn::ModelOptions dropout_model() {
  nn::ModelOptions options = small_model(nn::ReadoutKind::Set2Set);
  options.encoder.dropout = 0.2;
  options.outputs = 1;
  return options;
}

}  // namespace isotypic::train::problems
