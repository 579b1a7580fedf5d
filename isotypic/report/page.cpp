#include "isotypic/report/page.hpp"

#include <algorithm>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/finding.hpp"
#include "isotypic/report/finding_sentence.hpp"
#include "isotypic/report/page_assets.hpp"
#include "isotypic/report/plot/drawing.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/rounds.hpp"
#include "isotypic/report/run_groups.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::report {
namespace {

std::string note(const std::string& text) {
  return "<p class=\"note\">" + escape_html(text) + "</p>\n";
}

std::string facts(const Record& record) {
  std::string out = "<dl class=\"facts\">";
  const auto add = [&](const char* name, const std::string& value) {
    if (value.empty()) return;
    out += std::string("<div><dt>") + name + "</dt><dd>" + escape_html(value) + "</dd></div>";
  };
  std::string engines;
  for (const std::string& engine : record.machine.engines) {
    engines += (engines.empty() ? "" : ", ") + engine;
  }
  add("started", record.started);
  add("took", format_duration(record.seconds));
  add("version", record.version + (record.commit.empty() ? "" : " (" + record.commit + ")"));
  add("cores", std::to_string(record.machine.cores));
  add("compiler", record.machine.compiler);
  add("engines", engines);
  return out + "</dl>\n";
}

/// Longer tables are folded.
constexpr std::int64_t most_open_rows = 15;

/// A table under its title. A long one is a summary that opens it.
std::string titled_table(const Table& table, const std::string& title, std::int64_t open_rows) {
  const std::int64_t rows = std::ssize(table.rows);
  const std::string heading = escape_html(title);
  if (rows <= open_rows) return "<h3>" + heading + "</h3>\n" + render_html(table);
  return "<details><summary>" + heading + " <span class=\"note\">(" + std::to_string(rows) +
         (rows == 1 ? " row" : " rows") + ")</span></summary>\n" + render_html(table) +
         "</details>\n";
}

std::string tables_part(const std::vector<Table>& tables) {
  std::string out;
  for (const Table& table : tables) out += titled_table(table, table.title, most_open_rows);
  return out;
}

/// All figures; folded where tables have shown the important ones.
std::string figures_part(const Record& record) {
  if (record.figures.empty() && record.paper.empty()) return "";
  return titled_table(comparison_table(record),
                      record.paper.empty() ? "All figures" : "All figures, beside the paper’s",
                      record.tables.empty() ? most_open_rows : 0);
}

/// One sentence, and its number in large letters.
std::string finding_part(const Record& record) {
  const std::optional<Finding> finding = finding_of(record);
  if (!finding) return "";
  std::string out = "<p class=\"finding\">" + escape_html(finding->sentence) +
                    "</p>\n<p class=\"key\"><strong>" + escape_html(key_text(*finding)) +
                    "</strong></p>\n";
  return out;
}

/// Why something is missing, in its place. Call it where the error was caught. What the machine
/// lacks is no trait of the record: it ends the page.
std::string note_instead(const std::string& what, const Error& error) {
  if (error.kind() == ErrorKind::Runtime) throw;
  return note(what + ": " + error.reason());
}

/// Of plots that nobody declared, the first is the one about the finding, and the others are
/// folded.
template <typename Plots>
std::string plots_part(const Plots& make_plots, const std::string& id, bool declared) {
  std::vector<Plot> plots;
  try {
    plots = make_plots();
  } catch (const Error& error) {
    return note_instead("Plots cannot be drawn", error);
  }
  if (plots.empty()) return "";
  if (!has_gnuplot()) {
    return note("This page was made without gnuplot, so its plots are missing.");
  }
  std::string out;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    if (i == 1 && !declared) out += "<details><summary>More plots</summary>\n";
    const std::string name = id + "-" + std::to_string(i);
    try {
      out += "<figure class=\"plot\"><div class=\"wide\">" + render_svg(plots[i], name) +
             "</div><div class=\"narrow\">" +
             render_svg(plots[i], name + "-narrow", PlotWidth::Narrow) + "</div></figure>\n";
    } catch (const Error& error) {
      out += note_instead("A plot cannot be drawn", error);
    }
  }
  if (plots.size() > 1 && !declared) out += "</details>\n";
  return out;
}

std::string graphs_part(const Record& record) {
  if (record.graphs.empty()) return "";
  std::string out = "<div class=\"graphs\">\n";
  for (const GraphPicture& picture : record.graphs) {
    try {
      out += "<figure>" + draw_graph(picture);
    } catch (const Error& error) {
      out += "<figure>" + note_instead("This graph is not drawn", error);
    }
    out += "<figcaption><strong>" + escape_html(picture.title) + "</strong> " +
           escape_html(picture.caption) + "</figcaption></figure>\n";
  }
  return out + "</div>\n";
}

std::string rows_part(const Record& record, std::int64_t max_rows) {
  if (record.rows.empty()) return "";
  Table table = rows_table(record);
  const std::int64_t total = std::ssize(table.rows);
  if (total > max_rows) table.rows.resize(max_rows);
  // A short list is shown; a long one is folded.
  std::string out = "<details";
  out += total <= most_open_rows ? " open" : "";
  out += "><summary>All measurements <span class=\"note\">(" + std::to_string(total) +
         (total == 1 ? " row" : " rows") + ")</span></summary>\n";
  if (total > max_rows) {
    out += note("The first " + std::to_string(max_rows) + "; all of them are in the record.");
  }
  return out + render_html(table) + "</details>\n";
}

