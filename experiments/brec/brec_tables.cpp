#include <algorithm>
#include <array>
#include <map>

#include "experiments/brec/brec.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

using report::Record;
using report::Table;

/// Distinguished of 400, as published (Wang and Zhang 2024, table 2).
constexpr std::array<std::pair<const char*, std::int64_t>, 5> published = {
    {{"I2-GNN", 281}, {"KP-GNN", 275}, {"3-WL", 270}, {"GSN", 254}, {"PPGN", 233}}};

/// The paper stops after the categories Basic, Regular and Extension.
constexpr std::int64_t num_first_pairs = 260;

constexpr const char* all_name = "all";  // of those that were chosen

/// The pairs to be counted: a category, the first 260, or all.
struct Part {
  std::string name;
  std::int64_t begin = 0;
  std::int64_t end = 0;
};

std::vector<Part> parts_of(const BrecConfig& config) {
  std::vector<Part> parts;
  for (std::int64_t i = config.selection.first_pair; i <= config.selection.last_pair; ++i) {
    const std::string name(brec_category_name(brec_category(i)));
    if (parts.empty() || parts.back().name != name) parts.push_back({name, i, i});
    parts.back().end = i + 1;
  }
  if (config.selection.first_pair == 0 && config.selection.last_pair >= num_first_pairs - 1) {
    parts.push_back({"first 260", 0, num_first_pairs});
  }
  parts.push_back({all_name, config.selection.first_pair, config.selection.last_pair + 1});
  return parts;
}

/// What is counted of the rows of one readout within one part.
struct Counts {
  std::vector<double> distinguished;                   ///< per seed
  std::map<std::int64_t, std::int64_t> seeds_of_pair;  ///< how many seeds distinguish it
  double failures = 0.0;                               ///< of reliability, over all seeds
  double degenerate = 0.0;
  double pinv_distinguished = 0.0;
  double pinv_failures = 0.0;
};

Counts count(const Record& record, const std::string& readout, const Part& part,
             const BrecSelection& selection) {
  Counts counts{.distinguished = std::vector<double>(selection.seeds, 0.0)};
  for (const Json& row : record.rows) {
    const auto pair = row.at("pair").get<std::int64_t>();
    if (row.at("readout") != readout || pair < part.begin || pair >= part.end) continue;
    const bool distinguished = row.at("distinguished");
    const std::int64_t seed = row.at("seed").get<std::int64_t>() - selection.first_seed;
    counts.distinguished[seed] += distinguished ? 1.0 : 0.0;
    counts.seeds_of_pair[pair] += distinguished ? 1 : 0;
    counts.failures += row.at("reliable").get<bool>() ? 0.0 : 1.0;
    counts.degenerate += row.at("degenerate").get<bool>() ? 1.0 : 0.0;
    counts.pinv_distinguished += row.at("distinguished_pinv").get<bool>() ? 1.0 : 0.0;
    counts.pinv_failures += row.at("reliable_pinv").get<bool>() ? 0.0 : 1.0;
  }
  return counts;
}

void add_totals(Record& record, const std::string& prefix, const Counts& counts) {
  const auto seeds = static_cast<double>(counts.distinguished.size());
  const auto [least, most] = std::ranges::minmax(counts.distinguished);
  double every = 0.0;
  double some = 0.0;
  for (const auto& [pair, number] : counts.seeds_of_pair) {
    every += static_cast<double>(number) == seeds ? 1.0 : 0.0;
    some += number > 0 ? 1.0 : 0.0;
  }
  record.figures.set(prefix + "least of a seed", least);
  record.figures.set(prefix + "most of a seed", most);
  record.figures.set(prefix + "by every seed", every);
  record.figures.set(prefix + "by some seed", some);
  record.figures.set(prefix + "reliability failures, all seeds", counts.failures);
  record.figures.set(prefix + "score",
                     report::mean(counts.distinguished) - counts.failures / seeds);
  record.figures.set(prefix + "degenerate covariance, share",
                     counts.degenerate / seeds / static_cast<double>(counts.seeds_of_pair.size()));
  record.figures.set(prefix + "pinv/distinguished", counts.pinv_distinguished / seeds);
  record.figures.set(prefix + "pinv/reliability failures, all seeds", counts.pinv_failures);
}

