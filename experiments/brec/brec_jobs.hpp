// The jobs of an experiment on BREC: one for every readout, seed and pair.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/readout_choice.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/data/brec.hpp"

namespace isotypic::experiments {

struct BrecJob {
  ReadoutChoice readout;
  std::int64_t seed = 0;
  std::int64_t pair = 0;

  [[nodiscard]] std::string key() const;
};

/// Pairs first, first + stride, ... up to last.
struct PairRange {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t stride = 1;
};

/// Seeds first, first + 1, ..., count of them.
struct SeedRange {
  std::int64_t first = 0;
  std::int64_t count = 1;
};

/// Throws Error in the name of `experiment` unless there is something to do and every pair is among
/// the first `available`.
[[nodiscard]] std::vector<BrecJob> brec_jobs(const char* experiment,
                                             const std::vector<ReadoutChoice>& readouts,
                                             const SeedRange& seeds, const PairRange& pairs,
                                             std::int64_t available);

/// Identifies the graphs, so that a journal is not continued with others: 32 hexadecimal digits.
[[nodiscard]] std::string fingerprint(const BrecData& data);

}  // namespace isotypic::experiments
