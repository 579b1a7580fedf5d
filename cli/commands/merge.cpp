#include "cli/commands/merge.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/commands/dedupe.hpp"
#include "cli/commands/embed.hpp"
#include "cli/commands/inspect.hpp"
#include "cli/options/checks.hpp"
#include "cli/streams/graph_stream.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/channels/store_merge.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/run/journal_writer.hpp"
#include "isotypic/run/merge.hpp"

namespace isotypic::cli {
namespace {

struct MergeOptions {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path output;
  std::filesystem::path timings;
  bool partial = false;
};

std::string timings_csv(const run::MergedRun& merged) {
  report::Table table{.columns = {{"job"}, {"key"}, {"seconds"}}};
  for (const run::Entry& entry : merged.entries) {
    table.add(entry.job, entry.key, entry.seconds);
  }
  return report::render_csv(table);
}

void merge_journals(const MergeOptions& options) {
  const run::MergedRun merged = run::merge_journals(options.inputs);
  if (merged.num_missing > 0 && !options.partial) {
    fail("merge", merged.num_missing, " of ", merged.header.num_jobs,
         " jobs are missing, the first is number ", merged.first_missing,
         "; resume their shards, or merge what is there with --partial");
  }
  run::check_not_open(options.output);
  write_file(options.output, run::format_merged(merged));
  if (!options.timings.empty()) write_file(options.timings, timings_csv(merged));
  std::cerr << "merged " << merged.entries.size() << " of " << merged.header.num_jobs << " jobs of "
            << merged.header.experiment << " into " << options.output.string() << '\n';
}

/// The results of a stream of graphs, as the command would have written them without shards.
void merge_stream(const MergeOptions& options) {
  constexpr std::array<std::pair<std::string_view, decltype(&merge_embed)>, 3> mergers = {
      {{"inspect", &merge_inspect}, {"embed", &merge_embed}, {"dedupe", &merge_dedupe}}};
  run::PartSet parts(options.inputs);
  const std::string& command = parts.header().command;
  const auto* const merger =
      std::ranges::find(mergers, command, [](const auto& m) { return m.first; });
  if (merger == mergers.end()) fail("merge", "parts of the command ", command, " are unknown");
  const run::PartSummary merged =
      translate_exceptions("merge", [&] { return merger->second(parts, options.output.string()); });
  std::cerr << "merged " << parts.header().shard.count << " shards of " << command << ", "
            << merged.num_graphs << " graphs, into " << options.output.string() << '\n';
  expect_no_failures("merge", {.num_failed = merged.num_failed, .why = merged.why});
}

void merge_channels(const MergeOptions& options) {
  std::vector<std::string> stores;
  for (const auto& path : options.inputs) stores.push_back(path.string());
  const MergedStores merged = merge_stores(stores, options.output.string(), options.partial);
  std::cerr << "merged " << stores.size() << " stores, " << merged.entries << " entries, into "
            << options.output.string() << '\n';
  if (merged.rejected > 0) {
    std::cerr << "isotypic: note: " << merged.rejected << " damaged entries were left out\n";
  }
}

bool is_part(const std::filesystem::path& path) {
  std::string begin(64, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(begin.data(), std::ssize(begin));
  return run::looks_like_part(begin);
}

void run_merge(const MergeOptions& options) {
  // Replacing a journal that a run still writes to would lose the jobs it finishes later.
  check_no_output_is_input({options.output, options.timings}, options.inputs);
  const auto& first = options.inputs.front();
  const bool part = is_part(first);
  const bool store = !part && is_store(first.string());
  if ((part || store) && !options.timings.empty()) {
    throw CLI::ValidationError("--timings", "goes with the journals of experiments alone");
  }
  if (part && options.partial) {
    throw CLI::ValidationError("--partial", "does not go with parts of a stream of graphs");
  }
  if (part) return merge_stream(options);
  return store ? merge_channels(options) : merge_journals(options);
}

}  // namespace

void add_merge(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Put the results of all shards of a run together");
  command
      ->add_option("FILE", options->inputs,
                   "parts of inspect, embed or dedupe, stores of data channels, or journals of "
                   "experiments; all of one run")
      ->required();
  command->add_option("-o,--output", options->output, "where the merged results go")
      ->required()
      ->type_name("FILE");
  command->add_option("--timings", options->timings, "also write the seconds of each job as CSV")
      ->type_name("FILE");
  command->add_flag("--partial", options->partial,
                    "merge even if jobs, or shards of a store, are missing");
  command->footer(
      "Shards merge to the bytes of a run without shards; stores to those of a merged copy of its\n"
      "store.\n"
      "Examples:\n"
      "  isotypic merge part-* -o features.npy\n"
      "  isotypic merge molhiv-*.channels -o molhiv.channels\n"
      "  isotypic merge shard-1.journal shard-2.journal -o brec.journal\n"
      "  isotypic merge shard-*.journal -o brec.journal --partial --timings seconds.csv\n");
  command->callback([options] { run_merge(*options); });
}

}  // namespace isotypic::cli
