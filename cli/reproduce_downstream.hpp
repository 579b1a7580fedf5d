// `isotypic reproduce spectral | zinc | molhiv`: the experiments on published data sets.
#pragma once

#include <string>

#include "cli/reproduce_experiments.hpp"

namespace isotypic::cli {

[[nodiscard]] NamedExperiment spectral_experiment();
[[nodiscard]] NamedExperiment zinc_experiment();
[[nodiscard]] NamedExperiment molhiv_experiment();

/// --data: where the data sets are; ISOTYPIC_DATA by default.
void add_data_option(CLI::App& sub, ReproduceOptions& options);

/// Which data set the experiment lacks, as a clause; empty if it has what it needs.
[[nodiscard]] std::string missing_data(const NamedExperiment& experiment,
                                       const ReproduceOptions& options);

}  // namespace isotypic::cli
