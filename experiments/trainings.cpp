#include "experiments/trainings.hpp"

#include <mutex>
#include <string>

namespace isotypic::experiments {

namespace {

/// Removes the halves of checkpoints that processes left which were killed while they wrote.
void remove_temporary_files(const std::filesystem::path& journal) {
  if (journal.empty()) return;
  const std::filesystem::path folder = journal.has_parent_path() ? journal.parent_path() : ".";
  std::error_code ignored;  // a file that stays does no harm
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(journal.filename().string() + ".") &&
        name.find(".checkpoint.") != std::string::npos && name.ends_with(".tmp")) {
      std::filesystem::remove(entry.path(), ignored);
    }
  }
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
        std::call_once(cleaned, [&] { remove_temporary_files(context.journal); });
        return training(job, checkpoint_of(job), stop);
      },
      options);
}

}  // namespace isotypic::experiments
