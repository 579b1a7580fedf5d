#include "experiments/context.hpp"

namespace isotypic::experiments {

run::RunOptions run_options(const RunContext& context) {
  run::RunOptions options{.threads = context.jobs,
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
