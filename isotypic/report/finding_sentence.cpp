#include "isotypic/report/finding_sentence.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

using Words = std::pair<const char*, const char*>;

template <std::size_t N>
std::optional<std::string> look_up(const std::array<Words, N>& table, const std::string& key) {
  const auto found =
      std::ranges::find_if(table, [&](const Words& words) { return key == words.first; });
  return found == table.end() ? std::nullopt : std::optional<std::string>(found->second);
}

constexpr std::array<Words, 4> counting_verbs = {{{"separated", "separates"},
                                                  {"distinguished", "distinguishes"},
                                                  {"solved", "solves"},
                                                  {"told apart", "tells apart"}}};

/// What a readout has, with its article.
constexpr std::array<Words, 5> measures = {{{"MAE", "a mean absolute error (MAE)"},
                                            {"R2", "an R2"},
                                            {"ROC-AUC", "a ROC-AUC"},
                                            {"test accuracy", "a test accuracy"},
                                            {"average accuracy", "an average accuracy"}}};

/// The figures of the experiment on continuity have the class of graphs as their quantity.
constexpr std::array<Words, 4> edited_graphs = {{{"random", "a random graph"},
                                                 {"regular", "a regular graph"},
                                                 {"tree", "a tree"},
                                                 {"molecule", "a molecule"}}};

constexpr std::array<Words, 5> quantiles = {{{"median", "the median time"},
                                             {"p90", "the time of nine in ten"},
                                             {"p95", "the time of 95 %"},
                                             {"p99", "the time of 99 %"},
                                             {"max", "the longest time"}}};

constexpr std::array<Words, 9> rungs = {{{"1-wl", "1-WL tells"},
                                         {"components", "the components tell"},
                                         {"spectrum", "the spectra of components tell"},
                                         {"2-fwl", "2-FWL tells"},
                                         {"2-fwl-sizes", "2-FWL with sizes tells"},
                                         {"marks-1", "one mark tells"},
                                         {"marks-2", "two marks tell"},
                                         {"marks-3", "three marks tell"},
                                         {"complete", "the complete invariant tells"}}};

/// First words of the names of readouts. This room knows no networks; a test compares.
constexpr std::array<const char*, 16> readouts = {"sum",      "mean",      "max",      "meanmax",
                                                  "pna",      "attention", "set2set",  "isotypic",
                                                  "linear",   "operators", "operator", "structure",
                                                  "deepsets", "component", "marked",   "baselines"};

/// "linear B=8", "sum+isotypic:gated", "marked:2" and "structure_wide" are readouts, too.
bool names_readout(const std::string& part) {
  const std::string word = part.substr(0, part.find_first_of(" +:_"));
  return std::ranges::find(readouts, word) != readouts.end();
}

/// "isotypic B=8" -> "the isotypic readout (8 blocks)".
std::string readout_words(const std::string& part) {
  if (part == "sum" || part == "mean" || part == "max") return part + " pooling";
  const std::size_t blank = std::min(part.find(' '), part.size());
  std::string detail = part.substr(std::min(blank + 1, part.size()));
  if (detail.starts_with("B=")) {
    const std::string count = detail.substr(2);
    detail = count + (count == "1" ? " block" : " blocks");
  }
  const std::string name = part.substr(0, blank);
  return "the " + (name == "isotypic" ? "isotypic readout" : "readout " + name) +
         (detail.empty() ? "" : " (" + detail + ")");
}

/// Digits enough to compare with the others.
std::string shown(double value) { return format_number(value, 4); }

std::string time_text(double seconds) {
  if (seconds < 1e-3) return format_number(seconds * 1e6, 3) + " µs";
  if (seconds < 1) return format_number(seconds * 1e3, 3) + " ms";
  return format_number(seconds, 3) + " s";
}

std::string capitalised(std::string text) {
  if (!text.empty()) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  return text;
}

/// "; the paper has 33, sum pooling 0."
std::string comparison(const Finding& finding, std::string (*text)(double)) {
  if (finding.paper && finding.sum) {
    return "; the paper has " + text(*finding.paper) + ", sum pooling " + text(*finding.sum) + '.';
  }
  if (finding.paper) return "; the paper has " + text(*finding.paper) + '.';
  if (finding.sum) return "; sum pooling has " + text(*finding.sum) + '.';
  return ".";
}

/// "first 260" is a part of the pairs; of the whole there is nothing to say.
std::string pairs_text(const Finding& finding, const std::string& part) {
  if (!finding.total) return shown(finding.value) + " pairs";
  return shown(finding.value) + (part.starts_with("first ") ? " of the first " : " of ") +
         shown(*finding.total) + " pairs";
}

bool is_whole(const std::string& part) {
  return part.empty() || part == "all" || part == "all 400" || part == "total";
}

/// A figure's name, taken apart: "ZINC / GIN / isotypic / first 260 / MAE".
struct FigureName {
  std::string data;
  std::string network;
  std::string readout;
  std::string part;
  std::string quantity;
};

