#include "isotypic/report/plot/child_program.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sstream>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::report {
namespace {

constexpr const char* where = "run_program";

struct CloseFile {
  void operator()(std::FILE* file) const { (void)std::fclose(file); }
};
using TemporaryFile = std::unique_ptr<std::FILE, CloseFile>;

TemporaryFile make_temporary_file() {
  TemporaryFile file(std::tmpfile());
  if (!file) fail_as(ErrorKind::Runtime, where, "no temporary file: ", std::strerror(errno));
  return file;
}

std::string read_from_start(std::FILE* file) {
  std::string bytes;
  std::rewind(file);
  std::array<char, 1 << 14> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file)) {
    bytes.append(buffer.data(), count);
  }
  if (std::ferror(file) != 0) {
    fail_as(ErrorKind::Runtime, where, "cannot read a temporary file: ", std::strerror(errno));
  }
  return bytes;
}

/// The first line of a complaint that says something: gnuplot shows the command before it.
std::string first_complaint(const std::string& log) {
  const std::size_t reason = log.find("line ");
  const std::string_view from =
      std::string_view(log).substr(reason == std::string::npos ? 0 : reason);
  return printable(from.substr(0, std::min(from.find('\n'), std::size_t{200})));
}

}  // namespace

bool is_installed(const std::string& program) {
  const char* folders = std::getenv("PATH");
  std::istringstream list(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string run_program(const std::vector<std::string>& words, const std::string& input,
                        const std::string& what, const std::string& package) {
  // Files instead of pipes: nobody waits for anybody, whatever the amount of data.
  const TemporaryFile in = make_temporary_file();
  const TemporaryFile out = make_temporary_file();
  const TemporaryFile log = make_temporary_file();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0) {
    fail_as(ErrorKind::Runtime, where, "cannot write a temporary file: ", std::strerror(errno));
  }
  std::rewind(in.get());

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(log.get()), STDERR_FILENO);
  std::vector<std::string> arguments = words;
  std::vector<char*> pointers;
  for (std::string& word : arguments) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  const int failure =
      ::posix_spawnp(&child, words.front().c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    fail_as(ErrorKind::Runtime, where, what, " needs ", words.front(), " (on Debian: ", package,
            "): ", std::strerror(failure));
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status)) fail_as(ErrorKind::Runtime, where, words.front(), " was ended");
  if (WEXITSTATUS(status) != 0) {
    fail(where, words.front(), ": ", first_complaint(read_from_start(log.get())));
  }
  return read_from_start(out.get());
}

}  // namespace isotypic::report
