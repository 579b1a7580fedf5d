#include "cli/options/option_fields.hpp"

namespace isotypic::cli {
namespace {

/// --NAME turns a switch on; --NAME=false keeps the default, also where a recipe would turn it on.
void add_switch(CLI::App& command, const OptionField& field, const OptionRow& row,
                const Json& fallback, Json& given) {
  command.add_flag_function(
      row.option,
      [&given, name = field.name, on = field.switch_value, fallback](std::int64_t times) {
        given[name] = times > 0 ? on : fallback;
      },
      row.about);
}

void add_value(CLI::App& command, const OptionField& field, const OptionRow& row, Json& given) {
  const auto keep = [&given, field, option = row.option](const std::vector<std::string>& words) {
    try {
      given[field.name] = parse_option(field, words);
    } catch (const Error& error) {
      throw CLI::ValidationError(option, error.reason());
    }
  };
  const std::string names =
      row.option + (field.alias.empty() ? "" : "," + option_name(field.alias));
  const std::string about = row.about + (row.fallback.empty() ? "" : " [" + row.fallback + "]");
  CLI::Option* option = nullptr;
  if (field.is_list) {
    option = command.add_option_function<std::vector<std::string>>(names, keep, about);
    option->delimiter(',');
    if (field.accept.count > 0) option->expected(static_cast<int>(field.accept.count));
  } else {
    option = command.add_option_function<std::string>(
        names, [keep](const std::string& word) { keep({word}); }, about);
  }
  option->type_name(row.type + (row.accepts.empty() ? "" : ":" + row.accepts));
}

}  // namespace

void add_option_fields(CLI::App& command, const std::vector<OptionField>& fields,
                       const Json& defaults, Json& given) {
  for (const OptionField& field : fields) {
    if (!field.on_command_line) continue;
    const OptionRow row = describe_option(field, defaults.at(field.name));
    if (field.switch_name.empty()) {
      add_value(command, field, row, given);
    } else {
      add_switch(command, field, row, defaults.at(field.name), given);
    }
  }
}

}  // namespace isotypic::cli
