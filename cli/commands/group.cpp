#include "cli/commands/group.hpp"

#include <unistd.h>

#include <memory>
#include <string>
#include <utility>

#include "cli/options/node_list.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "cli/views/group_view.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/group/export.hpp"

namespace isotypic::cli {
namespace {

/// A group as an expression of another system.
enum class Export { None, Gap, Sage, Cycles };

struct GroupCommand {
  StreamOptions stream;
  SymmetryOptions symmetry;
  GroupQuestions questions;
  Export as = Export::None;
  Format format = Format::Text;
};

std::string exported(const AutomorphismGroup& group, const GroupCommand& command) {
  const auto& generators = group.symmetry().generators;
  switch (command.as) {
    case Export::Gap:
      return format_gap_group(generators) + ";\n";
    case Export::Sage:
      return format_sage_group(generators, group.num_nodes()) + '\n';
    default:
      return format_cycles(generators, command.questions.first);
  }
}

std::string render(const StreamedGraph& item, const GroupCommand& command) {
  const GroupAnswers answers = answer(item.source, item.graph, command.symmetry, command.questions);
  if (command.as != Export::None) return exported(answers.group, command);
  switch (command.format) {
    case Format::Json:
      return json_line(to_json(answers, command.questions));
    case Format::Csv:
      return to_csv(answers) + '\n';
    case Format::Text:
      return to_text(answers, command.questions, terminal_width(STDOUT_FILENO, 80)) + '\n';
  }
  return {};
}

void run_group(const GroupCommand& command) {
  Output output;
  if (command.format == Format::Csv) output.write(group_csv_header() + '\n');
  const StreamSummary summary =
      stream_graphs("group", command.stream, [&](const StreamedGraph& item) {
        return [&output, text = render(item, command)] { output.write(text); };
      });
  output.commit();
  expect_no_failures("group", summary);
}

void add_questions(CLI::App& sub, GroupQuestions& questions) {
  constexpr std::int64_t most_elements = 1'000'000;
  add_node_list(sub, "--fix", questions.fixed_nodes, "Only automorphisms that fix these nodes");
  add_node_list(sub, "--keep-set", questions.kept_set,
                "Only automorphisms that take this set of nodes to itself");
  add_node_list(sub, "--set-orbit", questions.set_orbit, "The images of this set of nodes");
  sub.add_option("--contains", questions.contains,
                 "Whether a permutation in cycle notation is in the group: '(0 1)(2 3)'")
      ->type_name("CYCLES");
  sub.add_option("--random", questions.num_random, "Draw this many elements, all equally likely")
      ->check(CLI::Range(std::int64_t{0}, most_elements));
  sub.add_option("--seed", questions.seed, "Seed of --random")
      ->check(is_seed())
      ->capture_default_str();
  sub.add_option("--elements", questions.num_elements, "List the first N elements")
      ->check(CLI::Range(std::int64_t{0}, most_elements));
  sub.add_flag("--generators", questions.generators, "Print generators");
  sub.add_flag("--classes", questions.classes,
               "Print conjugacy classes with the permutation character");
  sub.add_flag("--blocks", questions.blocks, "Print the minimal block systems");
  sub.add_flag("--quotient", questions.quotient, "Print the quotient graph: one node per orbit");
  sub.add_option("--count-from", questions.first, "Count nodes from 0 or 1")
      ->check(CLI::IsMember({0, 1}))
      ->capture_default_str();
}

}  // namespace

void add_group(CLI::App& app) {
  const auto command = std::make_shared<GroupCommand>();
  CLI::App* sub = app.add_subcommand("group", "Compute with the automorphism group of graphs");
  add_stream_options(*sub, command->stream);
  add_format_options(*sub, command->format);
  add_questions(*sub, command->questions);
  const std::map<std::string, Export> names = {
      {"gap", Export::Gap}, {"sage", Export::Sage}, {"cycles", Export::Cycles}};
  sub->add_option("--export", command->as,
                  "Write only the group: gap, sage, or cycles (one generator per line)")
      ->transform(choice(names))
      ->type_name("NAME")
      ->excludes("--json")
      ->excludes("--csv");
  add_symmetry_options(*sub, command->symmetry);
  sub->footer(
      "The real irreducible pieces of the node space are written as dimension x multiplicity.\n"
      "Examples:\n"
      "  isotypic generate petersen | isotypic group - --generators\n"
      "  isotypic group graph.g6 --fix 0 --set-orbit 1,2\n"
      "  isotypic group graph.g6 --random 3 --seed 7 --json | jq .random\n"
      "  isotypic group graph.g6 --classes\n"
      "  isotypic group graph.g6 --export gap > group.g\n");
  sub->callback([command] { run_group(*command); });
}

}  // namespace isotypic::cli
