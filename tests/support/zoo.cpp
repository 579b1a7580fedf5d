#include "tests/support/zoo.hpp"

#include <sstream>

#include "isotypic/graph/catalogue.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/wl_hard.hpp"

namespace isotypic::zoo {
namespace {

/// One member or more of every family in the catalogue.
constexpr const char* members[] = {
    "path 1",
    "path 9",
    "cycle 3",
    "cycle 17",
    "complete 1",
    "complete 25",
    "star 30",
    "grid 5 5",
    "grid 4 7",
    "torus 4 4",
    "torus 5 7",
    "hypercube 0",
    "hypercube 6",
    "binary-tree 5",
    "rook 4 4",
    "rook 5 6",
    "shrikhande",
    "petersen",
    "prism 9",
    "moebius-ladder 9",
    "generalised-petersen 12 5",
    "paley 13",
    "paley 25",
    "paley 81",
    "paley 101",
    "kneser 7 3",
    "kneser 6 1",
    "johnson 8 3",
    "johnson 9 2",
    "complete-bipartite 6 6",
    "line petersen",
    "line rook 4 4",
    "complete-bipartite 5 8",
    "complement cycle 11",
    "complement torus 4 5",
    "cfi petersen",
    "cfi complete 6",
    "cfi torus 3 3",
};

constexpr const char* random_members[] = {
    "erdos-renyi 30 0.1",  "erdos-renyi 60 0.5",   "erdos-renyi 200 0.01",
    "random-regular 40 3", "random-regular 24 11", "random-regular 200 4",
    "random-tree 60",      "random-tree 200",      "cfi random-regular 14 3",
};

Graph member(const std::string& words, std::uint64_t seed) {
  std::istringstream stream(words);
  std::string name;
  stream >> name;
  std::vector<std::string> arguments;
  for (std::string word; stream >> word;) arguments.push_back(word);
  return make_family(name, arguments, {.seed = seed});
}

std::vector<NamedGraph> build() {
  std::vector<NamedGraph> all;
  for (const char* words : members) all.push_back({words, member(words, 0)});
  for (const char* words : random_members) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      all.push_back({words + (" seed " + std::to_string(seed)), member(words, seed)});
    }
  }
  for (const auto& suite : {wl_hard_suite(), extended_wl_hard_suite()}) {
    for (const GraphPair& pair : suite) {
      all.push_back({pair.name + " (first)", pair.first});
      all.push_back({pair.name + " (second)", pair.second});
    }
  }
  all.push_back({"6 Shrikhande", disjoint_copies(shrikhande_graph(), 6)});
  all.push_back(
      {"3 Petersen + 2 Shrikhande", disjoint_union(disjoint_copies(petersen_graph(), 3),
                                                   disjoint_copies(shrikhande_graph(), 2))});
  all.push_back(
      {"2 rook 4x4 + 3 Shrikhande", disjoint_union(disjoint_copies(rook_graph(4, 4), 2),
                                                   disjoint_copies(shrikhande_graph(), 3))});
  all.push_back({"5 K5 + 4 C7", disjoint_union(disjoint_copies(complete_graph(5), 5),
                                               disjoint_copies(cycle_graph(7), 4))});
  all.push_back({"empty 40", complement(complete_graph(40))});
  return all;
}

}  // namespace

const std::vector<NamedGraph>& graphs() {
  static const std::vector<NamedGraph> all = build();
  return all;
}

}  // namespace isotypic::zoo
