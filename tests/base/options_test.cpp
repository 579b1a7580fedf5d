#include "isotypic/base/options.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/support/error_text.hpp"

namespace isotypic {

namespace options_test {
enum class Leaf { Green, Black };
}

template <>
struct EnumNames<options_test::Leaf> {
  using enum options_test::Leaf;
  static constexpr const char* what = "leaf";
  static constexpr std::array<std::pair<options_test::Leaf, const char*>, 2> table = {
      {{Green, "Green"}, {Black, "Black"}}};
};

}  // namespace isotypic

namespace isotypic::options_test {
namespace {

struct Water {
  std::int64_t millilitres = 200;
  double temperature = 96.5;
};

struct Tea {
  Leaf leaf = Leaf::Green;
  std::vector<Leaf> blend = {Leaf::Black};
  Water water;
  bool sugar = false;
  std::string guest;
  std::filesystem::path recipe;
  std::uint64_t seed = 0;
  std::int64_t first = 0;
  std::int64_t last = 9;
};

const OptionFields<Water>& water_fields() {
  static const auto fields =
      OptionFields<Water>()
          .add("millilitres", &Water::millilitres, "How much water", from_to(1, 1000))
          .add("temperature", &Water::temperature, "In degrees",
               {.low = 0.0, .high = 100.0, .without_high = true});
  return fields;
}

void no_spaces(const std::string& text) {
  if (text.find(' ') != std::string::npos) fail("tea", "it has a space");
}

const OptionFields<Tea>& tea_fields() {
  static const auto fields = OptionFields<Tea>()
                                 .add("leaf", &Tea::leaf, "Which leaf")
                                 .add("blend", &Tea::blend, "What else")
                                 .nest(&Tea::water, water_fields(), {"temperature", "millilitres"})
                                 .add("sugar", &Tea::sugar, "With sugar")
                                 .recorded(Recorded::UnlessDefault)
                                 .add("guest", &Tea::guest, "For whom", checked_by(no_spaces))
                                 .add("recipe", &Tea::recipe, "By which recipe")
                                 .add("seed", &Tea::seed, "Of the swirl")
                                 .add_computed<std::vector<std::int64_t>>(
                                     "leaves",
                                     [](const Tea& tea) {
                                       return std::vector{tea.first, tea.last};
                                     },
                                     [](Tea& tea, const std::vector<std::int64_t>& ends) {
                                       tea.first = ends[0];
                                       tea.last = ends[1];
                                     },
                                     "The first and the last leaf", {.least = 0, .count = 2})
                                 .recorded(Recorded::Never)
                                 .rule({"leaves"}, [](const Tea& tea) {
                                   if (tea.first > tea.last)
                                     fail("tea", "the first leaf comes after the last");
                                 });
  return fields;
}

std::string refusal(const char* json) {
  return error_text([&] { (void)tea_fields().from_json(parse_json(json, "tea"), "tea.json"); });
}

TEST(Options, AreWrittenInTheOrderOfTheirList) {
  EXPECT_EQ(dump_json(tea_fields().to_json({})),
            R"({"leaf":"Green","blend":["Black"],"temperature":96.5,"millilitres":200,)"
            R"("guest":"","recipe":"","seed":0})");
}

TEST(Options, AreReadBackAsTheyWereWritten) {
  Tea tea;
  tea.leaf = Leaf::Black;
  tea.blend = {Leaf::Black, Leaf::Green};
  tea.water = {.millilitres = 7, .temperature = 12.25};
  tea.sugar = true;
  tea.guest = "Ada";
  tea.recipe = "old.txt";
  tea.seed = UINT64_MAX;
  tea.last = 3;
  const Json json = tea_fields().values(tea);
  EXPECT_EQ(tea_fields().values(tea_fields().from_json(json, "tea.json")), json);
  EXPECT_TRUE(tea_fields().to_json(tea).contains("sugar"));
}

TEST(Options, KeepTheDefaultsOfTheStructWhereTheFileIsSilent) {
  const Tea tea = tea_fields().from_json({{"millilitres", 5}}, "tea.json");
  EXPECT_EQ(tea.water.millilitres, 5);
  EXPECT_EQ(tea.water.temperature, 96.5);
  EXPECT_EQ(tea.leaf, Leaf::Green);
}

TEST(Options, SayWhichFieldOfWhichFileIsWrongAndWhatItMustBe) {
  EXPECT_EQ(refusal("[]"), "tea.json: expected a JSON object");
  EXPECT_EQ(refusal(R"({"lead": "Green"})"),
            "tea.json: there is no option \"lead\"; did you mean leaf?");
  EXPECT_TRUE(refusal(R"({"window": "Green"})")
                  .starts_with("tea.json: there is no option \"window\"; there are leaf, blend, "));
  EXPECT_EQ(refusal(R"({"millilitres": 0})"),
            "tea.json: \"millilitres\" must be a whole number from 1 to 1000, not 0");
  EXPECT_EQ(refusal(R"({"millilitres": 1.5})"),
            "tea.json: \"millilitres\" must be a whole number from 1 to 1000, not 1.5");
  EXPECT_EQ(refusal(R"({"temperature": 100})"),
            "tea.json: \"temperature\" must be a number, at least 0 and below 100, not 100");
  EXPECT_EQ(refusal(R"({"leaf": "Red"})"),
            "tea.json: \"leaf\" must be one of Green, Black, not \"Red\"");
  EXPECT_EQ(refusal(R"({"sugar": "yes"})"),
            "tea.json: \"sugar\" must be true or false, not \"yes\"");
  EXPECT_EQ(refusal(R"({"guest": "A B"})"),
            "tea.json: \"guest\" cannot be \"A B\": it has a space");
  EXPECT_EQ(refusal(R"({"seed": -1})"),
            "tea.json: \"seed\" must be a whole number from 0 to 2^64 - 1, not -1");
  EXPECT_EQ(refusal(R"({"blend": ["Green", "green"]})"), "tea.json: \"blend\" has \"Green\" twice");
  EXPECT_EQ(refusal(R"({"blend": "Green"})"),
            "tea.json: \"blend\" must be a list, each value one of Green, Black, not \"Green\"");
  EXPECT_EQ(refusal(R"({"leaves": [1, 2, 3]})"), "tea.json: \"leaves\" must have 2 values, not 3");
  EXPECT_EQ(refusal(R"({"leaves": [4, 3]})"), "tea.json: the first leaf comes after the last");
}

TEST(Options, OfAStructInMemoryAreCheckedToo) {
  Tea tea;
  tea.water.temperature = NAN;
  EXPECT_EQ(error_text([&] { tea_fields().check(tea, "tea"); }),
            "tea: \"temperature\" must be a number, at least 0 and below 100, not null");
}

TEST(Options, AreReadFromWordsOfACommandLine) {
  const auto& fields = tea_fields();
  EXPECT_EQ(parse_option(fields.at("leaf"), {"bLACK"}), "Black");
  EXPECT_EQ(parse_option(fields.at("blend"), {"green", "black"}), Json({"Green", "Black"}));
  EXPECT_EQ(parse_option(fields.at("temperature"), {"7"}), Json(7.0));
  EXPECT_EQ(parse_option(fields.at("leaves"), {"3", "3"}), Json({3, 3}));
  EXPECT_EQ(error_text([&] { (void)parse_option(fields.at("millilitres"), {"many"}); }),
            "must be a whole number from 1 to 1000, not \"many\"");
  EXPECT_EQ(error_text([&] { (void)parse_option(fields.at("millilitres"), {"5x"}); }),
            "must be a whole number from 1 to 1000, not \"5x\"");
  EXPECT_EQ(error_text([&] { (void)parse_option(fields.at("temperature"), {"nan"}); }),
            "must be a number, at least 0 and below 100, not null");
}

TEST(Options, SayWhichNumbersTheyTake) {
  const auto refused = [](const Accept& accept) {
    const auto fields =
        OptionFields<Water>().add("temperature", &Water::temperature, "How hot", accept);
    return error_text([&] { (void)parse_option(fields.at("temperature"), {"-1e9"}); });
  };
  EXPECT_EQ(refused({.low = 0, .high = 9, .without_low = true}),
            "must be a number above 0 and at most 9, not -1000000000.0");
  EXPECT_EQ(refused({.low = 0}), "must be a number, at least 0, not -1000000000.0");
  EXPECT_EQ(refusal(R"({"leaves":[-1,2]})"),
            "tea.json: \"leaves\" must be a whole number, at least 0, not -1");
}

TEST(Options, DescribeThemselves) {
  const Json defaults = tea_fields().values({});
  const auto row = [&](const char* name) {
    return describe_option(tea_fields().at(name), defaults.at(name));
  };
  EXPECT_EQ(row("millilitres").option, "--millilitres");
  EXPECT_EQ(row("millilitres").type, "INT");
  EXPECT_EQ(row("millilitres").accepts, "1 to 1000");
  EXPECT_EQ(row("millilitres").fallback, "200");
  EXPECT_EQ(row("blend").accepts, "Green, Black");
  EXPECT_EQ(row("blend").fallback, "Black");
  EXPECT_EQ(row("sugar").option, "--sugar");
  EXPECT_EQ(row("sugar").type, "");
  EXPECT_EQ(option_name("batch_size"), "--batch-size");
}

TEST(EnumNames, AreFoundInUpperAndLowerCaseAndListedInErrors) {
  EXPECT_EQ(parse_enum<Leaf>("green"), Leaf::Green);
  EXPECT_EQ(enum_name(Leaf::Black), "Black");
  EXPECT_EQ(error_text([] { (void)parse_enum<Leaf>("red"); }),
            "there is no leaf 'red'; there are Green, Black");
}

}  // namespace
}  // namespace isotypic::options_test
