// `isotypic reproduce spectral | zinc | molhiv`: the experiments on published data sets.
#pragma once

#include "cli/reproduce/reproduce_experiments.hpp"

namespace isotypic::cli {

[[nodiscard]] NamedExperiment spectral_experiment();
[[nodiscard]] NamedExperiment zinc_experiment();
[[nodiscard]] NamedExperiment molhiv_experiment();

}  // namespace isotypic::cli
