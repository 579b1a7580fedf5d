#include "tests/support/program.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <sstream>

namespace isotypic {

namespace {

#if defined(__SANITIZE_ADDRESS__)
// Its shadow alone needs terabytes of address space; it can watch single allocations instead.
constexpr const char* little_memory = "export ASAN_OPTIONS=max_allocation_size_mb=1000";
#elif defined(__SANITIZE_THREAD__)
constexpr const char* little_memory = "export TSAN_OPTIONS=max_allocation_size_mb=1000";
#else
constexpr const char* little_memory = "ulimit -v 1000000";
#endif

ProgramOutcome run_shell(const std::string& script) {
  ProgramOutcome outcome;
  const std::string command = "exec 2>&1; " + script;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = ::pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

}  // namespace

ProgramOutcome run_program(const std::string& arguments) {
  return run_shell(ISOTYPIC_PROGRAM " " + arguments);
}

ProgramOutcome run_with_little_memory(const std::string& arguments) {
  return run_shell(std::string(little_memory) + "; " ISOTYPIC_PROGRAM " " + arguments);
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
