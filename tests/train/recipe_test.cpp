#include "isotypic/train/recipe.hpp"

#include <gtest/gtest.h>

#include "isotypic/learn/options.hpp"

namespace isotypic::train::recipe_test {
namespace {

learn::PipelineOptions options_of(const Json& json) {
  return learn::pipeline_fields().from_json(json, "test");
}

TEST(Recipe, EveryValueIsAcceptedByTheOptionsOfATraining) {
  const auto& fields = learn::pipeline_fields();
  for (const std::string& name : enum_names<Recipe>()) {
    const Json values = recipe_values(parse_enum<Recipe>(name));
    const Json chosen = fields.values(options_of({{"recipe", name}}));
    for (const auto& [field, value] : values.items()) {
      EXPECT_EQ(chosen.at(field), accepted(fields.at(field), value)) << name << ", " << field;
    }
  }
}

TEST(Recipe, GivesWayToWhatIsChosen) {
  const auto options = options_of({{"clip", 7.0}, {"recipe", "strong"}, {"walks", 3}});
  EXPECT_EQ(options.training.clip, 7.0);
  EXPECT_EQ(options.network.walks, 3);
  EXPECT_TRUE(options.network.residual);
}

TEST(Recipe, IsRecordedByWhatItSets) {
  const Json record = learn::pipeline_fields().to_json(options_of({{"recipe", "strong"}}));
  EXPECT_FALSE(record.contains("recipe"));
  EXPECT_EQ(record.at("schedule"), "cosine");
  const auto& fields = learn::pipeline_fields();
  EXPECT_EQ(fields.to_json(options_of(record)), record);
}

TEST(Recipe, AnUnknownNameIsAnError) {
  EXPECT_THROW(static_cast<void>(options_of({{"recipe", "soup"}})), Error);
}

}  // namespace
}  // namespace isotypic::train::recipe_test
