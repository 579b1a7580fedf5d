#include "cli/commands/select.hpp"

#include <cstdint>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "cli/options/checks.hpp"
#include "cli/options/option_fields.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/graph_output.hpp"
#include "cli/streams/graph_stream.hpp"
#include "isotypic/symmetry/invariant_condition.hpp"

namespace isotypic::cli {
namespace {

struct SelectCommand {
  StreamOptions stream;
  SymmetryOptions symmetry;
  GraphOutputOptions output;
  std::string where;
  bool invert = false;
  bool count = false;
  bool list = false;
};

void run_select(const SelectCommand& command) {
  check_no_output_is_input({command.output.file},
                           {command.stream.files.begin(), command.stream.files.end()});
  const InvariantCondition condition =
      as_usage_error([&] { return InvariantCondition(command.where); });
  const std::int64_t dense_limit = condition.needs_orbitals() ? default_dense_limit : 0;
  std::int64_t num_selected = 0;
  std::int64_t num_undecided = 0;
  GraphOutput output(command.output);
  const StreamSummary summary =
      stream_graphs("select", command.stream, [&](StreamedGraph& item) -> std::function<void()> {
        const std::optional<bool> holds =
            condition.holds(compute_invariants(item.graph, command.symmetry, dense_limit));
        if (!holds) return [&] { ++num_undecided; };
        if (*holds == command.invert) return [] {};
        auto graph = std::make_shared<Graph>(std::move(item.graph));
        return [&, graph] {
          ++num_selected;
          if (!command.count) output.write(*graph, command.symmetry);
        };
      });
  if (command.count) output.write_text(std::to_string(num_selected) + '\n');
  output.commit();
  if (num_undecided > 0) {
    std::cerr << "isotypic: " << num_undecided << (num_undecided == 1 ? " graph" : " graphs")
              << " left out: the condition asks for something that they do not have, such as the "
                 "girth of a forest\n";
  }
  expect_no_failures("select", summary);
}

/// The names that conditions know, for --list.
std::string list_of_names() {
  std::ostringstream text;
  for (const InvariantField& field : invariant_fields()) {
    text << std::left << std::setw(20) << field.name << field.about << '\n';
  }
  return text.str();
}

}  // namespace

void add_select(CLI::App& app) {
  const auto command = std::make_shared<SelectCommand>();
  CLI::App* sub = app.add_subcommand("select", "Keep the graphs that meet a condition");
  add_stream_options(*sub, command->stream);
  sub->get_option("FILE")->required(false);
  sub->add_option("--where", command->where, "The condition: 'aut_order > 100 and orbits == 1'")
      ->type_name("CONDITION");
  sub->add_flag("--invert", command->invert, "Keep the graphs that do not meet it");
  sub->add_flag("--count", command->count, "Print only how many graphs there are");
  sub->add_flag("--list", command->list, "List the invariants that a condition may name");
  add_graph_output_options(*sub, command->output);
  add_symmetry_options(*sub, command->symmetry);
  sub->footer(
      "A condition has names of invariants (num_ may be left out), numbers, true and false,\n"
      "'text', + - * / %, == != < <= > >=, not, and, or, and parentheses.\n"
      "A graph is left out if the condition asks for something that it does not have.\n"
      "Examples:\n"
      "  isotypic select graphs.g6 --where 'aut_order > 100 and orbits == 1'\n"
      "  isotypic select graphs.g6 --where 'm == n - 1 and components == 1' --count\n"
      "  isotypic select graphs.g6 --where 'distance_regular and 3 <= diameter <= 4'\n"
      "  isotypic select --list\n");
  sub->callback([command] {
    if (command->list) {
      std::cout << list_of_names();
      return finish_output("select");
    }
    if (command->stream.files.empty()) throw CLI::RequiredError("FILE");
    if (command->where.empty()) throw CLI::RequiredError("--where (or --list)");
    run_select(*command);
  });
}

}  // namespace isotypic::cli
