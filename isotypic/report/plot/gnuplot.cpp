#include "isotypic/report/plot/gnuplot.hpp"

#include "isotypic/base/text.hpp"
#include "isotypic/report/plot/child_program.hpp"

namespace isotypic::report {

std::string quote_for_gnuplot(const std::string& text) {
  // gnuplot's rule for a quote in there ('') fails at the beginning of a string, so apostrophes
  // become typographic ones.
  std::string quoted = "'";
  for (const char c : printable(text)) quoted += c == '\'' ? "’" : std::string(1, c);
  return quoted + "'";
}

std::string run_gnuplot(const std::string& script) {
  // -d: no settings of the user. A named file, unlike "-", ends at the first error.
  return run_program({"gnuplot", "-d", "/dev/stdin"}, script, "A plot", "gnuplot-nox");
}

bool has_gnuplot() { return is_installed("gnuplot"); }

}  // namespace isotypic::report
