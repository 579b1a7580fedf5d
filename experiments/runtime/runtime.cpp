#include "experiments/runtime/runtime.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>

#include "experiments/processor_time.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/random_projection.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic::experiments {
namespace {

constexpr std::int64_t rp_dim = 8;

template <typename Body>
double seconds_of(Body&& body) {
  const double start = processor_seconds();
  body();
  return processor_seconds() - start;
}

void check_recipe(const std::string& file) {
  if (!file.empty() && !std::filesystem::is_regular_file(file)) fail("runtime", "no such file");
}

/// Random graphs, and BREC if the folder has it.
std::optional<report::Record> run_with_data(const RuntimeConfig& config,
                                            const RunContext& context) {
  if (find_brec(context.data)) {
    const BrecData brec = load_brec(context.data);
    return run_runtime(config, &brec, context);
  }
  if (context.on_warning) {
    context.on_warning("random graphs only, " + (context.data.empty()
                                                     ? "no data folder is named (--data)"
                                                     : "there is no BREC in " + context.data));
  }
  return run_runtime(config, nullptr, context);
}

/// The timer of one run.
class Stopwatch {
 public:
  Stopwatch(const RuntimeConfig& config, const RunContext& context, std::int64_t total)
      : config_(config),
        context_(context),
        projection_(random_projection(config.width, rp_dim, config.seed)) {
    progress_.total = total;
  }

  /// Adds projector, feature and total seconds to the row; false if stopped before.
  [[nodiscard]] bool time(const Graph& graph, Json& row) {
    if (context_.stop.stop_requested()) return false;
    const Eigen::MatrixXd embeddings = random_embeddings(graph.num_nodes());
    double projectors = std::numeric_limits<double>::max();
    double features = std::numeric_limits<double>::max();
    for (std::int64_t r = 0; r < config_.repetitions; ++r) {
      Channels channels;
      projectors = std::min(projectors, seconds_of([&] {
                              channels = decompose(compute_symmetry(graph), {.seed = config_.seed});
                            }));
      features = std::min(features, seconds_of([&] {
                            (void)isotypic_features(channels, embeddings,
                                                    {.max_blocks = config_.blocks}, projection_);
                          }));
    }
    row["projector_seconds"] = projectors;
    row["feature_seconds"] = features;
    row["seconds"] = projectors + features;
    ++progress_.done;
    progress_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (context_.on_progress) context_.on_progress(progress_);
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] Eigen::MatrixXd random_embeddings(std::int64_t n) const {
    Random random(config_.seed, static_cast<std::uint64_t>(n));
    Eigen::MatrixXd embeddings(n, config_.width);
    for (double& value : embeddings.reshaped()) value = random.normal();
    return embeddings;
  }

  const RuntimeConfig& config_;
  const RunContext& context_;
  const Eigen::MatrixXd projection_;
  const Clock::time_point start_ = Clock::now();
  run::Progress progress_;
};

[[nodiscard]] bool time_random_graphs(const RuntimeConfig& config, Stopwatch& stopwatch,
                                      std::vector<Json>& rows) {
  for (const std::int64_t n : config.sizes) {
    Random random(config.seed, static_cast<std::uint64_t>(n));
    for (std::int64_t i = 0; i < config.graphs; ++i) {
      const Graph graph = erdos_renyi_graph(n, config.edge_probability, random);
      Json row = {
          {"suite", "Erdos-Renyi"}, {"graph", i}, {"nodes", n}, {"edges", graph.num_edges()}};
      if (!stopwatch.time(graph, row)) return false;
      rows.push_back(std::move(row));
    }
  }
  return true;
}

[[nodiscard]] bool time_brec(const BrecData& brec, Stopwatch& stopwatch, std::vector<Json>& rows) {
  for (std::int64_t i = 0; i < std::ssize(brec.pairs); ++i) {
    const BrecPair& pair = brec.pairs[i];
    for (const std::int64_t side : {0, 1}) {
      const Graph& graph = side == 0 ? pair.first : pair.second;
      Json row = {{"suite", "BREC"},
                  {"graph", 2 * i + side},
                  {"nodes", graph.num_nodes()},
                  {"edges", graph.num_edges()}};
      row["category"] = brec_category_name(pair.category);
      if (!stopwatch.time(graph, row)) return false;
      rows.push_back(std::move(row));
    }
  }
  return true;
}

void add_plots(report::Record& record, bool with_brec) {
  record.plots.push_back({.title = "Readout per graph by size",
                          .kind = report::PlotKind::Scatter,
                          .x = "nodes",
                          .y = "seconds",
                          .group = "suite",
                          .x_label = "nodes",
                          .y_label = "seconds",
                          .log_x = true,
                          .log_y = true});
  if (!with_brec) return;
  record.plots.push_back({.title = "Share of graphs that take at least so long",
                          .kind = report::PlotKind::Survival,
                          .y = "seconds",
                          .group = "suite",
                          .x_label = "seconds",
                          .y_label = "share of graphs",
                          .log_x = true,
                          .log_y = true});
}

}  // namespace

const OptionFields<RuntimeConfig>& runtime_fields() {
  using Config = RuntimeConfig;
  static const auto fields =
      OptionFields<Config>()
          .add("sizes", &Config::sizes, "Numbers of nodes of the random graphs",
               from_to(1, max_decompose_nodes))
          .add("edge_probability", &Config::edge_probability, "Of the random graphs",
               between(0.0, 1.0))
          .add("graphs", &Config::graphs, "Random graphs of each size", from_to(1, 1'000'000))
          .add("repetitions", &Config::repetitions,
               "How often each graph is timed; the least time counts", from_to(1, 1'000'000))
          .add("width", &Config::width, "Width of the node embeddings", from_to(1, 65'536))
          .add("blocks", &Config::blocks, "Blocks that the readout keeps", from_to(1, 4096))
          .add("seed", &Config::seed, "Seed of the random graphs and channels")
          .add("recipe", &Config::recipe, "CSV of bench/networkx_recipe.py, to compare with",
               checked_by(check_recipe))
          .recorded(Recorded::Never);  // the record has its name without the folder
  return fields;
}

Experiment runtime_experiment() {
  return make_experiment(
      {.name = "runtime",
       .about = "What the readout costs per graph: random graphs and BREC (appendix D)",
       .reads_data = true,
       .tables = runtime_tables},
      runtime_fields(), RuntimeConfig(), quick_runtime(), run_with_data);
}

RuntimeConfig quick_runtime() {
  RuntimeConfig config;
  std::erase_if(config.sizes, [](std::int64_t n) { return n > 128; });
  config.graphs = 10;
  return config;
}

std::optional<report::Record> run_runtime(const RuntimeConfig& config, const BrecData* brec,
                                          const RunContext& context) {
  runtime_fields().check(config, "runtime");
  report::Record record =
      report::begin_record("runtime", runtime_fields().to_json(config), context.command);
  record.config["recipe"] = config.recipe.filename().string();
  const std::int64_t total = std::ssize(config.sizes) * config.graphs +
                             (brec != nullptr ? 2 * std::ssize(brec->pairs) : 0);
  Stopwatch stopwatch(config, context, total);
  if (!time_random_graphs(config, stopwatch, record.rows)) return std::nullopt;
  if (brec != nullptr && !time_brec(*brec, stopwatch, record.rows)) return std::nullopt;
  add_runtime_figures(record, config);
  add_plots(record, brec != nullptr);
  return record;
}

}  // namespace isotypic::experiments
