#include "experiments/ladder/untrained_operators.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/random.hpp"

namespace isotypic::experiments {
namespace {

constexpr std::int64_t heads = 8;
constexpr std::int64_t head_width = 4;
constexpr std::int64_t width = heads * head_width;
constexpr DescriptorOptions descriptors{};

/// Sums that do not depend on the order: of whole multiples of 2^-44.
class ExactSum {
 public:
  void add(double value) { sum_ += static_cast<std::int64_t>(value * 0x1p44); }
  [[nodiscard]] double value() const { return static_cast<double>(sum_) * 0x1p-44; }

 private:
  std::int64_t sum_ = 0;
};

double to_multiple(double value) { return std::round(value * 0x1p42) * 0x1p-42; }

std::vector<double> draw(std::int64_t count, double deviation, Random& random) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = deviation * random.normal();
  return values;
}

/// The weights of one round.
struct Round {
  std::vector<double> mix;  ///< V: [width, width]
  std::vector<double> map;  ///< W: [width, inputs]
  std::vector<double> bias;
};

constexpr std::int64_t inputs = 2 * width + 2 * heads + descriptors.powers;

/// Works on one node of every orbit, for its orbit looks alike.
class Network {
 public:
  Network(const OrbitalDescriptors& pairs, const UntrainedOperators& options)
      : options_(options), random_(options.seed), pairs_(pairs) {
    find_sources();
    find_coefficients();
  }

  std::vector<double> features() {
    x_.assign(sources_.size() * width, 1.0);
    for (std::int64_t round = 0; round < options_.rounds; ++round) {
      apply({draw(width * width, 1.0 / std::sqrt(real(width)), random_),
             draw(width * inputs, 1.5 / std::sqrt(real(inputs)), random_),
             draw(width, 1.0, random_)});
    }
    std::vector<double> means;
    for (std::int64_t k = 0; k < width; ++k) {
      ExactSum sum;
      for (std::int64_t v = 0; v < pairs_.num_nodes; ++v) sum.add(row_of(x_, v)[k]);
      means.push_back(sum.value() / real(pairs_.num_nodes));
    }
    return means;
  }

 private:
  static double real(std::int64_t value) { return static_cast<double>(value); }
  [[nodiscard]] const double* row_of(const std::vector<double>& rows, std::int64_t node) const {
    return rows.data() + source_of_[node] * width;
  }

  /// The type of (v, v) says which orbit v belongs to.
  void find_sources() {
    std::vector<std::int64_t> first(pairs_.types.size(), -1);
    for (std::int64_t v = 0; v < pairs_.num_nodes; ++v) {
      std::int64_t& own = first[pairs_(v, v)];
      if (own < 0) {
        own = std::ssize(sources_);
        sources_.push_back(v);
      }
      source_of_.push_back(own);
    }
  }

  /// phi of a type, of size about 1: powers, sizes and degrees, then the distance one-hot.
  [[nodiscard]] std::vector<double> phi(std::size_t type) const {
    constexpr std::int64_t columns = num_descriptor_columns(descriptors);
    std::vector<double> row;
    for (std::int64_t k = 0; k < columns; ++k) {
      const double value = to_multiple(pairs_.values[type * columns + k]);
      if (k < descriptors.powers) {
        row.push_back(8.0 * value);
      } else if (k < descriptors.powers + num_size_columns) {
        row.push_back(options_.sizes ? value : 0.0);
      } else {
        row.push_back(std::log1p(value));
      }
    }
    row.resize(static_cast<std::size_t>(columns + descriptors.max_distance + 1), 0.0);
    row[columns + pairs_.types[type].distance] = 1.0;
    return row;
  }

  void find_coefficients() {
    const auto columns = num_descriptor_columns(descriptors) + descriptors.max_distance + 1;
    const std::vector<double> weights = draw(heads * columns, 1.0, random_);
    const std::vector<double> bias = draw(heads, 1.0, random_);
    for (std::size_t t = 0; t < pairs_.types.size(); ++t) {
      const std::vector<double> row = phi(t);
      for (std::int64_t h = 0; h < heads; ++h) {
        double sum = bias[h];
        for (std::int64_t k = 0; k < columns; ++k) sum += weights[h * columns + k] * row[k];
        coefficients_.push_back(std::cos(sum));
      }
    }
  }

  void apply(const Round& round) {
    std::vector<double> mixed(x_.size(), 0.0);
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      for (std::int64_t r = 0; r < width; ++r) {
        for (std::int64_t k = 0; k < width; ++k) {
          mixed[s * width + r] += round.mix[r * width + k] * x_[s * width + k];
        }
      }
    }
    std::vector<double> next;
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      const std::vector<double> seen = inputs_of(static_cast<std::int64_t>(s), mixed);
      for (std::int64_t r = 0; r < width; ++r) {
        double sum = round.bias[r];
        for (std::int64_t k = 0; k < inputs; ++k) sum += round.map[r * inputs + k] * seen[k];
        next.push_back(std::sin(sum));
      }
    }
    x_ = std::move(next);
  }

  /// What the node of an orbit sees.
  [[nodiscard]] std::vector<double> inputs_of(std::int64_t source,
                                              const std::vector<double>& mixed) const {
    const std::int64_t n = pairs_.num_nodes;
    const std::int64_t i = sources_[source];
    std::vector<ExactSum> sums(static_cast<std::size_t>(width + heads));
    for (std::int64_t j = 0; j < n; ++j) {
      const double* c = coefficients_.data() + pairs_(i, j) * heads;
      const double* from = row_of(mixed, j);
      for (std::int64_t k = 0; k < width; ++k) sums[k].add(c[k / head_width] * from[k]);
      for (std::int64_t h = 0; h < heads; ++h) sums[width + h].add(c[h]);
    }
    std::vector<double> seen(x_.begin() + source * width, x_.begin() + (source + 1) * width);
    for (const ExactSum& sum : sums) seen.push_back(sum.value() / real(n));
    const double* diagonal = coefficients_.data() + pairs_(i, i) * heads;
    seen.insert(seen.end(), diagonal, diagonal + heads);
    const double* walks = pairs_.values.data() + pairs_(i, i) * num_descriptor_columns(descriptors);
    for (std::int64_t k = 0; k < descriptors.powers; ++k) seen.push_back(to_multiple(walks[k]));
    return seen;
  }

  UntrainedOperators options_;
  Random random_;
  const OrbitalDescriptors& pairs_;
  std::vector<std::int64_t> sources_;
  std::vector<std::int64_t> source_of_;  // the number of its orbit's source, by node
  std::vector<double> coefficients_;     // [types, heads]
  std::vector<double> x_;                // [sources, width]
};

}  // namespace

std::vector<double> operator_features(const OrbitalDescriptors& pairs,
                                      const UntrainedOperators& options) {
  return Network(pairs, options).features();
}

bool told_apart_by_operators(const OrbitalDescriptors& first, const OrbitalDescriptors& second,
                             const UntrainedOperators& options) {
  const std::vector<double> a = operator_features(first, options);
  const std::vector<double> b = operator_features(second, options);
  double largest = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest > least_feature_difference;
}

}  // namespace isotypic::experiments
