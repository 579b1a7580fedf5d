#include "isotypic/channels/serialise.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/internal/consistency.hpp"
#include "isotypic/channels/readout.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::serialise_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Tampering {
  const char* name;
  std::function<void(Decomposition&)> apply;
};

/// One for each field, and for each pair of fields that must agree.
std::vector<Tampering> tamperings() {
  using D = Decomposition;
  std::vector<Tampering> all;
  for (const std::int64_t wrong :
       {std::int64_t{-7}, std::int64_t{1'000'000}, std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::max()}) {
    all.push_back({"begin", [=](D& d) { d.channels[1].begin = wrong; }});
    all.push_back({"dim", [=](D& d) { d.channels[1].dim = wrong; }});
    all.push_back({"component", [=](D& d) { d.channels[1].component = wrong; }});
    all.push_back({"num_nodes", [=](D& d) { d.num_nodes = wrong; }});
    all.push_back({"num_channels", [=](D& d) { d.num_channels = wrong; }});
    all.push_back({"component dim", [=](D& d) { d.components[0].dim = wrong; }});
    all.push_back({"multiplicity", [=](D& d) { d.components[0].multiplicity = wrong; }});
    all.push_back({"num_orbitals", [=](D& d) { d.certificate.num_orbitals = wrong; }});
  }
  for (const double wrong : {nan, infinity, -infinity}) {
    all.push_back({"eigenvalue", [=](D& d) { d.channels[0].eigenvalue = wrong; }});
    all.push_back({"tr_laplacian", [=](D& d) { d.channels[0].tr_laplacian = wrong; }});
    all.push_back({"tr_adjacency", [=](D& d) { d.channels[0].tr_adjacency = wrong; }});
    all.push_back({"max_spread", [=](D& d) { d.certificate.max_spread = wrong; }});
    all.push_back({"orthogonality", [=](D& d) { d.certificate.orthogonality = wrong; }});
    all.push_back({"residual", [=](D& d) { d.certificate.residual = wrong; }});
    all.push_back({"equivariance", [=](D& d) { d.certificate.equivariance = wrong; }});
    all.push_back({"basis", [=](D& d) { d.basis(1, 1) = wrong; }});
  }
  all.push_back({"gap", [](D& d) { d.certificate.min_gap = nan; }});
  all.push_back({"attempts", [](D& d) { d.certificate.attempts = 0; }});
  all.push_back({"type", [](D& d) { d.components[0].type = static_cast<ComponentType>(3); }});
  all.push_back({"no trivial", [](D& d) {
                   for (Component& component : d.components) component.trivial = false;
                 }});
  all.push_back({"all trivial", [](D& d) {
                   for (Component& component : d.components) component.trivial = true;
                 }});
  all.push_back({"overlap", [](D& d) { d.channels[1].begin = d.channels[0].begin; }});
  all.push_back({"order of blocks", [](D& d) { std::swap(d.channels[0], d.channels[1]); }});
  all.push_back({"one block less", [](D& d) { d.channels.pop_back(); }});
  all.push_back({"no blocks", [](D& d) { d.channels.clear(); }});
  all.push_back({"one component less", [](D& d) { d.components.pop_back(); }});
  all.push_back({"one column less",
                 [](D& d) { d.basis.conservativeResize(Eigen::NoChange, d.basis.cols() - 1); }});
  all.push_back({"one row less",
                 [](D& d) { d.basis.conservativeResize(d.basis.rows() - 1, Eigen::NoChange); }});
  all.push_back({"equal columns", [](D& d) { d.basis.col(1) = d.basis.col(0); }});
  all.push_back({"zero basis", [](D& d) { d.basis.setZero(); }});
  return all;
}

TEST(Serialise, BringsBackEveryDecomposition) {
  for (const Graph& graph : samples::assorted()) {
    for (const ChannelOptions& options :
         {ChannelOptions{}, ChannelOptions{.order = BlockOrder::TraceAscending},
          ChannelOptions{.grouping = Grouping::Components}, ChannelOptions{.max_blocks = 2}}) {
      const Decomposition whole = *decompose(compute_symmetry(graph), options).canonical;
      const auto again = deserialise(serialise(whole));
      ASSERT_TRUE(again.has_value());
      EXPECT_EQ(serialise(*again), serialise(whole));
      EXPECT_TRUE(fits(*again, graph.num_nodes(), options));
    }
  }
}

TEST(Serialise, RefusesFieldsThatDoNotAgree) {
  const Decomposition whole = *decompose(compute_symmetry(samples::heap_tree(15))).canonical;
  ASSERT_GE(whole.channels.size(), 2U);
  for (const Tampering& tampering : tamperings()) {
    Decomposition tampered = whole;
    tampering.apply(tampered);
    EXPECT_FALSE(deserialise(serialise(tampered)).has_value()) << tampering.name;
  }
}

TEST(Serialise, CanBeUsedWhateverWordOfTheBytesWasReplaced) {
  const Symmetry symmetry = compute_symmetry(star_graph(4));
  const std::string whole = serialise(*decompose(symmetry).canonical);
  const Eigen::MatrixXd features = Eigen::MatrixXd::Ones(symmetry.num_nodes, 2);
  for (std::size_t at = 0; at + sizeof(std::int64_t) <= whole.size(); ++at) {
    for (const std::int64_t word : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-7},
                                    std::int64_t{5}, std::int64_t{1'000'000}}) {
      std::string bytes = whole;
      std::memcpy(bytes.data() + at, &word, sizeof word);
      const auto read = deserialise(bytes);
      if (!read || read->num_nodes != symmetry.num_nodes) continue;
      const Channels channels{std::make_shared<const Decomposition>(*read), symmetry.position};
      EXPECT_EQ(basis_in_node_order(channels).rows(), symmetry.num_nodes);
      EXPECT_TRUE(isotypic_features(channels, features).values.allFinite()) << at << ' ' << word;
    }
  }
}

TEST(ChannelCache, RebuildsEntriesThatWereForgedUnderARightChecksum) {
  const TemporaryDirectory directory;
  const Symmetry symmetry = compute_symmetry(samples::heap_tree(15));
  const Decomposition right = *decompose(symmetry).canonical;
  std::vector<Tampering> forgeries = tamperings();
  forgeries.push_back({"another graph", [](Decomposition& d) {
                         d = *decompose(compute_symmetry(star_graph(4))).canonical;
                       }});
  forgeries.push_back({"another number of blocks", [&](Decomposition& d) {
                         d = *decompose(symmetry, {.max_blocks = 2}).canonical;
                       }});
  forgeries.push_back({"another order", [&](Decomposition& d) {
                         d = *decompose(symmetry, {.order = BlockOrder::TraceAscending}).canonical;
                       }});
  for (const Tampering& forgery : forgeries) {
    const std::string file = directory.file(std::string("cache of ") + forgery.name);
    Decomposition forged = right;
    forgery.apply(forged);
    ChannelStore writer(file);
    writer.add(cache_key(symmetry, {}), forged);
    writer.save();
    ChannelCache cache({.file = file});
    EXPECT_EQ(serialise(*cache.decompose(symmetry).canonical), serialise(right)) << forgery.name;
    EXPECT_EQ(cache.statistics().rejected, 1) << forgery.name;
  }
}

}  // namespace
}  // namespace isotypic::serialise_test
