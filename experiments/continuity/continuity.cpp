#include "experiments/continuity/continuity.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "experiments/continuity/edits.hpp"
#include "experiments/network_choice.hpp"
#include "experiments/samples.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/nn/model.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

constexpr const char* molecules_name = "ZINC";
constexpr std::int64_t fewest_atoms = 20;
constexpr std::int64_t most_atoms = 28;
constexpr std::int64_t most_bonds = 4;  // of an atom
constexpr std::int64_t degree = 4;
constexpr double edge_probability = 0.2;

/// A graph, its edited copy, and an unrelated graph of as many nodes, one behind the other.
using Triples = std::vector<Graph>;

Graph draw(GraphClass kind, std::int64_t nodes, Random& random) {
  switch (kind) {
    case GraphClass::Regular:
      return random_regular_graph(nodes, degree, random);
    case GraphClass::Tree:
      return random_tree(nodes, random);
    default:
      return erdos_renyi_graph(nodes, edge_probability, random);
  }
}

std::optional<Graph> edit(GraphClass kind, const Graph& graph, Random& random) {
  switch (kind) {
    case GraphClass::Random:
      return move_edge(graph, random);
    case GraphClass::Regular:
      return switch_edges(graph, random);
    case GraphClass::Tree:
      return move_leaf(graph, graph.num_nodes(), random);
    case GraphClass::Molecule:
      return move_leaf(graph, most_bonds, random);
  }
  return std::nullopt;
}

void add_triple(GraphClass kind, const Graph& graph, const Graph& unrelated, Random& random,
                Triples& triples) {
  const std::optional<Graph> edited = edit(kind, graph, random);
  if (!edited) return;
  triples.insert(triples.end(), {graph, *edited, unrelated});
}

Triples random_triples(GraphClass kind, const ContinuityConfig& config, std::uint64_t seed) {
  Triples triples;
  Random random(seed, static_cast<std::uint64_t>(kind));
  while (std::ssize(triples) < 3 * config.graphs) {
    const Graph graph = draw(kind, config.nodes, random);
    add_triple(kind, graph, draw(kind, config.nodes, random), random, triples);
  }
  return triples;
}

/// Molecules in random order, each with another one of as many atoms.
Triples molecule_triples(const std::vector<Graph>& molecules, const ContinuityConfig& config,
                         std::uint64_t seed) {
  Triples triples;
  Random random(seed, static_cast<std::uint64_t>(GraphClass::Molecule));
  std::map<std::int64_t, Graph> waiting;  // by the number of atoms
  for (const std::int32_t i : random_permutation(std::ssize(molecules), random)) {
    const Graph& molecule = molecules[i];
    if (std::ssize(triples) >= 3 * config.graphs) break;
    const auto other = waiting.find(molecule.num_nodes());
    if (other == waiting.end()) {
      waiting.emplace(molecule.num_nodes(), molecule);
      continue;
    }
    add_triple(GraphClass::Molecule, molecule, other->second, random, triples);
    waiting.erase(other);
  }
  return triples;
}

std::vector<Graph> load_molecules(const RunContext& context) {
  std::vector<Graph> molecules;
  for (const Sample& sample : open_dataset(context.data, molecules_name).dataset.samples) {
    const std::int64_t atoms = sample.graph.num_nodes();
    if (atoms < fewest_atoms || atoms > most_atoms) continue;
    molecules.push_back(without_colours(sample.graph));
  }
  return molecules;
}

