// Recipes: sets of options that are known to work well together. No LibTorch here.
#pragma once

#include <array>
#include <utility>

#include "isotypic/base/options.hpp"

namespace isotypic::train {

enum class Recipe {
  Paper,     ///< the defaults
  Strong,    ///< what strong published networks have in common, for any data
  Zinc100k,  ///< for ZINC with at most 100,000 weights
  Zinc500k,  ///< for ZINC with at most 500,000 weights
  Molhiv,    ///< for ogbg-molhiv
};

/// The options that the recipe sets, by the names of their fields.
[[nodiscard]] Json recipe_values(Recipe recipe);

/// The recipe as an option. It gives other options their values, unless these are chosen too.
struct RecipeChoice {
  Recipe recipe = Recipe::Paper;
};

[[nodiscard]] const OptionFields<RecipeChoice>& recipe_fields();

}  // namespace isotypic::train

namespace isotypic {

template <>
struct EnumNames<train::Recipe> {
  static constexpr const char* what = "recipe";
  static constexpr std::array<std::pair<train::Recipe, const char*>, 5> table = {
      {{train::Recipe::Paper, "paper"},
       {train::Recipe::Strong, "strong"},
       {train::Recipe::Zinc100k, "zinc-100k"},
       {train::Recipe::Zinc500k, "zinc-500k"},
       {train::Recipe::Molhiv, "molhiv"}}};
};

}  // namespace isotypic
