#include "cli/commands/inspect.hpp"

#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "cli/options/checks.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/streams/shard_part.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/views/inspection.hpp"
#include "cli/views/rows.hpp"

namespace isotypic::cli {
namespace {

/// In the header of a part: what stands before the first graph.
constexpr const char* header_name = "header";

struct InspectCommand {
  StreamOptions stream;
  InspectOptions inspect;
  CacheOptions cache;
  Format format = Format::Text;
  std::string output = "-";
};

/// Pipes and files get what fits a usual terminal.
std::int64_t text_width(const InspectCommand& command) {
  constexpr std::int64_t usual = 80;
  return command.output == "-" ? terminal_width(STDOUT_FILENO, usual) : usual;
}

std::string render(const Inspection& inspection, const InspectCommand& command) {
  const bool generators = command.inspect.generators;
  switch (command.format) {
    case Format::Json:
      return json_line(to_json(inspection, generators));
    case Format::Csv:
      return to_csv(inspection) + '\n';
    case Format::Text:
      return (command.inspect.table ? table_line(inspection, text_width(command))
                                    : to_text(inspection, command.inspect, text_width(command))) +
             '\n';
  }
  return {};
}

std::string header(const InspectCommand& command) {
  if (command.format == Format::Csv) return csv_header(command.inspect.channels) + '\n';
  const bool table = command.format == Format::Text && command.inspect.table;
  return table ? table_header(text_width(command)) + '\n' : std::string();
}

std::string inspect_one(const StreamedGraph& item, const InspectCommand& command,
                        ChannelCache& cache) {
  return render(inspect_graph(item, command.inspect, cache), command);
}

StreamSummary inspect_all(const InspectCommand& command, ChannelCache& cache) {
  Output output(command.output);
  bool begun = false;
  const auto begin = [&] {
    if (!std::exchange(begun, true)) output.write(header(command));
  };
  StreamSummary summary = stream_graphs("inspect", command.stream, [&](const StreamedGraph& item) {
    std::string text = inspect_one(item, command, cache);
    return [&, text = std::move(text)] {
      begin();
      output.write(text);
    };
  });
  begin();
  output.commit();
  return summary;
}

StreamSummary inspect_shard(const InspectCommand& command, ChannelCache& cache, Json options) {
  options[header_name] = header(command);
  ShardPart part("inspect", command.output, command.stream, options);
  return part.complete([&](const StreamedGraph& item) {
    return [text = inspect_one(item, command, cache)] { return text; };
  });
}

void inspect(const InspectCommand& command, const CLI::App& given) {
  check_no_output_is_input({command.output, command.cache.file},
                           {command.stream.files.begin(), command.stream.files.end()});
  ChannelCache cache(command.cache);
  const StreamSummary summary = command.stream.shard
                                    ? inspect_shard(command, cache, options_of_results(given))
                                    : inspect_all(command, cache);
  cache.save();
  expect_no_failures("inspect", summary);
}

}  // namespace

run::PartSummary merge_inspect(run::PartSet& parts, const std::string& file) {
  Output output(file);
  output.write(parts.header().options.at(header_name).get<std::string>());
  const run::PartSummary summary =
      parts.for_each([&](const run::PartRecord& record) { output.write(record.bytes); });
  output.commit();
  return summary;
}

void add_inspect(CLI::App& app) {
  const auto command = std::make_shared<InspectCommand>();
  CLI::App* sub = app.add_subcommand("inspect", "Show the symmetry of every graph in files");
  add_stream_options(*sub, command->stream);
  add_shard_option(*sub, command->stream);
  add_format_options(*sub, command->format);
  sub->add_option("-o,--output", command->output, "File to write; - is stdout")
      ->type_name("FILE")
      ->capture_default_str();
  sub->add_flag("--generators", command->inspect.generators,
                "Print generators in cycle notation (JSON and text)");
  auto* channels = sub->add_flag("--channels", command->inspect.channels,
                                 "Print isotypic components with their eigenvalues, channels "
                                 "and the certificate");
  sub->add_flag("--canonical", command->inspect.canonical,
                "Print the canonical form as graph6 (text; JSON and CSV always have it)");
  auto* table = sub->add_flag("--table", command->inspect.table, "Print one line per graph");
  table->excludes("--generators")->excludes(channels)->excludes("--canonical");
  table->excludes("--json")->excludes("--csv");
  sub->add_option("--cache", command->cache.file, "Keep decompositions in this file")
      ->type_name("FILE")
      ->needs(channels);
  add_symmetry_options(*sub, command->inspect.symmetry);
  sub->add_option("--dense-limit", command->inspect.dense_limit,
                  "Above this number of nodes skip orbitals, 2-WL and canonical graph6; 2-WL is "
                  "skipped sooner where there are very many orbitals")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{30'000}))
      ->capture_default_str();
  sub->footer(
      "A graph is called FILE:LINE, by the line on which it begins.\n"
      "An orbit holds the nodes (edges, arcs, pairs of nodes) that the symmetries of the graph\n"
      "move to each other; an arc is an edge with a direction. 1-WL is colour refinement of\n"
      "nodes, 2-WL of pairs.\n"
      "In a --table, VT, ET and AT mean vertex-, edge- and arc-transitive, SRG strongly regular,\n"
      "DRG distance-regular, B bipartite.\n"
      "Examples:\n"
      "  isotypic inspect graph.g6\n"
      "  isotypic inspect graphs.g6 --table\n"
      "  isotypic generate petersen | isotypic inspect - --generators\n"
      "  isotypic inspect petersen.g6 --channels --canonical\n"
      "  isotypic inspect molecules.g6.gz --json | jq .aut_order\n"
      "  isotypic inspect graphs.g6 --csv --shard 0/4 -o part-0\n");
  sub->callback([command, sub] { inspect(*command, *sub); });
}

}  // namespace isotypic::cli
