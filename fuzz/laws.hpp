// What the fuzz targets demand of their parsers.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic::fuzz {

inline void require(bool holds, const char* law) {
  if (!holds) throw std::logic_error(law);
}

/// The result of `parse`, or nothing if it refuses its input as bad; any other exception escapes.
template <typename Parse>
auto accepted(Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Error& error) {
    require(error.kind() == ErrorKind::BadInput, "a parser blames the machine for bad input");
    return std::nullopt;
  }
}

/// The laws of a parser that can simplify: `parse_with(options, text)` gives a SimplifiedGraph and
/// `format(graph)` a text that parses strictly to the same graph.
template <typename ParseWith, typename Format, typename Options>
void require_laws(ParseWith parse_with, Format format, const Options& strict,
                  const Options& simplifying, std::string_view bytes) {
  const auto exact = accepted([&] { return parse_with(bytes, strict); });
  const auto simplified = accepted([&] { return parse_with(bytes, simplifying); });
  if (exact) {
    require(simplified.has_value(), "simplifying refuses what is right");
    require(simplified->dropped.total() == 0, "simplifying drops from what is right");
    require(simplified->graph == exact->graph, "simplifying changes what is right");
  }
  if (simplified) {
    // The text we write may be shorter than the one read, and then supports fewer nodes.
    Options roomy = strict;
    roomy.max_unbacked_nodes = simplified->graph.num_nodes();
    const SimplifiedGraph again = parse_with(format(simplified->graph), roomy);
    require(again.graph == simplified->graph, "a graph is not read back from its own text");
  }
}

}  // namespace isotypic::fuzz
