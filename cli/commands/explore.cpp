#include "cli/commands/explore.hpp"

#include <iostream>
#include <memory>
#include <string>

#include "cli/options/checks.hpp"
#include "cli/streams/output.hpp"
#include "cli/views/explorer_pages.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

struct ExploreCommand {
  ExplorerInput input;
  std::string output;
};

void run_explore(const ExploreCommand& command) {
  std::vector<std::filesystem::path> inputs(command.input.stream.files.begin(),
                                            command.input.stream.files.end());
  inputs.emplace_back(command.input.features);
  check_no_output_is_input({command.output}, inputs);
  Output output(command.output);
  const ExplorerResult result = make_explorer_page("explore", command.input, PageUse::File);
  if (result.num_graphs == 0) fail("explore", "there is no graph in the input");
  output.write(result.page);
  output.commit();
  expect_no_failures("explore", result.summary);
  if (command.output != "-") {
    std::cerr << printable(command.output) << ": " << result.num_graphs
              << (result.num_graphs == 1 ? " graph, " : " graphs, ")
              << format_number(static_cast<double>(result.page.size()) / 1e6, 3)
              << " MB; open it in a browser\n";
  }
}

}  // namespace

void add_explore(CLI::App& app) {
  const auto command = std::make_shared<ExploreCommand>();
  CLI::App* sub =
      app.add_subcommand("explore", "Write one page to look at the graphs of files in a browser");
  add_explorer_options(*sub, command->input);
  sub->get_option("FILE")->required();
  sub->add_option("-o,--output", command->output, "The page; - is standard output")
      ->type_name("FILE")
      ->required();
  sub->footer(
      "The page needs no other file and no network: send it to anybody.\n"
      "It takes graphs of up to 200 nodes, and may have up to 32 MB.\n"
      "Examples:\n"
      "  isotypic explore graphs.g6 -o graphs.html\n"
      "  isotypic explore molecules.g6 --features embeddings.npy -o molecules.html\n"
      "  head -n 10000 all.g6 | isotypic explore - -o first.html\n");
  sub->callback([command] { run_explore(*command); });
}

}  // namespace isotypic::cli
