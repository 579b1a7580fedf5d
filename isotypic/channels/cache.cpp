#include "isotypic/channels/cache.hpp"

#include <optional>
#include <utility>

#include "isotypic/channels/serialise.hpp"

namespace isotypic {
namespace {

std::int64_t memory_of(const Decomposition& decomposition) {
  return static_cast<std::int64_t>(sizeof(Decomposition)) +
         decomposition.basis.size() * static_cast<std::int64_t>(sizeof(double)) +
         std::ssize(decomposition.channels) * static_cast<std::int64_t>(sizeof(Channel)) +
         std::ssize(decomposition.components) * static_cast<std::int64_t>(sizeof(Component));
}

}  // namespace

ChannelCache::ChannelCache(CacheOptions options)
    : options_(std::move(options)), store_(options_.file) {}

Channels ChannelCache::decompose(const Symmetry& symmetry, const ChannelOptions& options) {
  return find_or_compute(symmetry, options, [&] { return isotypic::decompose(symmetry, options); });
}

Channels ChannelCache::decompose(const Symmetry& symmetry, const Orbitals& canonical_orbitals,
                                 const ChannelOptions& options) {
  return find_or_compute(symmetry, options, [&] {
    return isotypic::decompose(symmetry, canonical_orbitals, options);
  });
}

Channels ChannelCache::decompose(const Graph& graph, const ChannelOptions& options,
                                 const std::stop_token& stop) {
  if (graph.has_node_colours() || graph.has_edge_colours()) {
    return decompose(without_colours(graph), options, stop);
  }
  if (graph.num_nodes() > max_decompose_nodes) return isotypic::decompose(graph, options);  // fails
  std::optional<Labelling> labelling = store_.find_labelling(graph);
  if (labelling) {
    const SymmetryEngine engine = choose_engine(graph.num_nodes());
    const std::string key = cache_key(engine, graph.num_nodes(), labelling->canonical, options);
    auto found = find(key, graph.num_nodes(), options);
    const std::scoped_lock lock(mutex_);
    ++statistics_.labellings;
    if (found) return {std::move(found), std::move(labelling->position)};
  }
  const Symmetry symmetry = compute_symmetry(graph, {.stop = stop});
  if (!labelling) store_.add_labelling(graph, symmetry);
  return decompose(symmetry, options);
}

Channels ChannelCache::find_or_compute(const Symmetry& symmetry, const ChannelOptions& options,
                                       const std::function<Channels()>& compute) {
  if (!symmetry.is_canonical) return compute();  // no copy of the graph would find it
  const std::string key = cache_key(symmetry, options);
  if (auto found = find(key, symmetry.num_nodes, options)) {
    return {std::move(found), symmetry.position};
  }
  Channels channels = compute();
  store_.add(key, *channels.canonical);
  const std::scoped_lock lock(mutex_);
  ++statistics_.misses;
  keep(key, channels.canonical);
  return channels;
}

std::shared_ptr<const Decomposition> ChannelCache::find(const std::string& key,
                                                        std::int64_t num_nodes,
                                                        const ChannelOptions& options) {
  {
    const std::scoped_lock lock(mutex_);
    if (const auto known = index_.find(key); known != index_.end()) {
      ++statistics_.memory_hits;
      entries_.splice(entries_.begin(), entries_, known->second);
      return known->second->value;
    }
  }
  // Without the lock: to read and check an entry takes longer than all the rest.
  auto stored = store_.find(key, num_nodes, options);
  if (!stored) return nullptr;
  auto value = std::make_shared<const Decomposition>(std::move(*stored));
  const std::scoped_lock lock(mutex_);
  ++statistics_.file_hits;
  keep(key, value);
  return value;
}

void ChannelCache::keep(const std::string& key, const std::shared_ptr<const Decomposition>& value) {
  const std::int64_t bytes = memory_of(*value) + std::ssize(key);
  if (bytes > options_.max_bytes || index_.contains(key)) return;
  while (bytes_ + bytes > options_.max_bytes) {
    bytes_ -= entries_.back().bytes;
    index_.erase(entries_.back().key);
    entries_.pop_back();
    ++statistics_.evicted;
  }
  entries_.push_front({key, value, bytes});
  index_.emplace(key, entries_.begin());
  bytes_ += bytes;
}

void ChannelCache::save() { store_.save(); }

CacheStatistics ChannelCache::statistics() const {
  const std::scoped_lock lock(mutex_);
  CacheStatistics statistics = statistics_;
  statistics.rejected = store_.rejected();
  return statistics;
}

}  // namespace isotypic
