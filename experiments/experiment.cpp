#include "experiments/experiment.hpp"

#include "experiments/brec/brec.hpp"
#include "experiments/brec/rpc_lite.hpp"
#include "experiments/continuity/continuity.hpp"
#include "experiments/downstream/downstream.hpp"
#include "experiments/ladder/ladder.hpp"
#include "experiments/runtime/runtime.hpp"
#include "experiments/separation/ablation_separation.hpp"
#include "experiments/separation/separation.hpp"
#include "experiments/srg16/srg16.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/data/open.hpp"

namespace isotypic::experiments {

std::string missing_data(const Experiment& experiment, const std::string& folder) {
  for (const std::string& dataset : experiment.datasets) {
    if (folder.empty()) return "it needs " + dataset + " (--data DIR)";
    const bool found = dataset == "brec" ? find_brec(folder).has_value()
                                         : find_dataset(folder, dataset).has_value();
    if (!found) return dataset + " is not in " + folder;
  }
  return {};
}

const std::vector<Experiment>& all_experiments() {
  static const std::vector<Experiment> list = {
      separation_experiment(), ablation_separation_experiment(),
      srg16_experiment(),      brec_experiment(),
      rpc_lite_experiment(),   runtime_experiment(),
      spectral_experiment(),   zinc_experiment(),
      molhiv_experiment(),     ladder_experiment(),
      continuity_experiment()};
  return list;
}

}  // namespace isotypic::experiments
