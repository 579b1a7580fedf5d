#include "isotypic/graph/wl_hard.hpp"

#include <array>
#include <utility>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/switching.hpp"

namespace isotypic {
namespace {

using Pairs = std::vector<GraphPair>;

GraphPair cycle_pair(std::int64_t k) {
  return {"2C" + std::to_string(k) + " / C" + std::to_string(2 * k), "cycles",
          disjoint_copies(cycle_graph(k), 2), cycle_graph(2 * k)};
}

GraphPair ribbon_pair(std::int64_t n) {
  return {"prism " + std::to_string(n) + " / Moebius ladder " + std::to_string(n), "ribbons",
          prism_graph(n), moebius_ladder(n)};
}

void add_cycle_presentations(Pairs& pairs) {
  constexpr std::uint64_t seed = 36;
  for (std::int64_t k = 3; k <= 10; ++k) {
    for (std::int64_t presentation = 1; presentation <= 3; ++presentation) {
      GraphPair pair = cycle_pair(k);
      Random random(seed, static_cast<std::uint64_t>(10 * k + presentation));
      pair.name += ", presentation " + std::to_string(presentation);
      pair.first = shuffled(pair.first, random);
      pair.second = shuffled(pair.second, random);
      pairs.push_back(std::move(pair));
    }
  }
}

void add_cfi(Pairs& pairs, const std::string& family, const std::string& base_name,
             const Graph& base) {
  constexpr std::array<std::pair<CfiVariant, const char*>, 3> variants = {
      {{CfiVariant::Full, "full"},
       {CfiVariant::Contracted, "contracted"},
       {CfiVariant::Compact, "compact"}}};
  for (const auto& [variant, name] : variants) {
    pairs.push_back({"CFI(" + base_name + ") " + name + ", untwisted / twisted", family,
                     cfi_graph(base, {.variant = variant, .twisted_edge = {}}),
                     cfi_graph(base, {.variant = variant, .twisted_edge = 0})});
  }
}

/// Switches the nodes `set` of the first factor in layer 0 of its product with `layers`.
void add_switched_product(Pairs& pairs, const std::string& name, const Graph& graph,
                          const Graph& layers, std::vector<std::int32_t> set) {
  const Graph product = direct_product(graph, layers);
  for (std::int32_t& v : set) v *= static_cast<std::int32_t>(layers.num_nodes());
  pairs.push_back({name, "godsil-mckay", product, godsil_mckay_switch(product, set)});
}

/// The nodes of the line graph of K_8 that are the given edges of K_8.
std::vector<std::int32_t> nodes_of_edges(std::initializer_list<Edge> chosen) {
  const std::vector<Edge> all = complete_graph(8).edges();
  std::vector<std::int32_t> nodes;
  for (std::int32_t i = 0; std::cmp_less(i, all.size()); ++i) {
    for (const Edge& edge : chosen) {
      if (edge == all[i]) nodes.push_back(i);
    }
  }
  return nodes;
}

void add_strongly_regular(Pairs& pairs) {
  const std::string family = "strongly-regular";
  const Graph rook = rook_graph(4, 4);
  const Graph shrikhande = shrikhande_graph();
  pairs.push_back({"rook 4x4 / Shrikhande", family, rook, shrikhande});
  pairs.push_back(
      {"complements of rook 4x4 / Shrikhande", family, complement(rook), complement(shrikhande)});
  // Chang 1959; Seidel's construction from the edges of 4K_2, of C_8 and of C_3 + C_5 in K_8.
  const Graph triangular = line_graph(complete_graph(8));
  const auto matching = nodes_of_edges({{0, 1}, {2, 3}, {4, 5}, {6, 7}});
  const auto octagon =
      nodes_of_edges({{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {0, 7}});
  const auto two_cycles =
      nodes_of_edges({{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {3, 7}});
  pairs.push_back(
      {"T(8) / Chang graph of 4K2", family, triangular, godsil_mckay_switch(triangular, matching)});
  pairs.push_back(
      {"T(8) / Chang graph of C8", family, triangular, godsil_mckay_switch(triangular, octagon)});
  pairs.push_back({"T(8) / Chang graph of C3 + C5", family, triangular,
                   godsil_mckay_switch(triangular, two_cycles)});
}

}  // namespace

std::vector<GraphPair> wl_hard_suite() {
  Pairs pairs;
  add_cycle_presentations(pairs);
  add_cfi(pairs, "cfi-k3", "K3", complete_graph(3));
  add_cfi(pairs, "cfi-k4", "K4", complete_graph(4));
  for (const std::int64_t n : {4, 5, 6}) pairs.push_back(ribbon_pair(n));
  const Graph petersen = petersen_graph();
  const Graph pair = complete_graph(2);
  add_switched_product(pairs, "Petersen x K2 / switched", petersen, pair, {0, 2, 8, 9});
  add_switched_product(pairs, "Petersen x K3 / switched", petersen, complete_graph(3),
                       {0, 2, 8, 9});
  add_switched_product(pairs, "complement of Petersen x K2 / switched", complement(petersen), pair,
                       {0, 1, 3, 8});
  return pairs;
}

std::vector<GraphPair> extended_wl_hard_suite() {
  Pairs pairs;
  for (std::int64_t k = 11; k <= 26; ++k) pairs.push_back(cycle_pair(k));
  pairs.push_back(ribbon_pair(3));
  for (std::int64_t n = 7; n <= 16; ++n) pairs.push_back(ribbon_pair(n));
  add_cfi(pairs, "cfi-k5", "K5", complete_graph(5));
  add_cfi(pairs, "cfi-q3", "Q3", hypercube_graph(3));
  add_strongly_regular(pairs);
  return pairs;
}

}  // namespace isotypic
