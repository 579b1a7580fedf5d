#include "experiments/separation/separation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/separation/similarity.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

constexpr const char* paper_suite = "paper";
constexpr const char* extended_suite = "extended";

struct Suite {
  std::string name;
  std::vector<GraphPair> pairs;
};

/// The verdict on one pair.
struct Verdict {
  double similarity = 1.0;  ///< mean over the seeds
  double p = 1.0;           ///< adjusted
  bool separated = false;
};

std::vector<std::string> separation_families() {
  std::vector<std::string> families;
  for (const auto& suite : {wl_hard_suite(), extended_wl_hard_suite()}) {
    for (const GraphPair& pair : suite) {
      if (std::ranges::find(families, pair.family) == families.end()) {
        families.push_back(pair.family);
      }
    }
  }
  return families;
}

Suite make_suite(const char* name, std::vector<GraphPair> pairs,
                 const std::vector<std::string>& families) {
  std::erase_if(pairs, [&](const GraphPair& pair) {
    return !families.empty() && std::ranges::find(families, pair.family) == families.end();
  });
  return {name, std::move(pairs)};
}

std::vector<ReadoutChoice> choices_of(const SeparationConfig& config) {
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : config.readouts) choices.push_back({readout, config.blocks});
  for (const std::string& readout : config.readouts) {
    if (is_isotypic(readout)) choices.push_back({readout, 0});
  }
  return choices;
}

std::vector<Verdict> judge(const Samples& similarities) {
  std::vector<double> p_values;
  for (const std::vector<double>& sample : similarities) {
    p_values.push_back(report::one_sample_t_test(sample, 1.0, report::Alternative::Less).p_value);
  }
  const std::vector<double> adjusted = report::holm_bonferroni(p_values);
  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < similarities.size(); ++i) {
    const double similarity = report::mean(similarities[i]);
    verdicts.push_back({similarity, adjusted[i],
                        similarity < similarity_threshold && adjusted[i] <= significance_level});
  }
  return verdicts;
}

/// What the isotypic readout had to look at.
struct Sight {
  double first_energy = 1.0;  ///< kept by the blocks, of the first graph
  double second_energy = 1.0;
  double similarity = 1.0;  ///< mean over the seeds
  bool separated = false;
  bool separated_by_all = false;  ///< with all blocks
};

/// Why a pair is separated or not, in words.
std::string explanation(const GraphPair& pair, const Sight& sight, std::int64_t blocks) {
  const std::string beyond = "all energy lies beyond block " + std::to_string(blocks);
  const bool first_zero = sight.first_energy == 0.0;
  const bool second_zero = sight.second_energy == 0.0;
  if (sight.separated && first_zero != second_zero) {
    return "only one reads zero: there " + beyond;
  }
  if (sight.separated) return "energy in different blocks";
  if (sight.similarity < similarity_threshold) {
    return "differs for some seeds only: channels that tie in the order straddle block " +
           std::to_string(blocks);
  }
  const bool alike = block_dimensions(pair.first) == block_dimensions(pair.second);
  const std::string blocks_text = alike ? "same block dimensions" : "different block dimensions";
  if (first_zero && second_zero) {
    return "both read zero: " + beyond +
           (sight.separated_by_all ? "" : "; with all of them: " + blocks_text);
  }
  return blocks_text + ", equal energy in equal places";
}

/// Six decimals: what is further behind is rounding, and no reader wants it.
double to_six_decimals(double value) { return std::round(value * 1e6) / 1e6; }

/// Writes rows and figures of one suite.
class Summary {
 public:
  Summary(const Suite& suite, const PairMeasurements& measured, const SeparationConfig& config,
          report::Record& record)
      : suite_(suite), measured_(measured), config_(config), record_(record) {
    for (std::size_t e = 0; e < measured.encoders.size(); ++e) {
      verdicts_.emplace_back();
      for (const Samples& samples : measured.similarities[e]) {
        verdicts_.back().push_back(judge(samples));
      }
    }
  }

