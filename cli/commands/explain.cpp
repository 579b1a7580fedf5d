#include "cli/commands/explain.hpp"

#include <algorithm>
#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/streams/embedding.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/views/channels_view.hpp"
#include "cli/views/motifs_view.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/channels/explain.hpp"

namespace isotypic::cli {
namespace {

struct ExplainCommand {
  StreamOptions stream;
  std::string features;
  std::int64_t rounds = 0;
  SymmetryOptions symmetry;
  Format format = Format::Text;
};

/// Longer lists of components are summed by type in text; JSON and CSV have them whole.
constexpr std::size_t most_components = 24;

std::string to_json(const std::string& source, const ExplainedGraph& explained) {
  const Explanation& explanation = explained.explanation;
  nlohmann::ordered_json json = {
      {"source", source},
      {"total", explanation.total},
      {"kept_by_pooling", explanation.kept_by_pooling},
      {"visible_to_linear_readouts", explanation.visible_to_linear_readouts},
      {"destroyed_by_pooling", explanation.destroyed_by_pooling()},
      {"destroyed_by_linear_readouts", explanation.destroyed_by_linear_readouts()},
      {"components", nlohmann::ordered_json::array()}};
  for (const ComponentEnergy& part : explanation.components) {
    json["components"].push_back({{"dim", part.component.dim},
                                  {"multiplicity", part.component.multiplicity},
                                  {"type", to_string(part.component.type)},
                                  {"trivial", part.component.trivial},
                                  {"energy", part.energy},
                                  {"fraction", part.fraction}});
  }
  if (explained.motifs) json["motifs"] = motifs_json(*explained.motifs);
  return json_line(json);
}

constexpr const char* explain_csv_header =
    "source,total,kept_by_pooling,visible_to_linear_readouts,dim,multiplicity,type,trivial,energy,"
    "fraction\n";

/// One row per component, with the totals of its graph.
std::string to_csv(const std::string& source, const ExplainedGraph& explained) {
  const Explanation& explanation = explained.explanation;
  std::string rows;
  for (const ComponentEnergy& part : explanation.components) {
    rows += csv_cells(source, explanation.total, explanation.kept_by_pooling,
                      explanation.visible_to_linear_readouts, part.component.dim,
                      part.component.multiplicity, to_string(part.component.type),
                      part.component.trivial, part.energy, part.fraction) +
            '\n';
  }
  return rows;
}

std::string share_line(const std::string& label, double energy, double total) {
  std::ostringstream line;
  line << std::setprecision(5) << std::left << std::setw(52) << label << std::right << std::setw(12)
       << energy;
  if (total > 0.0) line << std::setw(11) << 100.0 * energy / total << " %";
  return line.str() + '\n';
}

/// One line per component, or per type of component if there are many.
std::string component_lines(const Explanation& explanation) {
  std::string text;
  const bool by_type = explanation.components.size() > most_components;
  const std::vector<TypeEnergy> types =
      by_type ? energies_by_type(explanation) : std::vector<TypeEnergy>{};
  for (std::size_t i = 0; i < std::min(most_components, types.size()); ++i) {
    const std::string name = component_name(types[i].component);
    text += share_line(types[i].count == 1
                           ? "    component " + name
                           : "    " + std::to_string(types[i].count) + " components " + name,
                       types[i].energy, explanation.total);
  }
  if (types.size() > most_components) {
    text += "    " + std::to_string(types.size() - most_components) +
            " more types of components (--json lists all components)\n";
  }
  if (by_type) return text;
  for (const ComponentEnergy& part : explanation.components) {
    text += share_line("    component " + component_name(part.component), part.energy,
                       explanation.total);
  }
  return text;
}

std::string to_text(const std::string& source, const ExplainedGraph& explained) {
  const Explanation& explanation = explained.explanation;
  const double total = explanation.total;
  std::string text =
      source + '\n' + share_line("  energy |M|^2", total, total) +
      share_line("  kept by sum or mean pooling", explanation.kept_by_pooling, total) +
      share_line("  visible to linear Aut-invariant readouts",
                 explanation.visible_to_linear_readouts, total) +
      share_line("  destroyed by pooling", explanation.destroyed_by_pooling(), total) +
      share_line("  destroyed by every linear invariant readout",
                 explanation.destroyed_by_linear_readouts(), total);
  text += component_lines(explanation);
  if (explained.motifs) text += "  by motifs: " + motifs_text(*explained.motifs) + '\n';
  return text;
}

std::string render(const std::string& source, const ExplainedGraph& explanation, Format format) {
  switch (format) {
    case Format::Json:
      return to_json(source, explanation);
    case Format::Csv:
      return to_csv(source, explanation);
    case Format::Text:
      return to_text(source, explanation);
  }
  return {};
}

void run_explain(const ExplainCommand& command) {
  const NodeFeatures inputs(command.features);
  expect_all_readable(inputs, command.stream);
  ChannelCache cache;
  Output output;
  if (command.format == Format::Csv) output.write(explain_csv_header);
  const StreamSummary summary =
      stream_graphs("explain", command.stream, [&](const StreamedGraph& item) {
        const Eigen::MatrixXd embeddings =
            propagate(item.graph, inputs.rows(item.graph, item.first_node), command.rounds);
        std::string text =
            render(item.source, explain_graph(item.graph, embeddings, command.symmetry, cache),
                   command.format);
        return [&output, text = std::move(text)] { output.write(text); };
      });
  inputs.expect_rows(summary.num_nodes);
  output.commit();
  expect_no_failures("explain", summary);
}

}  // namespace

void add_explain(CLI::App& app) {
  const auto command = std::make_shared<ExplainCommand>();
  CLI::App* sub = app.add_subcommand(
      "explain", "Show where the energy of an embedding lies and what pooling destroys");
  add_stream_options(*sub, command->stream);
  add_format_options(*sub, command->format);
  sub->add_option("--features", command->features,
                  "constant, degree, or an .npy file with one row per node")
      ->required();
  add_rounds_option(*sub, command->rounds);
  add_symmetry_options(*sub, command->symmetry);
  sub->footer(
      "Rows of the .npy file are the nodes of all graphs, one after the other.\n"
      "Graphs of at least 512 nodes are decomposed by their motifs, however large they are.\n"
      "Examples:\n"
      "  isotypic explain petersen.g6 --features embeddings.npy\n"
      "  isotypic explain graphs.g6 --features degree --rounds 2 --csv\n");
  sub->callback([command] { run_explain(*command); });
}

}  // namespace isotypic::cli
