#include "experiments/continuity/continuity.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::experiments::continuity_test {
namespace {

const report::Record& small_record() {
  static const report::Record record = [] {
    ContinuityConfig config = quick_continuity();
    config.readouts = {"sum", "isotypic", "marked:1", "component_set"};
    config.graphs = 8;
    config.nodes = 16;
    return *run_continuity(config, {});
  }();
  return record;
}

TEST(Continuity, CallsChannelsAHashAndMarksNot) {
  const report::Figures& figures = small_record().figures;
  EXPECT_GT(*figures.find("isotypic all blocks/random"), hash_ratio);
  EXPECT_LT(*figures.find("marked:1/random"), 0.7);
  EXPECT_LT(*figures.find("marked:1/tree"), 0.7);
}

TEST(Continuity, SaysWhereAReadoutSeesNothing) {
  // All nodes of regular graphs of one degree look alike to message passing.
  EXPECT_FALSE(small_record().figures.find("sum/regular"));
  const std::vector<report::Table> tables = continuity_tables(small_record());
  ASSERT_EQ(tables.size(), 1U);
  EXPECT_EQ(tables[0].rows.size(), 5U);
}

TEST(Continuity, LeavesMoleculesOutWithAWarning) {
  std::string warning;
  RunContext context;
  context.on_warning = [&](const std::string& text) { warning = text; };
  ContinuityConfig config = quick_continuity();
  config.classes = {GraphClass::Tree, GraphClass::Molecule};
  config.readouts = {"sum"};
  const auto record = run_continuity(config, context);
  EXPECT_EQ(record->rows.size(), 1U);
  EXPECT_NE(warning.find("ZINC"), std::string::npos);
  config.classes = {GraphClass::Molecule};
  EXPECT_EQ(error_text([&] { (void)run_continuity(config, context); }),
            "no class of graphs is left");
}

}  // namespace
}  // namespace isotypic::experiments::continuity_test
