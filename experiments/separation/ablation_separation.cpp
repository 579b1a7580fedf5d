#include "experiments/separation/ablation_separation.hpp"

#include <array>
#include <cmath>

#include "experiments/separation/separation.hpp"
#include "experiments/separation/similarity.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

struct Totals {
  double separated = 0.0;
  double both_zero = 0.0;  ///< pairs of which no energy is left
  double one_zero = 0.0;   ///< pairs of which one graph has no energy left
  double energy = 0.0;     ///< kept, mean over the graphs
};

/// Adds the rows of one readout.
Totals add_rows(report::Record& record, const std::vector<GraphPair>& pairs,
                const ReadoutChoice& choice, const char* part, const Samples& similarities,
                const Samples& first_energies, const Samples& second_energies) {
  constexpr double zero = 1e-9;
  Totals totals;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const double similarity = report::mean(similarities[i]);
    const double first = report::mean(first_energies[i]);
    const double second = report::mean(second_energies[i]);
    const bool separated = similarity < similarity_threshold;
    totals.separated += separated ? 1.0 : 0.0;
    totals.both_zero += first < zero && second < zero ? 1.0 : 0.0;
    totals.one_zero += (first < zero) != (second < zero) ? 1.0 : 0.0;
    totals.energy += (first + second) / 2.0 / static_cast<double>(pairs.size());
    record.rows.push_back(
        {{"part", part},
         {"readout", choice.readout},
         {"B", is_isotypic(choice.readout) ? Json(choice.blocks) : Json()},
         {"family", pairs[i].family},
         {"instance", pairs[i].name},
         {"similarity", std::round(similarity * 1e6) / 1e6},
         {"energy kept of the first", std::round(first * 1e6) / 1e6},
         {"energy kept of the second", std::round(second * 1e6) / 1e6},
         {"separated", separated},
         {"share", std::string(part) == "blocks" ? Json(separated ? 1 : 0) : Json()}});
  }
  return totals;
}

void add_paper_values(report::Record& record, const AblationConfig& config) {
  if (config.encoder != nn::LayerKind::Gin || config.blocks != 8) return;
  record.paper.set("isotypic/separated", 33);
  record.paper.set("linear/separated", 3);
  record.paper.set("sum/separated", 0);
  constexpr std::array<std::pair<int, int>, 5> sweep = {
      {{1, 9}, {2, 23}, {4, 28}, {8, 33}, {16, 33}}};
  for (const auto& [blocks, separated] : sweep) {
    record.paper.set("B=" + std::to_string(blocks) + "/separated", separated);
  }
}

}  // namespace

const OptionFields<AblationConfig>& ablation_fields() {
  using Config = AblationConfig;
  static const auto fields =
      OptionFields<Config>()
          .add("encoder", &Config::encoder, "Which encoder", any_encoder())
          .also_called("encoders")
          .add("readouts", &Config::readouts, "Which readouts", any_readout())
          .add("blocks", &Config::blocks, "Blocks that the isotypic readouts keep",
               from_to(1, 4096))
          .add("sweep", &Config::sweep, "Numbers of blocks to compare", from_to(1, 4096))
          .add("seeds", &Config::seeds, "Number of seeds; of several the mean counts",
               from_to(1, 10'000));
  return fields;
}

Experiment ablation_separation_experiment() {
  return make_experiment(
      {.name = "ablation-separation",
       .about = "The same pairs by projector family and block budget (appendix D)"},
      ablation_fields(), AblationConfig(), AblationConfig(), run_ablation_separation);
}

std::optional<report::Record> run_ablation_separation(const AblationConfig& config,
                                                      const RunContext& context) {
  ablation_fields().check(config, "ablation-separation");
  report::Record record = report::begin_record("ablation-separation",
                                               ablation_fields().to_json(config), context.command);
  record.config["threshold"] = similarity_threshold;
  const std::vector<GraphPair> pairs = wl_hard_suite();
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : config.readouts) choices.push_back({readout, config.blocks});
  for (const std::int64_t blocks : config.sweep) choices.push_back({"isotypic", blocks});
  const PairMeasurements measured =
      measure_pairs(pairs, {config.encoder}, choices, config.seeds, context);
  if (!measured.complete) return std::nullopt;
  for (std::size_t r = 0; r < choices.size(); ++r) {
    const bool sweep = r >= config.readouts.size();
    const Totals totals = add_rows(record, pairs, choices[r], sweep ? "blocks" : "projector family",
                                   measured.similarities[0][r], measured.first_energies[0][r],
                                   measured.second_energies[0][r]);
    const std::string name = sweep ? "B=" + std::to_string(choices[r].blocks) : choices[r].readout;
    record.figures.set(name + "/separated", totals.separated);
    if (!sweep) continue;
    record.figures.set(name + "/both read zero", totals.both_zero);
    record.figures.set(name + "/only one reads zero", totals.one_zero);
    record.figures.set(name + "/energy kept", std::round(totals.energy * 1e6) / 1e6);
  }
  add_paper_values(record, config);
  record.plots.push_back({.title = "Share of the pairs separated, by the number of blocks",
                          .kind = report::PlotKind::Lines,
                          .x = "B",
                          .y = "share",
                          .group = "family",
                          .y_label = "share separated",
                          .log_x = true});
  return record;
}

}  // namespace isotypic::experiments
