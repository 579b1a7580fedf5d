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

#include "cli/reproduce/reproduce_experiments.hpp"
#include "cli/support/checks.hpp"
#include "cli/support/data_folder.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/progress.hpp"
#include "cli/support/record_text.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/data/known.hpp"
#include "isotypic/report/page.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::cli {
namespace {

using report::Record;

void write_in_folder(const std::filesystem::path& path, const std::string& text) {
  create_folder(path.parent_path());
  write_file(path, text);
}

std::string terminal_text(const Record& record) {
  return render_tables(record) + record.experiment + " took " + format_duration(record.seconds) +
         "\n";
}

void print(const Record& record, const ReproduceOptions& options) {
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

/// A small run must not overwrite what a full one has found.
std::string file_stem(const std::string& name, const ReproduceOptions& options) {
  return name + (options.quick ? "-quick" : "");
}

/// brec.journal, brec-quick.journal, brec-shard-0-of-4.journal.
std::string journal_name(const NamedExperiment& experiment, const ReproduceOptions& options,
                         const run::Shard& shard) {
  std::string name = file_stem(experiment.name, options);
  if (shard.count > 1) {
    name += "-shard-" + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
  }
  return name + ".journal";
}

std::filesystem::path record_path(const std::string& name, const ReproduceOptions& options) {
  const bool to_file = !options.json.empty() && options.json != "-";
  return to_file ? std::filesystem::path(options.json)
                 : std::filesystem::path(options.output) / (file_stem(name, options) + ".json");
}

std::filesystem::path page_path(const std::string& name, const ReproduceOptions& options) {
  return options.html.empty()
             ? std::filesystem::path(options.output) / (file_stem(name, options) + ".html")
             : std::filesystem::path(options.html);
}

/// What the options say must make sense together; the rest is checked one by one.
void check_options(const ReproduceOptions& options) {
  if (options.finished_only && !options.shard.empty()) {
    throw CLI::ValidationError("--finished-only does not run anything, so no --shard");
  }
  check_no_repeats("--encoders", options.encoders);
  check_no_repeats("--readouts", options.readouts);
  check_no_repeats("--datasets", options.datasets);
}

/// What an experiment may read: the caches of channels that it also writes, and its data.
std::vector<std::filesystem::path> inputs_of(const ReproduceOptions& options) {
  std::vector<std::filesystem::path> inputs = {std::filesystem::path(options.output) / "channels"};
  if (options.data.empty()) return inputs;
  inputs.push_back(std::filesystem::path(options.data) / "brec");
  for (const KnownDataset& dataset : known_datasets()) {
    std::ranges::move(files_of_dataset(options.data, dataset.name), std::back_inserter(inputs));
  }
  return inputs;
}

/// Runs one experiment, prints its tables and writes its record. A shard ends without one.
std::optional<Record> run_one(const NamedExperiment& experiment, const ReproduceOptions& options) {
  const std::filesystem::path folder = options.output;
  const std::filesystem::path path = record_path(experiment.name, options);
  const Interrupt interrupt;
  Bars bars;
  experiments::RunContext context{
      .command = options.words,
      .jobs = options.jobs,
      .shard = options.shard.empty() ? run::Shard() : run::parse_shard(options.shard),
      .stop = interrupt.token(),
      .finished_only = options.finished_only,
      .on_progress = [&](const run::Progress& progress) { bars.update(experiment.name, progress); },
      .on_preparation =
          [&](const std::string& what, std::int64_t done, std::int64_t total) {
            bars.update(what, {.done = done, .total = total});
          }};
  if (options.verbose) context.on_note = [&](const std::string& line) { bars.note(line); };
  const std::filesystem::path page = page_path(experiment.name, options);
  if (experiment.keeps_journal) {
    context.journal = folder / journal_name(experiment, options, context.shard);
  }
  check_no_output_is_input({context.journal, path, page}, inputs_of(options));
  if (options.finished_only && !std::filesystem::exists(context.journal)) {
    fail("reproduce", "there is no journal ", context.journal.string());
  }
  for (const std::filesystem::path& file : {context.journal, path, page}) {
    create_folder(file.parent_path());
  }
  const auto start = std::chrono::steady_clock::now();
  std::optional<Record> record = experiment.run(options, context);
  if (!record && context.shard.count > 1 && !context.stop.stop_requested()) {
    std::cerr << "shard " << options.shard << " is done: " << context.journal.string()
              << "; when all are: isotypic merge "
              << (folder / file_stem(experiment.name, options)).string() << "-shard-*-of-"
              << context.shard.count << ".journal -o "
              << (folder / journal_name(experiment, options, {})).string()
              << ", then this command without --shard\n";
    return std::nullopt;
  }
  if (!record && options.finished_only) {
    fail("reproduce", "nothing of ", experiment.name, " is finished in ", folder.string());
  }
  if (!record) {
    fail_as(ErrorKind::Cancelled, "reproduce", experiment.name, " was interrupted",
            experiment.keeps_journal ? "; the same command resumes it" : "");
  }
  record->experiment = file_stem(experiment.name, options);
  record->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (experiment.tables) record->tables = experiment.tables(*record);
  report::write_record(*record, path);
  std::cerr << "record: " << path.string() << '\n';
  print(*record, options);  // last, so that a closed pipe costs no record
  return record;
}

void run_experiments(const std::vector<NamedExperiment>& list, const std::string& name,
                     const ReproduceOptions& options) {
  std::vector<Record> records;
  const auto run_all = [&] {
    check_options(options);
    for (const NamedExperiment& experiment : list) {
      // Of all experiments those without their data are left out; asked for by name they fail.
      const std::string missing = list.size() > 1 ? missing_data(experiment, options) : "";
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

void add_common(CLI::App& sub, ReproduceOptions& options) {
  sub.add_flag("--quick", options.quick, "A small size, for a first look");
  sub.add_option("--jobs", options.jobs, "Jobs side by side, one thread each; 0: one per core")
      ->check(count_between(0, 4096));
  sub.add_option("--output", options.output, "Folder for records, pages and journals")
      ->check(named_file())
      ->type_name("DIR")
      ->capture_default_str();
  sub.add_option("--html", options.html, "The page [DIR/NAME.html]")
      ->check(named_file())
      ->type_name("FILE");
}

void add_print_options(CLI::App& sub, ReproduceOptions& options) {
  auto* csv = sub.add_flag("--csv", options.csv, "Print the figures as CSV");
  sub.add_option("--json", options.json, "The record [DIR/NAME.json]; - prints it")
      ->type_name("FILE")
      ->excludes(csv);
}

}  // namespace

void add_reproduce(CLI::App& app, const std::vector<std::string>& words) {
  CLI::App* command =
      app.add_subcommand("reproduce", "Run the experiments of the paper: its numbers beside ours");
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
  for (const NamedExperiment& experiment : all_experiments()) {
    auto options = std::make_shared<ReproduceOptions>();
    options->words = words;
    CLI::App* sub = command->add_subcommand(experiment.name, experiment.about);
    add_common(*sub, *options);
    experiment.add_options(*sub, *options);
    add_print_options(*sub, *options);
    sub->callback(
        [&experiment, options] { run_experiments({experiment}, experiment.name, *options); });
  }
  auto options = std::make_shared<ReproduceOptions>();
  options->words = words;
  CLI::App* all = command->add_subcommand("all", "All of these, on one page");
  add_common(*all, *options);
  add_data_option(*all, *options);
  all->callback([options] { run_experiments(all_experiments(), "all", *options); });
}

}  // namespace isotypic::cli
