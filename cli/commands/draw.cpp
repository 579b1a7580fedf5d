#include "cli/commands/draw.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/checks.hpp"
#include "cli/options/option_fields.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/embedding.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/report/plot/graph_sheet.hpp"
#include "isotypic/report/plot/layout.hpp"

namespace isotypic::cli {
namespace {

using report::DrawOptions;
using report::NodeColouring;

struct DrawCommand {
  StreamOptions stream;
  std::string output;
  std::string features;
  std::int64_t rounds = 0;
  std::string names;
  SymmetryOptions symmetry;
  Json given = Json::object();  ///< options of DrawOptions that were typed
  Format format = Format::Text;
};

/// The options, with the colouring that others imply.
DrawOptions options_of(const DrawCommand& command) {
  DrawOptions options = read_options(report::draw_fields(), "", command.given);
  const bool chosen = command.given.contains("colour");
  const auto imply = [&](bool given, const char* option, NodeColouring colouring) {
    if (!given) return;
    if (chosen && options.colour != colouring) {
      throw CLI::ValidationError(option, "goes with --colour " + enum_name(colouring) + " only");
    }
    options.colour = colouring;
  };
  if (!chosen && command.given.contains("channel") && !command.features.empty()) {
    throw CLI::ValidationError("--channel and --features exclude each other");
  }
  imply(command.given.contains("channel"), "--channel", NodeColouring::Channel);
  imply(!command.features.empty(), "--features", NodeColouring::Destroyed);
  if (options.colour == NodeColouring::Destroyed && command.features.empty()) {
    throw CLI::ValidationError("--colour destroyed", "needs --features");
  }
  return options;
}

/// By the end of its name; an SVG goes to standard output too.
bool is_png(const std::string& output) {
  const std::string end = std::filesystem::path(output).extension();
  if (equal_ignoring_case(end, ".png")) return true;
  if (output == "-" || equal_ignoring_case(end, ".svg")) return false;
  throw CLI::ValidationError("--output", "must end in .svg or .png, or be - for an SVG");
}

/// One name per line, for the nodes of all graphs one after the other.
class NodeNames {
 public:
  explicit NodeNames(std::string file) : file_(std::move(file)) {
    if (file_.empty()) return;
    std::istringstream lines(read_file(file_));
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with('\r')) line.pop_back();
      names_.push_back(std::move(line));
    }
  }

  [[nodiscard]] std::vector<std::string> of(const StreamedGraph& item) const {
    if (file_.empty()) return {};
    const std::int64_t end = item.first_node + item.graph.num_nodes();
    if (end > std::ssize(names_)) {
      fail("draw", file_, ": ", names_.size(), " names are too few: the graphs so far have ", end,
           " nodes");
    }
    return {names_.begin() + item.first_node, names_.begin() + end};
  }

  void expect_nodes(std::int64_t num_nodes) const {
    if (file_.empty() || num_nodes == std::ssize(names_)) return;
    fail("draw", file_, ": ", names_.size(), " names, but the graphs have ", num_nodes, " nodes");
  }

 private:
  std::string file_;
  std::vector<std::string> names_;
};

constexpr const char* draw_csv_header = "source,node,x,y,value\n";

/// Where the nodes stand and what colours them, for other programs that draw.
std::string data_of(const StreamedGraph& item, const report::NodeValues& values, Format format) {
  const std::vector<report::Point> points = report::layout_graph(item.graph);
  if (format == Format::Csv) {
    std::string rows;
    for (std::size_t v = 0; v < points.size(); ++v) {
      const auto value = values.values.empty() ? std::nullopt : std::optional(values.values[v]);
      rows += csv_cells(item.source, v, points[v].x, points[v].y, value) + '\n';
    }
    return rows;
  }
  nlohmann::ordered_json json = {{"source", item.source},
                                 {"n", item.graph.num_nodes()},
                                 {"edges", nlohmann::ordered_json::array()},
                                 {"positions", nlohmann::ordered_json::array()},
                                 {"values", nullptr},
                                 {"meaning", values.meaning}};
  for (const Edge& edge : item.graph.edges()) json["edges"].push_back({edge.u, edge.v});
  for (const report::Point& point : points) json["positions"].push_back({point.x, point.y});
  if (!values.values.empty()) json["values"] = values.values;
  return json_line(json);
}

/// The picture of one graph, or the data of it, or both.
struct Result {
  std::optional<report::Drawing> drawing;
  std::string data;
};

/// Everything that drawing needs besides the graphs.
struct Studio {
  DrawOptions options;
  SymmetryOptions symmetry;
  std::optional<NodeFeatures> features;
  std::int64_t rounds = 0;
  NodeNames names;
  bool draws = false;
  Format format = Format::Text;

