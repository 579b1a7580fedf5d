// A classifier that tells relabelled copies of a few graphs apart: what srg16 and RPC-lite train.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "experiments/network_choice.hpp"
#include "experiments/number_choice.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/graph_tensors.hpp"
#include "isotypic/train/settings.hpp"

namespace isotypic::experiments {

/// How it is trained; appendix D of the paper.
struct CopyTraining {
  train::TrainingSettings settings;
  /// What the biases of BatchNorm start from; the usual 0 is a dead point for strongly regular
  /// graphs. All nodes have one embedding, so normalised over a batch it is exactly 0, where ReLU
  /// has no gradient: GraphSAGE never starts. GIN and PNA do; we take it that rounding errors start
  /// them.
  double norm_bias = 0.1;
  NumberChoice numbers;
  NetworkChoice network;
};

[[nodiscard]] const OptionFields<CopyTraining>& copy_training_fields();

/// The copies, labelled by the graph they are of.
struct CopyData {
  nn::GraphTensors tensors;
  Split split;
};

/// Where graphs do not see each other in training, lets the first of isomorphic samples stand for
/// the others in training and validation; every copy of the test part is read itself.
void add_stand_ins(const std::vector<Sample>& samples, const CopyTraining& training,
                   nn::LayerKind encoder, CopyData& data);

struct CopyClassifier {
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::string readout;
  std::int64_t blocks = 8;
  std::uint64_t seed = 0;         ///< of R, of masks and orders
  std::uint64_t weight_seed = 0;  ///< of the weights
};

/// Where a training keeps what it has done; without a path, nowhere.
struct CopyCheckpoint {
  std::filesystem::path path;
  std::string data_id;
};

/// Trains on one thread and tests at the best validation epoch. Returns the columns test_accuracy,
/// valid_accuracy, best_epoch, epochs and train_loss. Throws Error (Cancelled) if stopped,
/// (Runtime) if no validation score is a number.
[[nodiscard]] Json train_copy_classifier(const CopyClassifier& classifier, const CopyData& data,
                                         const CopyTraining& training,
                                         const CopyCheckpoint& checkpoint,
                                         const std::stop_token& stop);

}  // namespace isotypic::experiments
