// PipelineOptions: everything a training on one's own data can be told; a JSON file has the same
// fields.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"

namespace isotypic::learn {

struct PipelineOptions {
  std::string dataset;              ///< its name
  std::string split;                ///< which split, if an OGB data set has several
  std::string task = "auto";        ///< classification, binary or regression
  std::string node_input = "auto";  ///< labels, attributes, both or constant
  std::string encoder = "GIN";
  std::string readout = "sum+isotypic";
  std::int64_t hidden = 128;
  std::int64_t layers = 5;
  std::int64_t heads = 4;
  double dropout = 0.1;
  std::int64_t blocks = 8;
  std::string grouping = "channels";  ///< or components
  std::int64_t epochs = 300;
  std::int64_t patience = 40;
  std::int64_t batch_size = 64;
  double learning_rate = 1e-3;
  double weight_decay = 1e-5;
  std::int64_t seed = 0;
  std::int64_t folds = 0;  ///< of a cross-validation; 0: one split
  std::int64_t fold = 0;   ///< which of them is the test
};

/// A field of the options, for those who offer them to people.
struct PipelineField {
  const char* name;
  const char* about;
};

/// All fields, in order, each with a line of explanation.
[[nodiscard]] const std::vector<PipelineField>& pipeline_fields();

[[nodiscard]] Json to_json(const PipelineOptions& options);

/// Fields that are not there keep their defaults. Throws Error, naming `source` and the field, on
/// unknown fields, wrong types and values that make no sense.
[[nodiscard]] PipelineOptions pipeline_options_from_json(const Json& json,
                                                         const std::string& source);

}  // namespace isotypic::learn
