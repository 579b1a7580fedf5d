#include "cli/views/motifs_view.hpp"

#include <algorithm>
#include <iomanip>
#include <map>
#include <sstream>
#include <tuple>
#include <vector>

#include "cli/views/channels_view.hpp"
#include "cli/views/rows.hpp"

namespace isotypic::cli {
namespace {

/// Longer lists are cut; JSON has them whole.
constexpr std::int64_t most_rows = 24;

/// Components that agree in dimension, multiplicity, type and mean eigenvalues.
struct EqualComponents {
  const LocalComponent* first = nullptr;
  std::int64_t count = 0;
};

std::vector<EqualComponents> group_equal(const LocalDecomposition& local) {
  std::vector<EqualComponents> groups;
  std::map<std::tuple<std::int64_t, std::int64_t, ComponentType, double, double>, std::size_t>
      known;
  for (const LocalComponent& c : local.components) {
    const auto [place, is_new] =
        known.try_emplace({c.component.dim, c.component.multiplicity, c.component.type,
                           c.tr_laplacian, c.tr_adjacency},
                          groups.size());
    if (is_new) groups.push_back({&c});
    ++groups[place->second].count;
  }
  return groups;
}

double mean_eigenvalue(double trace, const LocalComponent& c) {
  return trace / static_cast<double>(c.component.dim * c.component.multiplicity);
}

}  // namespace

std::string motifs_text(const MotifSummary& summary) {
  std::string text = std::to_string(summary.num_basic) + " basic, " +
                     std::to_string(summary.num_nested) + " nested, " +
                     std::to_string(summary.num_with_core) + " with a core; " +
                     std::to_string(summary.num_moved_nodes) + " nodes move";
  if (summary.largest_core > 0) {
    text += "; the largest core has " + std::to_string(summary.largest_core) + " nodes";
  }
  return text;
}

nlohmann::ordered_json motifs_json(const MotifSummary& summary) {
  return {{"basic", summary.num_basic},
          {"nested", summary.num_nested},
          {"with_core", summary.num_with_core},
          {"moved_nodes", summary.num_moved_nodes},
          {"largest_core", summary.largest_core}};
}

nlohmann::ordered_json local_json(const LocalDecomposition& local) {
  using Json = nlohmann::ordered_json;
  Json json = {{"components", Json::array()}};
  for (const LocalComponent& c : local.components) {
    json["components"].push_back({{"dim", c.component.dim},
                                  {"multiplicity", c.component.multiplicity},
                                  {"type", to_string(c.component.type)},
                                  {"trivial", c.component.trivial},
                                  {"adjacency_mean", mean_eigenvalue(c.tr_adjacency, c)},
                                  {"laplacian_mean", mean_eigenvalue(c.tr_laplacian, c)}});
  }
  json["motifs"] = motifs_json(summarise(local.motifs));
  json["certificate"] = certificate_json(local.certificate);
  return json;
}

void add_local(LabelledLines& lines, const LocalDecomposition& local) {
  const std::vector<EqualComponents> groups = group_equal(local);
  lines.add_whole("components", " count     dim  mult  type          mean eigenvalue of A, of L");
  for (std::int64_t i = 0; i < std::min(most_rows, std::ssize(groups)); ++i) {
    const LocalComponent& c = *groups[i].first;
    std::ostringstream row;
    row << std::setw(6) << groups[i].count << std::setw(8) << c.component.dim << std::setw(6)
        << c.component.multiplicity << "  " << std::left << std::setw(14)
        << (c.component.trivial ? "trivial" : to_string(c.component.type))
        << value_text(mean_eigenvalue(c.tr_adjacency, c)) << ", "
        << value_text(mean_eigenvalue(c.tr_laplacian, c));
    lines.add_whole("", row.str());
  }
  if (std::ssize(groups) > most_rows) {
    lines.add("", std::to_string(std::ssize(groups) - most_rows) + " more (--json lists all)");
  }
  lines.add("motifs", motifs_text(summarise(local.motifs)));
  const std::string pairs = std::to_string(local.certificate.num_orbitals) + " orbits of pairs";
  lines.add("certificate", local.cores.empty() ? pairs + " and the order of the group accounted for"
                                               : certificate_text(local.certificate) +
                                                     ", order of the group accounted for");
}

std::string local_csv(const LocalDecomposition& local) {
  std::string dims;
  std::string components;
  for (const LocalComponent& c : local.components) {
    dims += (dims.empty() ? "" : " ") + std::to_string(c.component.dim * c.component.multiplicity);
    components += (components.empty() ? "" : "; ") + component_name(c.component);
  }
  return csv_cells(dims, components, local.certificate.min_gap, local.certificate.residual);
}

}  // namespace isotypic::cli
