// The configurations of the downstream tasks, and the paper's results.
#pragma once

#include "experiments/downstream/downstream.hpp"

namespace isotypic::experiments {

/// The configuration as records and journals hold it.
[[nodiscard]] Json to_json(const DownstreamConfig& config);

/// Sets record.paper for the models of this run that are in the paper's tables.
void add_paper_scores(report::Record& record, const DownstreamConfig& config);

}  // namespace isotypic::experiments
