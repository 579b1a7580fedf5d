#include <iostream>
#include <memory>
#include <string>

#include "cli/commands/explore.hpp"
#include "cli/options/checks.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/views/explorer_pages.hpp"
#include "isotypic/explore/server.hpp"

namespace isotypic::cli {
namespace {

struct ServeCommand {
  ExplorerInput input;
  std::string address = "127.0.0.1";
  int port = 0;
};

void run_serve(const ServeCommand& command) {
  ExplorerResult result = make_explorer_page("serve", command.input, PageUse::Live);
  expect_no_failures("serve", result.summary);
  explore::ExplorerServer server(std::move(result.page),
                                 {.address = command.address, .port = command.port});
  const Interrupt interrupt("");
  std::cout << server.url() << '\n';
  finish_output("serve");
  std::cerr << "Open this address in a browser; Ctrl-C ends the server.\n";
  server.run(interrupt.token());
  std::cerr << "\nended\n";
}

}  // namespace

void add_serve(CLI::App& app) {
  const auto command = std::make_shared<ServeCommand>();
  CLI::App* sub = app.add_subcommand(
      "serve", "Draw, paste and change graphs in a browser, and see their symmetry at once");
  add_explorer_options(*sub, command->input);
  sub->add_option("--port", command->port, "Port to listen at; 0 takes any that is free")
      ->check(count_between(0, 65'535))
      ->capture_default_str();
  sub->add_option("--address", command->address,
                  "Address to listen at; others than this machine can reach all but 127.0.0.1")
      ->check([](const std::string& text) {
        return text.empty() ? std::string("must be an address, such as 127.0.0.1") : std::string();
      })
      ->capture_default_str();
  sub->footer(
      "The address that is printed holds a random token, and without it nobody gets an answer.\n"
      "The server reads no file after it has started.\n"
      "Examples:\n"
      "  isotypic serve\n"
      "  isotypic serve graphs.g6 --port 8080\n");
  sub->callback([command] { run_serve(*command); });
}

}  // namespace isotypic::cli
