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
  /// The same for a file of a data set: refuses pipes and devices, without waiting for somebody
  /// who writes to them.
  [[nodiscard]] static ByteSource open_regular(const std::string& path);
  [[nodiscard]] static ByteSource from_memory(std::string bytes);

  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  ~ByteSource();

  /// Reads up to `size` bytes; 0 only at the end. Throws Error (Runtime) when the device fails.
  [[nodiscard]] std::size_t read(char* buffer, std::size_t size);

  /// Whether it is a file on disk or memory, whose bytes are all there, and not a pipe or a device
  /// that may go on for ever.
  [[nodiscard]] bool is_bounded() const;

 private:
  ByteSource() = default;

  int descriptor_ = -1;  // -1: memory
  std::string memory_;
  std::size_t position_ = 0;
};

/// How many bytes of a pipe or a device are read into memory at once.
inline constexpr std::size_t max_piped_bytes = std::size_t{1} << 28;

/// The whole content of a file, which is read as it is. Throws Error like ByteSource, and when a
/// pipe or a device has more than max_piped_bytes: saved to a file it may be of any size.
[[nodiscard]] std::string read_file(const std::string& path);

}  // namespace isotypic
