#include "experiments/context.hpp"

#include <algorithm>

#include "isotypic/base/parallel.hpp"

namespace isotypic::experiments {

run::RunOptions run_options(const RunContext& context) {
  std::int64_t jobs = context.jobs;
  if (jobs == 0 && context.threads != 1) {
    const std::int64_t cores = default_threads();
    jobs = std::max<std::int64_t>(1, context.threads == 0 ? 1 : cores / context.threads);
  }
  run::RunOptions options{.threads = jobs,
                          .shard = context.shard,
                          .journal = context.journal,
                          .stop = context.stop,
                          .on_progress = context.on_progress};
  if (context.finished_only) {
    std::stop_source nothing_new;
    nothing_new.request_stop();
    options.stop = nothing_new.get_token();
  }
  return options;
}

}  // namespace isotypic::experiments
