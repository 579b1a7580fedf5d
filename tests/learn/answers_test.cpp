#include "isotypic/learn/answers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace isotypic::learn::answers_test {
namespace {

using Numbers = std::vector<std::int64_t>;

/// Three graphs of the classes 5, 7, 5.
Dataset with_classes() {
  Dataset dataset{.class_labels = {5, 7}};
  for (const std::int64_t label : {0, 1, 0}) dataset.samples.push_back({.label = label});
  return dataset;
}

void add_targets(Dataset& dataset, const std::vector<std::vector<float>>& targets) {
  for (std::size_t i = 0; i < targets.size(); ++i) dataset.samples[i].targets = targets[i];
}

TEST(Truth, IsTheClassWhereThatIsAskedForOrAllThereIs) {
  Dataset dataset = with_classes();
  EXPECT_TRUE(learns_classes(Task::Classification, dataset));
  EXPECT_TRUE(learns_classes(Task::Binary, dataset));
  EXPECT_FALSE(learns_classes(Task::Regression, dataset));
  add_targets(dataset, {{1}, {1}, {0}});
  EXPECT_TRUE(learns_classes(Task::Classification, dataset));
  EXPECT_FALSE(learns_classes(Task::Binary, dataset));
  dataset.class_labels.clear();
  EXPECT_FALSE(learns_classes(Task::Classification, dataset));
}

TEST(Truth, FoldsAreByWhatIsLearnt) {
  Dataset dataset = with_classes();
  EXPECT_EQ(classes_of(Task::Binary, dataset), (Numbers{0, 1, 0}));
  add_targets(dataset, {{1}, {NAN}, {0}});
  EXPECT_EQ(classes_of(Task::Classification, dataset), (Numbers{0, 1, 0}));
  EXPECT_EQ(classes_of(Task::Binary, dataset), (Numbers{1, INT64_MAX, 0}));
  EXPECT_EQ(classes_of(Task::Regression, dataset), (Numbers{0, 0, 0}));
  add_targets(dataset, {{1, 0}, {1, 1}, {0, 1}});
  EXPECT_EQ(classes_of(Task::Binary, dataset), (Numbers{0, 0, 0}));
}

}  // namespace
}  // namespace isotypic::learn::answers_test
