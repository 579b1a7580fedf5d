#include "isotypic/report/finding.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>
#include <vector>

#include "isotypic/report/finding_sentence.hpp"
#include "isotypic/report/rounds.hpp"
#include "isotypic/report/rounds_finding.hpp"

namespace isotypic::report {
namespace {

/// 2: of all there is; 1: of the part that the paper reports.
int reach(const std::vector<std::string>& parts) {
  const auto has = [&](const char* part) { return std::ranges::find(parts, part) != parts.end(); };
  if (has("all") || has("all 400") || has("total")) return 2;
  return has("first 260") ? 1 : 0;
}

std::optional<double> finite(const Figures& figures, const std::string& name) {
  const std::optional<double> value = figures.find(name);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string name;
  for (const std::string& part : parts) name += (name.empty() ? "" : "/") + part;
  return name;
}

/// How many pairs there were: beside the figure, for its whole set, or for the paper's suite.
std::optional<double> total_pairs(const Record& record, std::vector<std::string> parts) {
  if (!counts_pairs(parts.back())) return std::nullopt;
  const std::string set = parts.front() + "/pairs";
  parts.back() = "pairs";
  for (const std::string& name : {joined(parts), set, std::string("paper/pairs")}) {
    if (const auto total = finite(record.figures, name)) return total;
  }
  // Records from before the pairs were counted.
  constexpr std::string_view first = "first ";
  for (const std::string& part : parts) {
    double total = 0.0;
    if (!part.starts_with(first)) continue;
    const char* const end = part.data() + part.size();
    if (std::from_chars(part.data() + first.size(), end, total).ptr == end) return total;
  }
  return std::nullopt;
}

/// Fills in what other rungs of the ladder do, if the figure is of one.
void look_at_other_rungs(Finding& finding, const Record& record) {
  const std::vector<std::string> parts = parts_of(finding.name);
  if (parts.size() != 3 || parts.back() != "told apart") return;
  finding.nothing_at_first = finite(record.figures, parts[0] + "/1-wl/told apart") == 0.0;
  for (const auto& [name, value] : record.figures.entries()) {
    const std::vector<std::string> other = parts_of(name);
    if (other.size() != 3 || other[0] != parts[0] || other[2] != parts[2]) continue;
    const double most = finding.best ? finding.best->second : finding.value;
    if (value > most) finding.best = {other[1], value};
  }
}

}  // namespace

bool is_secondary(const std::string& quantity) {
  constexpr std::array<const char*, 12> words = {
      "seed",  "deviation", "pairs",          "seconds", "representatives", "epoch",
      "limit", "share",     "channels, mean", "graphs",  "failures",        "zero"};
  return std::ranges::any_of(
      words, [&](const char* word) { return quantity.find(word) != std::string::npos; });
}

std::optional<Finding> finding_of(const Record& record) {
  if (is_of_rounds(record)) return finding_of_rounds(record);
  using Rank = std::tuple<bool, bool, bool, int, bool>;
  const std::pair<std::string, double>* best = nullptr;
  Rank highest;
  for (const auto& entry : record.figures.entries()) {
    if (!std::isfinite(entry.second)) continue;
    const std::vector<std::string> parts = parts_of(entry.first);
    const Rank rank = {!is_secondary(parts.back()), record.paper.find(entry.first).has_value(),
                       std::ranges::any_of(parts, names_isotypic_readout), reach(parts),
                       entry.second != 0.0};
    if (best == nullptr || rank > highest) {
      best = &entry;
      highest = rank;
    }
  }
  if (best == nullptr) return std::nullopt;
  std::vector<std::string> parts = parts_of(best->first);
  Finding finding{.name = best->first,
                  .value = best->second,
                  .total = total_pairs(record, parts),
                  .paper = finite(record.paper, best->first)};
  std::ranges::replace_if(parts, names_isotypic_readout, "sum");
  if (const std::string other = joined(parts); other != best->first) {
    finding.sum = finite(record.figures, other);
  }
  look_at_other_rungs(finding, record);
  finding.sentence = finding_sentence(finding);
  return finding;
}

}  // namespace isotypic::report
