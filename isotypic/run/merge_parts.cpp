#include "isotypic/run/merge_parts.hpp"

#include <algorithm>
#include <utility>

namespace isotypic::run {
namespace {

constexpr const char* where = "merge_parts";

}  // namespace

PartSet::PartSet(const std::vector<std::filesystem::path>& paths) {
  if (paths.empty()) fail(where, "no part given");
  for (const auto& path : paths) {
    auto part = std::make_unique<PartReader>(path);
    if (!parts_.empty()) check_same_run(parts_.front()->header(), part->header(), path.string());
    for (const auto& other : parts_) {
      if (other->header().shard != part->header().shard) continue;
      fail(where, "shard ", to_string(part->header().shard), " is there twice: in ",
           other->path().string(), " and in ", path.string());
    }
    parts_.push_back(std::move(part));
  }
  std::ranges::sort(parts_, {}, [](const auto& part) { return part->header().shard.index; });
  const Shard shard = header().shard;
  for (std::int64_t i = 0; i < shard.count; ++i) {
    if (i < std::ssize(parts_) && parts_[i]->header().shard.index == i) continue;
    fail(where, "shard ", to_string(Shard{i, shard.count}), " is missing; give the parts of all ",
         shard.count, " shards");
  }
}

PartSummary PartSet::for_each(const std::function<void(const PartRecord&)>& visit) {
  PartSummary summary;
  PartRecord record;
  std::optional<std::pair<std::int64_t, std::uint64_t>> end;  // graphs and their hash
  const std::int64_t count = header().shard.count;
  std::int64_t num_ended = 0;
  for (std::int64_t index = 0; num_ended < count; ++index) {
    PartReader& part = *parts_[index % count];
    if (!part.next(record)) {
      fail(where, part.path().string(), ": shard ", to_string(part.header().shard),
           " is not finished; run it again, and it goes on where it stopped");
    }
    if (record.kind == PartRecordKind::End) {
      const std::pair own{record.index, record.input};
      if (end && *end != own) {
        fail(where, part.path().string(), " was made from other graphs than ",
             parts_.front()->path().string(), " and its like: it has read ", own.first,
             ", they have read ", end->first, "; run all shards on the same files");
      }
      end = own;
      ++num_ended;
    } else if (end || record.index != index) {
      fail(where, part.path().string(), " holds graph ", record.index, " where graph ", index,
           " belongs; the shards were made from different graphs, or one is damaged");
    } else if (record.kind == PartRecordKind::Failed) {
      if (summary.num_failed++ == 0) summary.why = failure_of(record);
    } else {
      visit(record);
    }
  }
  summary.num_graphs = end->first;
  return summary;
}

}  // namespace isotypic::run
