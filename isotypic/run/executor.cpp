#include "isotypic/run/executor.hpp"

#include <chrono>
#include <mutex>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/run/journal_writer.hpp"

namespace isotypic::run {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Shared by the threads of one run.
class Run {
 public:
  Run(const Plan& plan, const Work& work, const RunOptions& options)
      : plan_(plan), work_(work), options_(options), finished_(plan.keys.size()) {
    const JournalHeader header = make_header(plan, options.shard);
    if (!options.journal.empty()) writer_.emplace(options.journal, header);
    if (writer_) {
      for (const Entry& entry : writer_->resumed()) {
        finished_[entry.job] = entry;
        ++progress_.resumed;
        if (options.on_kept) options.on_kept(entry.job);
      }
    }
    progress_.done = progress_.resumed;
    for (std::int64_t job = 0; job < header.num_jobs; ++job) {
      if (!options.shard.contains(job)) continue;
      ++progress_.total;
      if (!finished_[job]) open_.push_back(job);
    }
  }

  RunResult run() {
    report_progress();
    parallel_for(std::ssize(open_), options_.threads, [&](std::int64_t i) { run_one(open_[i]); });
    if (writer_) writer_->sync();
    RunResult result{.complete = progress_.done == progress_.total};
    for (std::optional<Entry>& entry : finished_) {
      if (entry) result.entries.push_back(std::move(*entry));
    }
    return result;
  }

 private:
  void run_one(std::int64_t job) {
    if (options_.stop.stop_requested()) return;
    const Clock::time_point start = Clock::now();
    try {
      const Json row = translate_exceptions("run_jobs", [&] { return work_(job, options_.stop); });
      if (!row.is_object()) fail("run_jobs", "a row must be a JSON object");
      // Through text, so that a row is the same whether it was computed or read from the journal.
      keep({.job = job,
            .key = plan_.keys[job],
            .row = parse_json(dump_json(row), "a row"),
            .seconds = seconds_since(start)});
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::Cancelled && options_.stop.stop_requested()) return;
      fail_as(error.kind(), "run_jobs", "job ", job, " (", plan_.keys[job], "): ", error.reason());
    }
  }

  void keep(Entry entry) {
    const std::scoped_lock lock(mutex_);
    if (writer_) writer_->append(entry);
    if (options_.on_kept) options_.on_kept(entry.job);
    finished_[entry.job] = std::move(entry);
    ++progress_.done;
    report_progress();
  }

  void report_progress() {
    progress_.seconds = seconds_since(start_);
    if (options_.on_progress) options_.on_progress(progress_);
  }

  const Plan& plan_;
  const Work& work_;
  const RunOptions& options_;
  const Clock::time_point start_ = Clock::now();
  std::optional<JournalWriter> writer_;
  std::vector<std::int64_t> open_;  // jobs to do
  std::mutex mutex_;                // of everything below
  std::vector<std::optional<Entry>> finished_;
  Progress progress_;
};

}  // namespace

std::optional<double> remaining_seconds(const Progress& progress) {
  const std::int64_t done_here = progress.done - progress.resumed;
  if (done_here <= 0) return std::nullopt;
  return progress.seconds / static_cast<double>(done_here) *
         static_cast<double>(progress.total - progress.done);
}

RunResult run_jobs(const Plan& plan, const Work& work, const RunOptions& options) {
  if (options.shard.count < 1 || options.shard.index < 0 ||
      options.shard.index >= options.shard.count) {
    fail("run_jobs", to_string(options.shard), " is not a shard");
  }
  return Run(plan, work, options).run();
}

}  // namespace isotypic::run
