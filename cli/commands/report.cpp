#include "cli/commands/report.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

#include "cli/options/checks.hpp"
#include "cli/views/record_text.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/page.hpp"
#include "isotypic/report/plot/drawing.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/rounds.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::cli {
namespace {

using report::Record;
using report::Table;

struct ReportOptions {
  std::vector<std::string> records;
  bool markdown = false;
  bool csv = false;
  bool json = false;
  bool rows = false;
  bool figures = false;
  bool summary = false;
  std::string html;
  std::string plots;
  std::string title;
};

Table table_of(const Record& record, const ReportOptions& options) {
  return options.rows ? report::rows_table(record) : report::comparison_table(record);
}

/// Whether the tables that the experiment shows people are to be printed.
bool shows_tables(const Record& record, const ReportOptions& options) {
  return !options.rows && !options.figures && !record.tables.empty();
}

std::string terminal_text(const Record& record, const ReportOptions& options) {
  Table table = table_of(record, options);
  table.title.clear();
  return printable(record.experiment) + ": " + printable(record.command) + "\n" +
         printable(record.started) + ", " + format_duration(record.seconds) + ", version " +
         printable(record.version) +
         (record.commit.empty() ? "" : " (" + printable(record.commit) + ")") + "\n\n" +
         (shows_tables(record, options) ? render_tables(record) : render_for_output(table) + "\n");
}

std::string markdown_text(const Record& record, const ReportOptions& options) {
  if (!shows_tables(record, options)) {
    return report::render_markdown(table_of(record, options)) + "\n";
  }
  std::string text;
  for (const Table& table : record.tables) text += report::render_markdown(table) + "\n";
  return text;
}

/// One table for all records; the experiment becomes a column when there are several.
std::string csv_text(const std::vector<Record>& records, const ReportOptions& options) {
  Record all;
  for (const Record& record : records) {
    for (const Json& row : report::table_to_json(table_of(record, options))) {
      Json labelled = Json::object();
      if (records.size() > 1) labelled["experiment"] = record.experiment;
      labelled.update(row);
      all.rows.push_back(std::move(labelled));
    }
  }
  return report::render_csv(report::rows_table(all));
}

std::string json_text(const std::vector<Record>& records, const ReportOptions& options) {
  Json list = Json::array();
  for (const Record& record : records) {
    list.push_back({{"experiment", record.experiment},
                    {"command", record.command},
                    {"started", record.started},
                    {"seconds", record.seconds},
                    {options.rows ? "rows" : "figures", table_to_json(table_of(record, options))}});
  }
  return dump_json(list, 2) + "\n";
}

std::string summary_text(const std::vector<Record>& records, const ReportOptions& options) {
  const Table table = report::summary_table(report::unfold_rounds(records));
  if (options.csv) return report::render_csv(table);
  if (options.json) return dump_json(report::table_to_json(table), 2) + "\n";
  return options.markdown ? report::render_markdown(table) : render_for_output(table);
}

std::string file_stem(const std::string& text) {
  std::string stem;
  for (const char c : text) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (plain) {
      stem += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else if (!stem.empty() && stem.back() != '-') {
      stem += '-';
    }
  }
  stem.erase(stem.find_last_not_of('-') + 1);
  return stem.substr(0, 80);
}

/// Names in one folder that do not repeat.
class FileNames {
 public:
  explicit FileNames(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::string next(const Record& record, const std::string& title) {
    const std::string stem = file_stem(record.experiment) + "-" + file_stem(title);
    std::string name = stem;
    for (int i = 2; !used_.insert(name).second; ++i) name = stem + "-" + std::to_string(i);
    return (folder_ / name).string();
  }

 private:
  std::filesystem::path folder_;
  std::set<std::string> used_;
};

/// A file to be written: its name and its content.
using NamedFile = std::pair<std::string, std::string>;

/// The plots and drawings of one record.
void add_plots(const Record& record, FileNames& names, std::vector<NamedFile>& files) {
  for (const report::Plot& plot : report::plots_of_record(record)) {
    const std::string name = names.next(record, plot.title);
    files.emplace_back(name + ".svg", report::render_svg(plot));
    files.emplace_back(name + ".png", report::render_png(plot, report::Theme::Light));
    files.emplace_back(name + "-dark.png", report::render_png(plot, report::Theme::Dark));
  }
  for (const report::GraphPicture& picture : record.graphs) {
    files.emplace_back(names.next(record, picture.title) + ".svg", report::draw_graph(picture));
  }
}

/// Everything that the options ask for, rendered before anything is written.
std::vector<NamedFile> render_files(const std::vector<Record>& records,
                                    const ReportOptions& options) {
  std::vector<NamedFile> files;
  if (!options.html.empty()) {
    files.emplace_back(options.html, report::render_page(records, {.title = options.title}));
  }
  if (options.plots.empty()) return files;
  FileNames names(options.plots);
  for (std::size_t i = 0; i < records.size(); ++i) {
    try {
      add_plots(records[i], names, files);
    } catch (const Error& error) {
      fail_as(error.kind(), "report", options.records[i], ": ", error.reason());
    }
  }
  return files;
}

/// The record in a folder that `train` or `cross-validate` wrote; a file is itself.
std::string record_in(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_directory(path, unknown)) return path;
  for (const char* name : {"train.json", "cross-validation.json"}) {
    const std::filesystem::path file = std::filesystem::path(path) / name;
    if (std::filesystem::exists(file, unknown)) return file.string();
    // `train --seeds` and `cross-validate` keep one record above the folders of their models.
    const std::filesystem::path all = (std::filesystem::path(path) / "..").lexically_normal();
    if (std::filesystem::exists(std::filesystem::path(path) / "model.checkpoint", unknown) &&
        std::filesystem::exists(all / name, unknown)) {
      fail("report", path, " is one of the trainings of ", (all / name).string(), ": name ",
           all.string());
    }
  }
  fail("report", path, " has neither train.json nor cross-validation.json: ",
       "no training has ended there; name the record itself if it is another one");
}

void run_report(ReportOptions options) {
  for (std::string& path : options.records) path = record_in(path);
  check_no_output_is_input({options.html}, {options.records.begin(), options.records.end()});
  std::vector<Record> records;
  for (const std::string& path : options.records) records.push_back(report::read_record(path));
  std::string text;
  if (options.summary) {
    text = summary_text(records, options);
  } else if (options.csv) {
    text = csv_text(records, options);
  } else if (options.json) {
    text = json_text(records, options);
  } else {
    for (const Record& record : records) {
      text += options.markdown ? markdown_text(record, options) : terminal_text(record, options);
    }
  }
  const std::vector<NamedFile> files = render_files(records, options);
  std::vector<std::filesystem::path> outputs;
  for (const auto& [name, content] : files) outputs.emplace_back(name);
  check_no_output_is_input(outputs, {options.records.begin(), options.records.end()});
  std::cout << text;
  finish_output("report");
  if (!options.plots.empty()) create_folder(options.plots);
  for (const auto& [name, content] : files) {
    write_file(name, content);
    std::cerr << "wrote " << name << '\n';
  }
}

}  // namespace

