// The JSON form of a record, checked field by field.

#include <array>
#include <cmath>
#include <string_view>

#include "isotypic/base/json_reader.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table_json.hpp"

namespace isotypic::report {
namespace {

constexpr const char* record_format = "isotypic-record/1";

constexpr std::array<std::pair<PlotKind, std::string_view>, 4> plot_kinds = {
    {{PlotKind::Lines, "lines"},
     {PlotKind::Scatter, "scatter"},
     {PlotKind::Survival, "survival"},
     {PlotKind::Bars, "bars"}}};
constexpr std::array<std::pair<ColourScale, std::string_view>, 3> colour_scales = {
    {{ColourScale::Categorical, "categorical"},
     {ColourScale::Diverging, "diverging"},
     {ColourScale::Sequential, "sequential"}}};

Figures read_figures(JsonReader& reader, const char* key) {
  Figures figures;
  const Json& map = reader.at(key);
  if (!map.is_object()) reader.reject(key, "must be an object");
  for (const auto& [name, value] : map.items()) {
    if (!value.is_number() && !value.is_null()) {
      reader.reject(key, "must map names to numbers or null, but \"" + name + "\" is neither");
    }
    figures.set(name, value.is_null() ? std::nan("") : value.get<double>());
  }
  return figures;
}

std::vector<Json> read_rows(JsonReader& reader) {
  std::vector<Json> rows;
  const Json& list = reader.list("rows");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object()) reader.reject(reader.place("rows", i), "must be an object");
    for (const auto& [name, value] : list[i].items()) {
      if (value.is_structured()) {
        reader.reject(reader.place("rows", i), "must be flat, but \"" + name + "\" is not");
      }
    }
    rows.push_back(list[i]);
  }
  return rows;
}

Machine read_machine(JsonReader& parent, const std::string& source) {
  JsonReader reader(parent.at("machine"), source + ": machine");
  Machine machine{.cores = reader.count("cores"), .compiler = reader.text("compiler")};
  for (const Json& engine : reader.list("engines")) {
    if (!engine.is_string()) reader.reject("engines", "must be a list of strings");
    machine.engines.push_back(engine.get<std::string>());
  }
  reader.finish();
  return machine;
}

PlotSpec read_plot(const Json& json, std::string place) {
  JsonReader reader(json, std::move(place));
  PlotSpec plot{.title = reader.text("title"),
                .kind = reader.choice("kind", plot_kinds),
                .x = reader.optional_text("x"),
                .y = reader.text("y"),
                .group = reader.optional_text("group"),
                .x_label = reader.optional_text("x_label"),
                .y_label = reader.optional_text("y_label"),
                .log_x = reader.optional_flag("log_x"),
                .log_y = reader.optional_flag("log_y")};
  if (plot.kind != PlotKind::Survival && plot.x.empty()) reader.reject("x", "is missing");
  reader.finish();
  return plot;
}

std::int32_t read_node(const JsonReader& reader, const Json& value, std::int64_t num_nodes) {
  if (!value.is_number_integer() || value.get<double>() < 0 ||
      value.get<double>() >= static_cast<double>(num_nodes)) {
    reader.reject("edges", "must be a list of pairs of nodes");
  }
  return value.get<std::int32_t>();
}

GraphPicture read_picture(const Json& json, std::string place) {
  JsonReader reader(json, std::move(place));
  GraphPicture picture{.title = reader.text("title"), .caption = reader.optional_text("caption")};
  constexpr std::int64_t most_nodes = 100'000;  // a picture of more shows nothing
  const std::int64_t num_nodes = reader.count("nodes");
  if (num_nodes > most_nodes) reader.reject("nodes", "is more than can be drawn");
  std::vector<Edge> edges;
  for (const Json& edge : reader.list("edges")) {
    if (!edge.is_array() || edge.size() != 2) reader.reject("edges", "must be a list of pairs");
    edges.push_back({read_node(reader, edge[0], num_nodes), read_node(reader, edge[1], num_nodes)});
  }
  try {
    picture.graph = make_graph(num_nodes, edges);
  } catch (const Error& error) {
    reader.reject("edges", "are not those of a graph: " + error.reason());
  }
  for (const Json& value : reader.list("values")) {
    if (!value.is_number()) reader.reject("values", "must be a list of numbers");
    picture.values.push_back(value.get<double>());
  }
  if (!picture.values.empty() && std::ssize(picture.values) != num_nodes) {
    reader.reject("values", "must have one number per node");
  }
  picture.scale = reader.choice("scale", colour_scales);
  reader.finish();
  return picture;
}

