// What a cross-validation has found, as a record.
#pragma once

#include <string>
#include <vector>

#include "experiments/cross_validation/cross_validation.hpp"
#include "isotypic/report/configurations.hpp"
#include "isotypic/run/journal.hpp"

namespace isotypic::experiments {

/// One training: a configuration in a round.
struct CrossValidationJob {
  std::size_t configuration = 0;
  Round round;
  std::string name;  ///< "sum, seed 0, fold 3"

  [[nodiscard]] const std::string& key() const { return name; }
};

/// All that the record says about the jobs besides their rows.
struct CrossValidationFacts {
  std::string dataset;
  std::string metric;
  std::string baseline;            ///< its name
  std::vector<std::string> names;  ///< of the configurations
  double overlap = 0.0;            ///< as report::paired_t_test() takes it
};

/// Adds rows, figures, tables and plots. An entry has test, validation, baseline, best_epoch and
/// the curve of its job.
void fill_record(report::Record& record, const std::vector<CrossValidationJob>& jobs,
                 const std::vector<run::Entry>& entries, const CrossValidationFacts& facts);

}  // namespace isotypic::experiments
