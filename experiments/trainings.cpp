#include "experiments/trainings.hpp"

#include <string>

namespace isotypic::experiments {

run::RunResult run_trainings(const run::Plan& plan, const Training& training,
                             const RunContext& context) {
  // The plan is part of the name: a checkpoint that another run left here is not this one's.
  const std::string plan_hash = run::make_header(plan, context.shard).plan_hash.substr(0, 8);
  const auto checkpoint_of = [&](std::int64_t job) -> std::filesystem::path {
    if (context.journal.empty()) return {};
    return context.journal.string() + "." + plan_hash + ".job" + std::to_string(job) +
           ".checkpoint";
  };
  run::RunOptions options = run_options(context);
  options.on_kept = [&](std::int64_t job) {
    std::error_code ignored;  // a file that stays does no harm
    if (!context.journal.empty()) std::filesystem::remove(checkpoint_of(job), ignored);
  };
  return run::run_jobs(
      plan,
      [&](std::int64_t job, const std::stop_token& stop) {
        return training(job, checkpoint_of(job), stop);
      },
      options);
}

}  // namespace isotypic::experiments
