// open_dataset: a data set by its name, whatever layout it is published in.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

/// Where and how a data set is stored.
struct DatasetPlace {
  enum class Layout { Tu, TuParts, Ogb };
  Layout layout = Layout::Tu;
  std::string directory;  ///< of the files; for TuParts the one that holds the parts' folders
  std::string name;       ///< as the files spell it
};

/// Looks for `name` below `root`: in root/name, root/TU/name and root itself; a folder with
/// name_A.txt is in TU format, one with raw/num-node-list.csv(.gz) in OGB's, and folders
/// name_train, name_val and name_test are a TU collection in parts. Where no name is exactly this,
/// one that differs in upper and lower case alone will do.
[[nodiscard]] std::optional<DatasetPlace> find_dataset(const std::string& root,
                                                       const std::string& name);

/// The names of all data sets that find_dataset() finds below `root`, sorted. Throws Error if there
/// is no such folder.
[[nodiscard]] std::vector<std::string> find_datasets(const std::string& root);

/// Reads the data set and its published split, if it has one. `split_name` chooses among several
/// splits of an OGB set; nullopt reads no split of an OGB set. Throws Error if the data set or the
/// split or the folder does not exist, if files are damaged, or if a TU set is asked for a split by
/// name.
[[nodiscard]] SplitDataset open_dataset(const std::string& root, const std::string& name,
                                        const std::optional<std::string>& split_name = "");

}  // namespace isotypic
