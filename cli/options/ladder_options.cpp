#include "cli/options/ladder_options.hpp"

#include "isotypic/base/error.hpp"

namespace isotypic::cli {
namespace {

constexpr std::int64_t most_copies = 1'000'000'000'000;

}  // namespace

void add_ladder_options(CLI::App& command, LadderChoice& choice) {
  command
      .add_option_function<std::string>(
          "--max-rung",
          [&choice](const std::string& name) {
            try {
              choice.last = parse_enum<Rung>(name);
            } catch (const Error& error) {
              throw CLI::ValidationError("--max-rung", error.reason());
            }
          },
          "The last rung: " + listed(enum_names<Rung>()))
      ->type_name("NAME")
      ->default_str(enum_name(choice.last));
  add_time_limit_option(command, "--rung-limit", choice.rung_limit,
                        "Seconds for a rung of a graph, which is then skipped; components and "
                        "spectrum end what they have begun")
      ->default_str("10");
  command
      .add_option("--max-copies", choice.max_representatives,
                  "Marked copies of a graph for a rung, which is then skipped; 0 is no limit")
      ->check(CLI::Range(std::int64_t{0}, most_copies))
      ->capture_default_str();
}

LadderOptions ladder_options(const LadderChoice& choice, const SymmetryOptions& symmetry) {
  LadderOptions options;
  options.node_colours = symmetry.node_colours;
  options.search_limit = symmetry.time_limit;
  options.max_representatives = choice.max_representatives;
  options.time_limit = choice.rung_limit;
  return options;
}

}  // namespace isotypic::cli
