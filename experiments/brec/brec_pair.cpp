#include "experiments/brec/brec_pair.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "experiments/isomorphic_copies.hpp"
#include "experiments/samples.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/as_labelled.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/train/adam.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/schedule.hpp"

namespace isotypic::experiments {
namespace {

/// Without a cache the samples get no channels.
std::vector<Sample> make_samples(const std::vector<Graph>& graphs, ChannelCache* cache,
                                 const ChannelOptions& options, bool as_labelled) {
  std::vector<Sample> samples;
  for (const Graph& graph : graphs) {
    samples.push_back(constant_sample(graph, 0, as_labelled ? nullptr : cache, options));
    if (!as_labelled || cache == nullptr) continue;
    samples.back().channels = std::make_shared<const Channels>(
        decompose_as_labelled(graph, compute_symmetry(graph), options));
  }
  return samples;
}

/// Consecutive batches, in order: the benchmark does not shuffle.
std::vector<nn::Batch> make_batches(const nn::GraphTensors& data, std::int64_t batch_size) {
  std::vector<nn::Batch> batches;
  for (std::int64_t first = 0; first < data.num_graphs; first += batch_size) {
    std::vector<std::int64_t> ids(std::min(batch_size, data.num_graphs - first));
    std::iota(ids.begin(), ids.end(), first);
    batches.push_back(nn::make_batch(data, ids));
  }
  return batches;
}

nn::ModelOptions model_options(nn::LayerKind encoder, const ReadoutChoice& readout,
                               std::int64_t blocks, const nn::GraphTensors& data,
                               const BrecProtocol& protocol, std::uint64_t seed,
                               std::int64_t number) {
  std::vector<std::int64_t> ids(data.num_graphs);
  std::iota(ids.begin(), ids.end(), 0);
  return {.encoder =
              chosen(encoder_options(encoder, nn::degree_histogram(data, ids)), protocol.network),
          .readout = nn::named_readout(readout.readout, blocks, seed),
          .outputs = protocol.outputs,
          .seed = random_bits(seed, static_cast<std::uint64_t>(number), 0)};
}

at::Tensor rows_from(const at::Tensor& x, std::int64_t first) {
  return x.slice(0, first, x.size(0), 2);
}

/// Trains until the loss is small, the epochs are over, or the loss is no number.
void train_pair(nn::GraphModel& model, const std::vector<nn::Batch>& batches,
                const BrecProtocol& protocol, BrecOutcome& outcome) {
  train::Adam adam(model.parameters(), {.learning_rate = protocol.training.learning_rate,
                                        .weight_decay = protocol.training.weight_decay});
  train::ReduceOnPlateau plateau({});
  model.train();
  while (outcome.epochs < protocol.training.epochs) {
    double sum = 0.0;
    double count = 0.0;
    for (const nn::Batch& batch : batches) {
      adam.zero_grad();
      const at::Tensor z = model.forward(batch);
      const std::int64_t pairs = z.size(0) / 2;
      const at::Tensor sign = at::full({pairs}, -1.0, z.options());
      const at::Tensor loss =
          train::cosine_pair_loss(rows_from(z, 0), rows_from(z, 1), sign, protocol.margin);
      loss.backward();
      adam.step();
      sum += loss.item<double>() * static_cast<double>(pairs);
      count += static_cast<double>(pairs);
    }
    outcome.loss = sum / count;
    ++outcome.epochs;
    if (!std::isfinite(outcome.loss)) {
      fail_as(ErrorKind::Runtime, "brec", "the loss became ", outcome.loss);
    }
    if (outcome.loss < protocol.loss_threshold) break;
    adam.options.learning_rate = plateau.update(-outcome.loss, adam.options.learning_rate);
  }
  model.eval();
}

Eigen::MatrixXd to_eigen(const at::Tensor& x) {
  const at::Tensor dense = x.to(at::kDouble).contiguous();
  return Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      dense.data_ptr<double>(), dense.size(0), dense.size(1));
}

PairedComparison compare(nn::GraphModel& model, const std::vector<nn::Batch>& batches,
                         const T2Options& options) {
  std::vector<at::Tensor> outputs;
  for (const nn::Batch& batch : batches) outputs.push_back(model.forward(batch));
  const at::Tensor z = at::cat(outputs);
  return compare_paired(to_eigen(rows_from(z, 0)), to_eigen(rows_from(z, 1)), options);
}

/// The share of the embeddings of one copy of each graph that the readout's blocks hold.
void measure_energies(nn::GraphModel& model, const nn::Batch& batch, BrecOutcome& outcome) {
  const at::Tensor energy =
      nn::retained_energy(model.encoder->forward(batch), batch, model.options.readout.isotypic);
  outcome.first_energy = energy[0].item<double>();
  outcome.second_energy = energy[1].item<double>();
}

/// What the readout sees before training; `samples` begin with a copy of each graph.
void look_untrained(const nn::ModelOptions& options, const std::vector<Sample>& samples,
                    const BrecProtocol& protocol, BrecOutcome& outcome) {
  const at::NoGradGuard no_grad;
  nn::GraphModel model(options);
  model.to(at::kDouble);
  fill_norm_biases(*model.encoder, protocol.norm_bias);
  fill_eps(*model.encoder, protocol.network.eps);
  model.eval();
  const nn::GraphTensors two =
      nn::collate(std::span(samples).first(2), nn::collate_options(options.readout, at::kDouble));
  if (nn::is_fixed(options.encoder.norm)) {
    model.learn_scales(two, std::array<std::int64_t, 2>{0, 1});
  }
  const at::Tensor z = model.read(nn::make_batch(two));
  const double size = z.norm(2, 1).max().item<double>();
  const double difference = (z[0] - z[1]).norm().item<double>();
  outcome.reads_nothing = size == 0.0;
  outcome.untrained_difference = size > 0.0 ? difference / size : 0.0;
}

/// How many marked copies two graphs have, and how many tuples of nodes.
void count_copies(const nn::GraphTensors& data, BrecOutcome& outcome) {
  if (!data.marks) return;
  outcome.copies = data.marks->copy_offsets[2];
  for (const std::int64_t g : {0, 1}) {
    double tuples = 1.0;
    for (std::int64_t i = 0; i < data.marks->size; ++i) {
      tuples *= static_cast<double>(data.node_offsets[g + 1] - data.node_offsets[g] - i);
    }
    outcome.tuples += tuples;
  }
}

}  // namespace

