#include "experiments/trainings.hpp"

#include <mutex>
#include <string>

#include "isotypic/base/atomic_file.hpp"

namespace isotypic::experiments {

namespace {

/// Removes the halves of checkpoints that processes left which were killed while they wrote.
void remove_halves(const std::filesystem::path& journal) {
  if (journal.empty()) return;
  remove_temporary_files(
      journal.has_parent_path() ? journal.parent_path() : ".", [&](const std::string& name) {
        return name.starts_with(journal.filename().string() + ".") && name.ends_with(".checkpoint");
      });
}

}  // namespace

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
  std::once_flag cleaned;
  return run::run_jobs(
      plan,
      [&](std::int64_t job, const std::stop_token& stop) {
        // Here, since run_jobs holds the journal: nobody else is writing these files.
        std::call_once(cleaned, [&] { remove_halves(context.journal); });
        return training(job, checkpoint_of(job), stop);
      },
      options);
}

}  // namespace isotypic::experiments