  void write() {
    for (std::size_t e = 0; e < measured_.encoders.size(); ++e) {
      write_figures(e);
      if (suite_.name == paper_suite) write_families(e);
      for (std::size_t i = 0; i < suite_.pairs.size(); ++i) write_row(e, i);
    }
  }

 private:
  [[nodiscard]] std::string prefix(std::size_t e) const {
    const std::string encoder = enum_name(measured_.encoders[e]);
    return (suite_.name == paper_suite ? "" : suite_.name + "/") + encoder + "/";
  }

  void write_figures(std::size_t e) {
    double most = 0.0;
    double least_mean = 1.0;
    double largest = -1.0;
    for (std::size_t r = 0; r < measured_.readouts.size(); ++r) {
      const ReadoutChoice& choice = measured_.readouts[r];
      double separated = 0.0;
      double sum = 0.0;
      double max = -1.0;
      for (const Verdict& verdict : verdicts_[e][r]) {
        separated += verdict.separated ? 1.0 : 0.0;
        sum += verdict.similarity;
        max = std::max(max, verdict.similarity);
      }
      const double mean = sum / static_cast<double>(suite_.pairs.size());
      const std::string name = prefix(e) + choice.label();
      record_.figures.set(name + "/separated", separated);
      if (is_isotypic(choice.readout) || is_hash_free(choice.readout)) {
        record_.figures.set(name + "/mean cosine", to_six_decimals(mean));
        record_.figures.set(name + "/max cosine", to_six_decimals(max));
      } else {
        most = std::max(most, separated);
        least_mean = std::min(least_mean, mean);
        largest = std::max(largest, max);
      }
    }
    if (largest < 0.0) return;
    record_.figures.set(prefix(e) + "baselines/separated", most);
    record_.figures.set(prefix(e) + "baselines/mean cosine", to_six_decimals(least_mean));
    record_.figures.set(prefix(e) + "baselines/max cosine", to_six_decimals(largest));
  }

  void write_families(std::size_t e) {
    const auto column = main_column();
    if (!column) return;
    std::set<std::string> seen;
    for (const GraphPair& pair : suite_.pairs) {
      if (!seen.insert(pair.family).second) continue;
      double sum = 0.0;
      double separated = 0.0;
      double count = 0.0;
      for (std::size_t i = 0; i < suite_.pairs.size(); ++i) {
        if (suite_.pairs[i].family != pair.family) continue;
        sum += verdicts_[e][*column][i].similarity;
        separated += verdicts_[e][*column][i].separated ? 1.0 : 0.0;
        count += 1.0;
      }
      const std::string name = prefix(e) + measured_.readouts[*column].label() + "/" + pair.family;
      record_.figures.set(name + "/separated", separated);
      record_.figures.set(name + "/mean cosine", to_six_decimals(sum / count));
    }
  }

