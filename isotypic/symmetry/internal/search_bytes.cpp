#include "isotypic/symmetry/internal/search_bytes.hpp"

#include <cstring>
#include <type_traits>
#include <vector>

namespace isotypic {
namespace {

template <typename Value>
void put(std::string& bytes, const Value& value) {
  static_assert(std::is_arithmetic_v<Value>);
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <typename Value>
void put(std::string& bytes, const std::vector<Value>& values) {
  put(bytes, values.size());
  bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value));
}

class ResultReader {
 public:
  explicit ResultReader(std::string_view bytes) : bytes_(bytes) {}

  SearchResult read() {
    SearchResult result;
    result.generators.resize(get<std::size_t>());
    for (SparsePermutation& g : result.generators) {
      get(g.points);
      get(g.images);
    }
    get(result.canonical_order);
    get(result.order_factors);
    result.order_mantissa = get<double>();
    result.order_exponent = get<std::int64_t>();
    return result;
  }

 private:
  template <typename Value>
  Value get() {
    Value value{};
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  template <typename Value>
  void get(std::vector<Value>& values) {
    values.resize(get<std::size_t>());
    const std::size_t size = values.size() * sizeof(Value);
    if (size > 0) std::memcpy(values.data(), bytes_.data(), size);
    bytes_.remove_prefix(size);
  }

  std::string_view bytes_;
};

}  // namespace

std::string to_bytes(const SearchResult& result) {
  std::string bytes;
  put(bytes, result.generators.size());
  for (const SparsePermutation& g : result.generators) {
    put(bytes, g.points);
    put(bytes, g.images);
  }
  put(bytes, result.canonical_order);
  put(bytes, result.order_factors);
  put(bytes, result.order_mantissa);
  put(bytes, result.order_exponent);
  return bytes;
}

SearchResult from_bytes(std::string_view bytes) { return ResultReader(bytes).read(); }

}  // namespace isotypic
