// The program as a person calls it from a shell.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace isotypic {

struct ProgramOutcome {
  int exit_code = -1;
  std::string output;  ///< both streams, unless the command line redirects one
};

/// Runs `isotypic ARGUMENTS` through a shell, which also gives pipes and redirections.
[[nodiscard]] ProgramOutcome run_program(const std::string& arguments);

/// The same with 1 GB of address space: no bad input may make the program allocate what it claims
/// to need.
[[nodiscard]] ProgramOutcome run_with_little_memory(const std::string& arguments);

/// The objects of JSON lines.
[[nodiscard]] std::vector<nlohmann::json> parse_lines(const std::string& text);

}  // namespace isotypic
