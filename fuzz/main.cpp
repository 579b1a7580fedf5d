// The entry point libFuzzer calls; ISOTYPIC_FUZZ_TARGET names the function of one target.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  isotypic::fuzz::ISOTYPIC_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  return 0;
}
