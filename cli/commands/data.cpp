#include "cli/commands/data.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/smiles.hpp"
#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/options/options.hpp"
#include "cli/program/other_program.hpp"
#include "cli/streams/output.hpp"
#include "cli/streams/shard_part.hpp"
#include "cli/terminal/channels_progress.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/views/dataset_table.hpp"
#include "cli/views/table_output.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/store_merge.hpp"
#include "isotypic/data/channel_set.hpp"
#include "isotypic/data/known.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/data/symmetry_summary.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/run/part.hpp"

namespace isotypic::cli {
namespace {

using report::Cell;
using report::NumberStyle;
using report::Table;

struct DataCommand {
  std::string data = ".";
  std::string name;
  std::string split;
  std::string cache;
  std::int64_t blocks = 8;
  std::int64_t threads = 0;
  std::optional<run::Shard> shard;
  bool without_symmetry = false;
  Format format = Format::Text;
};

const char* presence_text(Presence presence) {
  switch (presence) {
    case Presence::Absent:
      return "no";
    case Presence::Changed:
      return "other content";
    case Presence::Present:
      return "yes";
  }
  return "";
}

/// The data sets in the folder that are not among the known ones.
std::vector<std::string> others_in(const std::string& root) {
  std::vector<std::string> others = find_datasets(root);
  std::erase_if(others, [](const std::string& name) {
    return std::ranges::any_of(known_datasets(), [&](const KnownDataset& known) {
      return equal_ignoring_case(known.name, name);
    });
  });
  return others;
}

/// A paragraph for each, since addresses are longer than the columns of a table.
std::string list_text(const std::string& root) {
  std::ostringstream text;
  for (const KnownDataset& dataset : known_datasets()) {
    text << dataset.name << ": " << dataset.about << "\n  in " << root << ": "
         << presence_text(find_known(root, dataset)) << "\n  source: " << dataset.source << '\n';
    if (!dataset.note.empty()) text << "  note: " << dataset.note << '\n';
  }
  for (const std::string& name : others_in(root)) {
    text << name << ": not one of the known data sets\n  in " << root << ": yes\n";
  }
  return text.str();
}

void run_list(const DataCommand& command) {
  if (command.format == Format::Text) {
    Output output;
    output.write(list_text(command.data));
    output.commit();
    return;
  }
  Table table{.title = "Data sets in " + command.data,
              .columns = {{"name"}, {"present"}, {"what"}, {"source"}, {"note"}}};
  for (const KnownDataset& dataset : known_datasets()) {
    table.add(dataset.name, std::string(presence_text(find_known(command.data, dataset))),
              dataset.about, dataset.source, dataset.note);
  }
  for (const std::string& name : others_in(command.data)) {
    table.add(name, std::string("yes"), std::string(), std::string(), std::string());
  }
  write_table(table, command.format);
}

void run_files(const DataCommand& command) {
  Table table{.title = "Checksums", .columns = {{"name"}, {"file"}, {"sha256"}}};
  for (const KnownDataset& dataset : known_datasets()) {
    for (const KnownFile& file : dataset.files) table.add(dataset.name, file.path, file.sha256);
  }
  write_table(table, command.format);
}

/// Ctrl-C ends the work.
void add_symmetry(Table& table, const Dataset& dataset) {
  if (dataset.samples.empty()) return;
  const Interrupt interrupt("");
  ChannelsProgress progress("symmetry of " + dataset.name);
  const SymmetrySummaryOptions options{.progress = progress.callback(), .stop = interrupt.token()};
  add_symmetry_rows(table, summarise_symmetry(dataset, options), options.blocks);
}

void run_show(const DataCommand& command) {
  const SplitDataset data = open_dataset(command.data, command.name, command.split);
  Table table = dataset_table(data);
  if (!command.without_symmetry) add_symmetry(table, data.dataset);
  write_named_values(table, command.format);
}

/// Ctrl-C ends the work with what is done kept in the file.
CacheStatistics compute_channels(Dataset& dataset, const DataCommand& command) {
  const Interrupt interrupt("");
  ChannelsProgress progress("channels of " + command.name);
  return add_channels(dataset.samples, {.channels = {.max_blocks = command.blocks},
                                        .cache_file = command.cache,
                                        .only_store = true,
                                        .threads = command.threads,
                                        .progress = progress.callback(),
                                        .stop = interrupt.token()});
}

/// What all shards of a run have in common.
StoredShard describe_shard(const Dataset& dataset, const DataCommand& command) {
  std::uint64_t input = 0;
  for (const Sample& sample : dataset.samples) {
    input = run::extend_input(input, hash_graph(sample.graph), "");
  }
  std::ostringstream plan;
  plan << "the channels of " << command.name << ": " << dataset.samples.size() << " graphs (hash "
       << std::hex << input << std::dec << "), --blocks " << command.blocks << ", version "
       << build_version();
  return {plan.str(), command.shard->index, command.shard->count};
}

void keep_shard(Dataset& dataset, const run::Shard& shard) {
  std::vector<Sample> kept;
  for (std::int64_t i = 0; i < std::ssize(dataset.samples); ++i) {
    if (!shard.contains(i)) continue;
    kept.push_back(std::move(dataset.samples[i]));
    kept.back().id = i;
  }
  dataset.samples = std::move(kept);
}

void run_channels(const DataCommand& command) {
  if (command.shard && command.cache.empty()) {
    throw CLI::ValidationError("--shard", "needs a store for its channels: give --cache FILE");
  }
  check_no_output_is_input({command.cache}, files_of_dataset(command.data, command.name));
  SplitDataset data = open_dataset(command.data, command.name, std::nullopt);
  std::optional<StoredShard> shard;
  if (command.shard) {
    shard = describe_shard(data.dataset, command);
    keep_shard(data.dataset, *command.shard);
  }
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t clock_start = std::clock();
  if (shard) begin_shard(command.cache, *shard);
  const CacheStatistics cache = compute_channels(data.dataset, command);
  if (shard) complete_shard(command.cache, *shard);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double processor =
      static_cast<double>(std::clock() - clock_start) / static_cast<double>(CLOCKS_PER_SEC);
  const std::int64_t graphs = std::ssize(data.dataset.samples);
  Table table{.title = "Channels of " + command.name,
              .columns = {{"what"}, {"value", NumberStyle::Own}}};
  table.add("graphs", graphs);
  table.add("channels kept per graph, at most",
            command.blocks == 0 ? Cell("all") : Cell(command.blocks));
  table.add("threads", command.threads == 0 ? default_threads() : command.threads);
  table.add("decompositions computed", cache.misses);
  table.add("found in memory", cache.memory_hits);
  table.add("found in the file", cache.file_hits);
  table.add("labellings found in memory or file", cache.labellings);
  table.add("seconds", seconds);
  table.add("graphs per second", static_cast<double>(graphs) / seconds);
  table.add("processor seconds, all threads", processor);
  table.add("graphs per processor second", static_cast<double>(graphs) / processor);
  std::error_code missing;  // no graph, no file
  const auto bytes = std::filesystem::file_size(command.cache, missing);
  if (!missing) table.add("bytes of the file", static_cast<std::int64_t>(bytes));
  write_named_values(table, command.format);
}

CLI::App* add_sub(CLI::App& app, const char* name, const char* about, DataCommand& command) {
  CLI::App* sub = app.add_subcommand(name, about);
  add_format_options(*sub, command.format);
  return sub;
}

/// RDKit takes long to load, so the command is a program of its own.
void add_smiles(CLI::App& data) {
  CLI::App* smiles = data.add_subcommand("smiles", smiles_about);
  smiles->prefix_command();
  smiles->set_help_flag();  // its help is isotypic-smiles's
  smiles->callback([smiles] {
    become("isotypic-smiles", {"data", "smiles"}, smiles->remaining(),
           "this build has no RDKit; install librdkit-dev, then configure and build again");
  });
}

}  // namespace

void add_data(CLI::App& app) {
  auto command = std::make_shared<DataCommand>();
  CLI::App* data =
      app.add_subcommand("data", "List data sets, show their statistics, compute their channels");
  data->require_subcommand(1);
  data->footer(
      "Examples:\n"
      "  isotypic data list --data DATA\n"
      "  isotypic data show PROTEINS --data DATA\n"
      "  isotypic data channels PROTEINS --data DATA --cache proteins.channels\n"
      "  isotypic data smiles hiv.csv --target HIV_active --output DATA/hiv\n");
  const std::string folder = "Folder of the data sets [.]";
  CLI::App* list =
      add_sub(*data, "list", "List the data sets in a folder, and the known ones", *command);
  add_data_folder_option(*list, command->data, folder);
  list->callback([command] { run_list(*command); });
  CLI::App* files = add_sub(*data, "checksums",
                            "Print the SHA-256 of the files of the known data sets", *command);
  files->callback([command] { run_files(*command); });
  CLI::App* show =
      add_sub(*data, "show", "Show statistics of a data set in TU or OGB layout", *command);
  show->add_option("NAME", command->name, "The data set")->required();
  show->add_option("--split", command->split, "Which split, if an OGB data set has several");
  show->add_flag("--without-symmetry", command->without_symmetry,
                 "Leave out symmetry and retained energy, which take longest");
  add_data_folder_option(*show, command->data, folder);
  show->callback([command] { run_show(*command); });
  CLI::App* channels =
      add_sub(*data, "channels", "Compute the symmetry channels of a data set", *command);
  channels->add_option("NAME", command->name, "The data set")->required();
  add_data_folder_option(*channels, command->data, folder);
  add_shard_option(*channels, command->shard,
                   "Compute part i of N of the graphs; `merge` puts the stores together");
  channels->add_option("--cache", command->cache, "Keep the channels in this store")
      ->type_name("FILE")
      ->check(named_file());
  channels
      ->add_option("--blocks", command->blocks,
                   "Number of channels to keep for every graph; 0 keeps all")
      ->check(count_between(0, max_decompose_nodes))
      ->capture_default_str();
  channels->add_option("--threads", command->threads, "Number of threads; 0 means one per core")
      ->check(count_between(0, max_threads))
      ->capture_default_str();
  channels->callback([command] { run_channels(*command); });
  add_smiles(*data);
}

}  // namespace isotypic::cli
