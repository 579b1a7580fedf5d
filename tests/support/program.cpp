#include "tests/support/program.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <sstream>

namespace isotypic {

ProgramOutcome run(const std::string& arguments) {
  ProgramOutcome outcome;
  const std::string command = "exec 2>&1; " ISOTYPIC_PROGRAM " " + arguments;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = ::pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

std::vector<nlohmann::json> parse_lines(const std::string& text) {
  std::vector<nlohmann::json> objects;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    objects.push_back(nlohmann::json::parse(line));
  }
  return objects;
}

}  // namespace isotypic