void add_report(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Show and compare the records of experiments and trainings");
  command
      ->add_option("RECORD", options->records,
                   "JSON records, or folders of `isotypic train` and `cross-validate`")
      ->required();
  auto* markdown = command->add_flag("--markdown", options->markdown, "print Markdown tables");
  auto* csv = command->add_flag("--csv", options->csv, "print one CSV table of all records");
  auto* json = command->add_flag("--json", options->json, "print JSON");
  markdown->excludes(csv)->excludes(json);
  csv->excludes(json);
  auto* rows = command->add_flag("--rows", options->rows, "print the rows instead of the tables");
  auto* figures = command->add_flag("--figures", options->figures, "print all figures, one by one");
  figures->excludes(rows);
  command
      ->add_flag("--summary", options->summary,
                 "print one table: a line for every configuration, with mean, deviation and "
                 "paired tests")
      ->excludes(rows)
      ->excludes(figures);
  command->add_option("--html", options->html, "also write a self-contained page to this file")
      ->type_name("FILE");
  command->add_option("--title", options->title, "title of the page");
  command->add_option("--plots", options->plots, "also write plots and graphs to this folder")
      ->type_name("DIR");
  command->footer(
      "Examples:\n"
      "  isotypic report brec.json\n"
      "  isotypic report brec.json --rows --csv > rows.csv\n"
      "  isotypic report model\n"
      "  isotypic report fold* --summary\n"
      "  isotypic report results/*.json --html results.html --plots plots\n");
  command->callback([options] { run_report(*options); });
}

}  // namespace isotypic::cli
