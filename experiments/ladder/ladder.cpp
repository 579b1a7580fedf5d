#include "experiments/ladder/ladder.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "experiments/ladder/untrained_operators.hpp"
#include "experiments/processor_time.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/base/time_limit.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/ladder/compare.hpp"

namespace isotypic::experiments {
namespace {

using report::Record;
using report::Table;

constexpr const char* preparation = "climbing the ladder";

/// A pair, and the set it belongs to: "brec", "suite" or "extended".
struct Item {
  std::string set;
  std::string family;
  std::string name;
  Graph first;
  Graph second;
};

/// BREC's category Regular holds regular and strongly regular graphs, which differ very much here.
std::string brec_family(std::int64_t pair, BrecCategory category) {
  if (category != BrecCategory::Regular) return std::string(brec_category_name(category));
  return pair < 110 ? "Regular" : "Strongly_Regular";
}

std::vector<Item> collect(const LadderConfig& config) {
  std::vector<Item> items;
  if (!config.brec.empty()) {
    BrecData data = load_brec(config.brec);
    for (std::size_t i = 0; i < data.pairs.size(); ++i) {
      BrecPair& pair = data.pairs[i];
      items.push_back({"brec", brec_family(static_cast<std::int64_t>(i), pair.category),
                       std::to_string(i), std::move(pair.first), std::move(pair.second)});
    }
  }
  if (config.suites) {
    for (GraphPair& pair : wl_hard_suite()) {
      items.push_back({"suite", pair.family, pair.name, pair.first, pair.second});
    }
    for (GraphPair& pair : extended_wl_hard_suite()) {
      items.push_back({"extended", pair.family, pair.name, pair.first, pair.second});
    }
  }
  return items;
}

/// The untrained operators, and the rung that bounds what they see.
struct OperatorRow {
  const char* name;
  Rung bound;
  UntrainedOperators options;
};
constexpr std::array<OperatorRow, 4> operator_rows = {
    {{"operators", Rung::Fwl2, {.sizes = false, .rounds = 1}},
     {"operators-twice", Rung::Fwl2, {.sizes = false, .rounds = 2}},
     {"operators-sizes", Rung::Fwl2Sizes, {.sizes = true, .rounds = 1}},
     {"operators-twice-sizes", Rung::Fwl2Sizes, {.sizes = true, .rounds = 2}}}};

/// All rows of the tables, in their order.
std::vector<std::string> row_names() {
  std::vector<std::string> names;
  for (const Rung rung : all_rungs) names.emplace_back(enum_name(rung));
  for (const OperatorRow& row : operator_rows) names.emplace_back(row.name);
  return names;
}

/// What one rung, or the operators, did with one pair.
struct Outcome {
  std::string name;
  bool told_apart = false;
  std::int64_t limited = 0;  ///< graphs that met the limit
  std::int64_t representatives = 0;
  double seconds = 0.0;
};

struct PairOutcome {
  std::vector<Outcome> rungs;  ///< from Wl1 up, then the operators
  std::int64_t depth = -1;     ///< marks that Complete took; -1: not computed
};

PairOutcome climb(const Item& item, const LadderConfig& config, const std::stop_token& stop) {
  LadderOptions options;
  options.stop = stop;
  options.time_limit = milliseconds_from_seconds(config.rung_seconds);
  GraphLadder first(item.first, options);
  GraphLadder second(item.second, options);
  PairOutcome result;
  for (const Rung rung : all_rungs) {
    if (rung > config.last) break;
    Outcome& outcome = result.rungs.emplace_back(Outcome{.name = std::string(enum_name(rung))});
    for (GraphLadder* side : {&first, &second}) {
      try {
        const RungInvariant& invariant = side->at(rung);
        outcome.representatives += invariant.representatives;
        outcome.seconds += invariant.seconds;
        if (rung == Rung::Complete) result.depth = std::max(result.depth, invariant.depth);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || stop.stop_requested()) throw;
        ++outcome.limited;
      }
    }
    if (outcome.limited == 0) {
      outcome.told_apart = difference(first.at(rung), second.at(rung)).has_value();
    }
  }
  for (const OperatorRow& row : operator_rows) {
    if (row.bound > config.last) continue;
    const double start = processor_seconds();
    const OrbitalDescriptors a = describe_orbitals(item.first, first.symmetry());
    const OrbitalDescriptors b = describe_orbitals(item.second, second.symmetry());
    const bool told_apart = told_apart_by_operators(a, b, row.options);
    result.rungs.push_back({.name = row.name,
                            .told_apart = told_apart,
                            .representatives = std::ssize(a.types) + std::ssize(b.types),
                            .seconds = processor_seconds() - start});
  }
  return result;
}

Json to_row(const Item& item, const PairOutcome& outcome) {
  Json row = {{"set", item.set},
              {"family", item.family},
              {"pair", item.name},
              {"n", std::max(item.first.num_nodes(), item.second.num_nodes())}};
  for (const Outcome& rung : outcome.rungs) {
    row[rung.name] = rung.told_apart;
    row[rung.name + " representatives"] = rung.representatives;
  }
  if (outcome.depth >= 0) row["depth"] = outcome.depth;
  return row;
}

/// Sums of n, n^2 and n^3: what the rungs would look at without symmetry.
void add_sizes(const std::vector<Item>& items, report::Figures& figures) {
  std::map<std::string, std::array<double, 3>> sums;
  for (const Item& item : items) {
    for (const Graph* graph : {&item.first, &item.second}) {
      const double n = real(graph->num_nodes());
      auto& own = sums[item.set];
      own[0] += n;
      own[1] += n * n;
      own[2] += n * n * n;
    }
  }
  for (const auto& [set, own] : sums) {
    figures.set(set + "/sum of n", own[0]);
    figures.set(set + "/sum of n^2", own[1]);
    figures.set(set + "/sum of n^3", own[2]);
  }
}

void add_figures(const std::vector<Item>& items, const std::vector<PairOutcome>& outcomes,
                 report::Figures& figures) {
  const auto add = [&](const std::string& name, double value) {
    figures.set(name, figures.find(name).value_or(0.0) + value);
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (const Outcome& outcome : outcomes[i].rungs) {
      const std::string prefix = items[i].set + "/" + outcome.name + "/";
      const double told_apart = outcome.told_apart ? 1.0 : 0.0;
      add(prefix + "told apart", told_apart);
      add(prefix + items[i].family, told_apart);
      add(prefix + "representatives", real(outcome.representatives));
      add(prefix + "seconds", outcome.seconds);
      add(prefix + "graphs at the limit", real(outcome.limited));
    }
    add(items[i].set + "/pairs", 1.0);
  }
  add_sizes(items, figures);
}

Table set_table(const Record& record, const std::string& set, const std::string& title) {
  std::vector<std::string> families;
  for (const Json& row : record.rows) {
    const auto family = row.at("family").get<std::string>();
    if (row.at("set") == set && std::ranges::find(families, family) == families.end()) {
      families.push_back(family);
    }
  }
  Table table{.title = title, .columns = {{"rung"}}, .rows = {}};
  for (const std::string& family : families) table.columns.push_back({family});
  for (const char* name : {"told apart", "seconds", "representatives"}) {
    table.columns.push_back({name});
  }
  const auto whole = [](double value) { return static_cast<std::int64_t>(std::llround(value)); };
  for (const std::string& name : row_names()) {
    const std::string prefix = set + "/" + name + "/";
    const auto told_apart = record.figures.find(prefix + "told apart");
    if (!told_apart) continue;
    std::vector<report::Cell> row = {name};
    for (const std::string& family : families) {
      row.emplace_back(whole(record.figures.find(prefix + family).value_or(0.0)));
    }
    row.emplace_back(whole(*told_apart));
    row.emplace_back(record.figures.find(prefix + "seconds").value_or(0.0));
    row.emplace_back(whole(record.figures.find(prefix + "representatives").value_or(0.0)));
    table.add_row(std::move(row));
  }
  return table;
}

}  // namespace

