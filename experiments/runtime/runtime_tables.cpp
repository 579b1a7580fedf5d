#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "experiments/runtime/runtime.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/report/statistics.hpp"

namespace isotypic::experiments {
namespace {

using report::Record;
using report::Table;

constexpr std::array<std::pair<const char*, double>, 4> quantiles = {
    {{"median", 0.5}, {"p90", 0.9}, {"p95", 0.95}, {"p99", 0.99}}};
/// Of 193 pairs, in the order of `quantiles`.
constexpr std::array<double, 4> paper_graph = {0.0079, 21.0, 69.7, 456.0};
constexpr std::array<double, 4> paper_pair = {0.020, 50.3, 139.0, 834.0};
constexpr std::array<double, 4> paper_hours = {0.0089, 22.3, 62.0, 371.0};

constexpr std::array<double, 5> tails = {0.1, 1.0, 10.0, 60.0, 600.0};
constexpr std::array<double, 5> paper_graph_tail = {0.425, 0.202, 0.140, 0.062, 0.010};
constexpr std::array<double, 5> paper_pair_tail = {0.461, 0.269, 0.171, 0.088, 0.016};

/// The paper estimates hours as epochs times relabellings of each graph times seconds a pair.
constexpr double official_epochs = 50.0;
constexpr double official_copies = 32.0;

std::string number_text(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

/// The seconds of the BREC graphs, by number.
std::vector<double> brec_seconds(const Record& record, const char* column) {
  std::vector<double> seconds;
  for (const Json& row : record.rows) {
    if (row.at("suite") == "BREC") seconds.push_back(row.at(column).get<double>());
  }
  return seconds;
}

void add_random_figures(Record& record, const RuntimeConfig& config) {
  std::map<std::int64_t, std::vector<double>> by_size;
  for (const Json& row : record.rows) {
    if (row.at("suite") != "Erdos-Renyi") continue;
    by_size[row.at("nodes").get<std::int64_t>()].push_back(row.at("seconds").get<double>());
  }
  for (const std::int64_t n : config.sizes) {
    const std::string prefix = "Erdos-Renyi/n = " + std::to_string(n) + "/";
    record.figures.set(prefix + "median", report::quantile(by_size.at(n), 0.5));
    record.figures.set(prefix + "p90", report::quantile(by_size.at(n), 0.9));
  }
}

void add_distribution(Record& record, const std::string& prefix, const std::vector<double>& seconds,
                      const std::array<double, 4>& paper, const std::array<double, 5>& paper_tail) {
  for (std::size_t i = 0; i < quantiles.size(); ++i) {
    const std::string name = prefix + quantiles[i].first;
    record.figures.set(name, report::quantile(seconds, quantiles[i].second));
    record.paper.set(name, paper[i]);
  }
  record.figures.set(prefix + "max", report::quantile(seconds, 1.0));
  for (std::size_t i = 0; i < tails.size(); ++i) {
    const std::string name = prefix + "share above " + number_text(tails[i]) + " s";
    record.figures.set(name, report::fraction_above(seconds, tails[i]));
    record.paper.set(name, paper_tail[i]);
  }
}

std::vector<double> pair_sums(const std::vector<double>& graphs) {
  std::vector<double> pairs;
  for (std::size_t i = 0; i + 1 < graphs.size(); i += 2) pairs.push_back(graphs[i] + graphs[i + 1]);
  return pairs;
}

void add_brec_distributions(Record& record) {
  const std::vector<double> graphs = brec_seconds(record, "seconds");
  const std::vector<double> pairs = pair_sums(graphs);
  add_distribution(record, "BREC/per graph/", graphs, paper_graph, paper_graph_tail);
  add_distribution(record, "BREC/per pair/", pairs, paper_pair, paper_pair_tail);
  for (std::size_t i = 0; i < quantiles.size(); ++i) {
    const std::string name =
        std::string("BREC/official cost estimate, hours/") + quantiles[i].first;
    const double seconds = report::quantile(pairs, quantiles[i].second);
    record.figures.set(name, official_epochs * official_copies * seconds / 3600.0);
    record.paper.set(name, paper_hours[i]);
  }
  double total = 0.0;
  double projectors = 0.0;
  for (const double value : graphs) total += value;
  for (const double value : brec_seconds(record, "projector_seconds")) projectors += value;
  record.figures.set("BREC/all graphs, seconds", total);
  record.figures.set("BREC/share of the projectors", projectors / total);
}

struct RecipeTime {
  double seconds = 0.0;
  bool over_limit = false;  ///< then it was stopped: the seconds are a lower bound
};

/// By graph number, of the recipe's CSV: graph, n, seconds, automorphisms, over_limit.
std::map<std::int64_t, RecipeTime> read_recipe(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) fail("runtime", path.string(), ": cannot be read");
  std::string line;
  if (!std::getline(file, line) || !line.starts_with("graph,n,seconds,")) {
    fail("runtime", path.string(), ": line 1: expected graph,n,seconds,...");
  }
  std::map<std::int64_t, RecipeTime> times;
  for (std::int64_t number = 2; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    std::int64_t graph = 0;
    std::int64_t nodes = 0;
    double time = 0.0;
    char comma = 0;
    std::istringstream fields(line);
    if (!(fields >> graph >> comma >> nodes >> comma >> time) || comma != ',' || !(time > 0.0)) {
      fail("runtime", path.string(), ": line ", number, ": expected graph,n,seconds,...");
    }
    times[graph] = {time, line.ends_with(",1")};
  }
  return times;
}

/// Quantiles of the paper's recipe and of ours over the graphs that the recipe was run on.
void add_recipe(Record& record, const std::filesystem::path& path) {
  const std::map<std::int64_t, RecipeTime> recipe = read_recipe(path);
  std::vector<double> theirs;
  std::vector<double> ours;
  std::int64_t over_limit = 0;
  for (Json& row : record.rows) {
    if (row.at("suite") != "BREC") continue;
    const auto found = recipe.find(row.at("graph").get<std::int64_t>());
    if (found == recipe.end()) continue;
    row["recipe_seconds"] = found->second.seconds;
    theirs.push_back(found->second.seconds);
    if (found->second.over_limit) ++over_limit;
    ours.push_back(row.at("projector_seconds").get<double>());
  }
  if (ours.empty()) return;
  record.figures.set("NetworkX recipe/graphs", static_cast<double>(ours.size()));
  record.figures.set("NetworkX recipe/graphs over the limit", static_cast<double>(over_limit));
  for (const auto& [name, q] : quantiles) {
    const std::string prefix = std::string("NetworkX recipe/") + name + "/";
    const double recipe_time = report::quantile(theirs, q);
    const double our_time = report::quantile(ours, q);
    record.figures.set(prefix + "recipe", recipe_time);
    record.figures.set(prefix + "ours", our_time);
    record.figures.set(prefix + "ratio", recipe_time / our_time);
  }
}

Table size_table(const Record& record) {
  Table table{
      .title = "Erdos-Renyi graphs, p = 0.1: seconds per graph",
      .columns = {
          {"nodes"}, {"median", report::NumberStyle::Own}, {"p90", report::NumberStyle::Own}}};
  for (const Json& n : record.config.at("sizes")) {
    const std::string prefix = "Erdos-Renyi/n = " + std::to_string(n.get<std::int64_t>()) + "/";
    table.add(n.get<std::int64_t>(), report::cell_of(record.figures.find(prefix + "median")),
              report::cell_of(record.figures.find(prefix + "p90")));
  }
  return table;
}

Table brec_table(const Record& record) {
  Table table{
      .title = "BREC: seconds (hours for the estimate), shares",
      .columns = {
          {"what"}, {"paper", report::NumberStyle::Own}, {"ours", report::NumberStyle::Own}}};
  for (const auto& [name, value] : record.figures.entries()) {
    if (name.starts_with("BREC/")) {
      table.add(name.substr(5), report::cell_of(record.paper.find(name)), value);
    } else if (name.starts_with("NetworkX")) {
      table.add(name, report::Cell(), value);
    }
  }
  return table;
}

}  // namespace

void add_runtime_figures(Record& record, const RuntimeConfig& config) {
  add_random_figures(record, config);
  if (brec_seconds(record, "seconds").empty()) return;
  add_brec_distributions(record);
  if (!config.recipe.empty()) add_recipe(record, config.recipe);
}

std::vector<Table> runtime_tables(const Record& record) {
  std::vector<Table> tables = {size_table(record)};
  if (record.figures.find("BREC/per graph/median")) tables.push_back(brec_table(record));
  return tables;
}

}  // namespace isotypic::experiments
