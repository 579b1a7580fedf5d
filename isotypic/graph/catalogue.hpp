// The catalogue: graphs by the name of their family and arguments as text, for command lines and
// configuration files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/graph/cfi.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The values of one argument that are worth trying, for tools that let people choose.
struct ArgumentRange {
  const char* name = "";
  double low = 0.0;
  double high = 0.0;
  double start = 0.0;  ///< a good first choice
  double step = 1.0;
};

/// One line of the catalogue.
struct FamilyEntry {
  std::string name;
  std::string arguments;    ///< their syntax, such as "N K"
  std::string description;  ///< one line
  bool random = false;      ///< whether the seed matters
  /// One range per argument: all graphs in them are small enough to draw, though not all
  /// combinations exist. None for families that build on another one.
  std::optional<std::vector<ArgumentRange>> to_try = std::nullopt;
};

/// What a family may need besides its arguments.
struct FamilyOptions {
  std::uint64_t seed = 0;                 ///< for the random families
  CfiVariant variant = CfiVariant::Full;  ///< for "cfi"
  bool twisted = false;                   ///< for "cfi": cross one edge of the base
};

/// All families, in the order in which they should be listed.
[[nodiscard]] std::vector<FamilyEntry> family_catalogue();

/// The graph `make_family("hypercube", {{"3"}})`. Families that build on another one take its name
/// and arguments: `make_family("cfi", {{"complete", "4"}}, {.twisted = true})`.
///
/// Throws Error if there is no such family, or its arguments are wrong.
[[nodiscard]] Graph make_family(const std::string& name, std::span<const std::string> arguments,
                                const FamilyOptions& options = {});

/// Whether the graph depends on the seed: the family is random, or builds on one that is.
[[nodiscard]] bool is_random_family(const std::string& name,
                                    std::span<const std::string> arguments);

}  // namespace isotypic
