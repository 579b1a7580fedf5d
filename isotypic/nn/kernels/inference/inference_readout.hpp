// InferenceReadout: node embeddings to the vector of one graph, on float buffers. Internal.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "isotypic/nn/graph_view.hpp"
#include "isotypic/nn/kernels/inference/inference_scratch.hpp"
#include "isotypic/nn/kernels/inference/packed_linear.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/readouts/operator_readout.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// Sum, mean or maximum over the nodes, and what is made of these.
struct PoolPart {
  ReadoutKind kind = ReadoutKind::Sum;
};

struct IsotypicPart {
  IsotypicReadoutOptions options;
  std::int64_t features = 0;
  std::vector<float> R;
};

/// The learned operators, and the map of every node behind them.
struct OperatorPart {
  OperatorOptions options;
  PackedMlp coefficients;  ///< the network of the pairs
  std::vector<float> pair_mean, pair_factor;
  std::vector<std::int64_t> category_rows;  ///< of that network's first map, behind the values
  PackedLinear mix;
  std::vector<float> norm_factor, norm_shift;
  std::vector<float> return_mean, return_factor;
  PackedLinear rho_hidden, rho_output;
};

class InferenceReadout {
 public:
  /// Whether readouts with these options can be made into one.
  [[nodiscard]] static bool takes(const ReadoutOptions& options);
  explicit InferenceReadout(const Readout& readout, const ReadoutOptions& options);

  [[nodiscard]] std::int64_t width() const { return width_; }
  /// How many weights of the readout it has.
  [[nodiscard]] std::int64_t weights_read() const { return weights_read_; }
  /// x [num_nodes, features] -> out [width]. Throws Error if the graph lacks what is read.
  void run(const GraphView& graph, const float* x, InferenceScratch& scratch, float* out) const;

 private:
  struct Part {
    std::variant<PoolPart, IsotypicPart, OperatorPart> reader;
    std::int64_t features = 0;
    std::int64_t width = 0;
    PackedLinear projection;  ///< unless the parts are concatenated
  };
  [[nodiscard]] static Part make_part(const Readout& readout, WeightReader& reader);
  void fuse(const float* parts, InferenceScratch& scratch, float* out) const;

  std::vector<Part> parts_;
  Fusion fusion_ = Fusion::Concat;
  PackedLinear gate_;
  std::int64_t parts_width_ = 0;
  std::int64_t width_ = 0;
  std::int64_t weights_read_ = 0;
};

/// Both write `width` numbers to `out`.
void run_isotypic(const IsotypicPart& part, const GraphView& graph, const float* x,
                  InferenceScratch& scratch, std::int64_t width, float* out);
void run_operators(const OperatorPart& part, const GraphView& graph, const float* x,
                   InferenceScratch& scratch, std::int64_t width, float* out);

[[nodiscard]] OperatorPart make_operator_part(const OperatorReadout& readout, WeightReader& reader);

}  // namespace isotypic::nn
