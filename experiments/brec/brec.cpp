#include "experiments/brec/brec.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/brec/brec_jobs.hpp"
#include "isotypic/ladder/compare.hpp"

namespace isotypic::experiments {
namespace {

/// Features that differ by less than this, relative to their size, are equal up to rounding.
constexpr double rounding_difference = 1e-8;

/// The options and what is known of the data, as records and journals hold them.
Json to_json(const BrecConfig& config, const BrecData& data) {
  Json json = brec_fields().to_json(config);
  set_readouts(json, readouts_of(config));
  move_network_choice_to_end(json, config.protocol.network);
  const Json channels = channel_choice_fields().to_json(config.protocol.channels);
  for (const auto& [name, value] : channels.items()) json.erase(name);
  json["copies"] = data.copies.empty() ? "relabelled" : "brec_v3";
  json["data"] = fingerprint(data);
  json.update(channels);  // they came later than the others, and journals compare the order
  return json;
}

/// The rung of the ladder that bounds what a hash-free readout can tell apart.
std::optional<Rung> bound_of(const std::string& readout) {
  const nn::ReadoutOptions options = nn::named_readout(readout, 1, 0);
  constexpr std::array marks = {Rung::OneMark, Rung::TwoMarks, Rung::ThreeMarks};
  if (nn::reads_blocks(options)) return std::nullopt;
  if (options.marks > 0) return marks[options.marks - 1];
  if (nn::needs_components(options)) return Rung::Spectrum;
  return std::nullopt;
}

/// Whether the readout can tell the graphs apart at all: exactly where a rung of the ladder bounds
/// it, and else by what an untrained network reads.
bool features_differ(const BrecPair& pair, const std::string& readout, const BrecOutcome& outcome) {
  const std::optional<Rung> bound = bound_of(readout);
  if (!bound) return outcome.untrained_difference >= rounding_difference;
  GraphLadder first(pair.first);
  GraphLadder second(pair.second);
  // Components alone do not see all that the embeddings show: 1-WL counts too.
  return std::ranges::any_of(std::array{Rung::Wl1, *bound}, [&](Rung rung) {
    return difference(first.at(rung), second.at(rung)).has_value();
  });
}

/// `above`: T^2 says distinguished. Where the features agree that is rounding, which BatchNorm can
/// blow up, and it must not separate two graphs.
const char* verdict(const BrecOutcome& outcome, bool above, bool differ) {
  if (above) return differ ? "distinguished" : "rounding above the threshold";
  if (outcome.reads_nothing) return "both read zero";
  return differ ? "below the threshold" : "equal features";
}

/// Six significant digits: enough for every decision, and records stay readable.
double to_six_digits(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const double scale = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(value))));
  return std::isfinite(scale) ? std::round(value * scale) / scale : value;
}

Json run_job(const BrecJob& job, const BrecConfig& config, const BrecData& data) {
  const BrecPair& pair = data.pairs[job.pair];
  const auto seed = static_cast<std::uint64_t>(job.seed);
  const BrecOutcome outcome = run_brec_pair(
      data.copies.empty()
          ? relabelled_copies(pair, brec_num_copies, seed, static_cast<std::uint64_t>(job.pair))
          : data.copies[job.pair],
      config.selection.encoder, job.readout, config.protocol, seed, job.pair);
  const double t2 = outcome.pair.t2_epsilon;
  const double reliability = outcome.reliability.t2_epsilon;
  const bool above = is_distinguished(t2, reliability, config.threshold);
  const bool above_pinv =
      is_distinguished(outcome.pair.t2_pinv, outcome.reliability.t2_pinv, config.threshold);
  const bool differ = features_differ(pair, job.readout.readout, outcome);
  Json row = {{"readout", job.readout.label()},
              {"seed", job.seed},
              {"pair", job.pair},
              {"category", brec_category_name(pair.category)},
              {"nodes", pair.first.num_nodes()},
              {"distinguished", above && differ},
              {"reliable", reliability < config.threshold},
              {"t2", to_six_digits(t2)},
              {"reliability_t2", to_six_digits(reliability)},
              {"distinguished_pinv", above_pinv && differ},
              {"reliable_pinv", outcome.reliability.t2_pinv < config.threshold},
              {"t2_pinv", to_six_digits(outcome.pair.t2_pinv)},
              {"reliability_t2_pinv", to_six_digits(outcome.reliability.t2_pinv)},
              {"loss", to_six_digits(outcome.loss)},
              {"epochs", outcome.epochs},
              {"margin", to_six_digits(t2 / config.threshold)},
              {"distance", to_six_digits(outcome.pair.distance)},
              {"spread", to_six_digits(outcome.pair.spread)},
              {"degenerate", outcome.pair.degenerate},
              {"first_energy", to_six_digits(outcome.first_energy)},
              {"second_energy", to_six_digits(outcome.second_energy)},
              {"untrained_difference", to_six_digits(outcome.untrained_difference)},
              {"verdict", verdict(outcome, above, differ)}};
  if (outcome.copies > 0) {
    row["copies"] = outcome.copies;
    row["tuples"] = outcome.tuples;
  }
  return row;
}

