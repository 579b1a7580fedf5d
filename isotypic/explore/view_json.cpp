// What the page reads; assets/data.js unpacks it.

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "isotypic/base/text.hpp"
#include "isotypic/explore/view.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::explore {
namespace {

/// Positions are whole numbers from 0 to this one.
constexpr double grid = 1000.0;

/// Entries of a channel's vector, from -1 to 1, as one letter each: more shades than an eye tells
/// apart take room, and a page holds thousands of graphs.
constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcde";
static_assert(letters.size() == num_shades);

std::string pack(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  constexpr double middle = (letters.size() - 1) / 2;
  std::string text;
  for (const double value : values) {
    const double share = largest > 0.0 ? value / largest : 0.0;
    text += letters[static_cast<std::size_t>(std::lround(middle + middle * share))];
  }
  return text;
}

/// Four decimals; no minus zero.
double rounded(double value) { return std::round(value * 1e4) / 1e4 + 0.0; }

Json positions(const std::vector<report::Point>& points) {
  double extent = 1e-9;
  for (const report::Point& point : points) extent = std::max({extent, point.x, point.y});
  Json list = Json::array();
  for (const report::Point& point : points) {
    list.push_back(std::lround(grid * point.x / extent));
    list.push_back(std::lround(grid * point.y / extent));
  }
  return list;
}

/// By columns, which takes much less room than an object per channel.
Json channels_json(const GraphView& view) {
  Json dims = Json::array();
  Json components = Json::array();
  Json marked = Json::array();
  std::string values;
  for (std::size_t a = 0; a < view.pictures.size(); ++a) {
    const Channel& channel = view.channels.canonical->channels[a];
    dims.push_back(channel.dim);
    components.push_back(channel.component);
    marked.push_back(view.pictures[a].marked);
    values += pack(view.pictures[a].values);
  }
  return {{"dims", std::move(dims)},
          {"components", std::move(components)},
          {"marked", std::move(marked)},
          {"values", std::move(values)}};
}

Json rounded_list(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(rounded(value));
  return list;
}

/// With the eigenvalues of A and L, each as often as the component occurs.
Json components_json(const GraphView& view) {
  Json list = Json::array();
  for (std::size_t i = 0; i < view.spectra.size(); ++i) {
    const Component& component = view.channels.canonical->components[i];
    list.push_back({{"dim", component.dim},
                    {"times", component.multiplicity},
                    {"type", component.trivial ? "trivial" : to_string(component.type)},
                    {"a", rounded_list(view.spectra[i].adjacency)},
                    {"l", rounded_list(view.spectra[i].laplacian)}});
  }
  return list;
}

/// Shares of the total: kept by pooling, visible to linear readouts, then one per component. Null
/// if there is no energy to share.
Json energy_json(const Explanation& explanation) {
  const auto share = [&](double energy) { return rounded(energy / explanation.total); };
  if (explanation.total == 0.0) return nullptr;
  Json list = {share(explanation.kept_by_pooling), share(explanation.visible_to_linear_readouts)};
  for (const ComponentEnergy& part : explanation.components) list.push_back(share(part.energy));
  return list;
}

std::int64_t largest_dimension(const Decomposition& canonical) {
  std::int64_t largest = 0;
  for (const Channel& channel : canonical.channels) largest = std::max(largest, channel.dim);
  return largest;
}

}  // namespace

Json to_json(const GraphView& view) {
  Json generators = Json::array();
  for (const SparsePermutation& g : view.symmetry.generators) {
    generators.push_back(cycle_notation(g));
  }
  Json marked = Json::array();
  for (const Explanation& explanation : view.marked_node) {
    marked.push_back(energy_json(explanation));
  }
  Json energy = {{"marked", std::move(marked)}, {"degrees", energy_json(view.degrees)}};
  if (view.given) energy["given"] = energy_json(*view.given);
  return {{"graph6", format_graph6(view.graph)}, {"positions", positions(view.points)},
          {"orbits", view.symmetry.orbit_of},    {"generators", std::move(generators)},
          {"components", components_json(view)}, {"channels", channels_json(view)},
          {"energy", std::move(energy)},         {"hash", to_string(view.symmetry.hash)}};
}

Json index_fields() {
  Json fields = Json::array();
  const auto add = [&](const std::string& name, InvariantKind kind, const std::string& about) {
    const bool number = kind == InvariantKind::Integer || kind == InvariantKind::BigInteger ||
                        kind == InvariantKind::Real;
    const char* read = kind == InvariantKind::Truth ? "truth" : number ? "number" : "text";
    fields.push_back({{"name", name}, {"kind", read}, {"about", about}});
  };
  for (const InvariantField& field : invariant_fields()) add(field.name, field.kind, field.about);
  add("channels", InvariantKind::Integer, "symmetry channels");
  add("isotypic_components", InvariantKind::Integer, "isotypic components");
  add("largest_channel", InvariantKind::Integer, "dimension of the largest channel");
  return fields;
}

Json index_row(const GraphView& view) {
  const Decomposition& canonical = *view.channels.canonical;
  Json row = {printable(view.name)};
  for (const InvariantField& field : invariant_fields()) row.push_back(field.get(view.invariants));
  row.push_back(canonical.num_channels);
  row.push_back(canonical.components.size());
  row.push_back(largest_dimension(canonical));
  return row;
}

}  // namespace isotypic::explore
