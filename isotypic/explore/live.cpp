#include "isotypic/explore/live.hpp"

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json_reader.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/explore/view.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/ladder/compare.hpp"

namespace isotypic::explore {
namespace {

constexpr const char* place = "request";

/// The graph of a pasted line. Its declared size is looked at before the graph is built.
Graph parse_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) fail("parse_line", "there is no graph6 text");
  const std::string line = text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  if (line.starts_with(':') || line.starts_with(">>sparse6<<")) {
    fail("parse_line", "this is sparse6; the page takes graph6");
  }
  return parse_graph6(line);
}

const FamilyEntry& find_family(const std::vector<FamilyEntry>& catalogue, const std::string& name) {
  const auto found = std::ranges::find(catalogue, name, &FamilyEntry::name);
  if (found == catalogue.end() || !found->to_try) {
    fail("make_family", "there is no family '", printable(name), "' to try");
  }
  return *found;
}

/// The arguments as the catalogue wants them. Values outside the ranges are refused: they could
/// ask for graphs of any size.
std::vector<std::string> family_arguments(const FamilyEntry& entry, const Json& values) {
  const std::vector<ArgumentRange>& ranges = *entry.to_try;
  if (values.size() != ranges.size()) {
    fail("make_family", "'", entry.name, "' takes ", ranges.size(), " arguments; got ",
         values.size());
  }
  std::vector<std::string> words;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (!values[i].is_number()) fail("make_family", ranges[i].name, " must be a number");
    const auto value = values[i].get<double>();
    if (!(value >= ranges[i].low && value <= ranges[i].high)) {
      fail("make_family", ranges[i].name, " must be from ", ranges[i].low, " to ", ranges[i].high);
    }
    words.push_back(exact_number(value));
  }
  return words;
}

struct NamedGraph {
  std::string name;
  Graph graph;
};

NamedGraph make_from_family(JsonReader& reader) {
  const std::vector<FamilyEntry> catalogue = family_catalogue();
  const FamilyEntry& entry = find_family(catalogue, reader.text("family"));
  std::vector<std::string> words = family_arguments(entry, reader.list("arguments"));
  const Json* seed = reader.find("seed");
  const FamilyOptions options{
      .seed = seed == nullptr ? 0 : static_cast<std::uint64_t>(reader.count("seed"))};
  const std::string then = reader.optional_text("then");
  words.insert(words.begin(), entry.name);
  if (then == "complement" || then == "line") {
    words.insert(words.begin(), then);
  } else if (!then.empty()) {
    fail("make_family", "'then' must be empty, complement or line");
  }
  std::string name;
  for (const std::string& word : words) name += (name.empty() ? "" : " ") + word;
  const std::string family = words.front();
  words.erase(words.begin());
  return {std::move(name), make_family(family, words, options)};
}

NamedGraph read_graph(JsonReader& reader) {
  if (reader.find("family") != nullptr) return make_from_family(reader);
  NamedGraph result{reader.optional_text("name"), parse_line(reader.text("graph6"))};
  if (result.name.empty()) result.name = "your graph";
  return result;
}

}  // namespace

Json answer_view(std::string_view request, const LiveLimits& limits) {
  const Json json = parse_json(request, place);
  JsonReader reader(json, place);
  NamedGraph asked = read_graph(reader);
  reader.finish();
  const GraphView view =
      view_graph(std::move(asked.name), asked.graph, {.time_limit = limits.time});
  Json answer = to_json(view);
  answer["row"] = index_row(view);
  return answer;
}

Json answer_compare(std::string_view request, const LiveLimits& limits) {
  const Json json = parse_json(request, place);
  JsonReader reader(json, place);
  const Graph a = parse_line(reader.text("a"));
  const Graph b = parse_line(reader.text("b"));
  reader.finish();
  for (const Graph* graph : {&a, &b}) {
    if (graph->num_nodes() > max_viewed_nodes) {
      fail("compare", "graphs of up to ", max_viewed_nodes, " nodes are compared; one has ",
           graph->num_nodes());
    }
  }
  LadderOptions options;
  options.time_limit = limits.time;
  options.max_representatives = limits.max_copies;
  const RungComparison comparison = compare_rungs(a, b, options);
  Json answer = {{"isomorphic", comparison.isomorphic},
                 {"rung", nullptr},
                 {"by", comparison.by_what},
                 {"skipped", comparison.skipped.size()}};
  if (comparison.first) answer["rung"] = enum_name(*comparison.first);
  return answer;
}

}  // namespace isotypic::explore
