#include "isotypic/group/conjugacy_classes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "conjugacy_classes";

/// Before tables are made, which may be large.
void check_order(const std::string& order) {
  const std::string most = std::to_string(max_class_order);
  const bool above = order.size() != most.size() ? order.size() > most.size() : order > most;
  if (!above) return;
  fail(where, "the group has ", order.size() > 40 ? "far too many" : order,
       " elements; classes are found up to ", max_class_order);
}

/// The elements of a small group, numbered by their digits.
class ElementNumbers {
 public:
  explicit ElementNumbers(const PermutationGroup& group) : group_(group) {
    for (const std::int64_t radix : group.radices()) count_ *= radix;
  }

  [[nodiscard]] std::int64_t count() const { return count_; }

  [[nodiscard]] std::int64_t number_of(const Permutation& p) const {
    const std::vector<std::int64_t> digits = group_.digits_of(p).value();
    std::int64_t number = 0;
    for (std::size_t i = digits.size(); i-- > 0;) number = number * group_.radices()[i] + digits[i];
    return number;
  }

  [[nodiscard]] Permutation element(std::int64_t number) const {
    std::vector<std::int64_t> digits;
    for (const std::int64_t radix : group_.radices()) {
      digits.push_back(number % radix);
      number /= radix;
    }
    return group_.element(digits);
  }

 private:
  const PermutationGroup& group_;
  std::int64_t count_ = 1;
};

/// g^-1 p g: takes g(v) to g(p(v)).
Permutation conjugated(const Permutation& p, const Permutation& g) {
  Permutation result(p.size());
  for (std::size_t v = 0; v < p.size(); ++v) result[g[v]] = g[p[v]];
  return result;
}

ConjugacyClass describe(Permutation representative, std::int64_t size) {
  ConjugacyClass result{.representative = std::move(representative), .size = size};
  result.cycle_type = cycle_type(result.representative);
  for (const std::int32_t length : result.cycle_type) {
    result.element_order = std::lcm(result.element_order, std::int64_t{length});
    result.fixed_points += length == 1 ? 1 : 0;
  }
  return result;
}

}  // namespace

std::vector<std::int32_t> cycle_type(std::span<const std::int32_t> p) {
  std::vector<std::int32_t> lengths;
  std::vector<char> seen(p.size(), 0);
  for (std::size_t v = 0; v < p.size(); ++v) {
    std::int32_t length = 0;
    for (auto w = static_cast<std::int32_t>(v); std::exchange(seen[w], 1) == 0; w = p[w]) ++length;
    if (length > 0) lengths.push_back(length);
  }
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  return lengths;
}

std::vector<ConjugacyClass> conjugacy_classes(const AutomorphismGroup& group) {
  return translate_exceptions(where, [&] {
    check_order(group.order());
    const ElementNumbers numbers(group.permutations());
    std::vector<Permutation> dense;
    for (const SparsePermutation& g : group.symmetry().generators) {
      dense.push_back(to_dense(g, group.num_nodes()));
    }
    std::vector<char> seen(numbers.count(), 0);
    std::vector<ConjugacyClass> classes;
    std::vector<std::int64_t> members;
    for (std::int64_t first = 0; first < numbers.count(); ++first) {
      if (std::exchange(seen[first], 1) != 0) continue;
      members.assign(1, first);
      for (std::size_t i = 0; i < members.size(); ++i) {
        const Permutation p = numbers.element(members[i]);
        for (const Permutation& g : dense) {
          const std::int64_t image = numbers.number_of(conjugated(p, g));
          if (std::exchange(seen[image], 1) == 0) members.push_back(image);
        }
      }
      classes.push_back(describe(numbers.element(first), std::ssize(members)));
    }
    std::stable_sort(classes.begin(), classes.end(), [](const auto& a, const auto& b) {
      return std::tie(a.element_order, a.cycle_type, a.size) <
             std::tie(b.element_order, b.cycle_type, b.size);
    });
    return classes;
  });
}

}  // namespace isotypic
