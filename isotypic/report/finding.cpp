#include "isotypic/report/finding.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

std::vector<std::string> parts_of(const std::string& name) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (std::size_t slash = name.find('/'); slash != std::string::npos;
       slash = name.find('/', begin)) {
    parts.push_back(name.substr(begin, slash - begin));
    begin = slash + 1;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

bool begins_with_isotypic(const std::string& part) {
  return part == "isotypic" || part.starts_with("isotypic ");
}

/// What is about a run rather than about its result.
bool is_secondary(const std::string& quantity) {
  constexpr std::array<const char*, 12> words = {
      "seed",  "deviation", "pairs",          "seconds", "representatives", "epoch",
      "limit", "share",     "channels, mean", "graphs",  "failures",        "zero"};
  return std::ranges::any_of(
      words, [&](const char* word) { return quantity.find(word) != std::string::npos; });
}

bool is_about_all(const std::vector<std::string>& parts) {
  return std::ranges::any_of(parts, [](const std::string& part) {
    return part == "all" || part == "all 400" || part == "first 260" || part == "total";
  });
}

std::string with_sum(const std::vector<std::string>& parts) {
  std::string name;
  for (const std::string& part : parts) {
    name += (name.empty() ? "" : "/") + (begins_with_isotypic(part) ? std::string("sum") : part);
  }
  return name;
}

/// Digits enough to compare with the others.
std::string shown(double value) { return format_number(value, 4); }

std::string sentence_of(const Finding& finding, const std::vector<std::string>& parts) {
  std::string subject;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) subject += (i > 0 ? ", " : "") + parts[i];
  std::string text =
      (subject.empty() ? "" : subject + ": ") + parts.back() + ' ' + shown(finding.value) + '.';
  if (finding.paper && finding.sum) {
    return text + " The paper has " + shown(*finding.paper) + ", sum pooling " +
           shown(*finding.sum) + '.';
  }
  if (finding.paper) return text + " The paper has " + shown(*finding.paper) + '.';
  if (finding.sum) return text + " Sum pooling has " + shown(*finding.sum) + '.';
  return text;
}

}  // namespace

std::optional<Finding> finding_of(const Record& record) {
  using Rank = std::tuple<bool, bool, bool, bool, bool>;
  const std::pair<std::string, double>* best = nullptr;
  Rank highest;
  for (const auto& entry : record.figures.entries()) {
    if (!std::isfinite(entry.second)) continue;
    const std::vector<std::string> parts = parts_of(entry.first);
    const Rank rank = {!is_secondary(parts.back()), record.paper.find(entry.first).has_value(),
                       std::ranges::any_of(parts, begins_with_isotypic), is_about_all(parts),
                       entry.second != 0.0};
    if (best == nullptr || rank > highest) {
      best = &entry;
      highest = rank;
    }
  }
  if (best == nullptr) return std::nullopt;
  const std::vector<std::string> parts = parts_of(best->first);
  Finding finding{
      .name = best->first, .value = best->second, .paper = record.paper.find(best->first)};
  if (finding.paper && !std::isfinite(*finding.paper)) finding.paper.reset();
  if (const std::string other = with_sum(parts); other != best->first) {
    finding.sum = record.figures.find(other);
    if (finding.sum && !std::isfinite(*finding.sum)) finding.sum.reset();
  }
  finding.sentence = sentence_of(finding, parts);
  return finding;
}

}  // namespace isotypic::report
