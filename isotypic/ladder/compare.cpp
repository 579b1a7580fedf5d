#include "isotypic/ladder/compare.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "isotypic/base/error.hpp"
#include "isotypic/base/value_groups.hpp"
#include "isotypic/channels/channels.hpp"

namespace isotypic {
namespace {

/// How two multisets of names overlap.
struct Overlap {
  std::int64_t only_a = 0;    ///< items of a without a counterpart
  std::int64_t total_a = 0;   ///< items of a
  std::int64_t in_both = 0;   ///< names that occur equally often in both
  NameCount first_different;  ///< with the count in a
  std::int64_t count_in_b = 0;
};

Overlap overlap(const std::vector<NameCount>& a, const std::vector<NameCount>& b) {
  Overlap result;
  bool found = false;
  const auto meet = [&](std::uint64_t name, std::int64_t in_a, std::int64_t in_b) {
    result.total_a += in_a;
    result.only_a += std::max<std::int64_t>(0, in_a - in_b);
    if (in_a == in_b) {
      ++result.in_both;
    } else if (!found) {
      found = true;
      result.first_different = {name, in_a};
      result.count_in_b = in_b;
    }
  };
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->name < j->name)) {
      meet(i->name, i->count, 0);
      ++i;
    } else if (i == a.end() || j->name < i->name) {
      meet(j->name, 0, j->count);
      ++j;
    } else {
      meet(i->name, i->count, j->count);
      ++i;
      ++j;
    }
  }
  return result;
}

std::vector<std::int64_t> sorted_counts(const RungInvariant& invariant) {
  std::vector<std::int64_t> counts;
  for (const NameCount& item : invariant.names) counts.push_back(item.count);
  std::sort(counts.begin(), counts.end());
  return counts;
}

std::int64_t total_count(const RungInvariant& invariant) {
  std::int64_t total = 0;
  for (const NameCount& item : invariant.names) total += item.count;
  return total;
}

std::string colours_text(const RungInvariant& a, const RungInvariant& b) {
  std::ostringstream text;
  if (total_count(a) != total_count(b)) {
    text << total_count(a) << " against " << total_count(b) << " nodes";
  } else if (a.names.size() != b.names.size()) {
    text << a.names.size() << " against " << b.names.size() << " colours of nodes";
  } else if (a.names.size() == 1) {
    text << "all nodes of a graph have one colour, with other neighbours in the other graph";
  } else if (sorted_counts(a) != sorted_counts(b)) {
    text << a.names.size() << " colours of nodes in both, on different numbers of nodes";
  } else {
    text << a.names.size() << " colours of nodes in both, of equal sizes, with other neighbours";
  }
  return text.str();
}

std::string components_text(const RungInvariant& a, const RungInvariant& b) {
  const Overlap both = overlap(a.names, b.names);
  const ComponentName component = unpack_component(both.first_different.name);
  std::ostringstream text;
  text << both.first_different.count << " against " << both.count_in_b
       << " components of dimension " << component.dim << ", multiplicity "
       << component.multiplicity << ", type "
       << to_string(static_cast<ComponentType>(component.type));
  return text.str();
}

std::string pairs_text(const RungInvariant& a, const RungInvariant& b) {
  const Overlap both = overlap(a.names, b.names);
  std::ostringstream text;
  text << a.names.size() << " against " << b.names.size() << " colours of pairs, " << both.in_both
       << " in common; " << both.only_a << " of " << both.total_a << " pairs have no counterpart";
  return text.str();
}

std::string marks_text(const RungInvariant& a, const RungInvariant& b) {
  const Overlap both = overlap(a.names, b.names);
  std::ostringstream text;
  text << a.names.size() << " against " << b.names.size() << " kinds of marked copies, "
       << both.in_both << " in common";
  return text.str();
}

std::string complete_text(const RungInvariant& a, const RungInvariant& b) {
  std::ostringstream text;
  if (a.depth != b.depth) {
    text << a.depth << " against " << b.depth << " marks until all nodes are told apart";
  } else {
    text << a.depth << " marks tell all nodes apart, and not one of the " << a.names.size()
         << " and " << b.names.size() << " kinds of colourings is common";
  }
  return text.str();
}

/// Row i of a, of the rung Spectrum, in words, with the first moment that decides.
std::string row_text(const std::vector<double>& row) {
  std::ostringstream text;
  text << "dimension " << row[0] << ", multiplicity " << row[1]
       << " and tr(P X^k) = " << std::setprecision(6);
  for (std::size_t k = 1; k <= 4; ++k) text << row[3 + k] << (k < 4 ? ", " : " for k = 1..4");
  return text.str();
}

std::optional<std::string> spectrum_difference(const RungInvariant& a, const RungInvariant& b) {
  std::vector<std::vector<double>> rows = a.rows;
  rows.insert(rows.end(), b.rows.begin(), b.rows.end());
  const std::vector<std::int64_t> groups = group_by_value(rows, spectrum_tolerance);
  std::vector<std::int64_t> surplus(rows.size(), 0);  // members of a less those of b
  for (std::size_t i = 0; i < rows.size(); ++i) surplus[groups[i]] += i < a.rows.size() ? 1 : -1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (surplus[groups[i]] == 0) continue;
    const auto in_a = std::count(groups.begin(), groups.begin() + std::ssize(a.rows), groups[i]);
    const auto in_b = std::count(groups.begin() + std::ssize(a.rows), groups.end(), groups[i]);
    return std::to_string(in_a) + " against " + std::to_string(in_b) + " components of " +
           row_text(rows[i]);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> difference(const RungInvariant& a, const RungInvariant& b) {
  if (a.rung != b.rung) {
    fail("difference", "invariants of ", enum_name(a.rung), " and ", enum_name(b.rung),
         " cannot be compared");
  }
  if (a.rung == Rung::Spectrum) return spectrum_difference(a, b);
  if (a.names == b.names && a.depth == b.depth) return std::nullopt;
  switch (a.rung) {
    case Rung::Wl1:
      return colours_text(a, b);
    case Rung::Components:
      return components_text(a, b);
    case Rung::Fwl2:
    case Rung::Fwl2Sizes:
      return pairs_text(a, b);
    case Rung::Complete:
      return complete_text(a, b);
    default:
      return marks_text(a, b);
  }
}

RungComparison compare_rungs(GraphLadder& a, GraphLadder& b, Rung last) {
  RungComparison result;
  result.isomorphic = a.graph().num_nodes() == b.graph().num_nodes() &&
                      a.graph().num_edges() == b.graph().num_edges() &&
                      a.symmetry().canonical == b.symmetry().canonical;
  if (result.isomorphic) return result;
  for (const Rung rung : all_rungs) {
    if (rung > last) break;
    try {
      if (std::optional<std::string> text = difference(a.at(rung), b.at(rung))) {
        result.first = rung;
        result.by_what = *std::move(text);
        return result;
      }
    } catch (const Error& error) {
      const bool on_request =
          a.options().stop.stop_requested() || b.options().stop.stop_requested();
      if (error.kind() == ErrorKind::Runtime || on_request) throw;
      result.skipped.push_back({rung, error.reason()});
    }
  }
  return result;
}

RungComparison compare_rungs(const Graph& a, const Graph& b, const LadderOptions& options,
                             Rung last) {
  GraphLadder first(a, options);
  GraphLadder second(b, options);
  return compare_rungs(first, second, last);
}

}  // namespace isotypic
