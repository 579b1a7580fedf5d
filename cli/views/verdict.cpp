#include "cli/views/verdict.hpp"

#include <utility>

#include "cli/views/labelled_lines.hpp"

namespace isotypic::cli {
namespace {

std::string plain_text(const Json& value) {
  if (value.is_null()) return "none";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

Verdict judge(const Graph& a, const Graph& b, const SymmetryOptions& symmetry,
              const LadderChoice& ladder) {
  Verdict verdict;
  verdict.mapping = find_isomorphism(a, b, symmetry);
  verdict.rungs.isomorphic = verdict.mapping.has_value();
  if (verdict.mapping) return verdict;
  verdict.rungs = compare_rungs(a, b, ladder_options(ladder, symmetry), ladder.last);
  // The ladder does not see colours of edges.
  if (verdict.rungs.isomorphic) verdict.rungs.by_what = "only the colours of edges differ";
  verdict.rungs.isomorphic = false;
  const Invariants left = compute_invariants(a, symmetry);
  const Invariants right = compute_invariants(b, symmetry);
  for (const InvariantField& field : invariant_fields()) {
    Json x = field.get(left), y = field.get(right);
    if (x != y) verdict.differing.push_back({field.name, std::move(x), std::move(y)});
  }
  return verdict;
}

std::string to_text(const Verdict& verdict, bool with_mapping, std::int64_t width) {
  const RungComparison& rungs = verdict.rungs;
  LabelledLines lines(width);
  lines.title(rungs.isomorphic ? "isomorphic" : "not isomorphic");
  if (with_mapping && verdict.mapping) {
    std::string pairs;
    for (std::size_t v = 0; v < verdict.mapping->size(); ++v) {
      pairs += std::to_string(v) + "->" + std::to_string((*verdict.mapping)[v]) + ' ';
    }
    lines.add("mapping", pairs);
  }
  std::string differing;
  for (const auto& [name, a, b] : verdict.differing) {
    differing +=
        (differing.empty() ? "" : ", ") + name + ' ' + plain_text(a) + " against " + plain_text(b);
  }
  if (!rungs.isomorphic) {
    lines.add("invariants", differing.empty() ? "all equal" : differing);
    lines.add("ladder", rungs.first ? "first told apart by rung " + enum_name(*rungs.first) + ": " +
                                          rungs.by_what
                        : rungs.by_what.empty() ? "no rung that was computed tells them apart"
                                                : rungs.by_what);
  }
  for (const auto& [rung, reason] : rungs.skipped) {
    lines.add("skipped", "rung " + enum_name(rung) + ": " + reason);
  }
  return lines.text() + '\n';
}

void add_verdict(Json& json, const Verdict& verdict, bool with_mapping) {
  const RungComparison& rungs = verdict.rungs;
  json["isomorphic"] = rungs.isomorphic;
  json["first_rung"] = nullptr;
  if (rungs.first) json["first_rung"] = enum_name(*rungs.first);
  json["by_what"] = rungs.by_what;
  json["skipped_rungs"] = Json::object();
  for (const auto& [rung, reason] : rungs.skipped) {
    json["skipped_rungs"][enum_name(rung)] = reason;
  }
  json["different_invariants"] = Json::object();
  for (const auto& [name, a, b] : verdict.differing) json["different_invariants"][name] = {a, b};
  if (!with_mapping) return;
  json["mapping"] = nullptr;
  if (verdict.mapping) json["mapping"] = *verdict.mapping;
}

}  // namespace isotypic::cli
