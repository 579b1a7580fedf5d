// Ranks: the processes that train one model together, each with its share of every batch.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/train/rank_place.hpp"

namespace isotypic::train {

/// What ranks compare with each other: a name and a value.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// All ranks call the same functions in the same order. Whatever they compute from the results is
/// the same everywhere: sums are taken in the order of the ranks, not in that of the messages.
///
/// A call throws Error (Runtime) within moments if another rank has ended, and after
/// RankPlace::timeout if it does not answer.
class Ranks {
 public:
  /// Waits until all ranks are there. Throws Error if one does not come in time, if two have the
  /// same number, or if they are not of one size and one version of this program.
  explicit Ranks(const RankPlace& place);
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks();

  [[nodiscard]] std::int64_t rank() const { return place_.rank; }
  [[nodiscard]] std::int64_t size() const { return place_.size; }
  [[nodiscard]] bool is_first() const { return place_.rank == 0; }

  /// One row per rank: [size, shape of own]. The shape is the same on all ranks.
  [[nodiscard]] at::Tensor gather(const at::Tensor& own);
  [[nodiscard]] std::vector<double> gather(std::span<const double> own);
  [[nodiscard]] std::vector<std::string> gather(const std::string& own);

  /// Puts the sum over all ranks in the place of the flat tensor `values`.
  void sum(at::Tensor values);

  /// Gives all ranks the values that the first one has.
  void copy_from_first(at::Tensor values);
  [[nodiscard]] std::string copy_from_first(const std::string& text);

  /// Throws Error on every rank, naming the first fact that differs and who has which value.
  void check_same(const Facts& facts);

  /// Waits for the others as long as they live: for work that may take one of them long.
  void wait_for_all();

 private:
  struct Connection;
  RankPlace place_;
  std::unique_ptr<Connection> connection_;
  at::Tensor received_;  ///< memory of sum()
};

/// The ranks of the environment of this process; null if it trains alone.
[[nodiscard]] std::unique_ptr<Ranks> join_ranks(const RankPlace& place = rank_place());

}  // namespace isotypic::train