std::optional<FigureName> take_apart(const std::vector<std::string>& parts) {
  const auto last = parts.end() - 1;
  auto readout = std::find_if(parts.begin(), last, names_isotypic_readout);
  if (readout == last) readout = std::find_if(parts.begin(), last, names_readout);
  if (readout == last || readout - parts.begin() > 2 || last - readout > 2) return std::nullopt;
  FigureName name{.readout = readout_words(*readout), .quantity = *last};
  if (readout != parts.begin()) name.network = *(readout - 1);
  if (readout - parts.begin() == 2) name.data = parts.front();
  if (last - readout == 2) name.part = *(readout + 1);
  return name;
}

/// "On ZINC with GIN, ", "With GIN, ", or nothing.
std::string circumstances(const FigureName& name, bool with_part) {
  std::string text;
  if (!name.data.empty()) text = "on " + name.data;
  if (with_part) text += (text.empty() ? "on " : ", ") + name.part;
  if (!name.network.empty()) text += (text.empty() ? "with " : " with ") + name.network;
  return text.empty() ? "" : text + ", ";
}

std::optional<std::string> readout_sentence(const Finding& finding, const FigureName& name) {
  if (const auto verb = look_up(counting_verbs, name.quantity)) {
    const bool elsewhere = !is_whole(name.part) && !name.part.starts_with("first ");
    return capitalised(circumstances(name, elsewhere) + name.readout + " " + *verb + " " +
                       pairs_text(finding, name.part)) +
           comparison(finding, shown);
  }
  if (const auto measure = look_up(measures, name.quantity)) {
    return capitalised(circumstances(name, !is_whole(name.part)) + name.readout + " has " +
                       *measure + " of " + shown(finding.value)) +
           comparison(finding, shown);
  }
  if (const auto graph = look_up(edited_graphs, name.quantity); graph && name.part.empty()) {
    return "The smallest edit of " + *graph + " moves " + name.readout + " by " +
           shown(finding.value) + " of the distance to an unrelated graph" +
           comparison(finding, shown);
  }
  return std::nullopt;
}

/// "suite/components/told apart": one rung, and the best one.
std::optional<std::string> rung_sentence(const Finding& finding,
                                         const std::vector<std::string>& parts) {
  if (parts.size() != 3 || parts[2] != "told apart" || !finding.total) return std::nullopt;
  const auto rung = look_up(rungs, parts[1]);
  if (!rung) return std::nullopt;
  const auto count = [&](double value) {
    return value == *finding.total ? "all " + shown(value) : shown(value);
  };
  std::string text = "Of " + shown(*finding.total) + " pairs" +
                     (finding.nothing_at_first ? " that 1-WL cannot tell apart, " : ", ") + *rung +
                     " " + count(finding.value) + " apart";
  if (finding.best) {
    const std::string best = look_up(rungs, finding.best->first).value_or(finding.best->first);
    text += ", and " + best.substr(0, best.rfind(' ')) + " " + count(finding.best->second);
  }
  return text + '.';
}

std::string plain_sentence(const Finding& finding, const std::vector<std::string>& parts) {
  std::string subject;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) subject += (i > 0 ? ", " : "") + parts[i];
  if (const auto quantile = look_up(quantiles, parts.back()); quantile && parts.size() == 3) {
    return subject + ": " + *quantile + " is " + time_text(finding.value) +
           comparison(finding, time_text);
  }
  const auto measure = look_up(measures, parts.back());
  if (measure && (subject == "test" || subject == "validation")) {
    return "On the " + subject + " data, the " + measure->substr(measure->find(' ') + 1) + " is " +
           shown(finding.value) + comparison(finding, shown);
  }
  return (subject.empty() ? "" : subject + ": ") + parts.back() + ' ' + shown(finding.value) +
         comparison(finding, shown);
}

}  // namespace

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

bool names_isotypic_readout(const std::string& part) {
  return part == "isotypic" || part.starts_with("isotypic ");
}

bool counts_pairs(const std::string& quantity) {
  return look_up(counting_verbs, quantity).has_value();
}

std::string key_text(const Finding& finding) {
  const std::vector<std::string> parts = parts_of(finding.name);
  if (parts.size() == 3 && look_up(quantiles, parts.back())) return time_text(finding.value);
  const std::string value = format_number(finding.value, 3);
  return finding.total ? value + " of " + format_number(*finding.total, 3) : value;
}

std::string finding_sentence(const Finding& finding) {
  const std::vector<std::string> parts = parts_of(finding.name);
  if (const auto sentence = rung_sentence(finding, parts)) return *sentence;
  if (const auto name = take_apart(parts)) {
    if (const auto sentence = readout_sentence(finding, *name)) return *sentence;
  }
  return plain_sentence(finding, parts);
}

std::string experiment_title(const std::string& name) {
  constexpr std::array<Words, 6> known = {{{"brec", "BREC"},
                                           {"brec-rpc-lite", "BREC, RPC-lite"},
                                           {"srg16", "SRG-16"},
                                           {"zinc", "ZINC"},
                                           {"molhiv", "MolHIV"},
                                           {"ablation-separation", "Separation, ablations"}}};
  constexpr std::string_view quick = "-quick";
  if (name.find(' ') != std::string::npos) return name;
  if (name.size() > quick.size() && name.ends_with(quick)) {
    return experiment_title(name.substr(0, name.size() - quick.size())) + " (quick run)";
  }
  return look_up(known, name).value_or(capitalised(name));
}

}  // namespace isotypic::report
