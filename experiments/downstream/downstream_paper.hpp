// The paper's results of the downstream tasks.
#pragma once

#include "experiments/downstream/downstream.hpp"

namespace isotypic::experiments {

/// Sets record.paper for the models of this run that are in the paper's tables.
void add_paper_scores(report::Record& record, const DownstreamConfig& config);

}  // namespace isotypic::experiments
