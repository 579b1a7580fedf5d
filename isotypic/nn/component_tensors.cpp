#include "isotypic/nn/component_tensors.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/structure.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "find_components";

/// The flat arrays, before they become tensors.
struct Flat {
  std::vector<double> descriptions, basis, sums;
};

/// Appends the basis vectors of component `number`, which may be spread over several channels.
void append_component(const Channels& channels, std::int64_t number, Flat& flat,
                      ComponentTensors& tensors) {
  const Decomposition& canonical = *channels.canonical;
  const bool trivial = canonical.components[number].trivial;
  std::int32_t columns = 0;
  for (const Channel& channel : canonical.channels) {
    if (channel.component != number) continue;
    for (std::int64_t c = channel.begin; c < channel.begin + channel.dim; ++c) {
      double sum = 0.0;
      for (std::int64_t v = 0; v < canonical.num_nodes; ++v) {
        flat.basis.push_back(canonical.basis(channels.position[v], c));
        sum += flat.basis.back();
      }
      flat.sums.push_back(trivial ? sum : 0.0);  // outside the trivial component it is rounding
      ++columns;
    }
  }
  tensors.block_dims.push_back(columns);
}

void append_sample(const Sample& sample, std::int64_t number, Flat& flat,
                   ComponentTensors& tensors) {
  if (sample.channels == nullptr) fail(where, "sample ", number, " has no channels");
  try {
    const auto structures = component_structures(*sample.channels, sample.graph);
    for (std::int64_t i = 0; i < std::ssize(structures); ++i) {
      const Eigen::VectorXd row = describe_structure(structures[i]);
      flat.descriptions.insert(flat.descriptions.end(), row.begin(), row.end());
      append_component(*sample.channels, i, flat, tensors);
    }
  } catch (const Error& error) {
    fail_as(error.kind(), where, "sample ", number, ": ", error.reason());
  }
  tensors.basis_offsets.push_back(std::ssize(flat.basis));
  tensors.column_offsets.push_back(std::ssize(flat.sums));
  tensors.block_offsets.push_back(std::ssize(tensors.block_dims));
}

}  // namespace

ComponentTensors find_components(std::span<const Sample> samples, at::ScalarType dtype) {
  ComponentTensors tensors;
  tensors.basis_offsets = tensors.column_offsets = tensors.block_offsets = {0};
  Flat flat;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    append_sample(samples[i], number_of(samples[i], i), flat, tensors);
  }
  const auto tensor = [&](const std::vector<double>& values) {
    return at::tensor(values, at::kDouble).to(dtype);
  };
  tensors.descriptions = tensor(flat.descriptions).view({-1, component_structure_size});
  tensors.basis = tensor(flat.basis);
  tensors.basis_sums = tensor(flat.sums);
  return tensors;
}

}  // namespace isotypic::nn
