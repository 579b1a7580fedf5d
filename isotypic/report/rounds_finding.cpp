#include "isotypic/report/rounds_finding.hpp"

#include <cmath>
#include <vector>

#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

/// A row of configuration_table(), whose columns are: configuration, rounds, score, deviation,
/// difference, p, p (Holm). The last three may be missing.
struct Line {
  std::string name;
  std::optional<double> score;
  std::optional<double> p;  ///< of the test against the first configuration; by Holm's method if
                            ///< there are several tests
};

std::optional<double> number_in(const std::vector<Cell>& row, std::size_t column) {
  if (column >= row.size() || !std::holds_alternative<double>(row[column])) return std::nullopt;
  const double value = std::get<double>(row[column]);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::vector<Line> lines_of(const Table& table) {
  std::vector<Line> lines;
  for (const std::vector<Cell>& row : table.rows) {
    Line line{std::get<std::string>(row.front()), number_in(row, 2), number_in(row, 6)};
    if (!line.p) line.p = number_in(row, 5);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// An error should be small, and every other score large.
bool is_better(const std::string& score, double value, double other) {
  return score.ends_with("MAE") ? value < other : value > other;
}

std::string score_text(double value) { return format_number(value, 4); }

/// The best line, the first of equal ones; without the place `other_than`.
std::optional<std::size_t> best_of(const std::vector<Line>& lines, const std::string& score,
                                   std::size_t other_than = 0) {
  std::optional<std::size_t> best;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (i == other_than || !lines[i].score) continue;
    if (!best || is_better(score, *lines[i].score, *lines[*best].score)) best = i;
  }
  return best;
}

/// "; sum has 0.6208 (p = 0.03)."
std::string beside(const std::string& subject, const Line& line, const std::optional<double>& p) {
  if (!line.score) return ".";
  return "; " + subject + " has " + score_text(*line.score) +
         (p ? " (p = " + format_number(*p, 2) + ")" : "") + ".";
}

std::string sentence(const std::vector<Line>& lines, std::size_t best, const std::string& score) {
  const Line &baseline = lines.front(), &winner = lines[best];
  const std::string value = score_text(*winner.score);
  const bool alone = lines.size() == 2;
  if (baseline.score && !is_better(score, *winner.score, *baseline.score)) {
    return (alone ? winner.name + " does not beat the baseline: it"
                  : "No configuration beats the baseline: the best one, " + winner.name + ",") +
           " has a " + score + " of " + value + ", the " + baseline.name + " " +
           score_text(*baseline.score) + ".";
  }
  if (alone)
    return winner.name + " has a " + score + " of " + value +
           beside("the " + baseline.name, baseline, {});
  const std::string start = "Of " + std::to_string(lines.size() - 1) + " configurations, " +
                            winner.name + " has the best " + score + ", " + value;
  if (best != 1) return start + beside("the first one, " + lines[1].name + ",", lines[1], winner.p);
  const auto next = best_of(lines, score, best);
  if (!next) return start + ".";
  return start + beside("the next one, " + lines[*next].name + ",", lines[*next], lines[*next].p);
}

}  // namespace

std::optional<Finding> finding_of_rounds(const Record& record) {
  const Table& table = record.tables.front();
  const std::string& score = table.columns[2].name;
  const std::vector<Line> lines = lines_of(table);
  const auto best = best_of(lines, score);
  if (!best) return std::nullopt;
  return Finding{.name = lines[*best].name + "/" + score,
                 .value = *lines[*best].score,
                 .sentence = sentence(lines, *best, score)};
}

}  // namespace isotypic::report