/// Table brec_official_partial: GIN, the paper's settings.
void add_paper(Record& record, const BrecConfig& config,
               const std::vector<ReadoutChoice>& readouts) {
  if (config.selection.encoder != nn::LayerKind::Gin ||
      config.protocol.channels.grouping != Grouping::Channels || config.selection.first_pair != 0 ||
      config.selection.last_pair < num_first_pairs - 1) {
    return;
  }
  constexpr std::array<std::pair<const char*, double>, 4> isotypic = {
      {{"Basic", 2}, {"Regular", 48}, {"Extension", 6}, {"first 260", 56}}};
  for (const ReadoutChoice& choice : readouts) {
    for (const auto& [part, value] : isotypic) {
      const std::string name = choice.label() + "/" + part + "/distinguished";
      if (choice.readout == "isotypic" && choice.blocks == 8) record.paper.set(name, value);
      if (choice.readout == "sum") record.paper.set(name, 0.0);
    }
  }
}

std::vector<std::string> readout_labels(const Record& record) {
  return record.config.at("readouts").get<std::vector<std::string>>();
}

Table category_table(const Record& record) {
  Table table{.title = "BREC, official protocol: pairs distinguished (mean over the seeds)",
              .columns = {{"pairs"}, {"of"}}};
  const std::vector<std::string> readouts = readout_labels(record);
  for (const std::string& readout : readouts) {
    table.columns.push_back({record.config.at("encoder").get<std::string>() + " + " + readout});
    table.columns.push_back({"paper, " + readout});
  }
  std::vector<std::string> parts;
  for (const BrecCategory category : brec_categories) {
    parts.emplace_back(brec_category_name(category));
  }
  parts.insert(parts.end(), {"first 260", all_name});
  for (const std::string& part : parts) {
    std::vector<report::Cell> row = {
        part, report::cell_of(record.figures.find(readouts.front() + "/" + part + "/pairs"))};
    for (const std::string& readout : readouts) {
      const std::string name = readout + "/" + part + "/distinguished";
      row.push_back(report::cell_of(record.figures.find(name)));
      row.push_back(report::cell_of(record.paper.find(name)));
    }
    if (record.figures.find(readouts.front() + "/" + part + "/distinguished")) {
      table.add_row(std::move(row));
    }
  }
  return table;
}

/// Our score beside what others have published for all 400 pairs.
Table published_table(const Record& record) {
  Table table{.title = "Score on all 400 pairs (ours: mean over the seeds)",
              .columns = {{"model"}, {"score"}, {"reliability failures"}}};
  for (const std::string& readout : readout_labels(record)) {
    table.add(
        record.config.at("encoder").get<std::string>() + " + " + readout,
        report::cell_of(record.figures.find(readout + "/all/score")),
        report::cell_of(record.figures.find(readout + "/all/reliability failures, all seeds")));
  }
  for (const auto& [model, score] : published) {
    table.add(std::string(model) + " (published)", static_cast<double>(score), report::Cell());
  }
  return table;
}

/// How many rows ended with which verdict.
Table verdict_table(const Record& record) {
  std::map<std::pair<std::string, std::string>, std::int64_t> counts;
  for (const Json& row : record.rows) {
    ++counts[{row.at("readout").get<std::string>(), row.at("verdict").get<std::string>()}];
  }
  Table table{.title = "Verdicts, pairs times seeds",
              .columns = {{"readout"}, {"verdict"}, {"rows"}}};
  for (const auto& [key, number] : counts) table.add(key.first, key.second, number);
  return table;
}

}  // namespace

void add_brec_figures(Record& record, const BrecConfig& config,
                      const std::vector<ReadoutChoice>& readouts) {
  for (const ReadoutChoice& choice : readouts) {
    for (const Part& part : parts_of(config)) {
      const Counts counts = count(record, choice.label(), part, config.selection);
      const std::string prefix = choice.label() + "/" + part.name + "/";
      record.figures.set(prefix + "distinguished", report::mean(counts.distinguished));
      record.figures.set(prefix + "pairs", static_cast<double>(part.end - part.begin));
      if (part.name == all_name) add_totals(record, prefix, counts);
    }
  }
  add_paper(record, config, readouts);
  record.plots.push_back(
      {.title = "T^2 of the pairs (threshold " + format_number(config.threshold) + ")",
       .kind = report::PlotKind::Scatter,
       .x = "pair",
       .y = "margin",
       .group = "readout",
       .y_label = "T^2 / threshold",
       .log_y = true});
}

std::vector<Table> brec_tables(const Record& record) {
  std::vector<Table> tables = {category_table(record)};
  const bool whole =
      record.config.at("first_pair") == 0 && record.config.at("last_pair") == brec_num_pairs - 1;
  if (whole) tables.push_back(published_table(record));
  tables.push_back(verdict_table(record));
  return tables;
}

}  // namespace isotypic::experiments
