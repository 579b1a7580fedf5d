#include "isotypic/channels/store.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <system_error>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/consistency.hpp"
#include "isotypic/channels/internal/database.hpp"
#include "isotypic/channels/internal/store_entry.hpp"
#include "isotypic/channels/serialise.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t most_added_bytes = std::int64_t{1} << 20;
constexpr std::chrono::milliseconds longest_wait(200);

using Place = std::uint16_t;  // of a node in its canonical form
static_assert(max_decompose_nodes <= std::numeric_limits<Place>::max());

std::string to_bytes(const Hash128& hash, const Permutation& position) {
  std::string bytes(sizeof hash + position.size() * sizeof(Place), '\0');
  std::memcpy(bytes.data(), &hash, sizeof hash);
  char* next = bytes.data() + sizeof hash;
  for (const std::int32_t p : position) {
    const auto place = static_cast<Place>(p);
    std::memcpy(next, &place, sizeof place);
    next += sizeof place;
  }
  return bytes;
}

std::optional<Labelling> read_labelling(std::string_view bytes, const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.num_nodes());
  Labelling labelling;
  if (bytes.size() != sizeof labelling.canonical + n * sizeof(Place)) return std::nullopt;
  std::memcpy(&labelling.canonical, bytes.data(), sizeof labelling.canonical);
  labelling.position.resize(n);
  for (std::size_t v = 0; v < n; ++v) {
    Place place = 0;
    std::memcpy(&place, bytes.data() + sizeof labelling.canonical + v * sizeof place, sizeof place);
    labelling.position[v] = place;
  }
  if (!is_permutation(labelling.position)) return std::nullopt;
  if (hash_graph(relabel(graph, labelling.position)) != labelling.canonical) return std::nullopt;
  return labelling;
}

void check_directory(const std::string& path) {
  const auto directory = std::filesystem::path(path).parent_path();
  std::error_code ignored;
  if (directory.empty() || std::filesystem::is_directory(directory, ignored)) return;
  fail_as(ErrorKind::Runtime, "ChannelStore", path, ": opening failed: there is no folder ",
          directory.string());
}

}  // namespace

ChannelStore::ChannelStore(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  check_directory(path_);
  static_cast<void>(database());
}

ChannelStore::~ChannelStore() {
  leave_other_process();
  if (writing_.valid()) writing_.wait();
}

/// After a fork: the file is opened anew, and the writing of the other process is not waited for.
/// Its future is left alone, since even its end would wait.
void ChannelStore::leave_other_process() {
  if (!database_ || !database_->belongs_to_another_process()) return;
  database_.reset();
  static_cast<void>(new std::future<void>(std::move(writing_)));
}

/// Null as long as there is no file.
std::shared_ptr<Database> ChannelStore::database() {
  if (path_.empty()) return nullptr;
  const std::scoped_lock lock(mutex_);
  leave_other_process();
  if (!database_) database_ = open_store(path_);
  return database_;
}

std::optional<Decomposition> ChannelStore::find(const std::string& key, std::int64_t num_nodes,
                                                const ChannelOptions& options) {
  const auto open = database();
  std::optional<Decomposition> found;
  const auto read = [&](std::string_view place, std::string_view value) {
    if (const auto bytes = checked_value(place, value)) found = deserialise(*bytes);
  };
  const bool is_there = open && open->get(entry_key(decomposition_kind, key), read);
  if (found && !fits(*found, num_nodes, options)) found.reset();
  if (is_there && !found) ++rejected_;
  return found;
}

void ChannelStore::add(const std::string& key, const Decomposition& decomposition) {
  if (has_file()) put(entry_key(decomposition_kind, key), serialise(decomposition));
}

std::optional<Labelling> ChannelStore::find_labelling(const Graph& graph) {
  const auto open = database();
  if (!open) return std::nullopt;
  std::optional<Labelling> found;
  const auto read = [&](std::string_view place, std::string_view value) {
    if (const auto bytes = checked_value(place, value)) found = read_labelling(*bytes, graph);
  };
  const bool is_there = open->get(entry_key(labelling_kind, labelling_key(graph)), read);
  if (is_there && !found) ++rejected_;
  return found;
}

void ChannelStore::add_labelling(const Graph& graph, const Symmetry& symmetry) {
  if (!has_file() || graph.num_nodes() > max_decompose_nodes) return;
  put(entry_key(labelling_kind, labelling_key(graph)), to_bytes(symmetry.hash, symmetry.position));
}

void ChannelStore::put(std::string key, std::string_view content) {
  std::string value = entry_value(key, content);
  const std::scoped_lock lock(mutex_);
  leave_other_process();
  added_bytes_ += std::ssize(key) + std::ssize(value);
  added_.emplace_back(std::move(key), std::move(value));
  const auto waited = std::chrono::steady_clock::now() - last_write_;
  if (added_bytes_ < most_added_bytes && waited < longest_wait) return;
  const bool busy =
      writing_.valid() && writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
  // Whoever computes faster than the disk writes has to wait for it, but not at once.
  if (!busy || added_bytes_ >= 4 * most_added_bytes) begin_writing();
}

/// Hands over what has gathered; waits for the writing that is under way.
void ChannelStore::begin_writing() {
  if (writing_.valid()) writing_.get();
  if (added_.empty()) return;
  if (!database_) database_ = create_store(path_);
  // In the order of the keys neighbours land on the same pages.
  std::ranges::stable_sort(added_, {}, &Entries::value_type::first);
  const auto entries = std::make_shared<const Entries>(std::move(added_));
  added_ = {};
  const auto write = [open = database_, entries] { open->put(*entries); };
  try {
    writing_ = std::async(std::launch::async, write);
  } catch (const std::system_error&) {  // no thread to be had
    write();
  }
  added_bytes_ = 0;
  last_write_ = std::chrono::steady_clock::now();
}

void ChannelStore::save() {
  if (!has_file()) return;
  translate_exceptions("ChannelStore", [&] {
    const std::scoped_lock lock(mutex_);
    leave_other_process();
    begin_writing();
    if (writing_.valid()) writing_.get();
  });
}

}  // namespace isotypic
