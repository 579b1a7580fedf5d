#include <cstring>

#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/npy.hpp"

namespace isotypic::fuzz {
namespace {

template <typename Value>
void require_round_trip(std::string_view bytes) {
  const auto array = accepted([&] { return parse_npy<Value>(bytes); });
  if (!array) return;
  const NpyArray<Value> again = parse_npy<Value>(format_npy(*array));
  require(again.shape == array->shape, "a shape is not read back");
  // Bit by bit, because NaN differs from itself.
  require(again.values.size() == array->values.size() &&
              (again.values.empty() || std::memcmp(again.values.data(), array->values.data(),
                                                   again.values.size() * sizeof(Value)) == 0),
          "values are not read back");
}

template <typename Value>
void require_values_fill_shape(std::string_view bytes) {
  const auto array = accepted([&] { return parse_npy<Value>(bytes); });
  if (!array) return;
  std::int64_t count = 1;
  for (const std::int64_t extent : array->shape) count *= extent;
  require(std::cmp_equal(array->values.size(), count), "the values do not fill the shape");
}

}  // namespace

void fuzz_npy(std::string_view bytes) {
  require_round_trip<double>(bytes);
  require_round_trip<float>(bytes);
  require_values_fill_shape<std::int64_t>(bytes);
  require_values_fill_shape<std::string>(bytes);
}

}  // namespace isotypic::fuzz
