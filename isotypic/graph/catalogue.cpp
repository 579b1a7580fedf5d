#include "isotypic/graph/catalogue.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"

namespace isotypic {
namespace {

/// The arguments of one family, read in order.
class Arguments {
 public:
  Arguments(std::span<const std::string> values, const FamilyOptions& options)
      : values_(values), options_(options), random_(options.seed) {}

  std::int64_t integer() {
    const std::string& text = next();
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc() || stop != end) {
      fail("make_family", "'", text, "' is not an integer");
    }
    return value;
  }
  double number() {
    const std::string& text = next();
    char* stop = nullptr;
    const double value = std::strtod(text.c_str(), &stop);
    if (text.empty() || *stop != '\0' || !std::isfinite(value)) {
      fail("make_family", "'", text, "' is not a number");
    }
    return value;
  }
  /// All that is left is the name and the arguments of another family.
  Graph family() {
    const std::string& name = next();
    const auto rest = values_.subspan(used_);
    used_ = values_.size();
    return make_family(name, rest, options_);
  }
  Random& random() { return random_; }
  [[nodiscard]] const FamilyOptions& options() const { return options_; }

 private:
  const std::string& next() { return values_[used_++]; }

  std::span<const std::string> values_;
  std::size_t used_ = 0;
  FamilyOptions options_;
  Random random_;
};

Graph make_cfi(const Graph& base, const FamilyOptions& options) {
  CfiOptions cfi{.variant = options.variant, .twisted_edge = {}};
  if (options.twisted) cfi.twisted_edge = 0;
  return cfi_graph(base, cfi);
}

struct Family {
  FamilyEntry entry;
  std::size_t num_arguments = 0;
  bool takes_family = false;  ///< then `num_arguments` is the least number
  std::function<Graph(Arguments&)> make;
};

using Ranges = std::vector<ArgumentRange>;

/// A family of integer arguments.
template <typename... Integers>
Family plain(const char* name, const char* arguments, const char* description,
             Graph (*make)(Integers...),
             const std::array<ArgumentRange, sizeof...(Integers)>& to_try) {
  return {{name, arguments, description, false, Ranges(to_try.begin(), to_try.end())},
          sizeof...(Integers),
          false,
          [make](Arguments& args) {
            // Braces evaluate from left to right, unlike the arguments of a call.
            const std::array<std::int64_t, sizeof...(Integers)> values = {
                (static_cast<void>(sizeof(Integers)), args.integer())...};
            return std::apply(make, values);
          }};
}

Family derived(const char* name, const char* description, std::function<Graph(Arguments&)> make) {
  return {{name, "NAME ARGS...", description}, 1, true, std::move(make)};
}

Family random_family(const char* name, const char* arguments, const char* description,
                     const Ranges& to_try, std::function<Graph(Arguments&)> make) {
  return {{name, arguments, description, true, to_try}, to_try.size(), false, std::move(make)};
}

std::vector<Family> make_catalogue() {
  return {
      plain("path", "N", "N nodes in a row", path_graph, {{{"nodes", 1, 60, 6}}}),
      plain("cycle", "N", "N nodes in a ring", cycle_graph, {{{"nodes", 3, 60, 8}}}),
      plain("complete", "N", "all pairs of N nodes joined", complete_graph,
            {{{"nodes", 1, 30, 6}}}),
      plain("complete-bipartite", "A B", "A nodes against B nodes", complete_bipartite_graph,
            {{{"left", 1, 20, 3}, {"right", 1, 20, 4}}}),
      plain("star", "LEAVES", "one centre and its leaves", star_graph, {{{"leaves", 1, 40, 7}}}),
      plain("grid", "ROWS COLUMNS", "rectangular grid", grid_graph,
            {{{"rows", 1, 12, 4}, {"columns", 1, 12, 5}}}),
      plain("torus", "ROWS COLUMNS", "grid closed in both directions", torus_graph,
            {{{"rows", 3, 12, 4}, {"columns", 3, 12, 5}}}),
      plain("hypercube", "D", "words of D bits, joined when one bit differs", hypercube_graph,
            {{{"dimension", 0, 7, 4}}}),
      plain("binary-tree", "HEIGHT", "balanced binary tree", binary_tree, {{{"height", 0, 6, 3}}}),
      plain("rook", "ROWS COLUMNS", "squares of a board, joined by rook moves", rook_graph,
            {{{"rows", 1, 10, 4}, {"columns", 1, 10, 4}}}),
      plain("shrikhande", "", "strongly regular (16, 6, 2, 2), not the rook's", shrikhande_graph,
            {}),
      plain("petersen", "", "the Petersen graph", petersen_graph, {}),
      plain("generalised-petersen", "N K", "GP(N, K): ring, spokes and a star of step K",
            generalised_petersen_graph, {{{"ring", 3, 40, 8}, {"step", 1, 19, 3}}}),
      plain("prism", "N", "closed ladder with N rungs", prism_graph, {{{"rungs", 3, 50, 6}}}),
      plain("moebius-ladder", "N", "closed ladder with N rungs and a half twist", moebius_ladder,
            {{{"rungs", 3, 50, 6}}}),
      plain("paley", "Q", "field of Q elements (Q = 1 mod 4), differences square", paley_graph,
            {{{"elements", 5, 101, 13, 4}}}),
      plain("kneser", "N K", "K-subsets of N points, joined when disjoint", kneser_graph,
            {{{"points", 2, 9, 6}, {"subset", 1, 4, 2}}}),
      plain("johnson", "N K", "K-subsets of N points, joined when K-1 are shared", johnson_graph,
            {{{"points", 2, 9, 5}, {"subset", 1, 4, 2}}}),
      random_family("erdos-renyi", "N P", "every pair joined with probability P",
                    {{"nodes", 1, 60, 14}, {"probability", 0, 1, 0.25, 0.05}},
                    [](Arguments& args) {
                      const std::int64_t n = args.integer();
                      return erdos_renyi_graph(n, args.number(), args.random());
                    }),
      random_family("random-regular", "N D", "every node has degree D",
                    {{"nodes", 1, 60, 12}, {"degree", 0, 10, 3}},
                    [](Arguments& args) {
                      const std::int64_t n = args.integer();
                      return random_regular_graph(n, args.integer(), args.random());
                    }),
      random_family("random-tree", "N", "uniformly random labelled tree", {{"nodes", 1, 60, 16}},
                    [](Arguments& args) { return random_tree(args.integer(), args.random()); }),
      derived("cfi", "Cai-Fuerer-Immerman graph over a family (--variant, --twisted)",
              [](Arguments& args) { return make_cfi(args.family(), args.options()); }),
      derived("complement", "complement of a graph",
              [](Arguments& args) { return complement(args.family()); }),
      derived("line", "line graph of a graph",
              [](Arguments& args) { return line_graph(args.family()); }),
  };
}

const std::vector<Family>& catalogue() {
  static const std::vector<Family> families = make_catalogue();
  return families;
}

const Family& find_family(const std::string& name) {
  std::vector<std::string> names;
  for (const Family& family : catalogue()) {
    if (equal_ignoring_case(family.entry.name, name)) return family;
    names.push_back(family.entry.name);
  }
  fail("make_family", "there is no family '", name, "'", did_you_mean(name, names));
}

}  // namespace

std::vector<FamilyEntry> family_catalogue() {
  std::vector<FamilyEntry> entries;
  for (const Family& family : catalogue()) entries.push_back(family.entry);
  return entries;
}

Graph make_family(const std::string& name, std::span<const std::string> arguments,
                  const FamilyOptions& options) {
  const Family& family = find_family(name);
  const bool fits = family.takes_family ? arguments.size() >= family.num_arguments
                                        : arguments.size() == family.num_arguments;
  if (!fits) {
    fail("make_family", "'", name, "' takes ",
         family.num_arguments == 0 ? "no arguments" : family.entry.arguments, "; got ",
         arguments.size(), arguments.size() == 1 ? " argument" : " arguments");
  }
  Arguments reader(arguments, options);
  return family.make(reader);
}

bool is_random_family(const std::string& name, std::span<const std::string> arguments) {
  const Family& family = find_family(name);
  if (family.takes_family && !arguments.empty()) {
    return is_random_family(arguments.front(), arguments.subspan(1));
  }
  return family.entry.random;
}

}  // namespace isotypic