Json figures_to_json(const Figures& figures) {
  Json map = Json::object();
  for (const auto& [name, value] : figures.entries()) {
    map[name] = std::isfinite(value) ? Json(value) : Json(nullptr);
  }
  return map;
}

Json plot_to_json(const PlotSpec& plot) {
  Json json = {{"title", plot.title}, {"kind", name_of(plot_kinds, plot.kind)}};
  if (!plot.x.empty()) json["x"] = plot.x;
  json["y"] = plot.y;
  if (!plot.group.empty()) json["group"] = plot.group;
  if (!plot.x_label.empty()) json["x_label"] = plot.x_label;
  if (!plot.y_label.empty()) json["y_label"] = plot.y_label;
  if (plot.log_x) json["log_x"] = true;
  if (plot.log_y) json["log_y"] = true;
  return json;
}

Json picture_to_json(const GraphPicture& picture) {
  Json edges = Json::array();
  for (const Edge& edge : picture.graph.edges()) edges.push_back({edge.u, edge.v});
  return {{"title", picture.title},
          {"caption", picture.caption},
          {"scale", name_of(colour_scales, picture.scale)},
          {"nodes", picture.graph.num_nodes()},
          {"edges", std::move(edges)},
          {"values", picture.values}};
}

}  // namespace

Record record_from_json(const Json& json, const std::string& source) {
  JsonReader reader(json, source);
  const Json* format = reader.find("format");
  if (format == nullptr || *format != record_format) {
    reader.reject("format", std::string("must be \"") + record_format + "\"; is this a record?");
  }
  Record record{.experiment = reader.text("experiment"),
                .config = reader.at("config"),
                .version = reader.text("version"),
                .commit = reader.optional_text("commit"),
                .machine = read_machine(reader, source),
                .command = reader.text("command"),
                .started = reader.text("started"),
                .seconds = reader.number("seconds"),
                .rows = read_rows(reader),
                .figures = read_figures(reader, "figures"),
                .paper = read_figures(reader, "paper")};
  if (record.experiment.empty()) reader.reject("experiment", "is empty");
  if (!record.config.is_object()) reader.reject("config", "must be an object");
  if (record.seconds < 0) reader.reject("seconds", "is negative");
  const Json& tables = reader.list("tables");
  for (std::size_t i = 0; i < tables.size(); ++i) {
    record.tables.push_back(table_from_json(tables[i], reader.place("tables", i)));
  }
  const Json& plots = reader.list("plots");
  for (std::size_t i = 0; i < plots.size(); ++i) {
    record.plots.push_back(read_plot(plots[i], reader.place("plots", i)));
  }
  const Json& graphs = reader.list("graphs");
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    record.graphs.push_back(read_picture(graphs[i], reader.place("graphs", i)));
  }
  reader.finish();
  return record;
}

Json record_to_json(const Record& record) {
  Json json = {{"format", record_format},
               {"experiment", record.experiment},
               {"config", record.config},
               {"version", record.version}};
  if (!record.commit.empty()) json["commit"] = record.commit;
  json["machine"] = {{"cores", record.machine.cores},
                     {"compiler", record.machine.compiler},
                     {"engines", record.machine.engines}};
  json["command"] = record.command;
  json["started"] = record.started;
  json["seconds"] = record.seconds;
  json["figures"] = figures_to_json(record.figures);
  json["paper"] = figures_to_json(record.paper);
  if (!record.tables.empty()) json["tables"] = Json::array();
  for (const Table& table : record.tables) json["tables"].push_back(table_as_json(table));
  json["rows"] = record.rows;
  if (!record.plots.empty()) json["plots"] = Json::array();
  for (const PlotSpec& plot : record.plots) json["plots"].push_back(plot_to_json(plot));
  if (!record.graphs.empty()) json["graphs"] = Json::array();
  for (const GraphPicture& graph : record.graphs) json["graphs"].push_back(picture_to_json(graph));
  return json;
}

}  // namespace isotypic::report
