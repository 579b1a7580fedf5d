// RunGroup: the records of `isotypic train`, grouped by their configuration.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/report/configurations.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::report {

/// The figure that says how many graphs were tested for each that was trained on, where the split
/// was drawn at random: such rounds share graphs (paired_t_test).
inline constexpr const char* overlap_figure = "test graphs per training graph";

/// Records that differ in nothing but their seed or fold.
struct RunGroup {
  std::string name;                  ///< what tells it from the other groups
  std::vector<std::size_t> records;  ///< places in the list
};

/// Whether the record is of one training, as `isotypic train` writes it.
[[nodiscard]] bool is_training(const Record& record);

/// The groups in the order of their first records. A record that is not of a training is a group of
/// its own and has the name of its experiment.
[[nodiscard]] std::vector<RunGroup> group_runs(std::span<const Record> records);

/// The figure that groups are compared by: the first whose name begins with "test/", or else the
/// first one. Empty if there are no figures.
[[nodiscard]] std::string compared_figure(std::span<const Record> records);

/// The figure of every run of the group, by its round.
[[nodiscard]] ConfigurationScores scores_of(const RunGroup& group, std::span<const Record> records,
                                            const std::string& figure);

/// The learning curves of trainings, one series per group; a ring marks the best epoch of each run
/// on the validation curve. None unless all records are of trainings and have such curves.
[[nodiscard]] std::vector<Plot> overlaid_curves(std::span<const Record> records);

}  // namespace isotypic::report
