// Checkpoint: everything a training needs to go on, in one file.
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace isotypic::train {

/// Named tensors and three texts. Equal values give equal bytes.
struct Checkpoint {
  std::string config;  ///< what the training is; a checkpoint of another one is refused
  std::string about;   ///< what whoever uses the weights has to know
  std::string state;   ///< where it stands
  std::vector<std::pair<std::string, at::Tensor>> tensors;
};

/// Writes the file in one go: after a crash the old file is there, or the new one. A checksum
/// guards the content. Throws Error (Runtime) if the disk is full or the folder not writable.
void save_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);

/// Reads a checkpoint. Throws Error if the file is missing, truncated, changed, no checkpoint at
/// all, or of a training with another `config`.
[[nodiscard]] Checkpoint load_checkpoint(const std::filesystem::path& path,
                                         const std::string& config);

/// The same, whatever training it is of.
[[nodiscard]] Checkpoint load_checkpoint(const std::filesystem::path& path);

/// Copies the saved tensors named prefix + name into `targets`. Throws Error, before anything is
/// overwritten, if one is missing or differs in shape or dtype.
void restore_tensors(const Checkpoint& checkpoint, const std::string& prefix,
                     const std::vector<std::pair<std::string, at::Tensor>>& targets);

}  // namespace isotypic::train
