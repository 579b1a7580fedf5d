#include "cli/program/other_program.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {

void become(const std::string& program, const std::vector<std::string>& command,
            std::vector<std::string> words, const std::string& missing) {
  const char* where = command.back().c_str();
  words.insert(words.begin(), command.begin(), command.end());
  words.insert(words.begin(), "isotypic");
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) fail_as(ErrorKind::Runtime, where, "cannot read /proc/self/exe");
  const std::string path = (self.parent_path() / program).string();
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(path.c_str(), argv.data());
  fail_as(ErrorKind::Runtime, where, "needs the program ", path, ": ", std::strerror(errno),
          errno == ENOENT ? " (" + missing + ")" : "");
}

}  // namespace isotypic::cli