/// The readouts of which every pair and seed has a row.
std::vector<ReadoutChoice> complete_readouts(const BrecConfig& config,
                                             const std::vector<run::Entry>& entries) {
  const BrecSelection& selection = config.selection;
  std::vector<ReadoutChoice> complete;
  for (const ReadoutChoice& choice : readouts_of(config)) {
    const auto rows = std::ranges::count_if(entries, [&](const run::Entry& entry) {
      return entry.row.at("readout") == choice.label();
    });
    if (rows == selection.seeds * (selection.last_pair - selection.first_pair + 1)) {
      complete.push_back(choice);
    }
  }
  return complete;
}

}  // namespace

const OptionFields<BrecConfig>& brec_fields() {
  static const auto fields =
      OptionFields<BrecConfig>()
          .nest(&BrecConfig::selection, brec_selection_fields())
          .add("threshold", &BrecConfig::threshold, "T^2 above which a pair is distinguished",
               between(1e-12, 1e12))
          .nest(&BrecConfig::protocol, brec_protocol_fields());
  return fields;
}

std::vector<ReadoutChoice> readouts_of(const BrecConfig& config) {
  return readout_choices(config.selection, {{.readout = "isotypic"}, {.readout = "sum"}});
}

BrecConfig quick_brec() {
  BrecConfig config;
  config.selection.seeds = 1;
  config.selection.last_pair = 19;
  return config;
}

std::optional<report::Record> run_brec(const BrecConfig& config, const BrecData& data,
                                       const RunContext& context) {
  brec_fields().check(config, "brec");
  report::Record record = report::begin_record("brec", to_json(config, data), context.command);
  const BrecSelection& selection = config.selection;
  const std::vector<ReadoutChoice> wanted = readouts_of(config);
  const std::vector<BrecJob> jobs =
      brec_jobs("brec", wanted, {selection.first_seed, selection.seeds},
                {selection.first_pair, selection.last_pair}, std::ssize(data.pairs));
  const auto work = [&](std::int64_t number, const std::stop_token&) {
    return run_job(jobs[number], config, data);
  };
  const run::RunResult result = run::run_jobs(plan_of(record, jobs), work, run_options(context));
  const std::vector<ReadoutChoice> finished = complete_readouts(config, result.entries);
  const bool all = finished.size() == wanted.size();
  if (finished.empty() || (!all && !context.finished_only)) return std::nullopt;
  set_readouts(record.config, finished);
  double seconds = 0.0;
  for (const run::Entry& entry : result.entries) {
    const bool is_finished = std::ranges::any_of(finished, [&](const ReadoutChoice& choice) {
      return entry.row.at("readout") == choice.label();
    });
    if (!is_finished) continue;
    record.rows.push_back(entry.row);
    seconds += entry.seconds;
  }
  add_brec_figures(record, config, finished);
  record.figures.set("seconds of all pairs, one thread each", seconds);
  return record;
}

Experiment brec_experiment() {
  return make_experiment({.name = "brec",
                          .about = "BREC by the official protocol, 400 pairs (appendix D.2)",
                          .datasets = {"brec"},
                          .reads_data = true,
                          .keeps_journal = true,
                          .has_shards = true,
                          .has_partial = true,
                          .tables = brec_tables},
                         brec_fields(), BrecConfig(), quick_brec(),
                         [](const BrecConfig& config, const RunContext& context) {
                           return run_brec(config, load_brec(context.data), context);
                         });
}

}  // namespace isotypic::experiments
