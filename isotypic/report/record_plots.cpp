// The plots of a record: declared ones from its rows, or its figures beside the paper's.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/finding.hpp"
#include "isotypic/report/finding_sentence.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::report {
namespace {

const Json& cell(const PlotSpec& spec, const Json& row, const std::string& name) {
  const auto found = row.find(name);
  if (found == row.end()) {
    fail("plot_of_rows", "plot \"", spec.title, "\": a row has no column \"", name, '"');
  }
  return *found;
}

/// Nothing where it is missing; in a record that was not read from a file that may be a NaN.
std::optional<double> number(const PlotSpec& spec, const Json& row, const std::string& name) {
  const Json& value = cell(spec, row, name);
  if (value.is_null()) return std::nullopt;
  if (value.is_boolean()) return value.get<bool>() ? 1.0 : 0.0;
  if (value.is_number()) {
    const auto found = value.get<double>();
    return std::isfinite(found) ? std::optional(found) : std::nullopt;
  }
  fail("plot_of_rows", "plot \"", spec.title, "\": column \"", name, "\" holds ", dump_json(value),
       ", not a number");
}

std::string text(const PlotSpec& spec, const Json& row, const std::string& name) {
  const Json& value = cell(spec, row, name);
  return value.is_string() ? value.get<std::string>() : dump_json(value);
}

std::string group_of(const PlotSpec& spec, const Json& row) {
  return spec.group.empty() ? "" : text(spec, row, spec.group);
}

/// Values by place of first appearance.
class Places {
 public:
  std::size_t operator()(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, names.size());
    if (is_new) names.push_back(name);
    return found->second;
  }

  std::vector<std::string> names;

 private:
  std::map<std::string, std::size_t> places_;
};

/// The median, which one value that jumps does not move, in a band of the whole range.
Series median_line(const std::string& name, const std::map<double, std::vector<double>>& points) {
  Series series{.name = name};
  const bool repeated =
      std::ranges::any_of(points, [](const auto& point) { return point.second.size() > 1; });
  for (const auto& [x, values] : points) {
    const Summary summary = summarize(values);
    series.x.push_back(x);
    series.y.push_back(summary.median);
    if (!repeated) continue;
    series.low.push_back(summary.min);
    series.high.push_back(summary.max);
  }
  return series;
}

std::vector<Series> line_series(const PlotSpec& spec, const std::vector<Json>& rows) {
  Places groups;
  std::vector<std::map<double, std::vector<double>>> points;
  for (const Json& row : rows) {
    const std::size_t group = groups(group_of(spec, row));
    points.resize(groups.names.size());
    const auto x = number(spec, row, spec.x), y = number(spec, row, spec.y);
    if (x && y) points[group][*x].push_back(*y);
  }
  std::vector<Series> series;
  for (std::size_t g = 0; g < points.size(); ++g) {
    series.push_back(median_line(groups.names[g], points[g]));
  }
  return series;
}

std::vector<Series> sample_series(const PlotSpec& spec, const std::vector<Json>& rows) {
  Places groups;
  std::vector<Series> clouds;
  for (const Json& row : rows) {
    const std::size_t group = groups(group_of(spec, row));
    clouds.resize(groups.names.size());
    clouds[group].name = groups.names[group];
    const auto y = number(spec, row, spec.y);
    if (!y) continue;
    if (spec.kind == PlotKind::Scatter) {
      const auto x = number(spec, row, spec.x);
      if (!x) continue;
      clouds[group].x.push_back(*x);
    }
    clouds[group].y.push_back(*y);
  }
  if (spec.kind == PlotKind::Scatter) return clouds;
  std::vector<Series> series;
  for (const Series& cloud : clouds) {
    if (!cloud.y.empty()) series.push_back(survival_series(cloud.name, cloud.y));
  }
  return series;
}

void add_bars(Plot& plot, const PlotSpec& spec, const std::vector<Json>& rows) {
  Places groups, categories;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> values;
  for (const Json& row : rows) {
    const std::size_t group = groups(group_of(spec, row));
    const std::size_t category = categories(text(spec, row, spec.x));
    if (const auto y = number(spec, row, spec.y)) values[{group, category}].push_back(*y);
  }
  plot.categories = categories.names;
  for (std::size_t g = 0; g < groups.names.size(); ++g) {
    Series& series = plot.series.emplace_back(Series{.name = groups.names[g]});
    for (std::size_t c = 0; c < plot.categories.size(); ++c) {
      const auto found = values.find({g, c});
      series.y.push_back(found == values.end() ? std::nan("") : mean(found->second));
    }
  }
}

/// "GIN/sum/accuracy" -> ("GIN/sum", "accuracy").
std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t slash = name.rfind('/');
  if (slash == std::string::npos) return {"", name};
  return {name.substr(0, slash), name.substr(slash + 1)};
}

