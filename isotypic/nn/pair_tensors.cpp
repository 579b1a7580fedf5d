#include "isotypic/nn/pair_tensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/nn/row_keys.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "describe_pairs";

/// One sample's pairs, in the type that the tensors will have.
template <typename T>
struct DescribedSample {
  std::vector<PairType> types;
  std::vector<std::int32_t> type_of;
  std::vector<std::int32_t> partners;
  std::vector<T> values;
};

Symmetry symmetry_of(const Sample& sample, const std::vector<std::int32_t>& edge_keys,
                     const PairOptions& options) {
  if (!options.coloured) return compute_symmetry(sample.graph, {.stop = options.stop});
  const Graph coloured =
      make_graph(sample.graph.num_nodes(), sample.graph.edges(),
                 {.nodes = row_keys(sample.node_categories.data(), sample.node_categories.rows(),
                                    sample.node_categories.cols()),
                  .edges = edge_keys});
  return compute_symmetry(coloured,
                          {.node_colours = true, .edge_colours = true, .stop = options.stop});
}

template <typename T>
DescribedSample<T> describe_sample(const Sample& sample, const PairOptions& options) {
  const std::vector<std::int32_t> edge_keys = row_keys(
      sample.edge_categories.data(), sample.edge_categories.rows(), sample.edge_categories.cols());
  DescriptorOptions descriptors = options.descriptors;
  descriptors.reach = chosen_reach(sample.graph, descriptors);
  OrbitalDescriptors found = describe_orbitals(
      sample.graph, symmetry_of(sample, edge_keys, options), edge_keys, descriptors);
  return {std::move(found.types), std::move(found.type_of), std::move(found.partners),
          std::vector<T>(found.values.begin(), found.values.end())};
}

/// Copies the samples' pairs into the tensors, whose offsets are known.
template <typename T>
void fill(PairTensors& pairs, std::span<const Sample> samples,
          std::vector<DescribedSample<T>>& described) {
  const std::int64_t columns = pairs.values.size(1);
  const std::int64_t categories = pairs.categories.defined() ? pairs.categories.size(1) : 0;
  auto* values = pairs.values.data_ptr<T>();
  auto* type_of = pairs.type_of.data_ptr<std::int32_t>();
  auto* partners = pairs.partners.data_ptr<std::int32_t>();
  for (std::size_t g = 0; g < described.size(); ++g) {
    const std::int64_t first = pairs.type_offsets[g];
    auto* distances = pairs.distances.data_ptr<std::int32_t>() + first;
    auto* counts = pairs.counts.data_ptr<std::int32_t>() + first;
    for (const PairType& type : described[g].types) {
      *distances++ = type.distance;
      *counts++ = static_cast<std::int32_t>(type.pairs);
    }
    if (categories > 0) {
      auto* row = pairs.categories.data_ptr<std::int32_t>() + first * categories;
      for (const PairType& type : described[g].types) {
        for (std::int64_t c = 0; c < categories; ++c) {
          *row++ = type.edge < 0 ? -1 : samples[g].edge_categories(type.edge, c);
        }
      }
    }
    std::ranges::copy(described[g].values, values + first * columns);
    std::ranges::copy(described[g].type_of, type_of + pairs.pair_offsets[g]);
    std::ranges::copy(described[g].partners, partners + pairs.partner_offsets[g]);
    described[g] = {};  // a large set is not held twice
  }
}

template <typename T>
PairTensors describe_all(std::span<const Sample> samples, at::ScalarType dtype,
                         const PairOptions& options) {
  std::vector<DescribedSample<T>> described(samples.size());
  parallel_for(std::ssize(samples), options.threads, [&](std::int64_t g) {
    if (options.stop.stop_requested()) fail_as(ErrorKind::Cancelled, where, "stopped");
    try {
      described[g] = describe_sample<T>(samples[g], options);
    } catch (const Error& error) {
      fail_as(error.kind(), where, "graph ", g, ": ", error.reason());
    }
  });
  PairTensors pairs;
  pairs.powers = options.descriptors.powers;
  pairs.max_distance = options.descriptors.max_distance;
  pairs.type_offsets = pairs.pair_offsets = pairs.partner_offsets = {0};
  std::int64_t categories = 0;
  for (std::size_t g = 0; g < samples.size(); ++g) {
    pairs.type_offsets.push_back(pairs.type_offsets.back() + std::ssize(described[g].types));
    pairs.pair_offsets.push_back(pairs.pair_offsets.back() + std::ssize(described[g].type_of));
    pairs.partner_offsets.push_back(pairs.partner_offsets.back() +
                                    std::ssize(described[g].partners));
    categories = std::max<std::int64_t>(categories, samples[g].edge_categories.cols());
  }
  const std::int64_t types = pairs.type_offsets.back();
  pairs.values = at::empty({types, num_descriptor_columns(options.descriptors)}, dtype);
  pairs.distances = at::empty({types}, at::kInt);
  pairs.counts = at::empty({types}, at::kInt);
  if (categories > 0) pairs.categories = at::empty({types, categories}, at::kInt);
  pairs.type_of = at::empty({pairs.pair_offsets.back()}, at::kInt);
  pairs.partners = at::empty({pairs.partner_offsets.back()}, at::kInt);
  fill(pairs, samples, described);
  return pairs;
}

}  // namespace

PairTensors describe_pairs(std::span<const Sample> samples, at::ScalarType dtype,
                           const PairOptions& options) {
  return dtype == at::kFloat ? describe_all<float>(samples, dtype, options)
                             : describe_all<double>(samples, dtype, options);
}

}  // namespace isotypic::nn
