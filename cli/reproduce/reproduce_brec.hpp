// The experiments on BREC as `isotypic reproduce` offers them.
#pragma once

#include <optional>

#include "cli/reproduce/reproduce_experiments.hpp"

namespace isotypic::cli {

void add_brec_options(CLI::App& sub, ReproduceOptions& options);
[[nodiscard]] std::optional<report::Record> reproduce_brec(const ReproduceOptions& options,
                                                           const experiments::RunContext& context);

void add_rpc_lite_options(CLI::App& sub, ReproduceOptions& options);
[[nodiscard]] std::optional<report::Record> reproduce_rpc_lite(
    const ReproduceOptions& options, const experiments::RunContext& context);

/// Random graphs without --data, BREC too with it.
void add_runtime_options(CLI::App& sub, ReproduceOptions& options);
[[nodiscard]] std::optional<report::Record> reproduce_runtime(
    const ReproduceOptions& options, const experiments::RunContext& context);

}  // namespace isotypic::cli