  [[nodiscard]] Result work_on(const StreamedGraph& item) const {
    if (item.graph.num_nodes() > report::max_drawn_nodes) {
      fail("draw", "a graph of ", item.graph.num_nodes(), " nodes is too large to draw; at most ",
           report::max_drawn_nodes);
    }
    const Symmetry found = compute_symmetry(item.graph, symmetry);
    std::optional<Eigen::MatrixXd> rows;
    if (features) {
      rows = propagate(item.graph, features->rows(item.graph, item.first_node), rounds);
    }
    Result result;
    if (draws) {
      result.drawing =
          report::draw_with_meaning(item.source, item.graph, found, options, rows, names.of(item));
    }
    if (format != Format::Text) {
      result.data = data_of(item, report::node_values(item.graph, found, options, rows), format);
    }
    return result;
  }
};

/// The sheet is made, and converted, before the file is touched.
void write_sheet(const std::vector<report::Drawing>& drawings, const DrawOptions& options,
                 const std::string& path) {
  std::string picture = report::make_sheet(drawings, options);
  if (is_png(path)) picture = report::svg_to_png(picture, options.width);
  Output file(path);
  file.write(picture);
  file.commit();
}

/// All usage errors are found here, before a graph is read.
Studio open_studio(const DrawCommand& command) {
  const bool draws = !command.output.empty();
  if (!draws && command.format == Format::Text) {
    throw CLI::RequiredError("--output FILE, --json or --csv");
  }
  if (draws) (void)is_png(command.output);
  if (command.output == "-" && command.format != Format::Text) {
    throw CLI::ValidationError("--output", "must be a file beside --json or --csv");
  }
  std::vector<std::filesystem::path> inputs(command.stream.files.begin(),
                                            command.stream.files.end());
  inputs.insert(inputs.end(), {command.features, command.names});
  check_no_output_is_input({command.output}, inputs);
  Studio studio{.options = options_of(command),
                .symmetry = command.symmetry,
                .features = {},
                .rounds = command.rounds,
                .names = NodeNames(command.names),
                .draws = draws,
                .format = command.format};
  if (!command.features.empty()) studio.features.emplace(command.features);
  if (studio.features) expect_all_readable(*studio.features, command.stream);
  if (!command.names.empty() && command.stream.keep_going) {
    throw CLI::ValidationError("--keep-going", "cannot be used with --names");
  }
  return studio;
}

void run_draw(const DrawCommand& command) {
  const Studio studio = open_studio(command);
  std::vector<report::Drawing> drawings;
  std::string data = command.format == Format::Csv ? draw_csv_header : "";
  const StreamSummary summary =
      stream_graphs("draw", command.stream, [&](const StreamedGraph& item) {
        return [&, result = studio.work_on(item)] {
          if (result.drawing) drawings.push_back(*result.drawing);
          if (std::ssize(drawings) > report::max_sheet_drawings) {
            fail("draw", "a sheet holds at most ", report::max_sheet_drawings,
                 " graphs: draw the file in parts, such as `head -", report::max_sheet_drawings,
                 " FILE | isotypic draw - -o part.svg`");
          }
          data += result.data;
        };
      });
  if (studio.features) studio.features->expect_rows(summary.num_nodes);
  studio.names.expect_nodes(summary.num_nodes);
  if (studio.draws && drawings.empty()) {
    expect_no_failures("draw", summary);
    fail("draw", "there is no graph in the input");
  }
  if (studio.draws) write_sheet(drawings, studio.options, command.output);
  if (command.format != Format::Text) {
    Output output;
    output.write(data);
    output.commit();
  }
  expect_no_failures("draw", summary);
}

}  // namespace

void add_draw(CLI::App& app) {
  const auto command = std::make_shared<DrawCommand>();
  CLI::App* sub = app.add_subcommand("draw", draw_about);
  add_stream_options(*sub, command->stream);
  sub->add_option("-o,--output", command->output,
                  "The picture: FILE.svg or FILE.png; - is an SVG on standard output")
      ->type_name("FILE");
  add_option_fields(*sub, report::draw_fields().list(), report::draw_fields().values(DrawOptions()),
                    command->given);
  sub->add_option("--features", command->features,
                  "Features for --colour destroyed: degree, or an .npy file with one row per node");
  add_rounds_option(*sub, command->rounds);
  sub->add_option("--names", command->names,
                  "Write the names of nodes: a text file with one line per node")
      ->type_name("FILE");
  add_format_options(*sub, command->format);
  add_symmetry_options(*sub, command->symmetry);
  sub->footer(
      "--json and --csv write positions and values of the nodes, for other programs that draw.\n"
      "Rows of .npy and text files are the nodes of all graphs, one after the other.\n"
      "Examples:\n"
      "  isotypic generate petersen | isotypic draw - -o petersen.svg\n"
      "  isotypic draw graphs.g6 -o sheet.png --labels\n"
      "  isotypic draw graph.g6 -o channel.svg --channel 1\n"
      "  isotypic draw graph.g6 -o destroyed.svg --features embeddings.npy\n");
  sub->callback([command] { run_draw(*command); });
}

}  // namespace isotypic::cli
