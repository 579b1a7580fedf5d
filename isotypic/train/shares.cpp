#include "isotypic/train/shares.hpp"

#include <ATen/ATen.h>

#include <memory>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic::train {
namespace {

std::int64_t nodes_of(const nn::GraphTensors& data, std::span<const std::int64_t> ids) {
  std::int64_t nodes = 0;
  for (const std::int64_t id : ids) nodes += data.node_offsets[id + 1] - data.node_offsets[id];
  return nodes;
}

/// Over how many values the loss of these graphs is a mean.
double loss_weight(const nn::GraphTensors& data, std::span<const std::int64_t> ids, Loss loss) {
  if (loss == Loss::CrossEntropy) return static_cast<double>(ids.size());
  const at::Tensor index = at::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()));
  return at::isnan(data.targets.index_select(0, index))
      .logical_not()
      .sum()
      .to(at::kDouble)
      .item<double>();
}

/// Where rank `rank` begins: after its share of the nodes, and so that everyone gets a graph if
/// there are enough.
std::int64_t begin_of(const nn::GraphTensors& data, std::span<const std::int64_t> ids,
                      std::int64_t rank, std::int64_t size) {
  const std::int64_t count = std::ssize(ids);
  if (count < size) return std::min(rank, count);
  const std::int64_t wanted = nodes_of(data, ids) * rank / size;
  std::int64_t nodes = 0;
  std::int64_t begin = 0;
  while (begin < count) {
    const std::int64_t more = nodes_of(data, ids.subspan(begin, 1));
    if (2 * (wanted - nodes) < more) break;  // further away with this graph than without it
    nodes += more;
    ++begin;
  }
  return std::clamp(begin, rank, count - (size - rank));
}

}  // namespace

std::span<const std::int64_t> part_of(const nn::GraphTensors& data,
                                      std::span<const std::int64_t> ids, std::int64_t rank,
                                      std::int64_t size) {
  const std::int64_t begin = begin_of(data, ids, rank, size);
  return ids.subspan(begin, begin_of(data, ids, rank + 1, size) - begin);
}

StepShare share_of_step(const nn::GraphTensors& data, std::span<const std::int64_t> ids, Loss loss,
                        Ranks* ranks) {
  if (ranks == nullptr) return {nn::make_batch(data, ids)};
  const auto part = part_of(data, ids, ranks->rank(), ranks->size());
  StepShare step;
  step.counts = !part.empty();
  const auto own = step.counts ? part : ids.first(1);
  const auto before = ids.first(static_cast<std::size_t>(own.data() - ids.data()));
  step.batch = nn::make_batch(data, own);
  step.weight = step.counts
                    ? loss_weight(data, own, loss) / std::max(1.0, loss_weight(data, ids, loss))
                    : 0.0;
  auto share = std::make_shared<nn::BatchShare>();
  *share = {.first_node = nodes_of(data, before),
            .num_nodes = nodes_of(data, ids),
            .first_graph = std::ssize(before),
            .num_graphs = std::ssize(ids),
            .gather = [ranks, counts = step.counts](std::span<const double> values) {
              return counts ? ranks->gather(values)
                            : ranks->gather(std::vector<double>(values.size(), 0.0));
            }};
  step.batch.share = std::move(share);
  return step;
}

void check_shareable(const nn::GraphModel& model, const nn::GraphTensors& data) {
  constexpr const char* where = "train";
  if (data.marks || !data.stand_ins.empty()) {
    fail(where, "several ranks cannot share batches of marked copies or of stand-ins");
  }
  if (nn::is_fixed(model.options.encoder.norm)) {
    fail(where, "several ranks need norms of the batch");
  }
}

}  // namespace isotypic::train
