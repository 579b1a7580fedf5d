#include "isotypic/learn/options.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/names.hpp"

namespace isotypic::learn {
namespace {

/// Calls visit(name, field) for every field.
template <typename Options, typename Visit>
void for_each_field(Options& options, Visit&& visit) {
  visit("dataset", options.dataset);
  visit("split", options.split);
  visit("task", options.task);
  visit("node_input", options.node_input);
  visit("encoder", options.encoder);
  visit("readout", options.readout);
  visit("hidden", options.hidden);
  visit("layers", options.layers);
  visit("heads", options.heads);
  visit("dropout", options.dropout);
  visit("blocks", options.blocks);
  visit("grouping", options.grouping);
  visit("epochs", options.epochs);
  visit("patience", options.patience);
  visit("batch_size", options.batch_size);
  visit("learning_rate", options.learning_rate);
  visit("weight_decay", options.weight_decay);
  visit("seed", options.seed);
  visit("folds", options.folds);
  visit("fold", options.fold);
}

/// Reads one JSON value into a field of the same type.
struct ReadField {
  const std::string& source;
  const char* name;
  const Json& value;

  [[noreturn]] void refuse(const char* expected) const {
    fail("pipeline_options", source, ": \"", name, "\" must be ", expected, ", not ",
         dump_json(value));
  }
  void operator()(std::string& field) const {
    if (!value.is_string()) refuse("text");
    field = value.get<std::string>();
  }
  void operator()(std::int64_t& field) const {
    if (!value.is_number_integer()) refuse("a whole number");
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
      refuse("a whole number of 63 bits");
    }
    field = value.get<std::int64_t>();
  }
  void operator()(double& field) const {
    if (!value.is_number()) refuse("a number");
    field = value.get<double>();
  }
};

void check(const PipelineOptions& options, const std::string& source) {
  constexpr const char* where = "pipeline_options";
  const auto within = [&](const char* name, std::int64_t value, std::int64_t least,
                          std::int64_t most) {
    if (value < least || value > most) {
      fail(where, source, ": ", name, " must be from ", least, " to ", most, ", not ", value);
    }
  };
  constexpr std::int64_t any = INT64_MAX;
  const auto among = [&](const char* name, const std::string& value,
                         const std::vector<std::string>& names) {
    if (std::ranges::find(names, value) != names.end()) return;
    fail(where, source, ": there is no ", name, " '", value, "'; there are ", nn::listed(names));
  };
  within("hidden", options.hidden, 1, 65'536);
  within("layers", options.layers, 1, 1000);
  within("heads", options.heads, 1, 1000);
  within("blocks", options.blocks, 1, 65'536);
  within("epochs", options.epochs, 1, any);
  within("patience", options.patience, 0, any);
  within("batch_size", options.batch_size, 1, any);
  within("seed", options.seed, 0, any);
  if (options.folds != 0) within("folds", options.folds, 3, any);
  within("fold", options.fold, 0, std::max<std::int64_t>(options.folds, 1) - 1);
  if (!(options.dropout >= 0.0 && options.dropout < 1.0)) {
    fail(where, source, ": dropout must be in [0, 1), not ", options.dropout);
  }
  if (!(options.learning_rate > 0.0 && options.learning_rate <= 1e3) ||
      !(options.weight_decay >= 0.0 && options.weight_decay <= 1e3)) {
    fail(where, source,
         ": learning_rate must be positive and weight_decay not negative, both at most 1000");
  }
  among("task", options.task, {"auto", "classification", "binary", "regression"});
  among("node_input", options.node_input, {"auto", "labels", "attributes", "both", "constant"});
  among("grouping", options.grouping, {"channels", "components"});
  among("encoder", options.encoder, nn::layer_names());
  const bool attends = options.encoder == "GATv2" || options.encoder == "GraphTransformer";
  if (attends && options.hidden % options.heads != 0) {
    fail(where, source, ": heads must divide hidden, ", options.heads, " does not divide ",
         options.hidden);
  }
  for (const auto& [what, name] :
       {std::pair("data set", options.dataset), std::pair("split", options.split)}) {
    if (parse_json(dump_json(name), source) == name) continue;
    fail(where, source, ": the name of the ", what, " is not UTF-8, so no file could keep it");
  }
  try {
    (void)nn::named_readout(options.readout, options.blocks, 0);
  } catch (const Error& error) {
    fail(where, source, ": ", error.reason());
  }
}

}  // namespace

const std::vector<PipelineField>& pipeline_fields() {
  static const std::vector<PipelineField> fields = {
      {"dataset", "name of the data set"},
      {"split", "which split, if an OGB data set has several"},
      {"task", "classification, binary (one or more yes/no targets) or regression"},
      {"node_input", "labels, attributes, both or constant"},
      {"encoder", "GIN, GINE, GraphSAGE, PNA, GATv2 or GraphTransformer"},
      {"readout", "such as sum, isotypic, sum+isotypic, mean+isotypic:gated"},
      {"hidden", "width of every layer"},
      {"layers", "message-passing layers"},
      {"heads", "attention heads of GATv2 and GraphTransformer"},
      {"dropout", "after every layer"},
      {"blocks", "symmetry channels that the isotypic readout keeps"},
      {"grouping", "what its blocks are: channels (the paper's) or components (seed-free)"},
      {"epochs", "at most so many"},
      {"patience", "epochs without a better validation score; 0 trains to the end"},
      {"batch_size", "graphs per step"},
      {"learning_rate", "of Adam"},
      {"weight_decay", "of Adam"},
      {"seed", "of weights, of R, of masks, orders and a random split; not of the channels"},
      {"folds", "cross-validation in so many folds, without a published split; 0: 80/10/10"},
      {"fold", "which of them is the test, from 0; the next one is for validation"}};
  return fields;
}

Json to_json(const PipelineOptions& options) {
  Json json = Json::object();
  for_each_field(options, [&](const char* name, const auto& field) { json[name] = field; });
  return json;
}

PipelineOptions pipeline_options_from_json(const Json& json, const std::string& source) {
  if (!json.is_object()) fail("pipeline_options", source, ": expected an object");
  PipelineOptions options;
  std::size_t known = 0;
  for_each_field(options, [&](const char* name, auto& field) {
    const auto found = json.find(name);
    if (found == json.end()) return;
    ReadField{source, name, *found}(field);
    ++known;
  });
  if (known != json.size()) {
    const Json defaults = to_json(PipelineOptions());
    for (const auto& [name, value] : json.items()) {
      if (!defaults.contains(name)) {
        fail("pipeline_options", source, ": there is no option \"", name, '"');
      }
    }
  }
  check(options, source);
  return options;
}

}  // namespace isotypic::learn
