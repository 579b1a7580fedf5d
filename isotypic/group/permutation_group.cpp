#include "isotypic/group/permutation_group.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/group/internal/tables.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "permutation_group";

void check_generators(std::int64_t num_points, std::span<const SparsePermutation> generators) {
  for (const SparsePermutation& g : generators) {
    std::vector<std::int32_t> images = g.images;
    std::sort(images.begin(), images.end());
    const bool in_range =
        g.points.empty() || (g.points.front() >= 0 && std::cmp_less(g.points.back(), num_points));
    const bool distinct = std::adjacent_find(g.points.begin(), g.points.end(),
                                             std::greater_equal<>()) == g.points.end();
    if (!in_range || !distinct || images != g.points) {
      fail(where, "a generator is not a permutation of ", num_points, " points");
    }
  }
}

mpz_class parse_order(const std::string& order) {
  const bool digits = !order.empty() && order.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || order.front() == '0') {
    fail(where, "an order is a positive number in decimal, not '", order.substr(0, 40), "'");
  }
  return mpz_class(order);
}

[[noreturn]] void wrong_order(const std::string& order) {
  fail_as(ErrorKind::Runtime, where, "the generators do not generate a group of order ", order);
}

GroupTables make_tables(std::int64_t num_points, std::span<const SparsePermutation> generators,
                        const std::string& order) {
  mpz_class rest = parse_order(order);
  check_generators(num_points, generators);
  GroupTables tables{.num_points = num_points, .order = order};
  std::vector<SparsePermutation> moves(generators.begin(), generators.end());
  std::erase_if(moves, [](const SparsePermutation& g) { return g.points.empty(); });
  std::int64_t points = num_points;
  while (std::optional<TranspositionLayer> layer = find_transposition_layer(points, moves)) {
    for (std::int64_t c = 0; c < layer->num_classes(); ++c) {
      for (std::int32_t k = layer->size(c); k > 1; --k) tables.radices.push_back(k);
      const mpz_class free = mpz_class::factorial(layer->size(c));
      if (rest % free != 0) wrong_order(order);
      rest /= free;
    }
    moves = permute_classes(*layer, moves);
    points = layer->num_classes();
    tables.layers.push_back(*std::move(layer));
  }
  tables.chain = build_chain(points, moves, rest.get_str());
  for (const ChainLevel& level : tables.chain.levels) {
    tables.radices.push_back(static_cast<std::int64_t>(level.orbit.size()));
  }
  return tables;
}

void check_point_count(const GroupTables& tables, std::span<const std::int32_t> p) {
  if (std::cmp_equal(p.size(), tables.num_points) && is_permutation(p)) return;
  fail(where, "not a permutation of ", tables.num_points, " points");
}

}  // namespace

PermutationGroup::PermutationGroup() : tables_(std::make_shared<const GroupTables>()) {}

PermutationGroup::PermutationGroup(std::int64_t num_points,
                                   std::span<const SparsePermutation> generators,
                                   const std::string& order)
    : tables_(translate_exceptions(where, [&] {
        return std::make_shared<const GroupTables>(make_tables(num_points, generators, order));
      })) {}

std::int64_t PermutationGroup::num_points() const { return tables_->num_points; }
const std::string& PermutationGroup::order() const { return tables_->order; }
std::span<const std::int64_t> PermutationGroup::radices() const { return tables_->radices; }

Permutation PermutationGroup::element(std::span<const std::int64_t> digits) const {
  const std::vector<std::int64_t>& radices = tables_->radices;
  const bool fits = std::equal(
      digits.begin(), digits.end(), radices.begin(), radices.end(),
      [](std::int64_t digit, std::int64_t radix) { return digit >= 0 && digit < radix; });
  if (!fits) fail(where, "the digits of an element do not fit the group");
  std::size_t end = digits.size() - tables_->chain.levels.size();
  Permutation p = tables_->chain.element(digits.subspan(end));
  for (auto layer = tables_->layers.rbegin(); layer != tables_->layers.rend(); ++layer) {
    const auto count = static_cast<std::size_t>(layer->num_digits());
    end -= count;
    p = layer->lift(p, digits.subspan(end, count));
  }
  return p;
}

std::optional<std::vector<std::int64_t>> PermutationGroup::digits_of(
    std::span<const std::int32_t> p) const {
  check_point_count(*tables_, p);
  std::vector<std::int64_t> digits(tables_->radices.size());
  Permutation rest(p.begin(), p.end());
  std::span<std::int64_t> open = digits;
  for (const TranspositionLayer& layer : tables_->layers) {
    const auto count = static_cast<std::size_t>(layer.num_digits());
    std::optional<Permutation> classes = layer.project(rest, open.first(count));
    if (!classes) return std::nullopt;
    rest = *std::move(classes);
    open = open.subspan(count);
  }
  if (!tables_->chain.sift(rest, open)) return std::nullopt;
  return digits;
}

Permutation PermutationGroup::random_element(Random& random) const {
  std::vector<std::int64_t> digits;
  digits.reserve(tables_->radices.size());
  for (const std::int64_t radix : tables_->radices) digits.push_back(random.below(radix));
  return element(digits);
}

PermutationGroup::Iterator::Iterator(PermutationGroup group)
    : group_(std::move(group)),
      digits_(group_.radices().size(), 0),
      element_(identity_permutation(group_.num_points())) {}

PermutationGroup::Iterator& PermutationGroup::Iterator::operator++() {
  const auto radices = group_.radices();
  std::size_t i = 0;
  while (i < digits_.size() && digits_[i] + 1 == radices[i]) digits_[i++] = 0;
  if (i == digits_.size()) {
    at_end_ = true;
    return *this;
  }
  ++digits_[i];
  element_ = group_.element(digits_);
  return *this;
}

}  // namespace isotypic
