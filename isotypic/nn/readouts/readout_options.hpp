// ReadoutOptions: which readouts a network has, and the names that people call them by. No LibTorch
// here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic::nn {

/// Append at the end: checkpoints hold the number.
enum class ReadoutKind {
  Sum,
  Mean,
  Max,
  MeanMax,        ///< [mean, max]
  PnaStatistics,  ///< [mean, sum, max, standard deviation]
  Attention,      ///< softmax gate over the nodes
  Set2Set,        ///< content-based attention by an LSTM, three steps
  Isotypic,       ///< statistics of the symmetry channels
  Operators,      ///< nodes that have seen each other through learned operators
  ComponentSet,   ///< isotypic components as a set: statistics and structure of each
};

/// What becomes of the embeddings that the learned operators mixed.
enum class OperatorForm {
  Nodes,       ///< sum over the nodes of rho([embedding, mixed embedding, ...])
  Statistics,  ///< the sum of the embeddings, plus a linear map of the operators' statistics
};

struct OperatorOptions {
  std::int64_t heads = 8;    ///< learned operators, which share the width; 0: none
  std::int64_t hidden = 32;  ///< width of the network that computes their coefficients
  bool sizes = true;         ///< it sees the sizes of orbits and orbitals
  bool diagonal = true;      ///< rho sees the return probabilities of the node
  OperatorForm form = OperatorForm::Nodes;
  /// Without operators: rho is widened to the number of weights that it would have with them.
  bool match_weights = false;
  std::int64_t powers = 16;                   ///< of the normalised adjacency matrix
  std::int64_t max_distance = 12;             ///< longer ones count as this
  std::int64_t reach = 0;                     ///< of pairs, as DescriptorOptions have it
  std::vector<std::int64_t> edge_categories;  ///< sizes of the columns that the network sees
};

/// How several readouts become one vector. Append at the end: checkpoints hold the number.
enum class Fusion {
  Concat,
  ProjectedSum,  ///< every part is mapped linearly to the fusion width, then added
  Gate,          ///< likewise, weighted by a softmax over the parts, per graph
};

/// One readout, or several that are fused.
struct ReadoutOptions {
  std::vector<ReadoutKind> parts = {ReadoutKind::Sum};
  Fusion fusion = Fusion::Concat;
  std::int64_t fusion_width = 0;  ///< 0: the width of the node embeddings
  /// Of the isotypic part; its max_blocks must be above 0. Its seed is that of R in the set of
  /// components too.
  IsotypicReadoutOptions isotypic;
  OperatorOptions operators;  ///< of the part with learned operators
  bool plain = false;         ///< both by ATen operations instead of the CPU kernels
  std::int64_t marks = 0;     ///< read a graph once for each way to mark this many nodes; 0: once
};

/// The names of all readouts: those of the kinds, and those of kinds with certain options, such as
/// linear, linear_blocks, structure and deepsets.
[[nodiscard]] const std::vector<std::string>& readout_part_names();

/// The readout with `blocks` slots and r = 8; `seed` is that of R. Several names joined by '+' are
/// concatenated; ":projected" or ":gated" at the end fuses them by a projected sum or a softmax
/// gate instead: "sum+isotypic", "mean+max+isotypic:gated".
/// "marked:2" reads every graph once for each way to mark two of its nodes, by sum; "marked:2:mean"
/// by another of these readouts.
/// Throws Error for a part that readout_part_names() does not list.
[[nodiscard]] ReadoutOptions named_readout(const std::string& name, std::int64_t blocks,
                                           std::uint64_t seed);

/// Whether the readout needs the symmetry channels of its graphs.
[[nodiscard]] bool needs_channels(const ReadoutOptions& options);

/// Whether the readout reads them block by block, so that the number of blocks matters.
[[nodiscard]] bool reads_blocks(const ReadoutOptions& options);

/// Whether the readout needs the isotypic components of its graphs: all channels, none cut off.
[[nodiscard]] bool needs_components(const ReadoutOptions& options);

/// Whether the readout needs the described pairs of its graphs.
[[nodiscard]] bool needs_pairs(const ReadoutOptions& options);

}  // namespace isotypic::nn

namespace isotypic {

template <>
struct EnumNames<nn::ReadoutKind> {
  static constexpr const char* what = "readout";
  static constexpr std::array<std::pair<nn::ReadoutKind, const char*>, 10> table = {
      {{nn::ReadoutKind::Sum, "sum"},
       {nn::ReadoutKind::Mean, "mean"},
       {nn::ReadoutKind::Max, "max"},
       {nn::ReadoutKind::MeanMax, "meanmax"},
       {nn::ReadoutKind::PnaStatistics, "pna"},
       {nn::ReadoutKind::Attention, "attention"},
       {nn::ReadoutKind::Set2Set, "set2set"},
       {nn::ReadoutKind::Isotypic, "isotypic"},
       {nn::ReadoutKind::Operators, "operators"},
       {nn::ReadoutKind::ComponentSet, "component_set"}}};
};

template <>
struct EnumNames<nn::Fusion> {
  static constexpr const char* what = "fusion";
  static constexpr std::array<std::pair<nn::Fusion, const char*>, 3> table = {
      {{nn::Fusion::Concat, "concatenated"},
       {nn::Fusion::ProjectedSum, "projected"},
       {nn::Fusion::Gate, "gated"}}};
};

}  // namespace isotypic
