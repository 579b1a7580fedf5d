#include "isotypic/symmetry/invariant_condition.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::invariant_condition_test {
namespace {

std::optional<bool> holds(const std::string& text, const Graph& graph = petersen_graph()) {
  return InvariantCondition(text).holds(compute_invariants(graph));
}

TEST(InvariantCondition, ComparesAndCombines) {
  for (const char* text : {"n == 10",
                           "aut_order > 100 and orbits == 1",
                           "num_orbits == 1",
                           "m == 3 * n / 2",
                           "n != 9",
                           "not bipartite",
                           "3 <= min_degree <= max_degree < 4",
                           "mean_degree == 3",
                           "girth == 5 or girth == 6",
                           "(n - 1) % 4 == 1",
                           "-n == -10",
                           "n == 1e1",
                           "n == 10.0",
                           "vertex_transitive == true",
                           "intersection_array == '{3,2;1,1}'",
                           "strongly_regular and srg_lambda == 0",
                           "false or not (n < 5 and m > 2)",
                           "n + m * 2 == 40",
                           "1 / 3 * 3 == 1",
                           "-7 % 3 == 2",
                           "bipartite == (n == 9)",
                           "aut_order == 120"}) {
    EXPECT_EQ(holds(text), true) << text;
    EXPECT_EQ(holds("not (" + std::string(text) + ")"), false) << text;
  }
}

TEST(InvariantCondition, CountsExactly) {
  const Graph star = star_graph(30);  // 30! has 33 digits
  EXPECT_EQ(holds("aut_order == 265252859812191058636308480000000", star), true);
  EXPECT_EQ(holds("aut_order == 265252859812191058636308480000001", star), false);
  EXPECT_EQ(holds("aut_order % 31 == 0", star), false);
  EXPECT_EQ(holds("mean_degree == 60 / 31", star), false);  // a double, as it is written
  EXPECT_EQ(holds("mean_degree == 1.2", make_graph(5, {{0, 1}, {1, 2}, {2, 3}})), true);
}

TEST(InvariantCondition, IsUndecidedWhereSomethingIsMissing) {
  const Graph tree = path_graph(4);
  EXPECT_EQ(holds("girth > 3", tree), std::nullopt);
  EXPECT_EQ(holds("not girth > 3", tree), std::nullopt);
  EXPECT_EQ(holds("girth > 3 or n == 4", tree), true);
  EXPECT_EQ(holds("girth > 3 and n == 5", tree), false);
  EXPECT_EQ(holds("n / 0 == 1", tree), std::nullopt);
  EXPECT_EQ(holds("n % (m - 3) == 1", tree), std::nullopt);
}

TEST(InvariantCondition, KnowsWhatItNeeds) {
  EXPECT_TRUE(InvariantCondition("n > 3 and orbitals == 3").needs_orbitals());
  EXPECT_FALSE(InvariantCondition("n > 3 and orbits == 3").needs_orbitals());
}

TEST(InvariantCondition, ShowsThePlaceOfAMistake) {
  const auto text = [](const std::string& condition) {
    return error_text([&] { InvariantCondition{condition}; });
  };
  EXPECT_EQ(text("n > and"), "expected a number or the name of an invariant\n  n > and\n      ^");
  EXPECT_EQ(text("n = 3"), "write '==' to compare\n  n = 3\n    ^");
  EXPECT_EQ(text("n == 3 && m == 2"), "write 'and'\n  n == 3 && m == 2\n         ^");
  EXPECT_EQ(text("n == 3 || m"), "write 'or'\n  n == 3 || m\n         ^");
  EXPECT_EQ(text("!bipartite"), "write 'not'\n  !bipartite\n  ^");
  EXPECT_EQ(text(""), "the condition is empty\n  \n  ^");
  EXPECT_EQ(text("n == (3"), "the '(' is not closed\n  n == (3\n       ^");
  EXPECT_EQ(text("n == 3)"), "a ')' without a '('\n  n == 3)\n        ^");
  EXPECT_EQ(text("n"), "expected a condition: this is a number, not true or false\n  n\n  ^");
  EXPECT_EQ(text("n == true"), "cannot compare a number with true or false\n  n == true\n    ^");
  EXPECT_NE(text("bipartite < 3").find("cannot compare"), std::string::npos);
  EXPECT_NE(text("bipartite < connected").find("there is no invariant 'connected'"),
            std::string::npos);
  EXPECT_NE(text("bipartite < true").find("only numbers have an order"), std::string::npos);
  EXPECT_NE(text("orbit == 1").find("did you mean num_orbits?"), std::string::npos);
  EXPECT_NE(text("n == 3x").find("a letter in a number"), std::string::npos);
  EXPECT_NE(text("n == 1e999999999").find("the exponent is above 10000"), std::string::npos);
  EXPECT_NE(text("n == 'x").find("the text is not closed"), std::string::npos);
  EXPECT_NE(text("n == 3 m == 2").find("expected an operator"), std::string::npos);
  EXPECT_NE(text("n == ").find("the condition ends too early"), std::string::npos);
  EXPECT_NE(text(std::string(500, '(')).find("more than 200 nested parts"), std::string::npos);
  EXPECT_NE(text(std::string(500, '-') + "1 == n").find("more than 200 nested"), std::string::npos);
  EXPECT_NE(text("n == 1" + std::string(10'000, ' ')).find("more than 10000 characters"),
            std::string::npos);
}

TEST(InvariantCondition, MayHaveLongChains) {
  std::string chain = "0";
  for (int i = 1; i < 1000; ++i) chain += " < " + std::to_string(i);
  EXPECT_EQ(holds(chain), true);
}

}  // namespace
}  // namespace isotypic::invariant_condition_test
