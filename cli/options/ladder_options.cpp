#include "cli/options/ladder_options.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/base/time_limit.hpp"

namespace isotypic::cli {

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
  command
      .add_option("--rung-limit", choice.seconds,
                  "Seconds for a rung of a graph, which is then skipped; 0 is no limit")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0, max_time_limit_seconds))
      ->capture_default_str();
  command
      .add_option("--max-copies", choice.max_representatives,
                  "Marked copies of a graph for a rung, which is then skipped; 0 is no limit")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

LadderOptions ladder_options(const LadderChoice& choice, bool node_colours) {
  LadderOptions options;
  options.node_colours = node_colours;
  options.max_representatives = choice.max_representatives;
  options.time_limit = milliseconds_from_seconds(choice.seconds);
  return options;
}

}  // namespace isotypic::cli
