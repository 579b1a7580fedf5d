#include "experiments/brec_jobs.hpp"

#include "isotypic/error.hpp"

namespace isotypic::experiments {

std::string BrecJob::key() const {
  return readout.label() + "/seed " + std::to_string(seed) + "/pair " + std::to_string(pair);
}

std::vector<BrecJob> brec_jobs(const char* experiment, const std::vector<ReadoutChoice>& readouts,
                               std::int64_t seeds, const PairRange& pairs, std::int64_t available) {
  if (readouts.empty() || seeds < 1) {
    fail(experiment, "needs a readout and a seed, got ", readouts.size(), " and ", seeds);
  }
  if (pairs.first < 0 || pairs.last < pairs.first || pairs.last >= available || pairs.stride < 1) {
    fail(experiment, "there are no pairs ", pairs.first, " to ", pairs.last, " in steps of ",
         pairs.stride);
  }
  std::vector<BrecJob> jobs;
  for (const ReadoutChoice& readout : readouts) {
    for (std::int64_t seed = 0; seed < seeds; ++seed) {
      for (std::int64_t pair = pairs.first; pair <= pairs.last; pair += pairs.stride) {
        jobs.push_back({readout, seed, pair});
      }
    }
  }
  return jobs;
}

Json labels_of(const std::vector<ReadoutChoice>& readouts) {
  Json list = Json::array();
  for (const ReadoutChoice& choice : readouts) list.push_back(choice.label());
  return list;
}

}  // namespace isotypic::experiments
