#include "cli/commands/merge.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "cli/support/checks.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/run/journal_writer.hpp"
#include "isotypic/run/merge.hpp"

namespace isotypic::cli {
namespace {

struct MergeOptions {
  std::vector<std::filesystem::path> journals;
  std::filesystem::path output;
  std::filesystem::path timings;
  bool partial = false;
};

/// Replacing a journal that a run still writes to would lose the jobs it finishes later.
void check_outputs_are_new(const MergeOptions& options) {
  for (const auto& journal : options.journals) {
    check_distinct_files({journal, options.output, options.timings});
  }
}

std::string timings_csv(const run::MergedRun& merged) {
  report::Table table{.columns = {{"job"}, {"key"}, {"seconds"}}};
  for (const run::Entry& entry : merged.entries) {
    table.add({entry.job, entry.key, entry.seconds});
  }
  return report::render_csv(table);
}

void run_merge(const MergeOptions& options) {
  check_outputs_are_new(options);
  const run::MergedRun merged = run::merge_journals(options.journals);
  if (!merged.missing.empty() && !options.partial) {
    fail("merge", merged.missing.size(), " of ", merged.header.num_jobs,
         " jobs are missing, the first is number ", merged.missing.front(),
         "; resume their shards, or merge what is there with --partial");
  }
  run::check_not_open(options.output);
  write_file(options.output, run::format_merged(merged));
  if (!options.timings.empty()) write_file(options.timings, timings_csv(merged));
  std::cerr << "merged " << merged.entries.size() << " of " << merged.header.num_jobs << " jobs of "
            << merged.header.experiment << " into " << options.output.string() << '\n';
}

}  // namespace

void add_merge(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Join the journals of a run that was divided into shards");
  command->add_option("JOURNAL", options->journals, "journals of the same run")->required();
  command->add_option("-o,--output", options->output, "where the merged journal goes")
      ->required()
      ->type_name("FILE");
  command->add_option("--timings", options->timings, "also write the seconds of each job as CSV")
      ->type_name("FILE");
  command->add_flag("--partial", options->partial, "merge even if jobs are missing");
  command->footer(
      "Examples:\n"
      "  isotypic merge shard-1.journal shard-2.journal -o brec.journal\n"
      "  isotypic merge shard-*.journal -o brec.journal --partial --timings seconds.csv\n");
  command->callback([options] { run_merge(*options); });
}

}  // namespace isotypic::cli
