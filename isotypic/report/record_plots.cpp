// The plots of a record: declared ones from its rows, or its figures beside the paper's.

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "isotypic/base/error.hpp"
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

std::vector<Plot> plots_of_figures(const Record& record) {
  Places quantities;
  std::vector<std::vector<std::string>> members;
  for (const auto& [name, value] : record.figures.entries()) {
    const auto [subject, quantity] = split_name(name);
    if (subject.empty()) continue;
    const std::size_t place = quantities(quantity);
    members.resize(quantities.names.size());
    members[place].push_back(subject);
  }
  constexpr std::size_t fewest = 2, most = 30;  // bars that make a picture
  std::vector<Plot> plots;
  for (std::size_t q = 0; q < members.size(); ++q) {
    if (members[q].size() < fewest || members[q].size() > most) continue;
    Plot plot{.title = record.experiment + ": " + quantities.names[q],
              .kind = PlotKind::Bars,
              .y = {.label = quantities.names[q]},
              .categories = members[q]};
    const auto add = [&](const char* name, const Figures& figures) {
      Series series{.name = name};
      for (const std::string& subject : members[q]) {
        const auto value = figures.find(subject + "/" + quantities.names[q]);
        series.y.push_back(value.value_or(std::nan("")));
      }
      if (!std::ranges::all_of(series.y, [](double y) { return std::isnan(y); })) {
        plot.series.push_back(std::move(series));
      }
    };
    add("ours", record.figures);
    add("paper", record.paper);
    if (!plot.series.empty()) plots.push_back(std::move(plot));
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
