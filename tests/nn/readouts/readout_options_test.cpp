#include "isotypic/nn/readouts/readout_options.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::nn::readout_options_test {
namespace {

TEST(Names, JoinReadoutsAndChooseTheirFusion) {
  const ReadoutOptions options = named_readout("sum+isotypic:gated", 5, 3);
  EXPECT_EQ(options.parts, (std::vector{ReadoutKind::Sum, ReadoutKind::Isotypic}));
  EXPECT_EQ(options.fusion, Fusion::Gate);
  EXPECT_EQ(options.isotypic.max_blocks, 5);
  EXPECT_EQ(options.isotypic.seed, 3U);
  EXPECT_EQ(named_readout("mean+max+sum:projected", 5, 3).fusion, Fusion::ProjectedSum);
  EXPECT_EQ(named_readout("linear_blocks", 5, 3).isotypic.variant, ReadoutVariant::LinearBlocks);
}

TEST(Names, OfEveryPartAndLayerAreKnown) {
  for (const std::string& name : readout_part_names()) {
    EXPECT_EQ(named_readout(name, 8, 0).parts.size(), 1U) << name;
  }
  EXPECT_EQ(enum_names<LayerKind>().size(), 6U);
  for (const std::string& name : enum_names<LayerKind>()) {
    EXPECT_EQ(enum_name(parse_enum<LayerKind>(name)), name);
  }
}

TEST(Names, RefuseWhatTheyDoNotKnow) {
  EXPECT_TRUE(error_text([] {
                (void)named_readout("sum+total", 8, 0);
              }).starts_with("there is no readout 'total'; there are sum, mean, "));
  EXPECT_TRUE(error_text([] {
                (void)named_readout("sum+", 8, 0);
              }).starts_with("there is no readout ''; there are "));
  EXPECT_EQ(error_text([] { (void)named_readout("sum+marked:1", 8, 0); }),
            "marked:K stands alone, not in 'sum+marked:1'");
  EXPECT_TRUE(error_text([] {
                (void)named_readout("sum,isotypic", 8, 0);
              }).ends_with("join readouts by +, or compare them by cross-validate --vary"));
  EXPECT_EQ(error_text([] { (void)named_readout("sum:mixed", 8, 0); }),
            "there is no fusion 'mixed', only projected and gated");
  EXPECT_EQ(error_text([] { (void)named_readout("isotypic+linear", 8, 0); }),
            "'linear' cannot be combined with another readout of its kind");
  EXPECT_EQ(
      error_text([] { (void)parse_enum<LayerKind>("GCN"); }),
      "there is no encoder 'GCN'; there are GIN, GINE, GraphSAGE, PNA, GATv2, GraphTransformer");
}

TEST(Names, SayWhetherDescribedPairsAreNeeded) {
  for (const char* name : {"operators", "structure", "sum+operator_statistics"}) {
    EXPECT_TRUE(needs_pairs(named_readout(name, 8, 0))) << name;
    EXPECT_FALSE(needs_channels(named_readout(name, 8, 0))) << name;
  }
  EXPECT_FALSE(needs_pairs(named_readout("sum+deepsets", 8, 0)));
  EXPECT_EQ(error_text([] { (void)named_readout("operators+structure", 8, 0); }),
            "'structure' cannot be combined with another readout of its kind");
}

TEST(Names, SayWhetherChannelsAreNeeded) {
  EXPECT_FALSE(needs_channels(named_readout("sum+max", 8, 0)));
  EXPECT_TRUE(needs_channels(named_readout("sum+linear", 8, 0)));
  const ReadoutOptions set = named_readout("component_set", 8, 0);
  EXPECT_TRUE(needs_channels(set) && needs_components(set));
  EXPECT_FALSE(reads_blocks(set));
}

}  // namespace
}  // namespace isotypic::nn::readout_options_test
