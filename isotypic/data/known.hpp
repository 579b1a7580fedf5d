// Known data sets: what the experiments use, where it is published, and how to recognise it.
#pragma once

#include <string>
#include <vector>

namespace isotypic {

/// A file whose content identifies the data set.
struct KnownFile {
  std::string path;    ///< below the data directory, where the experiments keep it
  std::string sha256;  ///< of the file; for .gz of what is inside, since compressors differ
};

struct KnownDataset {
  std::string name;
  std::string about;
  std::string source;  ///< where to get it
  std::string note;    ///< what else to know; may be empty
  std::vector<KnownFile> files;
};

[[nodiscard]] const std::vector<KnownDataset>& known_datasets();

enum class Presence {
  Absent,   ///< find_dataset() does not find it, and at least one of the files is missing
  Changed,  ///< it is there, but one of the files has another content
  Present,
};

/// Looks where find_dataset() does, and for files in other formats below `root`; compares
/// checksums.
[[nodiscard]] Presence find_known(const std::string& root, const KnownDataset& dataset);

}  // namespace isotypic
