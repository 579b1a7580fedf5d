#include "isotypic/train/fingerprint.hpp"

#include <ATen/ATen.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <cstdio>
#include <vector>

namespace isotypic::train {
namespace {

class Fingerprint {
 public:
  Fingerprint() { XXH3_128bits_reset(&state_); }

  template <typename T>
  void add(const std::vector<T>& values) {
    add_part(values.data(), values.size() * sizeof(T));
  }

  void add(const at::Tensor& tensor) {
    const at::Tensor values = tensor.defined() ? tensor.contiguous() : at::empty({0});
    add(values.sizes().vec());
    add_part(values.data_ptr(), values.nbytes());
  }

  void add(const Split& split) {
    for (const auto* part : {&split.train, &split.valid, &split.test}) add(*part);
  }

  [[nodiscard]] std::string text() const {
    const XXH128_hash_t hash = XXH3_128bits_digest(&state_);
    std::array<char, 33> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                  static_cast<unsigned long long>(hash.high64),
                  static_cast<unsigned long long>(hash.low64));
    return digits.data();
  }

 private:
  /// The length too, so that nothing can move from one part to the next unseen.
  void add_part(const void* data, std::size_t bytes) {
    XXH3_128bits_update(&state_, &bytes, sizeof(bytes));
    XXH3_128bits_update(&state_, data, bytes);
  }

  XXH3_state_t state_;
};

}  // namespace

std::string data_fingerprint(const nn::GraphTensors& data, const Split& split) {
  Fingerprint fingerprint;
  fingerprint.add(data.node_offsets);
  fingerprint.add(data.degrees);
  fingerprint.add(data.neighbours);
  for (const at::Tensor& tensor : {data.node_features, data.node_categories, data.edge_features,
                                   data.edge_categories, data.labels, data.targets}) {
    fingerprint.add(tensor);
  }
  fingerprint.add(data.block_offsets);
  fingerprint.add(data.block_dims);
  fingerprint.add(split);
  return fingerprint.text();
}

std::string split_fingerprint(const Split& split, const Dataset& dataset) {
  Fingerprint fingerprint;
  fingerprint.add(split);
  std::vector<std::int64_t> sizes;
  for (const Sample& sample : dataset.samples) {
    sizes.push_back(sample.graph.num_nodes());
    fingerprint.add(sample.graph.edges());
  }
  fingerprint.add(sizes);
  return fingerprint.text();
}

std::string tensor_fingerprint(const std::vector<at::Tensor>& tensors) {
  Fingerprint fingerprint;
  for (const at::Tensor& tensor : tensors) fingerprint.add(tensor.detach());
  return fingerprint.text();
}

}  // namespace isotypic::train
