// Learns to tell the rook's graph from the Shrikhande graph: the program of docs/reference/nn.md.
#include <iostream>

#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/trainer.hpp"

using namespace isotypic;

double learn(std::vector<Sample> samples, const Split& split) {
  for (Sample& sample : samples) {
    sample.channels = std::make_shared<const Channels>(decompose(sample.graph));
  }
  const nn::GraphTensors data = nn::collate(samples);

  nn::GraphModel model({.encoder = {.kind = nn::LayerKind::Gin,
                                    .hidden = 64,
                                    .layers = 5,
                                    .node_features = samples[0].node_features.cols()},
                        .readout = {.parts = {nn::ReadoutKind::Isotypic}},
                        .outputs = 2,
                        .seed = 0});
  train::train(model, data, split,
               {.loss = train::Loss::CrossEntropy,
                .metric = train::Metric::Accuracy,
                .epochs = 300,
                .batch_size = 64,
                .adam = {.learning_rate = 1e-3, .weight_decay = 1e-5},
                .patience = 40});
  return train::evaluate(model, data, split.test, train::Metric::Accuracy);
}

int main() {
  std::vector<Sample> samples;
  Random random(0);
  for (std::int64_t i = 0; i < 200; ++i) {
    const Graph graph = i % 2 == 0 ? rook_graph(4, 4) : shrikhande_graph();
    samples.push_back({.graph = relabel(graph, random_permutation(16, random))});
    // Ones with a little noise: where all nodes look the same, BatchNorm has nothing to scale.
    samples.back().node_features = FloatMatrix::Ones(16, 1);
    for (float& value : samples.back().node_features.reshaped()) {
      value += 0.1F * static_cast<float>(random.normal());
    }
    samples.back().label = i % 2;
  }
  const double accuracy = learn(samples, train::random_split(200, 0));
  std::cout << "test accuracy " << accuracy << '\n';
  return accuracy > 0.9 ? 0 : 1;
}
