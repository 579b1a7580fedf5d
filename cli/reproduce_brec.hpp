// The experiments on BREC as `isotypic reproduce` offers them.
#pragma once

#include <optional>

#include "cli/reproduce_experiments.hpp"

namespace isotypic::cli {

/// --data, by default what the environment variable ISOTYPIC_DATA says.
void add_data_option(CLI::App& sub, ReproduceOptions& options);

void add_brec_options(CLI::App& sub, ReproduceOptions& options);
[[nodiscard]] std::optional<report::Record> reproduce_brec(const ReproduceOptions& options,
                                                           const experiments::RunContext& context);

void add_rpc_lite_options(CLI::App& sub, ReproduceOptions& options);
[[nodiscard]] std::optional<report::Record> reproduce_rpc_lite(
    const ReproduceOptions& options, const experiments::RunContext& context);

}  // namespace isotypic::cli
