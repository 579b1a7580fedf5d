#include "cli/reproduce/reproduce.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>

#include "cli/commands/learn.hpp"
#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/reproduce/run_options.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/progress.hpp"
#include "cli/views/record_text.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/data/known.hpp"
#include "isotypic/report/page.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::cli {
namespace {

using experiments::Experiment;
using experiments::RunContext;
using report::Record;

void write_in_folder(const std::filesystem::path& path, const std::string& text) {
  create_folder(path.parent_path());
  write_file(path, text);
}

std::string terminal_text(const Record& record) {
  return render_tables(record) + record.experiment + " took " + format_duration(record.seconds) +
         "\n";
}

void print(const Record& record, const RunOptions& options) {
  if (options.json == "-") {
    std::cout << dump_json(report::record_to_json(record), 1) << '\n';
  } else if (options.csv) {
    std::cout << report::render_csv(report::comparison_table(record));
  } else {
    std::cout << terminal_text(record);
  }
  if (!std::cout.flush()) fail_as(ErrorKind::Runtime, "reproduce", "cannot write the output");
}

/// The bar of what is being done at the moment: preparations one after another, then the jobs.
class Bars {
 public:
  void update(const std::string& label, const run::Progress& progress) {
    const std::scoped_lock lock(mutex_);
    if (!bar_ || label != label_) {
      bar_.emplace(label);
      label_ = label;
    }
    bar_->update(progress);
  }

  void note(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    const auto print = [&] { std::cerr << line << '\n'; };
    if (bar_) {
      bar_->print_above(print);
    } else {
      print();
    }
  }