std::string config_part(const Record& record) {
  if (record.config.empty()) return "";
  Table table{.columns = {{"option"}, {"value"}}};
  for (const auto& [name, value] : record.config.items()) {
    table.add(name, value.is_string() ? value.get<std::string>() : dump_json(value));
  }
  return "<details><summary>Configuration</summary>\n" + render_html(table) + "</details>\n";
}

std::string origin_part(const Record& record) {
  return "<h3>How to repeat it</h3>\n<pre><code>" + escape_html(record.command) +
         "</code></pre>\n" + facts(record);
}

/// The finding, pictures, tables, and how it was made. An empty heading: the title of the page has
/// said it.
std::string section(const Record& record, const std::string& heading, std::size_t number,
                    const PageOptions& options) {
  const std::string id = "experiment-" + std::to_string(number);
  return "<section id=\"" + id + "\">\n" +
         (heading.empty() ? "" : "<h2>" + escape_html(heading) + "</h2>\n") + finding_part(record) +
         plots_part([&] { return plots_of_record(record); }, id, !record.plots.empty()) +
         graphs_part(record) + tables_part(record.tables) + figures_part(record) +
         rows_part(record, options.max_rows) + config_part(record) + origin_part(record) +
         "</section>\n";
}

/// The title of the experiment; for rounds also the configurations that were trained.
std::string title_with_configurations(const Record& record) {
  std::string title = experiment_title(record.experiment);
  if (!is_of_rounds(record)) return title;
  std::string separator = ": ";
  for (const std::string& name : configurations_of_rounds(record)) {
    title += separator + name;
    separator = "; ";
  }
  return title;
}

/// The titles of the experiments; for repeated ones also the start time or a number.
std::vector<std::string> headings_of(const std::vector<Record>& records) {
  const auto count = [&](const auto& is_same) { return std::ranges::count_if(records, is_same); };
  std::vector<std::string> headings;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Record& record = records[i];
    std::string heading = records.size() > 1 ? title_with_configurations(record)
                                             : experiment_title(record.experiment);
    const auto same_name = [&, name = heading](const Record& other) {
      return title_with_configurations(other) == name;
    };
    const auto same_start = [&](const Record& other) {
      return same_name(other) && other.started == record.started;
    };
    if (count(same_name) > 1 && !record.started.empty()) heading += ", " + record.started;
    if (count(same_start) > 1) heading += ", number " + std::to_string(i + 1);
    headings.push_back(std::move(heading));
  }
  return headings;
}

/// Whether the page is about trainings that people compare.
bool compares_trainings(const std::vector<Record>& records) {
  return records.size() > 1 && std::ranges::all_of(records, [](const Record& record) {
           return is_training(record) || is_of_rounds(record);
         });
}

std::string default_title(const std::vector<Record>& records) {
  std::set<std::string> seen;
  std::string list;
  for (const Record& record : records) {
    if (!seen.insert(record.experiment).second) continue;
    list += (list.empty() ? "" : ", ") + experiment_title(record.experiment);
  }
  constexpr std::size_t most_names = 3;  // that make a title
  if (seen.size() <= most_names) return list;
  const std::string experiments = std::to_string(seen.size()) + " experiments";
  if (seen.size() == records.size()) return experiments;
  return experiments + ", " + std::to_string(records.size()) + " runs";
}

std::string navigation(const std::vector<std::string>& headings) {
  if (headings.size() < 2) return "";
  std::string out = "<nav>";
  for (std::size_t i = 0; i < headings.size(); ++i) {
    // The space is where the line may break.
    out +=
        "<a href=\"#experiment-" + std::to_string(i) + "\">" + escape_html(headings[i]) + "</a> ";
  }
  return out + "</nav>\n";
}

/// Trainings that people compare: one table, their curves in one plot, and each folded away.
std::string comparison_part(const std::vector<Record>& runs) {
  return "<section id=\"comparison\">\n" + render_html(summary_table(runs)) +
         note(
             "Means over the runs of a configuration. p: paired t-test over the rounds that two "
             "configurations share, adjusted by Holm's method over all pairs. A ring marks the "
             "best epoch of a run.") +
         plots_part([&] { return overlaid_curves(runs); }, "comparison", true) + "</section>\n";
}

std::string folded(const std::string& heading, const std::string& content) {
  return "<details class=\"run\"><summary>" + escape_html(heading) + "</summary>\n" + content +
         "</details>\n";
}

}  // namespace

std::string render_page(const std::vector<Record>& records, const PageOptions& options) {
  if (records.empty()) fail("render_page", "no record given");
  const std::vector<std::string> headings = headings_of(records);
  const bool compares = compares_trainings(records);
  const std::vector<Record> runs = compares ? unfold_rounds(records) : std::vector<Record>();
  const std::string own_title =
      compares ? std::to_string(runs.size()) + " trainings" : default_title(records);
  const std::string title = escape_html(options.title.empty() ? own_title : options.title);
  std::string out =
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:\">\n<title>" +
      title + "</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>" + page_style +
      "</style>\n</head>\n<body>\n<main>\n<h1>" + title + "</h1>\n";
  out += compares ? comparison_part(runs) : navigation(headings);
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (compares) {
      out += folded(headings[i], section(records[i], "", i, options));
      continue;
    }
    const bool is_title = records.size() == 1 && options.title.empty();
    out += section(records[i], is_title ? "" : headings[i], i, options);
  }
  return out +
         "<footer class=\"note\">Made by isotypic from the records of these runs; every number "
         "here is in them.</footer>\n</main>\n</body>\n</html>\n";
}

}  // namespace isotypic::report
