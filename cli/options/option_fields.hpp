// The fields of an options struct as options of a command.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/options.hpp"

namespace isotypic::cli {

/// Adds an option or a switch for every field of the command line. What is typed is checked at once
/// and kept in `given` by the name of its field; `given` must live as long as the command.
/// `defaults` has the values of all fields, for the help.
void add_option_fields(CLI::App& command, const std::vector<OptionField>& fields,
                       const Json& defaults, Json& given);

/// Calls `body`, and turns an Error about bad input into one of usage.
template <typename Body>
decltype(auto) as_usage_error(Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::BadInput) throw;
    throw CLI::ValidationError(error.reason());
  }
}

/// The defaults, then the JSON file `config` (none if empty), then what was typed.
///
/// Throws Error, naming the file, for its mistakes. Throws CLI::ValidationError if options do not
/// fit together and the command line has one of them.
template <typename Options>
[[nodiscard]] Options read_options(const OptionFields<Options>& fields, const std::string& config,
                                   const Json& given) {
  Json json = Json::object();
  if (!config.empty()) json = parse_json(read_file(config), config);
  if (json.is_object()) json.update(given);
  Options options{};
  fields.assign(options, json, config.empty() ? "options" : config);
  for (const OptionRule& rule : fields.rules()) {
    const bool typed = std::ranges::any_of(
        rule.fields, [&](const std::string& field) { return given.contains(field); });
    try {
      rule.check(&options);
    } catch (const Error& error) {
      if (typed || config.empty()) throw CLI::ValidationError(error.reason());
      fail("options", config, ": ", error.reason());
    }
  }
  return options;
}

}  // namespace isotypic::cli
