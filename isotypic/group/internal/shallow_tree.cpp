#include "isotypic/group/internal/shallow_tree.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace isotypic {
namespace {

class ShallowTree {
 public:
  ShallowTree(StabiliserChain& chain, std::size_t level, std::span<const std::int32_t> steps)
      : chain_(chain),
        level_(chain.levels[level]),
        steps_(steps),
        label_(chain.num_points, unreached),
        first_chosen_(chain.steps.size()) {}

  void build() {
    // Every choice doubles the number of products, so few are needed.
    constexpr std::size_t most_chosen = 64;
    reach_all();
    while (reached_.size() < level_.orbit.size()) {
      if (chain_.steps.size() - first_chosen_ == most_chosen) {
        chain_.steps.resize(first_chosen_);
        return;
      }
      choose();
      reach_all();
    }
    for (std::size_t k = 0; k < level_.orbit.size(); ++k) {
      level_.labels[k] = label_[level_.orbit[k]];
    }
  }

 private:
  static constexpr std::int32_t unreached = -0x7fffffff;

  void reach_all() {
    for (const std::int32_t point : reached_) label_[point] = unreached;
    reached_.assign(1, level_.base);
    label_[level_.base] = 0;
    const auto end = static_cast<std::int32_t>(chain_.steps.size());
    const auto begin = static_cast<std::int32_t>(first_chosen_);
    for (std::int32_t s = end; s-- > begin;) extend(chain_.steps[s].back, -1 - s);
    for (std::int32_t s = begin; s < end; ++s) extend(chain_.steps[s].forth, 1 + s);
  }

  void extend(const SparsePermutation& step, std::int32_t label) {
    const std::size_t count = reached_.size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t point = image_of(step, reached_[k]);
      if (label_[point] != unreached) continue;
      label_[point] = label;
      reached_.push_back(point);
    }
  }

  /// The orbit is larger than what is reached, so a generator leads out of it.
  void choose() {
    for (const std::int32_t s : steps_) {
      for (const std::int32_t point : reached_) {
        if (label_[image_of(chain_.steps[s].forth, point)] != unreached) continue;
        MovingPermutation product(chain_.num_points);
        follow_path(
            chain_, level_.base, point, [&](std::int32_t v) { return label_[v]; }, product);
        product.then(chain_.steps[s].forth);
        SparsePermutation chosen = to_sparse(product.images());
        SparsePermutation back = inverse(chosen);
        chain_.steps.push_back({std::move(chosen), std::move(back)});
        return;
      }
    }
  }

  StabiliserChain& chain_;
  ChainLevel& level_;
  std::span<const std::int32_t> steps_;
  std::vector<std::int32_t> label_;
  std::vector<std::int32_t> reached_;
  std::size_t first_chosen_;
};

}  // namespace

void make_shallow(StabiliserChain& chain, std::size_t i, std::span<const std::int32_t> steps) {
  ShallowTree(chain, i, steps).build();
}

}  // namespace isotypic
