#include "isotypic/learn/retained_energy.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/train/thread_count.hpp"

namespace isotypic::learn {

std::optional<double> median_retained_energy(const Pipeline& pipeline,
                                             const nn::GraphTensors& data) {
  constexpr std::size_t most_graphs = 512, at_a_time = 64;
  nn::GraphModel& model = *pipeline.model;
  const nn::ReadoutOptions& readout = model.options.readout;
  if (!nn::reads_blocks(readout) || pipeline.split.train.empty()) return std::nullopt;
  const at::NoGradGuard no_grad;
  const train::ThreadCountScope one_thread(1);
  const bool was_training = model.is_training();
  model.eval();
  const std::span<const std::int64_t> all = pipeline.split.train;
  const auto ids = all.first(std::min(most_graphs, all.size()));
  std::vector<at::Tensor> energies;
  for (std::size_t first = 0; first < ids.size(); first += at_a_time) {
    const nn::Batch batch =
        nn::make_batch(data, ids.subspan(first, std::min(at_a_time, ids.size() - first)));
    energies.push_back(nn::retained_energy(model.encoder->forward(batch), batch, readout.isotypic));
  }
  model.train(was_training);
  return at::cat(energies).to(at::kDouble).median().item<double>();
}

std::string retained_energy_warning(const Pipeline& pipeline, const nn::GraphTensors& data) {
  constexpr double enough = 0.5;
  const std::optional<double> energy = median_retained_energy(pipeline, data);
  if (!energy || *energy >= enough) return "";
  const PipelineOptions& options = pipeline.options;
  const bool channels = options.grouping == Grouping::Channels;
  return "the isotypic readout sees little: the " + std::to_string(options.blocks) +
         (channels ? " channel" : " component") + (options.blocks == 1 ? "" : "s") +
         " of a graph " + (options.blocks == 1 ? "keeps " : "keep ") +
         std::to_string(std::llround(100 * *energy)) +
         " % of the energy of its node embeddings (median of the training part, with the initial "
         "weights); try " +
         (channels ? "--grouping components, " : "") + "more --blocks, or --readout sum";
}

}  // namespace isotypic::learn
