#include "isotypic/ladder/rungs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/ladder/compare.hpp"
#include "isotypic/ladder/internal/pair_names.hpp"
#include "isotypic/symmetry/weisfeiler_leman.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/no_hash.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::rungs_test {
namespace {

/// The graphs of six nodes, and the smaller pairs of the suite.
std::vector<Graph> hard_and_small() {
  std::vector<Graph> graphs;
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() == 6) graphs.push_back(graph);
  }
  for (const GraphPair& pair : wl_hard_suite()) {
    if (pair.first.num_nodes() > 10) continue;
    graphs.push_back(pair.first);
    graphs.push_back(pair.second);
  }
  return graphs;
}

/// All copies with `count` nodes marked in order, on top of those marked already.
void add_marked_copies(const Graph& graph, std::int64_t count, std::vector<std::int32_t> marks,
                       std::vector<Graph>& copies) {
  if (count == 0) {
    copies.push_back(with_node_colours(graph, marks));
    return;
  }
  const std::int32_t mark = 1 + *std::max_element(marks.begin(), marks.end());
  for (std::size_t v = 0; v < marks.size(); ++v) {
    if (marks[v] != 0) continue;
    auto further = marks;
    further[v] = mark;
    add_marked_copies(graph, count - 1, further, copies);
  }
}

/// Classes of graphs by the multiset of the 1-WL colourings of all marked copies, all refined side
/// by side: slow and plain.
std::vector<std::int32_t> classes_by_all_tuples(const std::vector<Graph>& graphs, std::int64_t k) {
  std::vector<Graph> copies;
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    add_marked_copies(graphs[i], k, std::vector<std::int32_t>(graphs[i].num_nodes(), 0), copies);
    owner.resize(copies.size(), i);
  }
  auto colours = wl1_colours(copies);
  std::vector<std::multiset<std::vector<std::int32_t>>> seen(graphs.size());
  for (std::size_t c = 0; c < copies.size(); ++c) {
    std::sort(colours[c].begin(), colours[c].end());
    seen[owner[c]].insert(colours[c]);
  }
  std::map<std::multiset<std::vector<std::int32_t>>, std::int32_t> known;
  std::vector<std::int32_t> classes;
  for (const auto& bag : seen) {
    classes.push_back(known.emplace(bag, static_cast<std::int32_t>(known.size())).first->second);
  }
  return classes;
}

std::vector<std::int32_t> classes_by_rung(const std::vector<Graph>& graphs, Rung rung) {
  std::map<std::vector<NameCount>, std::int32_t> known;
  std::vector<std::int32_t> classes;
  for (const Graph& graph : graphs) {
    GraphLadder ladder(graph);
    const auto& names = ladder.at(rung).names;
    classes.push_back(known.emplace(names, static_cast<std::int32_t>(known.size())).first->second);
  }
  return classes;
}

TEST(Rungs, WithMarksSeeWhatAllMarkedCopiesShow) {
  const std::vector<Graph> graphs = hard_and_small();
  EXPECT_EQ(classes_by_rung(graphs, Rung::Wl1), classes_by_all_tuples(graphs, 0));
  EXPECT_EQ(classes_by_rung(graphs, Rung::OneMark), classes_by_all_tuples(graphs, 1));
  EXPECT_EQ(classes_by_rung(graphs, Rung::TwoMarks), classes_by_all_tuples(graphs, 2));
  EXPECT_EQ(classes_by_rung(graphs, Rung::ThreeMarks), classes_by_all_tuples(graphs, 3));
}

TEST(Rungs, TwoFwlOnOrbitalsIsTwoFwlOnAllPairs) {
  const auto names_of = [](const Graph& graph, const Orbitals& orbitals) {
    const auto names = stable_pair_names(graph, orbitals, PairStart::Adjacency, [] {});
    std::vector<std::uint64_t> all;
    for (const std::int32_t label : orbitals.labels) all.push_back(names[label]);
    return all;
  };
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 40) continue;
    const Symmetry symmetry = compute_symmetry(graph);
    EXPECT_EQ(names_of(graph, compute_orbitals(symmetry)),
              names_of(graph, compute_orbitals(graph.num_nodes(), {})))
        << name;
  }
}

TEST(Rungs, CompleteSortsAllSmallGraphsUpToIsomorphism) {
  const auto classes = classes_by_rung(reference::small_graphs(), Rung::Complete);
  EXPECT_EQ(std::set<std::int32_t>(classes.begin(), classes.end()).size(), classes.size());
}

TEST(Rungs, CompleteKnowsHowManyMarksItTakes) {
  const auto depth = [](const Graph& graph) {
    GraphLadder ladder(graph);
    return ladder.at(Rung::Complete).depth;
  };
  EXPECT_EQ(depth(make_graph(0, {})), 0);
  EXPECT_EQ(depth(samples::random_graph(20, 0.4, 1)), 0);
  EXPECT_EQ(depth(path_graph(5)), 1);
  EXPECT_EQ(depth(cycle_graph(9)), 2);
  EXPECT_EQ(depth(complete_graph(30)), 29);
}