/// The features of all graphs, standardised over them.
at::Tensor embed(const Triples& triples, const ReadoutChoice& choice, std::uint64_t seed) {
  at::set_num_threads(1);
  const at::NoGradGuard no_grad;
  ChannelCache cache;
  std::vector<Sample> samples;
  for (const Graph& graph : triples) {
    samples.push_back(constant_sample(graph, 0, needs_channels(choice.readout) ? &cache : nullptr,
                                      {.seed = seed}));
  }
  const std::int64_t blocks = choice.blocks > 0 ? choice.blocks : most_blocks(samples);
  const nn::ReadoutOptions readout = nn::named_readout(choice.readout, blocks, seed);
  const nn::GraphTensors data = nn::collate(samples, nn::collate_options(readout, at::kDouble));
  std::vector<std::int64_t> ids(samples.size());
  std::iota(ids.begin(), ids.end(), 0);
  nn::GraphModel model({.encoder = chosen(encoder_options(nn::LayerKind::Gin, {}),
                                          {.norm = nn::Normalisation::Fixed}),
                        .readout = readout,
                        .seed = seed});
  model.to(at::kDouble);
  model.eval();
  model.learn_scales(data, ids);
  std::vector<at::Tensor> features;
  for (const std::int64_t g : ids) {
    features.push_back(model.features(nn::make_batch(data, std::array{g})));
  }
  return at::cat(features);
}

/// The median of the ratios; nothing if the readout sees no difference between unrelated graphs.
std::optional<double> median_ratio(const at::Tensor& features) {
  std::vector<double> ratios;
  for (std::int64_t i = 0; i < features.size(0); i += 3) {
    const double edited = (features[i] - features[i + 1]).norm().item<double>();
    const double unrelated = (features[i] - features[i + 2]).norm().item<double>();
    if (unrelated > 0.0) ratios.push_back(edited / unrelated);
  }
  if (ratios.empty()) return std::nullopt;
  return report::quantile(ratios, 0.5);
}

std::vector<ReadoutChoice> choices_of(const ContinuityConfig& config) {
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : config.readouts) {
    choices.push_back({.readout = readout});
    if (is_isotypic(readout)) choices.push_back({.readout = readout, .blocks = 0});
  }
  return choices;
}

struct ContinuityJob {
  GraphClass kind = GraphClass::Random;
  ReadoutChoice readout;
  std::int64_t seed = 0;

  [[nodiscard]] std::string key() const {
    return enum_name(kind) + "/" + readout.label() + "/seed " + std::to_string(seed);
  }
};

std::vector<ContinuityJob> jobs_of(const ContinuityConfig& config) {
  std::vector<ContinuityJob> jobs;
  for (const GraphClass kind : config.classes) {
    for (const ReadoutChoice& choice : choices_of(config)) {
      for (std::int64_t seed = 0; seed < config.seeds; ++seed) jobs.push_back({kind, choice, seed});
    }
  }
  return jobs;
}

void add_figures(const ContinuityConfig& config, report::Record& record) {
  for (const ReadoutChoice& choice : choices_of(config)) {
    std::vector<double> means;
    for (const GraphClass kind : config.classes) {
      std::vector<double> ratios;
      for (const Json& row : record.rows) {
        if (row.at("readout") != choice.label() || row.at("class") != enum_name(kind)) continue;
        if (!row.at("ratio").is_null()) ratios.push_back(row.at("ratio").get<double>());
      }
      if (ratios.empty()) continue;
      means.push_back(report::mean(ratios));
      record.figures.set(choice.label() + "/" + enum_name(kind), means.back());
    }
    if (means.empty()) continue;
    record.figures.set(choice.label() + "/least", *std::ranges::min_element(means));
  }
}

/// Those of the other experiments without training, and those that learn operators.
Accept any_untrained_readout() {
  std::vector<std::string> names = all_readout_names();
  for (const char* name : {"marked:3", "operators", "structure", "deepsets"}) {
    names.emplace_back(name);
  }
  return one_of(names);
}

}  // namespace