const OptionFields<BrecProtocol>& brec_protocol_fields() {
  using Protocol = BrecProtocol;
  static const auto fields =
      OptionFields<Protocol>()
          .add("epsilon", &Protocol::epsilon, "Added to the diagonal of the covariance",
               between(1e-30, 1e6))
          .add("outputs", &Protocol::outputs, "Width of an embedding", from_to(1, 65'536))
          .nest(&Protocol::training, train::training_fields(),
                {"batch_size", "epochs", "learning_rate", "weight_decay"})
          .add("loss_threshold", &Protocol::loss_threshold,
               "End a training when the loss of an epoch is below", between(0.0, 1e6))
          .add("margin", &Protocol::margin, "Margin of the cosine loss", between(-1.0, 1.0))
          .add("norm_bias", &Protocol::norm_bias, "Initial bias of BatchNorm", norm_bias_range())
          .nest(&Protocol::numbers, number_choice_fields())
          .nest(&Protocol::channels, channel_choice_fields())
          .nest(&Protocol::network, network_choice_fields());
  return fields;
}

BrecOutcome run_brec_pair(const BrecCopies& copies, nn::LayerKind encoder,
                          const ReadoutChoice& readout, const BrecProtocol& protocol,
                          std::uint64_t seed, std::int64_t number) {
  at::set_num_threads(1);
  const bool isotypic = is_isotypic(readout.readout);
  ChannelCache cache;
  ChannelCache* channels = needs_channels(readout.readout) ? &cache : nullptr;
  const bool as_labelled = protocol.channels.numbering == Numbering::AsLabelled;
  const ChannelOptions grouped{.seed = seed, .grouping = protocol.channels.grouping};
  const std::vector<Sample> samples = make_samples(copies.pairs, channels, grouped, as_labelled);
  const std::vector<Sample> same = make_samples(copies.reliability, channels, grouped, as_labelled);
  const std::int64_t blocks = readout.blocks > 0 ? readout.blocks : most_blocks(samples);
  const nn::CollateOptions collate = nn::collate_options(
      nn::named_readout(readout.readout, blocks, seed), dtype_of(protocol.numbers.precision));
  nn::GraphTensors data = nn::collate(samples, collate);
  const std::vector<nn::Batch> batches = make_batches(data, protocol.training.batch_size);
  const nn::ModelOptions options =
      model_options(encoder, readout, blocks, data, protocol, seed, number);

  BrecOutcome outcome;
  count_copies(data, outcome);
  look_untrained(options, samples, protocol, outcome);
  nn::GraphModel model(options);
  model.to(dtype_of(protocol.numbers.precision));
  fill_norm_biases(*model.encoder, protocol.norm_bias);
  fill_eps(*model.encoder, protocol.network.eps);
  model.learn_scales(data, std::array<std::int64_t, 2>{0, 1});
  if (treats_graphs_apart(options.encoder)) {
    data.stand_ins = first_isomorphic(samples);
    train_pair(model, make_batches(data, protocol.training.batch_size), protocol, outcome);
  } else {
    train_pair(model, batches, protocol, outcome);
  }

  const at::NoGradGuard no_grad;
  const T2Options t2{.epsilon = protocol.epsilon,
                     .machine_epsilon = protocol.numbers.precision == Precision::Float32
                                            ? std::numeric_limits<float>::epsilon()
                                            : std::numeric_limits<double>::epsilon()};
  outcome.pair = compare(model, batches, t2);
  outcome.reliability =
      compare(model, make_batches(nn::collate(same, collate), protocol.training.batch_size), t2);
  if (isotypic) measure_energies(model, batches.front(), outcome);
  return outcome;
}

}  // namespace isotypic::experiments
