#include "isotypic/learn/answers.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic::learn {
namespace {

/// Whether all targets that are there are 0 or 1.
bool has_binary_targets(const Dataset& dataset) {
  return std::ranges::all_of(dataset.samples, [](const Sample& sample) {
    return std::ranges::all_of(sample.targets, [](float value) {
      return std::isnan(value) || value == 0.0F || value == 1.0F;
    });
  });
}

/// The single target of every graph as its class.
void classes_from_targets(Dataset& dataset, const DataShape& shape) {
  for (Sample& sample : dataset.samples) {
    const auto label = static_cast<std::int64_t>(sample.targets.front());
    const auto found = std::ranges::lower_bound(shape.class_labels, label);
    sample.label = found - shape.class_labels.begin();
  }
}

/// Whether a target can stand for a class; NaN cannot.
bool is_class(float target) {
  constexpr float first_gap = 16'777'216.0F;  // from here on a float is not every whole number
  return target == std::floor(target) && std::abs(target) < first_gap;
}

std::vector<std::int64_t> distinct_targets(const Dataset& dataset) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < dataset.samples.size(); ++i) {
    const float value = dataset.samples[i].targets.front();
    if (!is_class(value)) {
      fail("make_pipeline", "graph ", i, " has the target ", value, ", which is not a class");
    }
    values.push_back(static_cast<std::int64_t>(value));
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace

void check_binary_targets(const char* where, const Dataset& dataset) {
  if (!has_binary_targets(dataset)) fail(where, "a binary task needs targets that are 0 or 1");
}

void resolve_task(PipelineOptions& options, DataShape& shape, const Dataset& dataset) {
  constexpr const char* where = "make_pipeline";
  const bool has_classes = !shape.class_labels.empty();
  if (!has_classes && shape.targets == 0) {
    fail(where, "the data set has neither classes nor targets to learn");
  }
  if (options.task == Task::Auto) {
    options.task = has_classes                   ? Task::Classification
                   : has_binary_targets(dataset) ? Task::Binary
                                                 : Task::Regression;
  }
  if (options.task == Task::Classification && !has_classes) {
    if (shape.targets != 1) fail(where, "classes need one target, there are ", shape.targets);
    shape.class_labels = distinct_targets(dataset);
  }
  if (options.task == Task::Binary && shape.targets == 0) {
    if (shape.class_labels.size() != 2) {
      fail(where, "a binary task needs two classes, there are ", shape.class_labels.size());
    }
    shape.targets = 1;
  }
  if (options.task == Task::Binary) check_binary_targets(where, dataset);
  if (options.task == Task::Regression && shape.targets == 0) {
    fail(where, "the data set has classes, but no targets for a regression");
  }
}

bool learns_classes(Task task, const Dataset& dataset) {
  if (dataset.class_labels.empty() || task == Task::Regression) return false;
  return task == Task::Classification || dataset.samples.front().targets.empty();
}

bool has_answers(const Pipeline& pipeline, const Dataset& dataset) {
  if (dataset.samples.empty()) return false;
  const Task task = pipeline.options.task;
  if (learns_classes(task, dataset)) {
    return task == Task::Classification ||
           (dataset.num_classes() == 2 && pipeline.shape.targets == 1);
  }
  if (task != Task::Classification) {
    return std::ssize(dataset.samples.front().targets) == pipeline.shape.targets &&
           (task == Task::Regression || has_binary_targets(dataset));
  }
  return std::ranges::all_of(dataset.samples, [](const Sample& sample) {
    return sample.targets.size() == 1 &&
           (std::isnan(sample.targets[0]) || is_class(sample.targets[0]));
  });
}

std::vector<std::int64_t> classes_of(Task task, const Dataset& dataset) {
  const bool by_class = learns_classes(task, dataset);
  std::vector<std::int64_t> classes;
  for (const Sample& sample : dataset.samples) {
    const bool by_target = task != Task::Regression && sample.targets.size() == 1;
    const float target = by_target ? sample.targets.front() : 0.0F;
    classes.push_back(by_class             ? sample.label
                      : std::isnan(target) ? INT64_MAX
                                           : static_cast<std::int64_t>(target));
  }
  return classes;
}

void check_parts(Task task, const Dataset& dataset, const Split& split) {
  if (split.train.empty() || split.valid.empty()) {
    fail("make_pipeline", dataset.name,
         " has too few graphs for a training and a validation part: ", dataset.samples.size());
  }
  if (task == Task::Classification) return;
  // With two classes and no targets the class is the answer.
  const auto answer = [&](std::int64_t id, std::size_t target) {
    const Sample& sample = dataset.samples[id];
    return sample.targets.empty() ? static_cast<float>(sample.label) : sample.targets[target];
  };
  const std::size_t targets =
      std::max<std::size_t>(dataset.samples.front().targets.size(), std::size_t{1});
  const auto check = [&](const char* part, const std::vector<std::int64_t>& ids, bool both) {
    for (std::size_t target = 0; target < targets; ++target) {
      const auto some = [&](auto&& test) {
        return std::ranges::any_of(ids, [&](std::int64_t id) { return test(answer(id, target)); });
      };
      // NaN is none of these.
      const bool defined = both ? some([](float value) { return value == 0.0F; }) &&
                                      some([](float value) { return value == 1.0F; })
                                : some([](float value) { return !std::isnan(value); });
      if (defined) return;
    }
    fail("make_pipeline", "the ", part, " part of ", dataset.name, " (", ids.size(),
         " graphs) has ", both ? "no target with both answers, so no ROC-AUC" : "no targets",
         "; for a random split, try another seed");
  };
  check("training", split.train, false);
  check("validation", split.valid, task == Task::Binary);
}

void set_truth(Dataset& dataset, Task task, const DataShape& shape) {
  if (task == Task::Classification) {
    if (dataset.class_labels.empty()) classes_from_targets(dataset, shape);
    for (Sample& sample : dataset.samples) sample.targets.clear();
  } else if (task == Task::Binary && dataset.samples.front().targets.empty()) {
    for (Sample& sample : dataset.samples) sample.targets = {static_cast<float>(sample.label)};
  }
}

}  // namespace isotypic::learn