const OptionFields<ContinuityConfig>& continuity_fields() {
  using Config = ContinuityConfig;
  static const auto fields =
      OptionFields<Config>()
          .add("classes", &Config::classes, "Which classes of graphs; molecules need ZINC")
          .add("readouts", &Config::readouts, "Which readouts", any_untrained_readout())
          .add("graphs", &Config::graphs, "Graphs per class", from_to(1, 10'000))
          .add("nodes", &Config::nodes, "Nodes of every graph that is no molecule",
               from_to(8, 1000))
          .add("seeds", &Config::seeds, "Number of seeds", from_to(1, 10'000));
  return fields;
}

ContinuityConfig quick_continuity() {
  ContinuityConfig config;
  config.graphs = 6;
  config.seeds = 1;
  return config;
}

std::optional<report::Record> run_continuity(const ContinuityConfig& config,
                                             const RunContext& context) {
  continuity_fields().check(config, "continuity");
  ContinuityConfig own = config;
  const bool has_molecules =
      !context.data.empty() && find_dataset(context.data, molecules_name).has_value();
  if (!has_molecules && std::erase(own.classes, GraphClass::Molecule) > 0 && context.on_warning) {
    context.on_warning("molecules are left out: there is no ZINC in the folder of --data");
  }
  if (own.classes.empty()) fail("continuity", "no class of graphs is left");
  report::Record record =
      report::begin_record("continuity", continuity_fields().to_json(own), context.command);
  const bool wants_molecules = std::ranges::count(own.classes, GraphClass::Molecule) > 0;
  const std::vector<Graph> molecules =
      wants_molecules ? load_molecules(context) : std::vector<Graph>{};
  const std::vector<ContinuityJob> jobs = jobs_of(own);
  const auto work = [&](std::int64_t number, const std::stop_token&) -> Json {
    const ContinuityJob& job = jobs[number];
    const auto seed = static_cast<std::uint64_t>(job.seed);
    const Triples triples = job.kind == GraphClass::Molecule
                                ? molecule_triples(molecules, own, seed)
                                : random_triples(job.kind, own, seed);
    const std::optional<double> ratio = median_ratio(embed(triples, job.readout, seed));
    return {{"class", enum_name(job.kind)},
            {"readout", job.readout.label()},
            {"seed", job.seed},
            {"graphs", std::ssize(triples) / 3},
            {"ratio", ratio ? Json(*ratio) : Json()}};
  };
  const run::RunResult result = run::run_jobs(plan_of(record, jobs), work, run_options(context));
  if (!result.complete) return std::nullopt;
  for (const run::Entry& entry : result.entries) record.rows.push_back(entry.row);
  add_figures(own, record);
  return record;
}

std::vector<report::Table> continuity_tables(const report::Record& record) {
  report::Table table{.title = "Distance after the smallest edit, relative to an unrelated graph",
                      .columns = {{"readout"}},
                      .rows = {}};
  std::vector<std::string> readouts;
  std::vector<std::string> classes;
  for (const Json& row : record.rows) {
    const auto add_new = [&](const char* key, std::vector<std::string>& list) {
      const auto value = row.at(key).get<std::string>();
      if (std::ranges::find(list, value) == list.end()) list.push_back(value);
    };
    add_new("readout", readouts);
    add_new("class", classes);
  }
  for (const std::string& name : classes) table.columns.push_back({name});
  table.columns.push_back({"a hash?"});
  for (const std::string& readout : readouts) {
    std::vector<report::Cell> row = {readout};
    for (const std::string& name : classes) {
      const std::optional<double> ratio = record.figures.find(readout + "/" + name);
      row.push_back(ratio ? report::Cell(*ratio) : report::Cell(std::string("sees nothing")));
    }
    const std::optional<double> least = record.figures.find(readout + "/least");
    row.emplace_back(std::string(!least ? "sees nothing" : *least >= hash_ratio ? "yes" : "no"));
    table.add_row(std::move(row));
  }
  return {table};
}

Experiment continuity_experiment() {
  return make_experiment(
      {.name = "continuity",
       .about = "How far the smallest edit of a graph moves its features (not in the paper)",
       .reads_data = true,
       .tables = continuity_tables},
      continuity_fields(), ContinuityConfig(), quick_continuity(), run_continuity);
}

}  // namespace isotypic::experiments
