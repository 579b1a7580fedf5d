#include "experiments/brec/brec_selection.hpp"

#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::experiments {
namespace {

void check_pairs(const BrecSelection& selection) {
  if (selection.first_pair <= selection.last_pair) return;
  fail("brec", "the first pair (", selection.first_pair, ") comes after the last (",
       selection.last_pair, ")");
}

}  // namespace

const OptionFields<BrecSelection>& brec_selection_fields() {
  using Selection = BrecSelection;
  static const auto fields =
      OptionFields<Selection>()
          .add("encoder", &Selection::encoder, "Which encoder", any_encoder())
          .add("readouts", &Selection::readouts, "Which readouts; none named: the usual ones",
               any_copy_readout())
          .add("blocks", &Selection::blocks,
               "Blocks that the isotypic readouts keep, one or several numbers; 0: all; none "
               "named: 8",
               from_to(0, 4096))
          .recorded(Recorded::Never)
          .add("seeds", &Selection::seeds, "Number of seeds", from_to(1, 10'000))
          .add("first_seed", &Selection::first_seed, "The first seed; the others follow it",
               from_to(0, 10'000))
          .recorded(Recorded::UnlessDefault)
          .add("first_pair", &Selection::first_pair, "The first pair",
               from_to(0, brec_num_pairs - 1))
          .not_on_command_line()
          .add("last_pair", &Selection::last_pair, "The last pair", from_to(0, brec_num_pairs - 1))
          .not_on_command_line()
          .add_computed<std::vector<std::int64_t>>(
              "pairs",
              [](const Selection& selection) {
                return std::vector{selection.first_pair, selection.last_pair};
              },
              [](Selection& selection, const std::vector<std::int64_t>& ends) {
                selection.first_pair = ends[0];
                selection.last_pair = ends[1];
              },
              "The first and the last pair", {.least = 0, .most = brec_num_pairs - 1, .count = 2})
          .recorded(Recorded::Never)
          .rule({"first_pair", "last_pair", "pairs"}, check_pairs);
  return fields;
}

std::vector<ReadoutChoice> readout_choices(const BrecSelection& selection,
                                           const std::vector<ReadoutChoice>& otherwise) {
  if (selection.readouts.empty() && selection.blocks.empty()) return otherwise;
  const std::vector<std::int64_t> blocks =
      selection.blocks.empty() ? std::vector<std::int64_t>{8} : selection.blocks;
  std::vector<std::string> readouts = selection.readouts;
  if (readouts.empty()) readouts = {"isotypic"};
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : readouts) {
    if (!is_isotypic(readout)) {
      choices.push_back({.readout = readout});
      continue;
    }
    for (const std::int64_t b : blocks) choices.push_back({.readout = readout, .blocks = b});
  }
  return choices;
}

void set_readouts(Json& config, const std::vector<ReadoutChoice>& choices) {
  Json& labels = config["readouts"];
  labels = Json::array();
  for (const ReadoutChoice& choice : choices) labels.push_back(choice.label());
}

}  // namespace isotypic::experiments
