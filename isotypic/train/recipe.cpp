#include "isotypic/train/recipe.hpp"

namespace isotypic::train {
namespace {

Json strong_values() {
  return {{"residual", true},     {"walks", 16},          {"dropout", 0.0}, {"optimiser", "AdamW"},
          {"weight_decay", 1e-5}, {"schedule", "cosine"}, {"warmup", 5},    {"clip", 1.0},
          {"loss", "absolute"},   {"patience", 0}};
}

/// `base` with some values changed.
Json changed(Json base, const Json& values) {
  base.update(values);
  return base;
}

}  // namespace

Json recipe_values(Recipe recipe) {
  switch (recipe) {
    case Recipe::Paper:
      return Json::object();
    case Recipe::Strong:
      return strong_values();
    case Recipe::Zinc100k:
      return changed(strong_values(), {{"hidden", 64}, {"layers", 7}, {"batch_size", 32}});
    case Recipe::Zinc500k:
      return changed(strong_values(), {{"hidden", 128}, {"layers", 10}, {"batch_size", 32}});
    case Recipe::Molhiv:
      return changed(strong_values(), {{"hidden", 64},
                                       {"layers", 3},
                                       {"dropout", 0.5},
                                       {"virtual_node", true},
                                       {"walks", 0},
                                       {"batch_size", 64},
                                       {"epochs", 60}});
  }
  fail("recipe_values", "unknown recipe");
}

const OptionFields<RecipeChoice>& recipe_fields() {
  static const auto fields =
      OptionFields<RecipeChoice>()
          .add("recipe", &RecipeChoice::recipe,
               "Take the other options from a recipe, as far as they are not given")
          .stands_for([](const Json& name) {
            return recipe_values(parse_enum<Recipe>(name.get<std::string>()));
          })
          .recorded(Recorded::Never);
  return fields;
}

}  // namespace isotypic::train
