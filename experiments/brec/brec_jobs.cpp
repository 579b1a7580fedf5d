#include "experiments/brec/brec_jobs.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/base/sha256.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::experiments {

std::string BrecJob::key() const {
  return readout.label() + "/seed " + std::to_string(seed) + "/pair " + std::to_string(pair);
}

std::vector<BrecJob> brec_jobs(const char* experiment, const std::vector<ReadoutChoice>& readouts,
                               const SeedRange& seeds, const PairRange& pairs,
                               std::int64_t available) {
  if (readouts.empty() || seeds.count < 1) {
    fail(experiment, "needs a readout and a seed, got ", readouts.size(), " and ", seeds.count);
  }
  if (pairs.first < 0 || pairs.last < pairs.first || pairs.last >= available || pairs.stride < 1) {
    fail(experiment, "there are no pairs ", pairs.first, " to ", pairs.last, " in steps of ",
         pairs.stride);
  }
  std::vector<BrecJob> jobs;
  for (const ReadoutChoice& readout : readouts) {
    for (std::int64_t seed = seeds.first; seed < seeds.first + seeds.count; ++seed) {
      for (std::int64_t pair = pairs.first; pair <= pairs.last; pair += pairs.stride) {
        jobs.push_back({readout, seed, pair});
      }
    }
  }
  return jobs;
}

std::string fingerprint(const BrecData& data) {
  std::string text;
  const auto add = [&](const Graph& graph) { text += format_graph6(graph) + '\n'; };
  for (const BrecPair& pair : data.pairs) {
    add(pair.first);
    add(pair.second);
  }
  for (const BrecCopies& copies : data.copies) {
    std::ranges::for_each(copies.pairs, add);
    std::ranges::for_each(copies.reliability, add);
  }
  return sha256(text).substr(0, 32);
}

}  // namespace isotypic::experiments
