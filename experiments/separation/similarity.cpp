#include "experiments/separation/similarity.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "experiments/network_choice.hpp"
#include "experiments/samples.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"

namespace isotypic::experiments {
namespace {

/// Graph 2i is the first of pair i, graph 2i + 1 the second.
std::vector<Sample> relabelled_pairs(const std::vector<GraphPair>& pairs, std::uint64_t seed) {
  ChannelCache cache;
  std::vector<Sample> samples;
  for (const GraphPair& pair : pairs) {
    for (const Graph* graph : {&pair.first, &pair.second}) {
      Random random(seed, samples.size());
      samples.push_back(
          constant_sample(relabel(*graph, random_permutation(graph->num_nodes(), random)), 0,
                          &cache, {.seed = seed}));
    }
  }
  return samples;
}

std::vector<std::int64_t> all_ids(const nn::GraphTensors& data) {
  std::vector<std::int64_t> ids(data.num_graphs);
  for (std::int64_t g = 0; g < data.num_graphs; ++g) ids[g] = g;
  return ids;
}

/// Node embeddings of a random encoder in evaluation mode, in double: BatchNorm then has its
/// initial statistics, mean 0 and variance 1.
at::Tensor embed(nn::LayerKind kind, const nn::GraphTensors& data, const nn::Batch& batch,
                 std::uint64_t seed) {
  nn::EncoderOptions options = encoder_options(kind, nn::degree_histogram(data, all_ids(data)));
  options.kernels = nn::Kernels::Plain;
  const nn::InitialisationScope scope(seed);
  nn::Encoder encoder(options, std::make_shared<nn::DropoutStream>());
  encoder.to(at::kDouble);
  encoder.eval();
  return encoder.forward(batch);
}

at::Tensor read_out(const nn::ReadoutOptions& options, const at::Tensor& x, const nn::Batch& batch,
                    std::uint64_t seed) {
  const nn::InitialisationScope scope(seed);
  const auto readout = nn::make_readout(options, x.size(1));
  readout->to(at::kDouble);
  readout->eval();
  return readout->forward(x, batch);
}

/// The features of all graphs by a hash-free readout, standardised pair by pair.
at::Tensor read_pairs(const std::vector<Sample>& samples, nn::LayerKind encoder,
                      const std::string& readout, std::uint64_t seed) {
  const nn::ReadoutOptions options = nn::named_readout(readout, 1, seed);
  std::vector<at::Tensor> features;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    const nn::GraphTensors two =
        nn::collate(std::span(samples).subspan(i, 2), nn::collate_options(options, at::kDouble));
    const std::vector<std::int64_t> ids = all_ids(two);
    nn::GraphModel model(
        {.encoder = chosen(encoder_options(encoder, nn::degree_histogram(two, ids)),
                           {.norm = nn::Normalisation::Fixed}),
         .readout = options,
         .seed = seed});
    fill_eps(*model.encoder, hash_free_eps);
    model.to(at::kDouble);
    model.eval();
    model.learn_scales(two, ids);
    features.push_back(model.features(nn::make_batch(two)));
  }
  return at::cat(features);
}

/// The row of a seed: per encoder and readout lists over the pairs.
Json measure_seed(const std::vector<GraphPair>& pairs, const std::vector<nn::LayerKind>& encoders,
                  const std::vector<ReadoutChoice>& readouts, std::uint64_t seed) {
  at::set_num_threads(1);
  const at::NoGradGuard no_grad;
  const std::vector<Sample> samples = relabelled_pairs(pairs, seed);
  const nn::GraphTensors data = nn::collate(samples, {.dtype = at::kDouble});
  const nn::Batch batch = nn::make_batch(data);
  Json row = {{"similarities", Json::array()},
              {"first_energies", Json::array()},
              {"second_energies", Json::array()}};
  for (const nn::LayerKind encoder : encoders) {
    const at::Tensor x = embed(encoder, data, batch, seed);
    for (const ReadoutChoice& choice : readouts) {
      const std::int64_t blocks = choice.blocks > 0 ? choice.blocks : most_blocks(samples);
      const nn::ReadoutOptions options = nn::named_readout(choice.readout, blocks, seed);
      const at::Tensor z = is_hash_free(choice.readout)
                               ? read_pairs(samples, encoder, choice.readout, seed)
                               : read_out(options, x, batch, seed);
      const at::Tensor energy = is_isotypic(choice.readout)
                                    ? nn::retained_energy(x, batch, options.isotypic)
                                    : at::ones({data.num_graphs}, x.options());
      Json similarities = Json::array();
      Json first = Json::array();
      Json second = Json::array();
      for (std::int64_t i = 0; i < std::ssize(pairs); ++i) {
        similarities.push_back(embedding_similarity(z[2 * i], z[2 * i + 1]));
        first.push_back(energy[2 * i].item<double>());
        second.push_back(energy[2 * i + 1].item<double>());
      }
      row["similarities"].push_back(std::move(similarities));
      row["first_energies"].push_back(std::move(first));
      row["second_energies"].push_back(std::move(second));
    }
  }
  return row;
}

/// rows[seed][field][encoder * readouts + readout][pair] -> [encoder][readout][pair][seed]
std::vector<std::vector<Samples>> by_pair(const std::vector<run::Entry>& rows, const char* field,
                                          std::size_t encoders, std::size_t readouts,
                                          std::size_t pairs) {
  std::vector<std::vector<Samples>> all(encoders, std::vector<Samples>(readouts, Samples(pairs)));
  for (const run::Entry& entry : rows) {
    for (std::size_t e = 0; e < encoders; ++e) {
      for (std::size_t r = 0; r < readouts; ++r) {
        const Json& values = entry.row.at(field).at(e * readouts + r);
        for (std::size_t i = 0; i < pairs; ++i) {
          all[e][r][i].push_back(values.at(i).get<double>());
        }
      }
    }
  }
  return all;
}

}  // namespace

