#include "isotypic/nn/kernels/moments.hpp"

namespace isotypic::nn {
namespace {

/// Calls body(rows, first, second) for every share.
template <typename Body>
void over_shares(const BatchShare& share, const ColumnMoments& own, Body&& body) {
  const std::size_t width = own.first.size();
  std::vector<double> message = {static_cast<double>(own.rows_seen)};
  message.insert(message.end(), own.first.begin(), own.first.end());
  message.insert(message.end(), own.second.begin(), own.second.end());
  const std::vector<double> all = share.gather(message);
  for (std::size_t start = 0; start < all.size(); start += message.size()) {
    const double* columns = all.data() + start + 1;
    body(static_cast<std::int64_t>(all[start]), columns, columns + width);
  }
}

}  // namespace

void ColumnMoments::begin(std::int64_t width) {
  first.assign(static_cast<std::size_t>(width), 0.0);
  second.assign(static_cast<std::size_t>(width), 0.0);
  rows_seen = 0;
}

template <typename T>
void ColumnMoments::merge(std::int64_t rows, const T* mean, const T* squares) {
  if (rows == 0) return;
  const auto before = static_cast<double>(rows_seen);
  const auto added = static_cast<double>(rows);
  const double share = added / (before + added);
  for (std::size_t c = 0; c < first.size(); ++c) {
    const double distance = static_cast<double>(mean[c]) - first[c];
    first[c] += share * distance;
    second[c] += static_cast<double>(squares[c]) + distance * distance * before * share;
  }
  rows_seen += rows;
}

template <typename T>
void ColumnMoments::add(std::int64_t rows, const T* some, const T* others) {
  for (std::size_t c = 0; c < first.size(); ++c) {
    first[c] += static_cast<double>(some[c]);
    second[c] += static_cast<double>(others[c]);
  }
  rows_seen += rows;
}

ColumnMoments merge_shares(const BatchShare& share, const ColumnMoments& own) {
  ColumnMoments merged;
  merged.begin(std::ssize(own.first));
  over_shares(share, own, [&](std::int64_t rows, const double* mean, const double* squares) {
    merged.merge(rows, mean, squares);
  });
  return merged;
}

ColumnMoments sum_shares(const BatchShare& share, const ColumnMoments& own) {
  ColumnMoments sums;
  sums.begin(std::ssize(own.first));
  over_shares(share, own, [&](std::int64_t rows, const double* some, const double* others) {
    sums.add(rows, some, others);
  });
  return sums;
}

template void ColumnMoments::merge(std::int64_t, const float*, const float*);
template void ColumnMoments::merge(std::int64_t, const double*, const double*);
template void ColumnMoments::add(std::int64_t, const float*, const float*);
template void ColumnMoments::add(std::int64_t, const double*, const double*);

}  // namespace isotypic::nn