/// Every number of a rung: names exactly, in halves that a double holds; rows as they are.
GraphFeature numbers_of(Rung rung) {
  return [rung](const Graph& graph, const Circumstances& given) {
    LadderOptions options;
    options.engine = given.symmetry.engine;
    options.channel_seed = given.seed;
    GraphLadder ladder(graph, options);
    const RungInvariant& invariant = ladder.at(rung);
    std::vector<double> values;
    for (const auto& [name, count] : invariant.names) {
      values.push_back(static_cast<double>(name >> 32));
      values.push_back(static_cast<double>(name & 0xFFFFFFFFULL));
      values.push_back(static_cast<double>(count));
    }
    if (!invariant.rows.empty()) {
      // A set of rows: its sum and the sum of a smooth function of each do not depend on order.
      std::vector<double> sums(invariant.rows[0].size(), 0.0);
      double squares = 0.0;
      for (const auto& row : invariant.rows) {
        double angle = 0.0;
        for (std::size_t k = 0; k < row.size(); ++k) {
          sums[k] += row[k];
          angle += std::sin(static_cast<double>(k + 1)) * row[k];
        }
        squares += std::cos(angle);
      }
      values.insert(values.end(), sums.begin(), sums.end());
      values.push_back(squares);
    }
    return Eigen::VectorXd(Eigen::Map<Eigen::VectorXd>(values.data(), std::ssize(values)));
  };
}

TEST(Rungs, DependOnNoSeedLabellingOrEngine) {
  Random random(9);
  for (const Rung rung : all_rungs) {
    for (const auto& [name, graph] : zoo::graphs()) {
      const bool slow = rung == Rung::ThreeMarks || rung == Rung::Complete;
      if (graph.num_nodes() > (slow ? 20 : 40)) continue;
      EXPECT_LT(largest_deviation(graph, numbers_of(rung), 2, random), no_hash_limit)
          << name << ", " << enum_name(rung);
    }
  }
}

TEST(Rungs, DependOnNoSeedLabellingOrEngineForEverySmallGraph) {
  Random random(10);
  for (const Rung rung : all_rungs) {
    for (const Graph& graph : reference::small_graphs()) {
      EXPECT_LT(largest_deviation(graph, numbers_of(rung), 1, random), no_hash_limit)
          << enum_name(rung);
    }
  }
}

/// An untrained network on all copies with one marked node. Its sums over neighbours are divided
/// by the mean degree to the given power.
GraphFeature sine_network(double power, std::int64_t layers) {
  return [power, layers](const Graph& graph, const Circumstances&) {
    constexpr std::int64_t d = 8;
    Random random(1);
    const auto draw = [&](double scale) {
      Eigen::MatrixXd m(d, d);
      for (double& value : m.reshaped()) value = scale * random.normal();
      return m;
    };
    const double degree =
        2.0 * static_cast<double>(graph.num_edges()) / static_cast<double>(graph.num_nodes());
    const Eigen::MatrixXd own = draw(1.0 / std::sqrt(8.0));
    const Eigen::MatrixXd near = draw(1.0 / std::sqrt(8.0)) / std::pow(degree, power);
    Eigen::VectorXd total = Eigen::VectorXd::Zero(d);
    for (std::int64_t mark = 0; mark < graph.num_nodes(); ++mark) {
      Eigen::MatrixXd x = Eigen::MatrixXd::Constant(graph.num_nodes(), d, 0.5);
      x.row(mark).setOnes();
      for (std::int64_t layer = 0; layer < layers; ++layer) {
        Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(x.rows(), d);
        for (std::int64_t v = 0; v < x.rows(); ++v) {
          for (const std::int32_t w : graph.neighbours(v)) sums.row(v) += x.row(w);
        }
        x = (x * own + sums * near).array().sin();
      }
      total += x.colwise().sum().transpose();
    }
    return total;
  };
}

TEST(NoHash, FindsAndRejectsAFeatureThatScalesRoundingErrorsUp) {
  Random random(11);
  const Graph graph = random_regular_graph(40, 12, random);
  // Sums over neighbours grow by the root of the degree in every layer: errors do as well.
  EXPECT_GT(largest_deviation(graph, sine_network(0.0, 24), 8, random), no_hash_limit);
  EXPECT_LT(largest_deviation(graph, sine_network(1.0, 16), 8, random), no_hash_limit);
}

TEST(Rungs, SeeColoursOfNodesOnRequest) {
  const Graph plain = cycle_graph(6);
  const Graph alternating = with_node_colours(plain, {1, 2, 1, 2, 1, 2});
  const Graph halves = with_node_colours(plain, {1, 1, 1, 2, 2, 2});
  EXPECT_TRUE(compare_rungs(alternating, halves).isomorphic);
  const RungComparison coloured = compare_rungs(alternating, halves, {.node_colours = true});
  EXPECT_FALSE(coloured.isomorphic);
  EXPECT_EQ(coloured.first, Rung::Wl1);
  const Graph other_colours = with_node_colours(plain, {1, 3, 1, 3, 1, 3});
  EXPECT_EQ(compare_rungs(alternating, other_colours, {.node_colours = true}).first, Rung::Wl1);
}

TEST(Rungs, GiveUpAtTheirLimits) {
  LadderOptions options;
  options.max_representatives = 15;
  GraphLadder ladder(path_graph(30), options);
  EXPECT_EQ(ladder.at(Rung::OneMark).representatives, 15);
  EXPECT_EQ(error_text([] { (void)parse_enum<Rung>("4-wl"); }),
            "there is no rung '4-wl'; there are 1-wl, components, spectrum, 2-fwl, "
            "2-fwl-sizes, marks-1, marks-2, marks-3, complete");
  GraphLadder large(cycle_graph(80), options);
  EXPECT_EQ(error_text([&] { (void)large.at(Rung::TwoMarks); }, ErrorKind::Cancelled),
            "there are more than 15 representatives of tuples of up to 2 nodes");
  options.time_limit = std::chrono::milliseconds(0);
  options.max_representatives = 0;
  GraphLadder hurried(cycle_graph(10), options);
  (void)error_text([&] { (void)hurried.at(Rung::TwoMarks); }, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace isotypic::rungs_test
