#include "isotypic/train/checkpoint.hpp"

#include <ATen/ATen.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::train {
namespace {

constexpr std::string_view magic = "ISOTYPIC checkpoint 2\n";

/// The first parts, between commas or semicolons, in which two texts differ.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  constexpr const char* ends = ",;";
  const auto mismatch = std::ranges::mismatch(a, b);
  const auto common = static_cast<std::size_t>(mismatch.in1 - a.begin());
  const std::size_t before = common == 0 ? std::string::npos : a.find_last_of(ends, common - 1);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  const auto part = [&](const std::string& text) {
    const std::size_t end = text.find_first_of(ends, std::min(common, text.size()));
    const std::size_t begin = text.find_first_not_of(' ', first);
    return begin == std::string::npos ? std::string() : text.substr(begin, end - begin);
  };
  return {part(a), part(b)};
}

template <typename T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint64_t>(text.size()));
  out.append(text);
}

/// Reads back what put() wrote; every read checks what is left.
class Cursor {
 public:
  Cursor(std::string_view bytes, const std::filesystem::path& path) : bytes_(bytes), path_(path) {}

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) fail("load_checkpoint", path_.string(), " is truncated");
    const std::string_view part = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return part;
  }

  template <typename T>
  T get() {
    T value;
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }

  std::string_view get_text() { return take(get<std::uint64_t>()); }

  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  const std::filesystem::path& path_;
};

void put_tensor(std::string& out, const std::string& name, const at::Tensor& tensor) {
  const at::Tensor data = tensor.detach().to(at::kCPU).contiguous();
  put_text(out, name);
  put(out, static_cast<std::int32_t>(data.scalar_type()));
  put(out, static_cast<std::int32_t>(data.dim()));
  for (const std::int64_t size : data.sizes()) put(out, size);
  put_text(out, {static_cast<const char*>(data.data_ptr()), data.nbytes()});
}

std::pair<std::string, at::Tensor> get_tensor(Cursor& cursor, const std::filesystem::path& path) {
  std::string name(cursor.get_text());
  const auto dtype = cursor.get<std::int32_t>();
  const auto dims = cursor.get<std::int32_t>();
  if ((dtype != static_cast<std::int32_t>(at::kFloat) &&
       dtype != static_cast<std::int32_t>(at::kDouble) &&
       dtype != static_cast<std::int32_t>(at::kLong)) ||
      dims < 0 || dims > 8) {
    fail("load_checkpoint", path.string(), " holds a tensor of an unknown kind");
  }
  std::vector<std::int64_t> shape;
  const auto type = static_cast<at::ScalarType>(dtype);
  // Before anything is allocated: a shape may say whatever it likes.
  auto size = static_cast<std::int64_t>(at::elementSize(type));
  bool possible = true;
  for (std::int32_t i = 0; i < dims; ++i) {
    shape.push_back(cursor.get<std::int64_t>());
    possible = possible && shape.back() >= 0 && !__builtin_mul_overflow(size, shape.back(), &size);
  }
  const std::string_view bytes = cursor.get_text();
  if (!possible || std::cmp_not_equal(size, bytes.size())) {
    fail("load_checkpoint", path.string(), " holds a tensor of the wrong size");
  }
  at::Tensor tensor = at::empty(shape, type);
  std::ranges::copy(bytes, static_cast<char*>(tensor.data_ptr()));
  return {std::move(name), std::move(tensor)};
}

}  // namespace

void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  std::string payload;
  put_text(payload, checkpoint.config);
  put_text(payload, checkpoint.about);
  put_text(payload, checkpoint.state);
  put(payload, static_cast<std::uint64_t>(checkpoint.tensors.size()));
  for (const auto& [name, tensor] : checkpoint.tensors) put_tensor(payload, name, tensor);
  std::string file(magic);
  put(file, static_cast<std::uint64_t>(payload.size()));
  put(file, static_cast<std::uint64_t>(XXH3_64bits(payload.data(), payload.size())));
  file += payload;
  write_file(path, file);
}

Checkpoint load_checkpoint(const std::filesystem::path& path, const std::string& config) {
  Checkpoint checkpoint = load_checkpoint(path);
  if (checkpoint.config != config) {
    const auto [theirs, ours] = first_difference(checkpoint.config, config);
    fail("load_checkpoint", path.string(), " belongs to another training: it has \"", theirs,
         "\", this one \"", ours, '"');
  }
  return checkpoint;
}

Checkpoint load_checkpoint(const std::filesystem::path& path) {
  constexpr const char* where = "load_checkpoint";
  std::error_code unknown;  // read_file() says what is wrong then
  const auto type = std::filesystem::status(path, unknown).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character) {
    fail(where, path.string(), " is not a file but a pipe or a device, which might never end");
  }
  const std::string file = read_file(path);
  if (!std::string_view(file).starts_with(magic)) {
    fail(where, path.string(), " is not a checkpoint");
  }
  Cursor header(std::string_view(file).substr(magic.size()), path);
  const auto size = header.get<std::uint64_t>();
  const auto checksum = header.get<std::uint64_t>();
  const std::string_view payload = header.take(size);
  if (file.size() != magic.size() + 2 * sizeof(std::uint64_t) + size ||
      XXH3_64bits(payload.data(), payload.size()) != checksum) {
    fail(where, path.string(), " is damaged: its checksum does not match");
  }
  Cursor cursor(payload, path);
  Checkpoint checkpoint;
  checkpoint.config = cursor.get_text();
  checkpoint.about = cursor.get_text();
  checkpoint.state = cursor.get_text();
  const auto count = cursor.get<std::uint64_t>();
  std::set<std::string> names;
  for (std::uint64_t i = 0; i < count; ++i) {
    checkpoint.tensors.push_back(get_tensor(cursor, path));
    if (!names.insert(checkpoint.tensors.back().first).second) {
      fail(where, path.string(), " holds two tensors ", checkpoint.tensors.back().first);
    }
  }
  if (!cursor.at_end()) fail(where, path.string(), " holds more than its tensors");
  return checkpoint;
}

void restore_tensors(const Checkpoint& checkpoint, const std::string& prefix,
                     const std::vector<std::pair<std::string, at::Tensor>>& targets) {
  constexpr const char* where = "restore_tensors";
  std::vector<const at::Tensor*> sources;
  for (const auto& [name, target] : targets) {
    const at::Tensor* source = nullptr;
    for (const auto& [saved, tensor] : checkpoint.tensors) {
      if (saved == prefix + name) source = &tensor;
    }
    if (source == nullptr) fail(where, "the checkpoint has no tensor ", prefix, name);
    if (source->sizes() != target.sizes() || source->scalar_type() != target.scalar_type()) {
      fail(where, "tensor ", prefix, name, " is ", source->scalar_type(), source->sizes(),
           ", expected ", target.scalar_type(), target.sizes());
    }
    sources.push_back(source);
  }
  const at::NoGradGuard no_grad;
  for (std::size_t i = 0; i < targets.size(); ++i) {
    at::Tensor target = targets[i].second;
    target.copy_(*sources[i]);
  }
}

}  // namespace isotypic::train
