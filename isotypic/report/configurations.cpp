#include "isotypic/report/configurations.hpp"

#include <algorithm>

#include "isotypic/base/text.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::report {
namespace {

/// The test of two configurations on the rounds that both have; nothing for fewer than two.
std::optional<ConfigurationTest> test_pair(std::span<const ConfigurationScores> configurations,
                                           std::size_t first, std::size_t second) {
  const ConfigurationScores& a = configurations[first];
  const ConfigurationScores& b = configurations[second];
  std::vector<double> of_a, of_b;
  for (const auto& [round, score] : a.scores) {
    const auto found = b.scores.find(round);
    if (found == b.scores.end()) continue;
    of_a.push_back(score);
    of_b.push_back(found->second);
  }
  if (of_a.size() < 2) return std::nullopt;
  return ConfigurationTest{
      .first = first,
      .second = second,
      .difference = mean(of_b) - mean(of_a),
      .p_value = paired_t_test(of_b, of_a, std::max(a.overlap, b.overlap)).p_value};
}

/// Null where the configuration does not have the option.
Json value_of(const Json& config, const std::string& option) {
  const auto found = config.find(option);
  return found == config.end() ? Json(nullptr) : *found;
}

/// All options of the configurations, in the order of first appearance.
std::vector<std::string> options_of(std::span<const Json> configs) {
  std::vector<std::string> options;
  for (const Json& config : configs) {
    for (const auto& [option, value] : config.items()) {
      if (std::ranges::find(options, option) == options.end()) options.push_back(option);
    }
  }
  return options;
}

}  // namespace

std::vector<double> values_of(const ConfigurationScores& configuration) {
  std::vector<double> values;
  for (const auto& [round, score] : configuration.scores) values.push_back(score);
  return values;
}

std::vector<ConfigurationTest> test_configurations(
    std::span<const ConfigurationScores> configurations, TestedPairs pairs) {
  std::vector<ConfigurationTest> tests;
  for (std::size_t first = 0; first < configurations.size(); ++first) {
    if (first > 0 && pairs == TestedPairs::AgainstFirst) break;
    for (std::size_t second = first + 1; second < configurations.size(); ++second) {
      if (const auto test = test_pair(configurations, first, second)) tests.push_back(*test);
    }
  }
  std::vector<double> p_values;
  for (const ConfigurationTest& test : tests) p_values.push_back(test.p_value);
  const std::vector<double> adjusted = holm_bonferroni(p_values);
  for (std::size_t i = 0; i < tests.size(); ++i) tests[i].adjusted = adjusted[i];
  return tests;
}

Table configuration_table(const std::string& score,
                          const std::optional<ConfigurationScores>& baseline,
                          std::span<const ConfigurationScores> configurations) {
  const auto tests = test_configurations(configurations, TestedPairs::AgainstFirst);
  Table table{.columns = {{"configuration"}, {"rounds"}, {score}, {"deviation"}}};
  if (configurations.size() > 1) {
    table.columns.push_back({"difference", NumberStyle::Signed});
    table.columns.push_back({"p", NumberStyle::Own});
  }
  if (tests.size() > 1) table.columns.push_back({"p (Holm)", NumberStyle::Own});
  const auto add = [&](const ConfigurationScores& row, const ConfigurationTest* test) {
    const std::vector<double> values = values_of(row);
    std::vector<Cell> cells = {row.name, std::ssize(values),
                               values.empty() ? Cell() : Cell(mean(values)),
                               values.size() < 2 ? Cell() : Cell(standard_deviation(values))};
    cells.resize(table.columns.size());
    if (test != nullptr) {
      cells[4] = test->difference;
      cells[5] = test->p_value;
      if (tests.size() > 1) cells[6] = test->adjusted;
    }
    table.add_row(std::move(cells));
  };
  if (baseline) add(*baseline, nullptr);
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    const auto test = std::ranges::find(tests, i, &ConfigurationTest::second);
    add(configurations[i], test == tests.end() ? nullptr : &*test);
  }
  return table;
}

std::string option_in_words(const std::string& option, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  std::string name = option;
  std::ranges::replace(name, '_', ' ');
  if (value.is_boolean()) return (value.get<bool>() ? "" : "no ") + name;
  if (value.is_number_float()) return name + " " + format_number(value.get<double>());
  return name + " " + (value.is_null() ? "default" : dump_json(value));
}

std::vector<std::string> names_of_configurations(std::span<const Json> configs) {
  std::vector<std::string> differing;
  for (const std::string& option : options_of(configs)) {
    const Json value = value_of(configs.front(), option);
    const bool same = std::ranges::all_of(
        configs, [&](const Json& config) { return value_of(config, option) == value; });
    if (!same) differing.push_back(option);
  }
  if (differing.empty()) differing = {"encoder", "readout"};
  std::vector<std::string> names;
  for (const Json& config : configs) {
    std::string name;
    for (const std::string& option : differing) {
      name += (name.empty() ? "" : ", ") + option_in_words(option, value_of(config, option));
    }
    names.push_back(name);
  }
  return names;
}

}  // namespace isotypic::report
