#include "isotypic/report/plot/gnuplot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

TemporaryFile make_temporary_file() {
  TemporaryFile file(std::tmpfile());
  if (!file) {
    fail_as(ErrorKind::Runtime, "run_gnuplot", "no temporary file: ", std::strerror(errno));
  }
  return file;
}

std::string read_from_start(std::FILE* file) {
  std::string bytes;
  std::rewind(file);
  std::array<char, 1 << 14> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file)) {
    bytes.append(buffer.data(), count);
  }
  return bytes;
}

/// The first line of gnuplot's complaint that says something.
std::string first_complaint(const std::string& log) {
  const std::size_t reason = log.find("line ");
  const std::string_view from =
      std::string_view(log).substr(reason == std::string::npos ? 0 : reason);
  return printable(from.substr(0, std::min(from.find('\n'), std::size_t{200})));
}

}  // namespace

std::string quote_for_gnuplot(const std::string& text) {
  // gnuplot's rule for a quote in there ('') fails at the beginning of a string, so apostrophes
  // become typographic ones.
  std::string quoted = "'";
  for (const char c : printable(text)) quoted += c == '\'' ? "’" : std::string(1, c);
  return quoted + "'";
}

std::string run_gnuplot(const std::string& script) {
  // Files instead of pipes: nobody waits for anybody, whatever the amount of data.
  const TemporaryFile input = make_temporary_file();
  const TemporaryFile output = make_temporary_file();
  const TemporaryFile log = make_temporary_file();
  if (std::fwrite(script.data(), 1, script.size(), input.get()) != script.size() ||
      std::fflush(input.get()) != 0) {
    fail_as(ErrorKind::Runtime, "run_gnuplot", "cannot write the script: ", std::strerror(errno));
  }
  std::rewind(input.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(log.get()), STDERR_FILENO);
  // -d: no settings of the user. A named file, unlike "-", ends at the first error.
  std::string program = "gnuplot", defaults = "-d", from_input = "/dev/stdin";
  const std::array<char*, 4> arguments = {program.data(), defaults.data(), from_input.data(),
                                          nullptr};
  pid_t child = 0;
  const int failure =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    fail_as(ErrorKind::Runtime, "run_gnuplot",
            "plots need gnuplot (on Debian: gnuplot-nox): ", std::strerror(failure));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    fail_as(ErrorKind::Runtime, "run_gnuplot", first_complaint(read_from_start(log.get())));
  }
  return read_from_start(output.get());
}

bool has_gnuplot() {
  static const bool present = [] {
    try {
      return !run_gnuplot("set print '-'\nprint 1\n").empty();
    } catch (const Error&) {
      return false;
    }
  }();
  return present;
}

}  // namespace isotypic::report
