#include "cli/explain.hpp"

#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/channels_view.hpp"
#include "cli/node_features.hpp"
#include "isotypic/channels/explain.hpp"
#include "isotypic/io/reader.hpp"

namespace isotypic::cli {
namespace {

struct ExplainCommand {
  std::string file;
  std::string features;
  std::int64_t rounds = 0;
  bool json = false;
};

nlohmann::ordered_json to_json(const std::string& source, const Explanation& explanation) {
  nlohmann::ordered_json json = {
      {"source", source},
      {"total", explanation.total},
      {"kept_by_pooling", explanation.pooled},
      {"visible_to_linear_readouts", explanation.visible},
      {"destroyed_by_pooling", explanation.destroyed_by_pooling()},
      {"destroyed_by_linear_readouts", explanation.destroyed_by_linear()},
      {"components", nlohmann::ordered_json::array()}};
  for (const ComponentEnergy& part : explanation.components) {
    json["components"].push_back({{"dim", part.component.dim},
                                  {"multiplicity", part.component.multiplicity},
                                  {"type", type_name(part.component.type)},
                                  {"trivial", part.component.trivial},
                                  {"energy", part.energy},
                                  {"fraction", part.fraction}});
  }
  return json;
}

void print_share(const char* label, double energy, double total) {
  std::cout << std::left << std::setw(52) << label << std::right << std::setw(12) << energy;
  if (total > 0.0) std::cout << std::setw(11) << 100.0 * energy / total << " %";
  std::cout << '\n';
}

void print(const std::string& source, const Explanation& explanation) {
  std::cout << std::setprecision(5) << source << '\n';
  const double total = explanation.total;
  print_share("  energy |M|^2", total, total);
  print_share("  kept by sum or mean pooling", explanation.pooled, total);
  print_share("  visible to linear Aut-invariant readouts", explanation.visible, total);
  print_share("  destroyed by pooling", explanation.destroyed_by_pooling(), total);
  print_share("  destroyed by every linear invariant readout", explanation.destroyed_by_linear(),
              total);
  for (const ComponentEnergy& part : explanation.components) {
    const std::string label = "    component " + std::to_string(part.component.dim) + "x" +
                              std::to_string(part.component.multiplicity) + " " +
                              (part.component.trivial ? "trivial" : type_name(part.component.type));
    print_share(label.c_str(), part.energy, total);
  }
}

void run(const ExplainCommand& command) {
  GraphReader reader(command.file);
  NodeFeatures inputs(command.features);
  while (const std::optional<SourcedGraph> item = reader.next()) {
    const Eigen::MatrixXd embeddings =
        propagate(item->graph, inputs.next(item->graph), command.rounds);
    const Explanation explanation = explain(decompose(compute_symmetry(item->graph)), embeddings);
    const std::string source = item->source + ":" + std::to_string(item->line);
    if (command.json) {
      std::cout << to_json(source, explanation).dump() << '\n';
    } else {
      print(source, explanation);
    }
  }
  inputs.expect_end();
}

}  // namespace

void add_explain(CLI::App& app) {
  const auto command = std::make_shared<ExplainCommand>();
  CLI::App* sub = app.add_subcommand(
      "explain", "Show where the energy of an embedding lies and what pooling destroys");
  sub->add_option("FILE", command->file, "graph6, sparse6, DIMACS or edge list; - for stdin")
      ->required();
  sub->add_option("--features", command->features,
                  "constant, degree, or an .npy file with one row per node")
      ->required();
  sub->add_option("--rounds", command->rounds, "Rounds of M <- M + A M first")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  sub->add_flag("--json", command->json, "One JSON object per graph and line");
  sub->footer(
      "Example:\n"
      "  isotypic explain petersen.g6 --features embeddings.npy\n");
  sub->callback([command] { run(*command); });
}

}  // namespace isotypic::cli
