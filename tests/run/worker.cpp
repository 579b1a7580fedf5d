// A run to be killed: worker JOURNAL SHARD NUM_JOBS THREADS MICROSECONDS_PER_JOB
//
// Exit codes: 0 complete, 3 stopped before the end (SIGINT), 1 error (its text on stderr).

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/run/executor.hpp"

namespace {

using namespace isotypic;

Json row_of_job(std::int64_t job) {
  Random random(42, static_cast<std::uint64_t>(job));
  return {{"pair", job}, {"accuracy", random.uniform()}, {"note", std::string(job % 90, 'x')}};
}

int run_worker(char** argv) {
  const std::int64_t num_jobs = std::atoll(argv[3]);
  const std::chrono::microseconds pause(std::atoll(argv[5]));
  run::Plan plan{.experiment = "worker", .config = {{"jobs", num_jobs}}};
  for (std::int64_t job = 0; job < num_jobs; ++job) plan.keys.push_back(std::to_string(job));
  const auto work = [&](std::int64_t job, const std::stop_token&) {
    std::this_thread::sleep_for(pause * (job % 5));  // so that jobs finish out of order
    return row_of_job(job);
  };
  const cli::Interrupt interrupt;
  cli::ProgressBar bar(plan.experiment);
  const run::RunOptions options{
      .threads = std::atoll(argv[4]),
      .shard = run::parse_shard(argv[2]),
      .journal = argv[1],
      .stop = interrupt.token(),
      .on_progress = [&](const run::Progress& progress) { bar.update(progress); }};
  return run::run_jobs(plan, work, options).complete ? 0 : 3;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) return 2;
  try {
    return run_worker(argv);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
