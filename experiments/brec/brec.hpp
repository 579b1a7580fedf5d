// BREC, official protocol: 400 pairs, a model trained for each, judged by Hotelling's T^2.
//
// Paper: appendix D.2, table brec_official_partial (the first 260 pairs). What came out, and why:
// docs/results/brec.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/brec/brec_pair.hpp"
#include "experiments/context.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

struct BrecConfig {
  std::string encoder = "GIN";
  std::vector<ReadoutChoice> readouts = {{.readout = "isotypic"}, {.readout = "sum"}};
  std::int64_t seeds = 10;
  std::int64_t first_pair = 0;
  std::int64_t last_pair = brec_num_pairs - 1;
  double threshold = 72.34;  ///< of T^2
  BrecProtocol protocol;
};

/// One seed, and 20 pairs.
[[nodiscard]] BrecConfig quick_brec();

/// A job per readout, seed and pair. Copies are those of brec_v3.npy where `data` has them, and
/// else 32 relabellings keyed by (seed, pair).
///
/// Nothing if stopped before the end, or if only a shard was run.
[[nodiscard]] std::optional<report::Record> run_brec(const BrecConfig& config, const BrecData& data,
                                                     const RunContext& context);

/// What a terminal shows of the record: by category, beside published results, and why pairs
/// were not told apart.
[[nodiscard]] std::vector<report::Table> brec_tables(const report::Record& record);

/// Adds counts by readout and category, and the paper's.
void add_brec_figures(report::Record& record, const BrecConfig& config);

}  // namespace isotypic::experiments
