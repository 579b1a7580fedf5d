// Programs of the system that draw: text in, picture out.
#pragma once

#include <string>
#include <vector>

namespace isotypic::report {

/// Runs the program `words[0]` with the other words as its arguments, gives it `input` on standard
/// input, and returns what it writes to standard output. No shell is involved.
///
/// Throws Error (Runtime): "WHAT needs PROGRAM (on Debian: PACKAGE)" if it is missing or cannot be
/// run. Throws Error (BadInput) with the first line of its complaint that says something.
[[nodiscard]] std::string run_program(const std::vector<std::string>& words,
                                      const std::string& input, const std::string& what,
                                      const std::string& package);

/// Whether there is such a program to run.
[[nodiscard]] bool is_installed(const std::string& program);

}  // namespace isotypic::report
