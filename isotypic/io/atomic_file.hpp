// Whole files, read and written so that no reader ever sees half of one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace isotypic {

/// Replaces the file at `path` by `bytes`: written under a temporary name beside it, synchronised,
/// renamed. After a crash the old file or the new one is there, never a mixture. A symbolic link is
/// followed; a path that is not a regular file (/dev/stdout, a pipe) is written to directly.
///
/// Throws Error (Runtime) when the disk is full or the folder cannot be written.
void write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// All bytes of a file. Throws Error (BadInput) if it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

}  // namespace isotypic
