#include "isotypic/train/training_state.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "isotypic/base/error.hpp"

namespace isotypic::train::training_state_test {
namespace {

TEST(TrainingState, RoundTrips) {
  TrainingState state{.steps = 7,
                      .learning_rate = 0.1,
                      .plateau_best = -std::numeric_limits<double>::infinity(),
                      .best = 0.5,
                      .best_epoch = 0,
                      .dropout_seed = std::numeric_limits<std::uint64_t>::max(),
                      .curve = {{0, 0.25, 0.5, 0.1}}};
  const std::string text = format_state(state);
  EXPECT_EQ(format_state(parse_state(text, "here")), text);
}

TEST(TrainingState, RefusesFieldsThatCannotBe) {
  const TrainingState state{.steps = 7, .learning_rate = 0.1, .curve = {{0, 0.25, 0.5, 0.1}}};
  const nlohmann::json good = nlohmann::json::parse(format_state(state));
  const auto refuse = [](const std::string& text) {
    try {
      (void)parse_state(text, "the checkpoint");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::BadInput) << text;
      EXPECT_NE(error.reason().find("the checkpoint"), std::string::npos) << error.what();
      EXPECT_EQ(error.reason().find("json.exception"), std::string::npos) << error.what();
    }
  };
  for (const auto& [name, value] : good.items()) {
    for (const nlohmann::json& wrong :
         {nlohmann::json("text"), nlohmann::json(nullptr), nlohmann::json::array({1})}) {
      nlohmann::json forged = good;
      forged[name] = wrong;
      refuse(forged.dump());
    }
    nlohmann::json forged = good;
    forged.erase(name);
    if (name != "curve") refuse(forged.dump());  // before the first epoch there is none
  }
  for (const auto& [name, wrong] :
       std::vector<std::pair<std::string, nlohmann::json>>{{"steps", 0},
                                                           {"steps", -1},
                                                           {"steps", 1e30},
                                                           {"learning_rate", -1},
                                                           {"best_epoch", 1},
                                                           {"best_epoch", -2},
                                                           {"plateau_bad_epochs", -1},
                                                           {"dropout", {1, -1}},
                                                           {"curve", {{1, 0.25, 0.5, 0.1}}},
                                                           {"curve", {{0, 0.25, 0.5}}},
                                                           {"curve", {{0, "nan", 0.5, 0.1}}},
                                                           {"more", 1}}) {
    nlohmann::json forged = good;
    forged[name] = wrong;
    refuse(forged.dump());
  }
  refuse("[]");
  refuse("");
}

}  // namespace
}  // namespace isotypic::train::training_state_test
