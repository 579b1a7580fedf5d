#include "isotypic/explore/page.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "isotypic/base/build_info.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/explore/internal/assets.hpp"
#include "isotypic/explore/internal/packing.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/ladder/compare.hpp"
#include "isotypic/report/plot/palette.hpp"

namespace isotypic::explore {
namespace {

/// A chunk is unpacked as a whole when one of its graphs is shown.
constexpr std::size_t chunk_graphs = 64;

/// A script element that holds data and is never run.
std::string data_element(const std::string& id, std::string_view type, std::string_view content) {
  return "<script id=\"" + id + "\" type=\"" + std::string(type) + "\">" + std::string(content) +
         "</script>\n";
}

std::string packed_element(const std::string& id, const Json& content) {
  return data_element(id, "application/octet-stream", deflated(dump_json(content)));
}

/// JSON that no text in it can lead out of a script element.
std::string embedded_json(const Json& value) {
  std::string text;
  for (const char letter : dump_json(value)) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

/// Replaces every @NAME@ of the template that is in `parts`; nothing is replaced twice.
std::string fill(std::string_view text,
                 const std::vector<std::pair<std::string_view, std::string_view>>& parts) {
  std::string page;
  while (!text.empty()) {
    const std::size_t mark = text.find('@');
    page += text.substr(0, mark);
    if (mark == std::string_view::npos) break;
    text.remove_prefix(mark);
    bool known = false;
    for (const auto& [name, content] : parts) {
      if (!text.starts_with(name)) continue;
      page += content;
      text.remove_prefix(name.size());
      known = true;
      break;
    }
    if (!known) {
      page += text.front();
      text.remove_prefix(1);
    }
  }
  return page;
}

Json palette_json() {
  Json diverging = Json::array();
  constexpr int middle = num_shades / 2;
  for (int level = -middle; level <= middle; ++level) {
    diverging.push_back(report::diverging_colour(static_cast<double>(level) / middle));
  }
  return {{"light", report::categorical_colours},
          {"dark", report::categorical_colours_on_dark},
          {"diverging", std::move(diverging)}};
}

Json families_json() {
  Json list = Json::array();
  for (const FamilyEntry& entry : family_catalogue()) {
    if (!entry.to_try) continue;
    Json arguments = Json::array();
    for (const ArgumentRange& range : *entry.to_try) {
      arguments.push_back({{"name", range.name},
                           {"low", range.low},
                           {"high", range.high},
                           {"start", range.start},
                           {"step", range.step}});
    }
    list.push_back({{"name", entry.name},
                    {"description", entry.description},
                    {"random", entry.random},
                    {"arguments", std::move(arguments)}});
  }
  return list;
}

Json rungs_json() {
  Json list = Json::array();
  for (const Rung rung : all_rungs) list.push_back(enum_name(rung));
  return list;
}

}  // namespace

void ExplorerPage::add(const GraphView& view) {
  rows_.push_back(index_row(view));
  chunk_.push_back(to_json(view));
  if (chunk_.size() >= chunk_graphs) close_chunk();
  if (static_cast<std::int64_t>(packed_.size()) > max_page_bytes) {
    fail("explore", "the page would be larger than ", max_page_bytes / 1'000'000, " MB after ",
         rows_.size(), " graphs: explore a part of them, as in ",
         "`head -n 10000 graphs.g6 | isotypic explore - -o page.html`");
  }
}

void ExplorerPage::close_chunk() {
  if (chunk_.empty()) return;
  packed_ += packed_element("chunk-" + std::to_string(num_chunks_++), chunk_);
  chunk_ = Json::array();
}

void ExplorerPage::set_classes(const LadderClasses& classes, std::vector<Json> differences) {
  if (classes.isomorphism_class_of.size() != rows_.size()) {
    fail("set_classes", "there are classes of ", classes.isomorphism_class_of.size(),
         " graphs for ", rows_.size());
  }
  Json rungs = Json::array();
  for (const RungClasses& rung : classes.rungs) {
    rungs.push_back({{"name", enum_name(rung.rung)}, {"class", rung.class_of}});
  }
  comparison_ = {{"isomorphism", classes.isomorphism_class_of},
                 {"rungs", std::move(rungs)},
                 {"differences", std::move(differences)}};
}

Json ExplorerPage::settings_json() const {
  return {{"title", printable(settings_.title)},
          {"features", printable(settings_.features)},
          {"live", settings_.live},
          {"version", build_version()},
          {"chunk", chunk_graphs},
          {"graphs", rows_.size()},
          {"maxNodes", max_viewed_nodes},
          {"palette", palette_json()},
          {"rungs", rungs_json()},
          {"families", settings_.live ? families_json() : Json::array()}};
}

std::string ExplorerPage::render() const {
  std::string data = data_element("settings", "application/json", embedded_json(settings_json()));
  data += packed_element("index", {{"fields", index_fields()}, {"rows", rows_}});
  data += packed_element("comparison", comparison_);
  data += packed_;
  if (!chunk_.empty()) data += packed_element("chunk-" + std::to_string(num_chunks_), chunk_);
  const std::string policy =
      "default-src 'none'; script-src '" + policy_hash(cytoscape_script()) + "' '" +
      policy_hash(explorer_script()) +
      "'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'; "
      "connect-src " +
      (settings_.live ? "'self'" : "'none'");
  return fill(explorer_html(), {{"@TITLE@", escape_html(settings_.title)},
                                {"@POLICY@", policy},
                                {"@STYLE@", explorer_style()},
                                {"@DATA@", data},
                                {"@CYTOSCAPE@", cytoscape_script()},
                                {"@SCRIPT@", explorer_script()}});
}

std::vector<Json> tell_apart(const std::vector<Graph>& graphs, const LadderClasses& classes,
                             const LadderOptions& options, Rung last) {
  std::vector<Json> differences;
  if (classes.num_isomorphism_classes > max_told_apart) return differences;
  std::vector<GraphLadder> ladders;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    // Classes are numbered by first appearance.
    if (classes.isomorphism_class_of[i] == std::ssize(ladders)) {
      ladders.emplace_back(graphs[i], options);
    }
  }
  for (std::size_t b = 0; b < ladders.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const RungComparison comparison = compare_rungs(ladders[a], ladders[b], last);
      if (comparison.first) differences.push_back({a, b, comparison.by_what});
    }
  }
  return differences;
}

}  // namespace isotypic::explore
