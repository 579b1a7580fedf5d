// run_trainings: jobs that train, each with a checkpoint of its own beside the journal.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>

#include "experiments/context.hpp"
#include "isotypic/run/executor.hpp"

namespace isotypic::experiments {

/// The row of a job. `checkpoint` is where its training is kept while it is under way; empty
/// without a journal.
using Training = std::function<Json(std::int64_t job, const std::filesystem::path& checkpoint,
                                    const std::stop_token& stop)>;

/// Runs them as run_jobs does. A checkpoint is removed once the journal holds the row, not before:
/// so no instant exists at which a kill would lose a finished training.
///
/// With RunContext::ranks, the first rank says which job comes next, and the others follow it; they
/// have no entries. Throws Error if the ranks do not have the same plan.
[[nodiscard]] run::RunResult run_trainings(const run::Plan& plan, const Training& training,
                                           const RunContext& context);

}  // namespace isotypic::experiments