  /// The isotypic readout with B blocks, if it takes part.
  [[nodiscard]] std::optional<std::size_t> main_column() const {
    for (std::size_t r = 0; r < measured_.readouts.size(); ++r) {
      if (measured_.readouts[r].readout == "isotypic") return r;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool separated_by_all_blocks(std::size_t e, std::size_t i) const {
    for (std::size_t r = 0; r < measured_.readouts.size(); ++r) {
      const ReadoutChoice& choice = measured_.readouts[r];
      if (choice.readout == "isotypic" && choice.blocks == 0) return verdicts_[e][r][i].separated;
    }
    return false;
  }

  void write_row(std::size_t e, std::size_t i) {
    const GraphPair& pair = suite_.pairs[i];
    Json row = {{"suite", suite_.name},
                {"family", pair.family},
                {"instance", pair.name},
                {"nodes", pair.first.num_nodes()},
                {"blocks of the first", dimensions_text(block_dimensions(pair.first), 10)},
                {"blocks of the second", dimensions_text(block_dimensions(pair.second), 10)},
                {"encoder", enum_name(measured_.encoders[e])}};
    std::string by;
    for (std::size_t r = 0; r < measured_.readouts.size(); ++r) {
      const Verdict& verdict = verdicts_[e][r][i];
      const std::string label = measured_.readouts[r].label();
      row[label] = to_six_decimals(verdict.similarity);
      if (verdict.separated) by += (by.empty() ? "" : ", ") + label;
    }
    row["separated by"] = by.empty() ? "none" : by;
    if (const auto column = main_column()) {
      const Verdict& verdict = verdicts_[e][*column][i];
      const Sight sight{to_six_decimals(report::mean(measured_.first_energies[e][*column][i])),
                        to_six_decimals(report::mean(measured_.second_energies[e][*column][i])),
                        verdict.similarity, verdict.separated, separated_by_all_blocks(e, i)};
      row["p"] = verdict.p;
      row["energy kept of the first"] = sight.first_energy;
      row["energy kept of the second"] = sight.second_energy;
      row["separated"] = verdict.separated;
      row["why"] = explanation(pair, sight, config_.blocks);
    }
    record_.rows.push_back(std::move(row));
  }

  const Suite& suite_;
  const PairMeasurements& measured_;
  const SeparationConfig& config_;
  report::Record& record_;
  std::vector<std::vector<std::vector<Verdict>>> verdicts_;  // [encoder][readout][pair]
};

}  // namespace

SeparationConfig quick_separation() {
  SeparationConfig config;
  config.seeds = 3;
  return config;
}

const OptionFields<SeparationConfig>& separation_fields() {
  using Config = SeparationConfig;
  static const auto fields =
      OptionFields<Config>()
          .add("encoders", &Config::encoders, "Which encoders", any_encoder())
          .add("readouts", &Config::readouts, "Which readouts", any_copy_readout())
          .add("families", &Config::families, "Which families of pairs; none named: all",
               one_of(separation_families()))
          .add("blocks", &Config::blocks, "Blocks that the isotypic readouts keep",
               from_to(1, 4096))
          .add("seeds", &Config::seeds, "Number of seeds; a t-test needs two", from_to(2, 10'000))
          .add("extended", &Config::extended,
               "Also the extended suite: 38 pairs; marked:2 takes minutes there");
  return fields;
}

Experiment separation_experiment() {
  return make_experiment(
      {.name = "separation",
       .about = "36 pairs that 1-WL cannot tell apart, untrained models (section 5.1)",
       .tables = separation_tables},
      separation_fields(), SeparationConfig(), quick_separation(), run_separation);
}

std::optional<report::Record> run_separation(const SeparationConfig& config,
                                             const RunContext& context) {
  separation_fields().check(config, "separation");
  report::Record record =
      report::begin_record("separation", separation_fields().to_json(config), context.command);
  record.config["threshold"] = similarity_threshold;
  record.config["significance"] = significance_level;
  record.config["hash_free_eps"] = hash_free_eps;
  std::vector<Suite> suites = {make_suite(paper_suite, wl_hard_suite(), config.families)};
  if (config.extended) {
    suites.push_back(make_suite(extended_suite, extended_wl_hard_suite(), config.families));
  }
  for (const Suite& suite : suites) {
    if (suite.pairs.empty()) continue;
    const PairMeasurements measured =
        measure_pairs(suite.pairs, config.encoders, choices_of(config), config.seeds, context);
    if (!measured.complete) return std::nullopt;
    record.figures.set(suite.name + "/pairs", static_cast<double>(suite.pairs.size()));
    Summary(suite, measured, config, record).write();
  }
  if (record.rows.empty()) fail("separation", "no pair has these families without --extended");
  add_paper_values(record, config);
  add_illustrations(record, config);
  return record;
}

}  // namespace isotypic::experiments