double embedding_similarity(const at::Tensor& a, const at::Tensor& b) {
  const double norm_a = a.norm().item<double>();
  const double norm_b = b.norm().item<double>();
  if (norm_a == 0.0 && norm_b == 0.0) return 1.0;
  if (norm_a == 0.0 || norm_b == 0.0) return 0.0;
  return std::clamp((a / norm_a).dot(b / norm_b).item<double>(), -1.0, 1.0);
}

PairMeasurements measure_pairs(const std::vector<GraphPair>& pairs,
                               const std::vector<nn::LayerKind>& encoders,
                               const std::vector<ReadoutChoice>& readouts, std::int64_t seeds,
                               const RunContext& context) {
  if (pairs.empty() || encoders.empty() || readouts.empty() || seeds < 1) {
    fail("measure_pairs", "nothing to measure: ", pairs.size(), " pairs, ", encoders.size(),
         " encoders, ", readouts.size(), " readouts, ", seeds, " seeds");
  }
  run::Plan plan{.experiment = "pairs"};
  for (std::int64_t seed = 0; seed < seeds; ++seed) {
    plan.keys.push_back("seed " + std::to_string(seed));
  }
  const auto work = [&](std::int64_t seed, const std::stop_token&) {
    return measure_seed(pairs, encoders, readouts, static_cast<std::uint64_t>(seed));
  };
  const run::RunResult result = run::run_jobs(
      plan, work,
      {.threads = context.jobs, .stop = context.stop, .on_progress = context.on_progress});
  PairMeasurements measured{.encoders = encoders, .readouts = readouts};
  measured.complete = result.complete;
  const auto collect = [&](const char* field) {
    return by_pair(result.entries, field, encoders.size(), readouts.size(), pairs.size());
  };
  measured.similarities = collect("similarities");
  measured.first_energies = collect("first_energies");
  measured.second_energies = collect("second_energies");
  return measured;
}

std::vector<std::int64_t> block_dimensions(const Graph& graph) {
  const Channels channels = decompose(graph);
  std::vector<std::int64_t> dims;
  for (const Channel& channel : channels.canonical->channels) {
    dims.push_back(channel.dim);
  }
  return dims;
}

}  // namespace isotypic::experiments
