#include "cli/commands/generate.hpp"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/checks.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/output.hpp"
#include "cli/terminal/progress.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::cli {
namespace {

struct GenerateOptions {
  std::vector<std::string> words;  ///< the family and its arguments
  FamilyOptions family;
  std::int64_t count = 1;
  std::optional<std::uint64_t> relabel_seed;
  bool for_cfi = false;  ///< an option was given that only CFI graphs have
  bool list = false;
};

void print_catalogue() {
  for (const FamilyEntry& entry : family_catalogue()) {
    std::cout << std::left << std::setw(40) << (entry.name + ' ' + entry.arguments)
              << entry.description << (entry.random ? " (random: --seed, --count)" : "") << '\n';
  }
  finish_output("generate");
}

void generate(const GenerateOptions& options) {
  const std::string& name = options.words.front();
  const std::span<const std::string> arguments = std::span(options.words).subspan(1);
  // A family that is not random gives one graph; only relabelled copies of it differ.
  if (options.count > 1 && !options.relabel_seed && !is_random_family(name, arguments)) {
    fail("generate", "'", name, "' is not random: ", options.count, " copies would be equal; ",
         "give --relabel to shuffle each");
  }
  if (options.for_cfi &&
      std::find(options.words.begin(), options.words.end(), "cfi") == options.words.end()) {
    fail("generate", "--variant and --twisted are for cfi, not for '", name, "'");
  }
  Output output;
  ProgressBar bar("generate");
  for (std::int64_t i = 0; i < options.count; ++i) {
    bar.update({.done = i, .total = options.count});
    FamilyOptions family = options.family;
    family.seed += static_cast<std::uint64_t>(i);
    Graph graph = make_family(name, arguments, family);
    if (options.relabel_seed) {
      Random random(*options.relabel_seed, static_cast<std::uint64_t>(i));
      graph = relabel(graph, random_permutation(graph.num_nodes(), random));
    }
    const std::string line = format_graph6(graph) + '\n';
    bar.print_above([&] { output.write(line); });
  }
  output.commit();
}

}  // namespace

void add_generate(CLI::App& app) {
  const auto options = std::make_shared<GenerateOptions>();
  CLI::App* command = app.add_subcommand("generate", "Write graphs of a family as graph6");
  command->add_option("NAME ARGS", options->words, "Family and its arguments; see --list");
  command->add_flag("--list", options->list, "List the families and their arguments");
  command->add_option("--seed", options->family.seed, "Seed of the random families")
      ->check(is_seed())
      ->capture_default_str();
  command->add_option("--count", options->count, "Number of graphs; graph i uses seed + i")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}))
      ->capture_default_str();
  command->add_option("--relabel", options->relabel_seed, "Shuffle the nodes with this seed")
      ->check(is_seed());
  const std::map<std::string, CfiVariant> variants = {{"full", CfiVariant::Full},
                                                      {"contracted", CfiVariant::Contracted},
                                                      {"compact", CfiVariant::Compact}};
  command->add_option("--variant", options->family.variant, "CFI gadget: full, contracted, compact")
      ->transform(choice(variants));
  command->add_flag("--twisted", options->family.twisted, "Twist one edge of the CFI graph");
  command->footer(
      "Examples:\n"
      "  isotypic generate petersen\n"
      "  isotypic generate torus 4 5\n"
      "  isotypic generate random-regular 20 3 --seed 7 --count 10\n"
      "  isotypic generate cfi complete 4 --variant compact --twisted\n"
      "  isotypic generate line cycle 5 --relabel 1\n");
  command->callback([options, command] {
    if (options->list) {
      print_catalogue();
      return;
    }
    options->for_cfi = command->count("--variant") + command->count("--twisted") > 0;
    if (options->words.empty()) throw CLI::RequiredError("NAME (or --list)");
    try {
      generate(*options);
    } catch (const Error& error) {
      // Everything the user gives here are arguments, so bad input is wrong usage.
      if (error.kind() == ErrorKind::BadInput) {
        throw CLI::ValidationError("generate", error.reason());
      }
      throw;
    }
  });
}

}  // namespace isotypic::cli
