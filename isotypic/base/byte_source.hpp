// ByteSource: bytes of a file, of standard input, or of memory, as they are.
#pragma once

#include <cstddef>
#include <string>

namespace isotypic {

/// Movable, closes what it opened.
class ByteSource {
 public:
  /// Opens `path`, or standard input if it is "-". Throws Error (BadInput) with the path and the
  /// reason when it is missing, unreadable or a directory.
  [[nodiscard]] static ByteSource open(const std::string& path);
  [[nodiscard]] static ByteSource from_memory(std::string bytes);

  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  /// Reads up to `size` bytes; 0 only at the end. Throws Error (Runtime) when the device fails.
  [[nodiscard]] std::size_t read(char* buffer, std::size_t size);

 private:
  ByteSource() = default;

  int descriptor_ = -1;  // -1: memory
  std::string memory_;
  std::size_t position_ = 0;
};

/// The whole content of a file, which is read as it is. Throws Error like ByteSource.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace isotypic