 private:
  std::mutex mutex_;
  std::string label_;
  std::optional<ProgressBar> bar_;
};

/// What an experiment may read: the caches of channels that it also writes, and its data.
std::vector<std::filesystem::path> inputs_of(const RunOptions& options) {
  std::vector<std::filesystem::path> inputs = {std::filesystem::path(options.output) / "channels"};
  if (options.data.empty()) return inputs;
  inputs.push_back(std::filesystem::path(options.data) / "brec");
  for (const KnownDataset& dataset : known_datasets()) {
    std::ranges::move(files_of_dataset(options.data, dataset.name), std::back_inserter(inputs));
  }
  return inputs;
}

/// The context of a run; what it shows goes to the bars.
RunContext make_context(const Experiment& experiment, const RunOptions& options,
                        const Interrupt& interrupt, Bars& bars) {
  const std::filesystem::path folder = options.output;
  RunContext context{
      .command = options.words,
      .jobs = options.jobs,
      .threads = options.threads,
      .shard = options.shard.empty() ? run::Shard() : run::parse_shard(options.shard),
      .stop = interrupt.token(),
      .finished_only = options.finished_only,
      .on_progress = [&](const run::Progress& progress) { bars.update(experiment.name, progress); },
      .on_preparation =
          [&](const std::string& what, std::int64_t done, std::int64_t total) {
            bars.update(what, {.done = done, .total = total});
          },
      .on_warning = [&](const std::string& line) { bars.note(experiment.name + ": " + line); },
      .data = options.data,
      .channels = folder / "channels"};
  if (options.verbose) context.on_note = [&](const std::string& line) { bars.note(line); };
  if (experiment.keeps_journal) {
    context.journal = folder / journal_name(experiment.name, options, context.shard);
  }
  return context;
}

/// The processes that share the trainings; null if this one works alone, as a shard does.
std::unique_ptr<train::Ranks> join(const Experiment& experiment, const RunOptions& options) {
  if (!experiment.has_ranks || !options.shard.empty()) return nullptr;
  const train::RankPlace place = train::rank_place();
  if (place.size > 1 && options.finished_only) {
    throw CLI::ValidationError("--finished-only runs nothing, so it needs no ranks");
  }
  return train::join_ranks(place);
}

/// A rank that is not the first writes no file and shows nothing.
void leave_all_to_the_first(RunContext& context) {
  context.journal.clear();
  context.channels.clear();
  context.on_progress = nullptr;
  context.on_preparation = nullptr;
  context.on_note = nullptr;
  context.on_warning = nullptr;
}

/// What to do when a shard is done.
void explain_shard(const Experiment& experiment, const RunOptions& options,
                   const RunContext& context) {
  const std::filesystem::path folder = options.output;
  std::cerr << "shard " << options.shard << " is done: " << context.journal.string()
            << "; when all are: isotypic merge "
            << (folder / file_stem(experiment.name, options)).string() << "-shard-*-of-"
            << context.shard.count << ".journal -o "
            << (folder / journal_name(experiment.name, options, {})).string()
            << ", then this command without --shard\n";
}

/// Runs one experiment, prints its tables and writes its record. A shard ends without one, and so
/// does a rank that is not the first.
std::optional<Record> run_one(const Experiment& experiment, const RunOptions& options) {
  check_run_options(experiment, options);
  const std::filesystem::path path = record_path(experiment.name, options);
  const std::filesystem::path page = page_path(experiment.name, options);
  const Interrupt interrupt;
  Bars bars;
  const std::unique_ptr<train::Ranks> ranks = join(experiment, options);
  RunContext context = make_context(experiment, options, interrupt, bars);
  context.ranks = ranks.get();
  if (ranks != nullptr && !ranks->is_first()) {
    leave_all_to_the_first(context);
    return experiment.run(options.choice, context);
  }
  check_no_output_is_input({context.journal, path, page}, inputs_of(options));
  if (options.finished_only && !std::filesystem::exists(context.journal)) {
    fail("reproduce", "there is no journal ", context.journal.string());
  }
  for (const std::filesystem::path& file : {context.journal, path, page}) {
    create_folder(file.parent_path());
  }
  const auto start = std::chrono::steady_clock::now();
  std::optional<Record> record = experiment.run(options.choice, context);
  if (!record && context.shard.count > 1 && !context.stop.stop_requested()) {
    explain_shard(experiment, options, context);
    return std::nullopt;
  }
  if (!record && options.finished_only) {
    fail("reproduce", "nothing of ", experiment.name, " is finished in ", options.output);
  }
  if (!record) {
    fail_as(ErrorKind::Cancelled, "reproduce", experiment.name, " was interrupted",
            experiment.keeps_journal ? "; the same command resumes it" : "");
  }
  record->experiment = file_stem(experiment.name, options);
  record->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (experiment.tables != nullptr) record->tables = experiment.tables(*record);
  report::write_record(*record, path);
  std::cerr << "record: " << path.string() << '\n';
  print(*record, options);  // last, so that a closed pipe costs no record
  return record;
}

void run_experiments(const std::vector<Experiment>& list, const std::string& name,
                     const RunOptions& options) {
  std::vector<Record> records;
  const auto run_all = [&] {
    for (const Experiment& experiment : list) {
      // Of all experiments those without their data are left out; asked for by name they fail.
      const std::string missing = list.size() > 1 ? missing_data(experiment, options.data) : "";
      if (!missing.empty()) {
        std::cerr << experiment.name << ": skipped, " << missing << '\n';
        continue;
      }
      std::optional<Record> record = run_one(experiment, options);
      if (!record) return;
      records.push_back(std::move(*record));
    }
    const std::filesystem::path page = page_path(name, options);
    write_in_folder(page, report::render_page(records));
    std::cerr << "page: " << page.string() << '\n';
  };
  // A mistake in the options stays one, and ends with exit code 2.
  std::optional<CLI::ValidationError> usage;
  translate_exceptions("reproduce", [&] {
    try {
      run_all();
    } catch (const CLI::ValidationError& error) {
      usage = error;
    }
  });
  if (usage) throw *usage;
}

}  // namespace

void add_reproduce(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* command = app.add_subcommand("reproduce", reproduce_about);
  command->require_subcommand(1);
  command->footer(
      "Every experiment prints tables, and writes a record (JSON) and a page (HTML) to out/.\n"
      "Examples:\n"
      "  isotypic reproduce separation\n"
      "  isotypic reproduce separation --encoders GIN,PNA --families cycles,ribbons --blocks 4\n"
      "  isotypic reproduce srg16 --quick\n"
      "  isotypic reproduce brec --data DIR --shard 0/4 --output shards\n"
      "  isotypic reproduce spectral --data DIR --readouts isotypic --components\n"
      "  isotypic reproduce zinc --data DIR --encoders GIN,GINE --output zinc\n"
      "  isotypic reproduce all --quick --output /tmp/first-look\n");
  for (const Experiment& experiment : experiments::all_experiments()) {
    auto options = std::make_shared<RunOptions>();
    options->words = words;
    CLI::App* sub = command->add_subcommand(experiment.name, experiment.about);
    add_run_options(*sub, experiment, *options);
    sub->callback(
        [&experiment, options] { run_experiments({experiment}, experiment.name, *options); });
  }
  auto options = std::make_shared<RunOptions>();
  options->words = words;
  CLI::App* all = command->add_subcommand("all", "All of these, on one page");
  add_common_run_options(*all, *options);
  all->callback([options] { run_experiments(experiments::all_experiments(), "all", *options); });
}

}  // namespace isotypic::cli
