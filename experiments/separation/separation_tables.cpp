#include <algorithm>
#include <cmath>
#include <map>

#include "experiments/separation/separation.hpp"
#include "experiments/separation/similarity.hpp"

namespace isotypic::experiments {
namespace {

using report::Cell;
using report::NumberStyle;
using report::Record;
using report::Table;

Cell count(const std::optional<double>& value) {
  return value ? Cell(static_cast<std::int64_t>(std::llround(*value))) : Cell(std::monostate());
}

Cell difference(const std::optional<double>& ours, const std::optional<double>& paper) {
  return ours && paper ? Cell(*ours - *paper) : Cell(std::monostate());
}

std::vector<std::string> labels_of(const Record& record) {
  const auto blocks = record.config.at("blocks").get<std::int64_t>();
  const auto readouts = record.config.at("readouts").get<std::vector<std::string>>();
  std::vector<std::string> labels;
  const auto is_baseline = [](const std::string& readout) {
    return !is_isotypic(readout) && !is_hash_free(readout);
  };
  if (std::ranges::any_of(readouts, is_baseline)) labels.emplace_back("baselines");
  for (const std::int64_t b : {blocks, std::int64_t{0}}) {
    for (const std::string& readout : readouts) {
      if (is_isotypic(readout)) labels.push_back(ReadoutChoice{readout, b}.label());
    }
  }
  std::ranges::copy_if(readouts, std::back_inserter(labels), is_hash_free);
  return labels;
}

/// The pairs that each readout separates; `prefix` is "" or "extended/".
Table main_table(const Record& record, const std::string& prefix, const std::string& title) {
  Table table{.title = title,
              .columns = {{"encoder"},
                          {"readout"},
                          {"paper"},
                          {"ours"},
                          {"difference", NumberStyle::Signed},
                          {"mean cos, paper"},
                          {"mean cos, ours"},
                          {"max cos, paper"},
                          {"max cos, ours"}}};
  for (const auto& encoder : record.config.at("encoders").get<std::vector<std::string>>()) {
    for (const std::string& label : labels_of(record)) {
      const std::string name = prefix + encoder + "/" + label;
      const auto ours = record.figures.find(name + "/separated");
      const auto paper = record.paper.find(name + "/separated");
      table.add(encoder, label, count(paper), count(ours), difference(ours, paper),
                report::cell_of(record.paper.find(name + "/mean cosine")),
                report::cell_of(record.figures.find(name + "/mean cosine")),
                report::cell_of(record.paper.find(name + "/max cosine")),
                report::cell_of(record.figures.find(name + "/max cosine")));
    }
  }
  return table;
}

struct FamilyCount {
  std::int64_t pairs = 0;
  std::map<std::string, std::int64_t> separated;  ///< by encoder
};

/// Pairs that the isotypic readout separates, per family and encoder.
Table family_table(const Record& record) {
  const auto encoders = record.config.at("encoders").get<std::vector<std::string>>();
  std::vector<std::pair<std::string, FamilyCount>> families;
  for (const Json& row : record.rows) {
    const std::string name =
        row.at("suite").get<std::string>() + ": " + row.at("family").get<std::string>();
    auto place = std::ranges::find(families, name, &std::pair<std::string, FamilyCount>::first);
    if (place == families.end()) place = families.insert(families.end(), {name, {}});
    const std::string encoder = row.at("encoder").get<std::string>();
    place->second.pairs += encoder == encoders.front() ? 1 : 0;
    place->second.separated[encoder] += row.at("separated").get<bool>() ? 1 : 0;
  }
  Table table{.title = "Pairs that the isotypic readout separates, by family",
              .columns = {{"suite and family"}, {"pairs"}}};
  for (const std::string& encoder : encoders) table.columns.push_back({encoder});
  for (auto& [name, family] : families) {
    std::vector<Cell> cells = {name, family.pairs};
    for (const std::string& encoder : encoders) cells.emplace_back(family.separated[encoder]);
    table.add_row(std::move(cells));
  }
  return table;
}

/// The pairs that the isotypic readout does not separate; encoders that agree share a line.
Table failure_table(const Record& record) {
  struct Failure {
    std::string instance, why, encoders;
  };
  std::vector<Failure> failures;
  for (const Json& row : record.rows) {
    if (row.at("separated").get<bool>()) continue;
    const auto instance = row.at("instance").get<std::string>();
    const auto why = row.at("why").get<std::string>();
    const auto place = std::ranges::find_if(failures, [&](const Failure& failure) {
      return failure.instance == instance && failure.why == why;
    });
    const auto encoder = row.at("encoder").get<std::string>();
    if (place == failures.end()) {
      failures.push_back({instance, why, encoder});
    } else {
      place->encoders += ", " + encoder;
    }
  }
  const auto encoders = record.config.at("encoders").get<std::vector<std::string>>();
  Table table{.title = "Pairs that the isotypic readout does not separate",
              .columns = {{"pair"}, {"why"}, {"encoders"}}};
  for (const Failure& failure : failures) {
    const auto named = 1 + std::ranges::count(failure.encoders, ',');
    table.add(failure.instance, failure.why,
              named == std::ssize(encoders) ? std::string("all") : failure.encoders);
  }
  return table;
}

}  // namespace

std::vector<Table> separation_tables(const Record& record) {
  const auto pairs = [&](const char* suite) {
    return std::to_string(std::llround(record.figures.find(suite).value_or(0.0)));
  };
  std::vector<Table> tables = {
      main_table(record, "", "Separated pairs of " + pairs("paper/pairs"))};
  if (record.figures.find("extended/pairs")) {
    tables.push_back(main_table(record, "extended/",
                                "Extended suite: separated pairs of " + pairs("extended/pairs")));
  }
  if (record.rows.empty() || !record.rows.front().contains("separated")) return tables;
  tables.push_back(family_table(record));
  tables.push_back(failure_table(record));
  return tables;
}

}  // namespace isotypic::experiments
