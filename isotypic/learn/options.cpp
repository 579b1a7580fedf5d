#include "isotypic/learn/options.hpp"

#include "isotypic/base/error.hpp"

namespace isotypic::learn {
namespace {

void check_readout(const std::string& readout) { (void)nn::named_readout(readout, 1, 0); }

void check_heads(const PipelineOptions& options) {
  const bool attends =
      options.encoder == nn::LayerKind::Gatv2 || options.encoder == nn::LayerKind::TransformerConv;
  const std::int64_t hidden = options.network.hidden;
  const std::int64_t heads = options.network.heads;
  if (!attends || hidden % heads == 0) return;
  fail("pipeline_options", "heads must divide hidden, but ", heads, " does not divide ", hidden);
}

void check_folds(const PipelineOptions& options) {
  if (options.folds == 1 || options.folds == 2) {
    fail("pipeline_options", "folds must be 0 or at least 3, not ", options.folds);
  }
  if (options.fold == 0 || options.fold < options.folds) return;
  if (options.folds == 0) {
    fail("pipeline_options", "fold is ", options.fold,
         ", but there are no folds: give --folds, the number of folds");
  }
  fail("pipeline_options", "fold must be from 0 to ", options.folds - 1, " with ", options.folds,
       " folds, not ", options.fold);
}

}  // namespace

const OptionFields<PipelineOptions>& pipeline_fields() {
  using Options = PipelineOptions;
  static const auto fields =
      OptionFields<Options>()
          .add("dataset", &Options::dataset, "Name of the data set")
          .add("split", &Options::split, "Which split, if an OGB data set has several")
          .add("task", &Options::task,
               "What to predict; binary: one or more yes/no targets; auto: what the data set has")
          .add("node_input", &Options::node_input,
               "What the network reads of a node; auto: all that the data set has")
          .add("encoder", &Options::encoder, "Message-passing layers")
          .add("readout", &Options::readout,
               "Such as operators, structure, sum, isotypic, sum+isotypic, mean+isotypic:gated",
               checked_by(check_readout))
          .nest(&Options::recipe, train::recipe_fields())
          .nest(&Options::network, train::network_fields())
          .add("blocks", &Options::blocks, "Blocks that the isotypic readout keeps",
               from_to(1, 65'536))
          .add("grouping", &Options::grouping,
               "What its blocks are: channels (as in the paper) or components (seed-free)")
          .add("reach", &Options::reach,
               "Operators look at pairs of nodes within this distance; 0: at all pairs, or where "
               "these are too many as far as memory allows",
               from_to(0, 1'000))
          .nest(&Options::training, train::training_fields())
          .nest(&Options::regression, train::regression_fields())
          .add("seed", &Options::seed,
               "Seed of the weights, the random projection, dropout, the order of the graphs and "
               "a random split; not of the channels",
               {.least = 0})
          .add("folds", &Options::folds,
               "Folds of a cross-validation, for data without a published split; 0: one random "
               "80/10/10 split",
               {.least = 0})
          .add("fold", &Options::fold,
               "Which fold is the test part, from 0; the next one is the validation part",
               {.least = 0})
          .rule({"encoder", "hidden", "heads"}, check_heads)
          .rule({"folds", "fold"}, check_folds);
  return fields;
}

}  // namespace isotypic::learn
