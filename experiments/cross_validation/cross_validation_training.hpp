// One training of a cross-validation.
#pragma once

#include <filesystem>

#include "experiments/cross_validation/cross_validation_record.hpp"
#include "isotypic/learn/fit.hpp"

namespace isotypic::experiments {

/// The row of job `number`: test, validation and baseline score, best epoch and learning curve.
/// Throws Error (Cancelled) if context.stop asked for it; the checkpoint then has what was done.
[[nodiscard]] Json train_job(const CrossValidationJob& job, std::int64_t number,
                             learn::Pipeline pipeline, const nn::GraphTensors& tensors,
                             const std::filesystem::path& checkpoint,
                             const CrossValidationPlaces& places, const RunContext& context);

}  // namespace isotypic::experiments
