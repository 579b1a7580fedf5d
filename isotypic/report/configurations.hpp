// Configurations: runs that differ in nothing but their seed or fold belong together, and are
// compared with the runs of other configurations round by round.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/report/cells.hpp"

namespace isotypic::report {

/// The scores of one configuration.
struct ConfigurationScores {
  std::string name;
  std::map<std::string, double> scores;  ///< by round, such as "seed 0, fold 3"
  double overlap = 0.0;                  ///< of the rounds, as paired_t_test() takes it
};

/// The scores as a list, in the order of the rounds.
[[nodiscard]] std::vector<double> values_of(const ConfigurationScores& configuration);

/// What the rounds of two configurations say about them.
struct ConfigurationTest {
  std::size_t first = 0;  ///< places in the list
  std::size_t second = 0;
  double difference = 0.0;  ///< mean of second - first, over the rounds that both have
  double p_value = 1.0;     ///< of paired_t_test()
  double adjusted = 1.0;    ///< by Holm, over all tests of the list
};

/// Which configurations are tested against which.
enum class TestedPairs { AgainstFirst, All };

/// The tests of all pairs that have at least two rounds in common.
[[nodiscard]] std::vector<ConfigurationTest> test_configurations(
    std::span<const ConfigurationScores> configurations, TestedPairs pairs);

/// A row for the baseline, if there is one, then one for each configuration: rounds, mean and
/// deviation of the score, and the paired test against the first configuration. `score` is the name
/// of the column, such as "test accuracy".
[[nodiscard]] Table configuration_table(const std::string& score,
                                        const std::optional<ConfigurationScores>& baseline,
                                        std::span<const ConfigurationScores> configurations);

/// An option and its value for people: "components" (a name speaks for itself), "hidden 64".
[[nodiscard]] std::string option_in_words(const std::string& option, const Json& value);

/// A name for each configuration made of the options in which they differ: "sum, hidden 64". Equal
/// configurations get equal names; a single one is named by its encoder and readout.
[[nodiscard]] std::vector<std::string> names_of_configurations(std::span<const Json> configs);

}  // namespace isotypic::report
