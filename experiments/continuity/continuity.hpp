// Continuity: how far the smallest edit of a graph moves its features.
//
// The distance between the features of a graph and of its edited copy is divided by the distance to
// an unrelated graph of the same class and size. A hash has a ratio of about 1. Not in the paper;
// what came out: docs/results/continuity.md.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/readout_choice.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

enum class GraphClass {
  Random,    ///< G(n, 0.2); one edge moves
  Regular,   ///< random 4-regular graphs; two edges are switched
  Tree,      ///< random trees; a leaf moves
  Molecule,  ///< bare molecules of ZINC with 20 to 28 atoms; a leaf moves, degrees stay below 5
};

/// A readout whose ratio is at least this in every class is called a hash.
inline constexpr double hash_ratio = 0.8;

struct ContinuityConfig {
  std::vector<GraphClass> classes = {GraphClass::Random, GraphClass::Regular, GraphClass::Tree,
                                     GraphClass::Molecule};
  std::vector<std::string> readouts = {"sum",           "mean",     "max",     "isotypic",
                                       "component_set", "marked:1", "marked:2"};
  std::int64_t graphs = 30;  ///< per class
  std::int64_t nodes = 24;   ///< of every graph that is no molecule
  std::int64_t seeds = 5;
};

[[nodiscard]] const OptionFields<ContinuityConfig>& continuity_fields();

/// Six graphs and one seed.
[[nodiscard]] ContinuityConfig quick_continuity();

/// An untrained GIN with fixed norms embeds all graphs of a class, in double precision. Features
/// are standardised over the class, column by column. A row per class, readout and seed has the
/// median of the ratios; isotypic is read with eight blocks and with all.
///
/// Without ZINC in context.data the molecules are left out, with a warning. Nothing if stopped.
[[nodiscard]] std::optional<report::Record> run_continuity(const ContinuityConfig& config,
                                                           const RunContext& context);

[[nodiscard]] std::vector<report::Table> continuity_tables(const report::Record& record);

[[nodiscard]] Experiment continuity_experiment();

}  // namespace isotypic::experiments

namespace isotypic {

template <>
struct EnumNames<experiments::GraphClass> {
  static constexpr const char* what = "class of graphs";
  static constexpr std::array<std::pair<experiments::GraphClass, const char*>, 4> table = {
      {{experiments::GraphClass::Random, "random"},
       {experiments::GraphClass::Regular, "regular"},
       {experiments::GraphClass::Tree, "tree"},
       {experiments::GraphClass::Molecule, "molecule"}}};
};

}  // namespace isotypic
