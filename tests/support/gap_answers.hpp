// Answers of GAP that are recorded beside a test: lines "name; graph6; field; field; ...".
#pragma once

#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::test {

struct GapAnswer {
  std::string name;
  Graph graph;
  std::vector<std::string> fields;  ///< without blanks in front
};

/// `path` is below the folder of the sources. Lines that begin with # are comments.
[[nodiscard]] std::vector<GapAnswer> read_gap_answers(const std::string& path);

}  // namespace isotypic::test
