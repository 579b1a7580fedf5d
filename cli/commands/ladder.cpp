#include "cli/commands/ladder.hpp"

#include <iomanip>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/options/ladder_options.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/ladder/classes.hpp"

namespace isotypic::cli {
namespace {

struct LadderCommand {
  StreamOptions stream;
  LadderChoice ladder;
  SymmetryOptions symmetry;
  Format format = Format::Text;
};

struct Input {
  std::vector<std::string> sources;
  std::vector<Graph> graphs;
  StreamSummary summary;
};

Input read_all(const StreamOptions& options) {
  Input input;
  input.summary = stream_graphs("ladder", options, [&](const StreamedGraph& item) {
    return [&input, item] {
      input.sources.push_back(item.source);
      input.graphs.push_back(item.graph);
    };
  });
  return input;
}

/// One object per rung, then one about isomorphism.
std::string to_json(const LadderClasses& classes, const Input& input) {
  std::string lines;
  for (const RungClasses& rung : classes.rungs) {
    nlohmann::ordered_json json = {{"rung", enum_name(rung.rung)},
                                   {"num_classes", rung.num_classes},
                                   {"class_of", rung.class_of},
                                   {"computed", rung.computed},
                                   {"representatives", rung.representatives},
                                   {"seconds", rung.seconds},
                                   {"skipped", nlohmann::ordered_json::array()}};
    for (const auto& [graph, reason] : rung.skipped) {
      json["skipped"].push_back({{"source", input.sources[graph]}, {"reason", reason}});
    }
    lines += json_line(json);
  }
  return lines + json_line({{"rung", "isomorphism"},
                            {"num_classes", classes.num_isomorphism_classes},
                            {"class_of", classes.isomorphism_class_of},
                            {"sources", input.sources}});
}

/// One row per graph, one column per rung.
std::string to_csv(const LadderClasses& classes, const Input& input) {
  std::string rows = "source,n,m";
  for (const RungClasses& rung : classes.rungs) rows += ',' + enum_name(rung.rung);
  rows += ",isomorphism\n";
  for (std::size_t i = 0; i < input.graphs.size(); ++i) {
    rows += csv_cells(input.sources[i], input.graphs[i].num_nodes(), input.graphs[i].num_edges());
    for (const RungClasses& rung : classes.rungs) rows += ',' + csv_cell(rung.class_of[i]);
    rows += ',' + csv_cell(classes.isomorphism_class_of[i]) + '\n';
  }
  return rows;
}

std::string to_text(const LadderClasses& classes, const Input& input) {
  std::ostringstream text;
  text << input.graphs.size() << (input.graphs.size() == 1 ? " graph\n" : " graphs\n")
       << "rung           classes  computed  representatives   seconds\n";
  for (const RungClasses& rung : classes.rungs) {
    text << std::left << std::setw(13) << enum_name(rung.rung) << std::right << std::setw(9)
         << rung.num_classes << std::setw(10) << rung.computed << std::setw(17)
         << rung.representatives << std::setw(10) << std::fixed << std::setprecision(3)
         << rung.seconds << '\n';
    for (const auto& [graph, reason] : rung.skipped) {
      text << "    skipped " << input.sources[graph] << ": " << reason << '\n';
    }
  }
  text << std::left << std::setw(13) << "isomorphism" << std::right << std::setw(9)
       << classes.num_isomorphism_classes << '\n';
  return text.str();
}

void run_ladder(const LadderCommand& command) {
  Output output;
  const Input input = read_all(command.stream);
  const LadderClasses classes =
      ladder_classes(input.graphs, ladder_options(command.ladder, command.symmetry),
                     command.ladder.last, command.stream.threads);
  switch (command.format) {
    case Format::Json:
      output.write(to_json(classes, input));
      break;
    case Format::Csv:
      output.write(to_csv(classes, input));
      break;
    case Format::Text:
      output.write(to_text(classes, input));
      break;
  }
  output.commit();
  expect_no_failures("ladder", input.summary);
}

}  // namespace

void add_ladder(CLI::App& app) {
  const auto command = std::make_shared<LadderCommand>();
  CLI::App* sub = app.add_subcommand(
      "ladder", "Sort the graphs of files into classes, by a sequence of exact invariants");
  add_stream_options(*sub, command->stream);
  add_format_options(*sub, command->format);
  add_ladder_options(*sub, command->ladder);
  sub->add_flag("--node-colours", command->symmetry.node_colours, "Colours of nodes count");
  add_time_limit_option(*sub, "--time-limit", command->symmetry.time_limit,
                        "Seconds for the search for the symmetry of a graph, which comes first");
  sub->footer(
      "The rungs are exact invariants, from 1-WL to one that tells all graphs apart. Taken\n"
      "together they grow: a line shows the classes by all rungs up to it. A single rung may be\n"
      "weaker than one before it. No rung depends on a seed, on the numbering of the nodes or\n"
      "on the search for symmetry.\n"
      "computed: for how many graphs the rung was needed; only for one of each isomorphism\n"
      "class, and only where a class still holds several. representatives: how many components,\n"
      "pairs or marked copies it looked at, one of each orbit.\n"
      "Examples:\n"
      "  isotypic ladder graphs.g6\n"
      "  isotypic ladder graphs.g6 --max-rung marks-2 --csv\n");
  sub->callback([command] { run_ladder(*command); });
}

}  // namespace isotypic::cli
