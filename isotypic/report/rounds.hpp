// Rounds: the record of several trainings, as `isotypic train --seeds` and `cross-validate` write
// it, taken apart into the record of each training.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/report/record.hpp"

namespace isotypic::report {

/// "seed 0, fold 3".
[[nodiscard]] std::string round_name(std::int64_t seed, std::optional<std::int64_t> fold);

/// The name of a figure of one training: "sum/test accuracy, seed 0, fold 3".
[[nodiscard]] std::string round_figure(const std::string& configuration,
                                       const std::string& quantity, const std::string& round);

/// Whether the record is of configurations that were trained in several rounds.
[[nodiscard]] bool is_of_rounds(const Record& record);

/// The names of the configurations of such a record.
[[nodiscard]] std::vector<std::string> configurations_of_rounds(const Record& record);

/// Every record of rounds becomes a record for each training, as `isotypic train` writes it: with
/// the configuration, the figures and the learning curve of that training. Others stay as they are.
[[nodiscard]] std::vector<Record> unfold_rounds(std::span<const Record> records);

}  // namespace isotypic::report
