#include "isotypic/data/open.hpp"

#include <filesystem>
#include <system_error>

#include "isotypic/data/ogb.hpp"
#include "isotypic/data/tu.hpp"
#include "isotypic/base/error.hpp"

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

}  // namespace

std::optional<DatasetPlace> find_dataset(const std::string& root, const std::string& name) {
  using Layout = DatasetPlace::Layout;
  const fs::path base(root);
  for (const fs::path& folder : {base / name, base / "TU" / name, base}) {
    if (holds_tu(folder, name)) return DatasetPlace{Layout::Tu, folder.string()};
  }
  for (const fs::path& folder : {base, base / "TU"}) {
    const std::string part = name + "_train";
    if (holds_tu(folder / part, part)) return DatasetPlace{Layout::TuParts, folder.string()};
  }
  for (const fs::path& folder : {base / name, base}) {
    if (name_of(folder) == name && holds_ogb(folder)) {
      return DatasetPlace{Layout::Ogb, folder.string()};
    }
  }
  return std::nullopt;
}

SplitDataset open_dataset(const std::string& root, const std::string& name,
                          const std::optional<std::string>& split_name) {
  const auto place = find_dataset(root, name);
  if (!place) {
    fail("open_dataset", "there is no data set '", name, "' in ", root, ": neither ", name,
         "_A.txt (TU format; also looked for in ", name, " and TU/", name, ") nor ", name,
         "/raw/num-node-list.csv.gz (OGB)");
  }
  if (!split_name.value_or("").empty() && place->layout != DatasetPlace::Layout::Ogb) {
    fail("open_dataset", name, " has no split '", *split_name,
         "': data sets in TU format have no named splits");
  }
  switch (place->layout) {
    case DatasetPlace::Layout::Tu:
      return {.dataset = read_tu(place->directory, name)};
    case DatasetPlace::Layout::TuParts:
      return read_tu_parts(place->directory, name);
    case DatasetPlace::Layout::Ogb:
      return read_ogb(place->directory, split_name);
  }
  fail("open_dataset", "unknown layout");
}

}  // namespace isotypic
