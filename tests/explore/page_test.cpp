#include "isotypic/explore/page.hpp"

#include <gmock/gmock.h>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"

namespace isotypic::explore::page_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string page_of(const std::string& name, const PageSettings& settings) {
  ExplorerPage page(settings);
  page.add(view_graph(name, petersen_graph()));
  page.set_classes(ladder_classes(std::vector{petersen_graph()}));
  return page.render();
}

TEST(ExplorerPage, LoadsNothing) {
  const std::string page = page_of("g", {});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, HasSubstr("connect-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr(" src=\"")));
  EXPECT_THAT(page, Not(HasSubstr("@SCRIPT@")));
}

TEST(ExplorerPage, NamesAreNeverMarkup) {
  const std::string evil = "</script><img src=x onerror=alert(1)>@SCRIPT@";
  const std::string page = page_of(evil, {.title = evil, .features = evil});
  EXPECT_THAT(page, Not(HasSubstr("<img")));
  EXPECT_THAT(page, HasSubstr("<title>&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;@SCRIPT@"));
}

TEST(ExplorerPage, KnowsFamiliesOnlyWhenItIsLive) {
  EXPECT_THAT(page_of("g", {}), Not(HasSubstr("\"hypercube\"")));
  const std::string live = page_of("g", {.live = true});
  EXPECT_THAT(live, HasSubstr("\"hypercube\""));
  EXPECT_THAT(live, HasSubstr("connect-src 'self'"));
}

TEST(ExplorerPage, ClassesMustBeThoseOfItsGraphs) {
  ExplorerPage page({});
  EXPECT_THROW(page.set_classes(ladder_classes(std::vector{petersen_graph()})), Error);
}

TEST(TellApart, SaysByWhatEveryTwoClassesDiffer) {
  const std::vector<Graph> graphs = {rook_graph(4, 4), shrikhande_graph(), rook_graph(4, 4),
                                     cycle_graph(5)};
  const LadderClasses classes = ladder_classes(graphs);
  const std::vector<Json> differences = tell_apart(graphs, classes, {}, Rung::Complete);
  ASSERT_EQ(differences.size(), 3U);
  EXPECT_EQ(differences[0].at(0), 0);
  EXPECT_EQ(differences[0].at(1), 1);
  EXPECT_THAT(differences[0].at(2).get<std::string>(), HasSubstr("components of dimension"));
}

TEST(TellApart, IsSilentAboutTooManyClasses) {
  std::vector<Graph> graphs;
  for (std::int64_t n = 3; n < 4 + max_told_apart; ++n) graphs.push_back(cycle_graph(n));
  EXPECT_TRUE(tell_apart(graphs, ladder_classes(graphs), {}, Rung::Wl1).empty());
}

}  // namespace
}  // namespace isotypic::explore::page_test
