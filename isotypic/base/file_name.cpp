#include "isotypic/base/file_name.hpp"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic {
namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};

}  // namespace

void check_file_name(const std::string& name) {
  if (name.find('\0') == std::string::npos) return;
  fail("check_file_name", "the file name ", printable(name), " holds a zero byte");
}

std::vector<std::string> names_in(const std::filesystem::path& folder, std::error_code& error) {
  error.clear();
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseFolder> entries(::opendir(folder.c_str()));
  while (entries) {
    errno = 0;
    const dirent* entry = ::readdir(entries.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) error = std::error_code(errno, std::generic_category());
  std::ranges::sort(names);
  return names;
}

}  // namespace isotypic