const OptionFields<LadderConfig>& ladder_fields() {
  static const auto fields =
      OptionFields<LadderConfig>()
          .add("suites", &LadderConfig::suites, "The suites of the paper too")
          .not_on_command_line()
          .add("last", &LadderConfig::last, "The last rung")
          .add("rung_seconds", &LadderConfig::rung_seconds,
               "Seconds for a rung of a graph, which is then skipped; 0: no limit",
               between(0.0, max_time_limit_seconds));
  return fields;
}

Experiment ladder_experiment() {
  return make_experiment({.name = "ladder",
                          .about = "What exact invariants without a hash tell apart (not in the "
                                   "paper)",
                          .reads_data = true,
                          .tables = ladder_tables},
                         ladder_fields(), LadderConfig(), quick_ladder(),
                         [](LadderConfig config, const RunContext& context) {
                           if (!context.data.empty() && find_brec(context.data)) {
                             config.brec = context.data;
                           } else if (context.on_warning) {
                             context.on_warning(
                                 "the suites only: there is no BREC in the folder "
                                 "of --data");
                           }
                           return run_ladder(config, context);
                         });
}

LadderConfig quick_ladder() { return {.last = Rung::TwoMarks}; }

std::optional<Record> run_ladder(const LadderConfig& config, const RunContext& context) {
  ladder_fields().check(config, "ladder");
  const std::vector<Item> items = collect(config);
  Json recorded = {{"brec", !config.brec.empty()}};
  recorded.update(ladder_fields().to_json(config));
  Record record = report::begin_record("ladder", std::move(recorded), context.command);
  std::vector<PairOutcome> outcomes(items.size());
  std::atomic<std::int64_t> done = 0;
  try {
    parallel_for(std::ssize(items), context.jobs, [&](std::int64_t i) {
      outcomes[i] = climb(items[i], config, context.stop);
      const std::int64_t finished = ++done;
      if (context.on_preparation) {
        context.on_preparation(preparation, finished, std::ssize(items));
      }
    });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Cancelled && context.stop.stop_requested()) return std::nullopt;
    throw;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    record.rows.push_back(to_row(items[i], outcomes[i]));
  }
  add_figures(items, outcomes, record.figures);
  return record;
}

std::vector<Table> ladder_tables(const Record& record) {
  std::vector<Table> tables;
  const std::pair<const char*, const char*> sets[] = {
      {"brec", "BREC: pairs told apart by each rung alone"},
      {"suite", "Suite: pairs told apart by each rung alone"},
      {"extended", "Extended suite: pairs told apart by each rung alone"}};
  for (const auto& [set, title] : sets) {
    if (record.figures.find(std::string(set) + "/pairs")) {
      tables.push_back(set_table(record, set, title));
    }
  }
  return tables;
}

}  // namespace isotypic::experiments
