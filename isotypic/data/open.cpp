#include "isotypic/data/open.hpp"

#include <filesystem>
#include <set>
#include <system_error>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/file_name.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/data/ogb.hpp"
#include "isotypic/data/tu.hpp"

namespace isotypic {
namespace {

namespace fs = std::filesystem;

/// A path that cannot be examined is not the data set we look for.
bool can_be_seen(const fs::path& path) {
  std::error_code unknown;
  return fs::exists(path, unknown);
}

bool holds_tu(const fs::path& folder, const std::string& name) {
  return can_be_seen(folder / (name + "_A.txt"));
}

bool holds_ogb(const fs::path& folder) {
  return can_be_seen(folder / "raw" / "num-node-list.csv.gz") ||
         can_be_seen(folder / "raw" / "num-node-list.csv");
}

/// "DATA/" and "." have names too, once they are written out.
fs::path name_of(const fs::path& folder) {
  std::error_code unknown;  // on an error it is not the folder we look for
  return fs::weakly_canonical(folder / "raw", unknown).parent_path().filename();
}

std::optional<DatasetPlace> find_exactly(const std::string& root, const std::string& name) {
  using Layout = DatasetPlace::Layout;
  const fs::path base(root);
  for (const fs::path& folder : {base / name, base / "TU" / name, base}) {
    if (holds_tu(folder, name)) return DatasetPlace{Layout::Tu, folder.string(), name};
  }
  for (const fs::path& folder : {base, base / "TU"}) {
    const std::string part = name + "_train";
    if (holds_tu(folder / part, part)) return DatasetPlace{Layout::TuParts, folder.string(), name};
  }
  for (const fs::path& folder : {base / name, base}) {
    if (name_of(folder) == name && holds_ogb(folder)) {
      return DatasetPlace{Layout::Ogb, folder.string(), name};
    }
  }
  return std::nullopt;
}

/// The names of what lies directly in a folder; none if there is no such folder, or none for us.
std::vector<std::string> entries_of(const fs::path& folder) {
  std::error_code unreadable;
  std::vector<std::string> names = names_in(folder, unreadable);
  if (unreadable && unreadable != std::errc::no_such_file_or_directory &&
      unreadable != std::errc::not_a_directory && unreadable != std::errc::permission_denied) {
    fail_as(ErrorKind::Runtime, "find_datasets", "cannot read the folder ", folder.string(), ": ",
            unreadable.message());
  }
  return names;
}

/// `text` without `ending`, if it ends so.
std::optional<std::string> without_ending(const std::string& text, const std::string& ending) {
  if (!text.ends_with(ending) || text.size() == ending.size()) return std::nullopt;
  return text.substr(0, text.size() - ending.size());
}

/// Names that may be those of data sets: folders, their beginnings, and beginnings of files.
std::set<std::string> candidates(const std::string& root) {
  const fs::path base(root);
  std::set<std::string> names = {name_of(base).string()};
  for (const fs::path& folder : {base, base / "TU"}) {
    for (const std::string& entry : entries_of(folder)) {
      names.insert(entry);
      for (const char* ending : {"_train", "_A.txt"}) {
        if (const auto name = without_ending(entry, ending)) names.insert(*name);
      }
    }
  }
  return names;
}

/// Whether the name is that of a part of a collection that has another name.
bool is_part(const std::string& root, const std::string& name) {
  for (const char* ending : {"_train", "_val", "_test"}) {
    const auto whole = without_ending(name, ending);
    if (whole && find_exactly(root, *whole)) return true;
  }
  return false;
}

[[noreturn]] void fail_to_find(const std::string& root, const std::string& name) {
  const std::vector<std::string> found = find_datasets(root);
  fail("open_dataset", "there is no data set '", name, "' in ", root, ": neither ", name,
       "_A.txt (TU format; also looked for in ", name, " and TU/", name, ") nor ", name,
       "/raw/num-node-list.csv.gz (OGB)", did_you_mean(name, found));
}

}  // namespace

std::optional<DatasetPlace> find_dataset(const std::string& root, const std::string& name) {
  if (auto place = find_exactly(root, name)) return place;
  for (const std::string& candidate : candidates(root)) {
    if (!equal_ignoring_case(candidate, name)) continue;
    if (auto place = find_exactly(root, candidate)) return place;
  }
  return std::nullopt;
}

std::vector<std::string> find_datasets(const std::string& root) {
  std::error_code unknown;
  if (!fs::is_directory(root, unknown)) {
    fail("find_datasets", "there is no folder ", root, " to look for data sets in");
  }
  std::vector<std::string> names;
  for (const std::string& name : candidates(root)) {
    if (find_exactly(root, name) && !is_part(root, name)) names.push_back(name);
  }
  return names;
}

SplitDataset open_dataset(const std::string& root, const std::string& name,
                          const std::optional<std::string>& split_name) {
  const auto place = find_dataset(root, name);
  if (!place) fail_to_find(root, name);
  if (!split_name.value_or("").empty() && place->layout != DatasetPlace::Layout::Ogb) {
    fail("open_dataset", name, " has no split '", *split_name,
         "': data sets in TU format have no named splits");
  }
  switch (place->layout) {
    case DatasetPlace::Layout::Tu:
      return {.dataset = read_tu(place->directory, place->name)};
    case DatasetPlace::Layout::TuParts:
      return read_tu_parts(place->directory, place->name);
    case DatasetPlace::Layout::Ogb:
      return read_ogb(place->directory, split_name);
  }
  fail("open_dataset", "unknown layout");
}

}  // namespace isotypic
