#include "cli/commands/inspect.hpp"

#include <memory>
#include <string>
#include <utility>

#include "cli/support/graph_stream.hpp"
#include "cli/support/inspection.hpp"
#include "cli/support/options.hpp"
#include "cli/support/output.hpp"
#include "cli/support/rows.hpp"

namespace isotypic::cli {
namespace {

struct InspectCommand {
  StreamOptions stream;
  InspectOptions inspect;
  CacheOptions cache;
  Format format = Format::Text;
};

std::string render(const Inspection& inspection, const InspectCommand& command) {
  const bool generators = command.inspect.generators;
  switch (command.format) {
    case Format::Json:
      return json_line(to_json(inspection, generators));
    case Format::Csv:
      return to_csv(inspection) + '\n';
    case Format::Text:
      return to_table(inspection, generators) + '\n';
  }
  return {};
}

std::string header(const InspectCommand& command) {
  if (command.format == Format::Json) return {};
  const bool csv = command.format == Format::Csv;
  return (csv ? csv_header(command.inspect.channels) : table_header()) + '\n';
}

void inspect(const InspectCommand& command) {
  ChannelCache cache(command.cache);
  Output output;
  bool begun = false;
  const auto begin = [&] {
    if (!std::exchange(begun, true)) output.write(header(command));
  };
  const StreamSummary summary =
      stream_graphs("inspect", command.stream, [&](const StreamedGraph& item) {
        std::string text = render(inspect_graph(item, command.inspect, cache), command);
        return [&, text = std::move(text)] {
          begin();
          output.write(text);
        };
      });
  begin();
  output.commit();
  cache.save();
  expect_no_failures("inspect", summary);
}

}  // namespace

void add_inspect(CLI::App& app) {
  const auto command = std::make_shared<InspectCommand>();
  CLI::App* sub = app.add_subcommand("inspect", "Show the symmetry of every graph in files");
  add_stream_options(*sub, command->stream);
  add_format_options(*sub, command->format);
  sub->add_flag("--generators", command->inspect.generators,
                "Print generators in cycle notation (JSON and table)");
  auto* channels = sub->add_flag("--channels", command->inspect.channels,
                                 "Print blocks, isotypic components and certificate");
  sub->add_option("--cache", command->cache.file, "Keep decompositions in this file")
      ->type_name("FILE")
      ->needs(channels);
  add_symmetry_options(*sub, command->inspect.symmetry);
  sub->add_option("--dense-limit", command->inspect.dense_limit,
                  "Above this number of nodes skip orbitals, 2-WL and canonical graph6")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{30'000}))
      ->capture_default_str();
  sub->footer(
      "1-WL says whether colour refinement finds the node orbits, 2-WL whether the coherent\n"
      "refinement of pairs finds the orbitals.\n"
      "Examples:\n"
      "  isotypic inspect graphs.g6\n"
      "  isotypic generate petersen | isotypic inspect - --generators\n"
      "  isotypic inspect petersen.g6 --channels\n"
      "  isotypic inspect molecules.g6.gz --json | jq .aut_order\n");
  sub->callback([command] { inspect(*command); });
}

}  // namespace isotypic::cli
