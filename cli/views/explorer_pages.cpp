#include "cli/views/explorer_pages.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/streams/embedding.hpp"
#include "isotypic/explore/page.hpp"

namespace isotypic::cli {
namespace {

std::string title_of(const ExplorerInput& input) {
  if (!input.title.empty()) return input.title;
  if (input.stream.files.empty()) return "isotypic";
  const std::string& first = input.stream.files.front();
  const std::string name =
      first == "-" ? "standard input" : std::filesystem::path(first).filename().string();
  const std::size_t others = input.stream.files.size() - 1;
  return others == 0 ? name : name + " and " + std::to_string(others) + " more";
}

}  // namespace

void add_explorer_options(CLI::App& command, ExplorerInput& input) {
  add_stream_options(command, input.stream);
  command.get_option("FILE")->required(false);
  command.add_option("--features", input.features,
                     "Show the energy of these too: constant, degree, or an .npy file with one row "
                     "per node");
  add_rounds_option(command, input.rounds);
  command.add_option("--title", input.title, "The page's title; else the names of the files");
  add_symmetry_options(command, input.symmetry);
  add_ladder_options(command, input.ladder);
}

ExplorerResult make_explorer_page(const char* command, const ExplorerInput& input, PageUse use) {
  std::optional<NodeFeatures> features;
  if (!input.features.empty()) {
    features.emplace(input.features);
    expect_all_readable(*features, input.stream);
  }
  explore::ExplorerPage page(
      {.title = title_of(input), .features = input.features, .live = use == PageUse::Live});
  std::vector<Graph> graphs;
  ExplorerResult result;
  result.summary = stream_graphs(command, input.stream, [&](const StreamedGraph& item) {
    std::optional<Eigen::MatrixXd> rows;
    if (features) {
      rows = propagate(item.graph, features->rows(item.graph, item.first_node), input.rounds);
    }
    const auto view = std::make_shared<const explore::GraphView>(
        explore::view_graph(item.source, item.graph, input.symmetry, rows));
    return [&page, &graphs, view] {
      page.add(*view);
      graphs.push_back(view->graph);
    };
  });
  if (features) features->expect_rows(result.summary.num_nodes);
  const LadderOptions ladder = ladder_options(input.ladder, input.symmetry);
  const LadderClasses classes =
      ladder_classes(graphs, ladder, input.ladder.last, input.stream.threads);
  page.set_classes(classes, explore::tell_apart(graphs, classes, ladder, input.ladder.last));
  result.num_graphs = page.num_graphs();
  result.page = page.render();
  return result;
}

}  // namespace isotypic::cli