/// The last parts of names that are results, with what stands before them; the finding's first.
struct Quantities {
  Places places;
  std::vector<std::vector<std::string>> subjects;
};

Quantities quantities_of(const Record& record) {
  Quantities result;
  if (const auto finding = finding_of(record)) result.places(split_name(finding->name).second);
  result.subjects.resize(result.places.names.size());
  for (const auto& [name, value] : record.figures.entries()) {
    const auto [subject, quantity] = split_name(name);
    if (subject.empty()) continue;
    const std::size_t place = result.places(quantity);
    result.subjects.resize(result.places.names.size());
    result.subjects[place].push_back(subject);
  }
  return result;
}

/// "suite/components" and "extended/components": the sets as series, the rest as categories, in
/// percent of each set's pairs. None unless several sets have the same categories.
std::optional<Plot> plot_by_set(const Record& record, const std::string& quantity,
                                const std::vector<std::string>& subjects) {
  Places sets, categories;
  for (const std::string& subject : subjects) {
    const std::size_t slash = subject.find('/');
    const std::string set = subject.substr(0, slash);
    if (slash == std::string::npos || !record.figures.find(set + "/pairs")) return std::nullopt;
    (void)sets(set);
    (void)categories(subject.substr(slash + 1));
  }
  if (sets.names.size() < 2 || sets.names.size() * categories.names.size() != subjects.size()) {
    return std::nullopt;
  }
  Plot plot{.title = "Pairs " + quantity,
            .kind = PlotKind::Bars,
            .y = {.label = "% of the pairs"},
            .categories = categories.names};
  for (const std::string& set : sets.names) {
    const double pairs = record.figures.find(set + "/pairs").value_or(0.0);
    Series series{.name = set + " (" + format_number(pairs, 6) + " pairs)"};
    for (const std::string& category : categories.names) {
      const auto value = record.figures.find(set + "/" + category + "/" + quantity);
      series.y.push_back(value && pairs > 0 ? 100 * *value / pairs : std::nan(""));
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

/// Ours beside the paper's; a series that is alone needs no name.
std::optional<Plot> plot_beside_paper(const Record& record, const std::string& quantity,
                                      const std::vector<std::string>& subjects) {
  constexpr std::size_t fewest = 2, most = 30;  // bars that make a picture
  if (subjects.size() < fewest || subjects.size() > most) return std::nullopt;
  Plot plot{.title = experiment_title(record.experiment) + ": " + quantity,
            .kind = PlotKind::Bars,
            .y = {.label = quantity},
            .categories = subjects};
  const auto add = [&](const char* name, const Figures& figures) {
    Series series{.name = name};
    for (const std::string& subject : subjects) {
      const auto value = figures.find(subject + "/" + quantity);
      series.y.push_back(value.value_or(std::nan("")));
    }
    if (!std::ranges::all_of(series.y, [](double y) { return std::isnan(y); })) {
      plot.series.push_back(std::move(series));
    }
  };
  add("ours", record.figures);
  add("paper", record.paper);
  if (plot.series.empty()) return std::nullopt;
  if (plot.series.size() == 1) plot.series.front().name.clear();
  return plot;
}

std::vector<Plot> plots_of_figures(const Record& record) {
  const auto [places, subjects] = quantities_of(record);
  std::vector<Plot> plots;
  for (std::size_t q = 0; q < places.names.size(); ++q) {
    const std::string& quantity = places.names[q];
    if (q > 0 && is_secondary(quantity)) continue;
    if (auto plot = plot_by_set(record, quantity, subjects[q])) return {*std::move(plot)};
    if (auto plot = plot_beside_paper(record, quantity, subjects[q])) {
      plots.push_back(*std::move(plot));
    }
  }
  return plots;
}

}  // namespace

Plot plot_of_rows(const PlotSpec& spec, const std::vector<Json>& rows) {
  const std::string fallback = spec.kind == PlotKind::Survival ? spec.y : spec.x;
  Plot plot{.title = spec.title,
            .kind = spec.kind,
            .x = {.label = spec.x_label.empty() ? fallback : spec.x_label, .log = spec.log_x},
            .y = {.label = spec.y_label, .log = spec.log_y}};
  if (plot.y.label.empty()) {
    plot.y.label = spec.kind == PlotKind::Survival ? "fraction at least" : spec.y;
  }
  switch (spec.kind) {
    case PlotKind::Lines:
      plot.series = line_series(spec, rows);
      break;
    case PlotKind::Scatter:
    case PlotKind::Survival:
      plot.series = sample_series(spec, rows);
      break;
    case PlotKind::Bars:
      add_bars(plot, spec, rows);
      break;
  }
  return plot;
}

std::vector<Plot> plots_of_record(const Record& record) {
  if (record.plots.empty()) return plots_of_figures(record);
  std::vector<Plot> plots;
  for (const PlotSpec& spec : record.plots) plots.push_back(plot_of_rows(spec, record.rows));
  return plots;
}

}  // namespace isotypic::report
