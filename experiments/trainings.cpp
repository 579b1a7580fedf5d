#include "experiments/trainings.hpp"

#include <mutex>
#include <string>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/train/ranks.hpp"

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

constexpr const char* no_more = "end";

/// Waits for ranks that prepared their data longer, and sees to it that all have the same jobs.
void meet(train::Ranks& ranks, const run::Plan& plan, const std::string& plan_hash) {
  ranks.wait_for_all();
  train::Facts facts = {{"the commit", build_commit()}, {"the compiler", build_compiler()}};
  const Json config = plan.config.flatten();
  for (const auto& [path, value] : config.items()) {
    facts.emplace_back(path.substr(1), dump_json(value));
  }
  facts.emplace_back("the plan", plan_hash);
  ranks.check_same(facts);
}

/// What a rank does that is not the first.
run::RunResult follow(train::Ranks& ranks, const Training& training, const RunContext& context) {
  for (;;) {
    const std::string job = ranks.copy_from_first("");
    if (job == no_more) return {};
    (void)training(std::stoll(job), {}, context.stop);
  }
}

}  // namespace

run::RunResult run_trainings(const run::Plan& plan, const Training& training,
                             const RunContext& context) {
  // The plan is part of the name: a checkpoint that another run left here is not this one's.
  const std::string plan_hash = run::make_header(plan, context.shard).plan_hash.substr(0, 8);
  train::Ranks* ranks = context.ranks;
  if (ranks != nullptr) meet(*ranks, plan, plan_hash);
  if (ranks != nullptr && !ranks->is_first()) return follow(*ranks, training, context);
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
  if (ranks != nullptr) options.threads = 1;
  bool under_way = false;  // the others know of a job, and end with it
  std::once_flag cleaned;
  const run::RunResult result = run::run_jobs(
      plan,
      [&](std::int64_t job, const std::stop_token& stop) {
        // Here, since run_jobs holds the journal: nobody else is writing these files.
        std::call_once(cleaned, [&] { remove_halves(context.journal); });
        if (ranks == nullptr) return training(job, checkpoint_of(job), stop);
        under_way = true;
        (void)ranks->copy_from_first(std::to_string(job));
        Json row = training(job, checkpoint_of(job), stop);
        under_way = false;
        return row;
      },
      options);
  if (ranks != nullptr && !under_way) (void)ranks->copy_from_first(no_more);
  return result;
}

}  // namespace isotypic::experiments
