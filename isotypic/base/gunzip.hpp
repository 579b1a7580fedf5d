// Gunzip: the text behind a ByteSource, whether it is gzipped or not.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "isotypic/base/byte_source.hpp"

struct z_stream_s;

namespace isotypic {

/// Bytes that begin like gzip are inflated (several members in a row are one text, as gzip has
/// it); all others pass through unchanged.
class Gunzip {
 public:
  explicit Gunzip(ByteSource source);

  /// Reads up to `size` > 0 bytes; 0 only at the end. Throws Error when gzip data are damaged,
  /// end early or are followed by something else.
  [[nodiscard]] std::size_t read(char* buffer, std::size_t size);

 private:
  struct EndInflate {
    void operator()(z_stream_s* stream) const;
  };

  void look_for_gzip();
  bool fill();
  std::size_t inflate_some(char* buffer, std::size_t size);
  bool begin_next_member();

  ByteSource source_;
  std::vector<char> input_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool looked_ = false;
  bool inside_member_ = false;
  std::unique_ptr<z_stream_s, EndInflate> stream_;  // null: the bytes are not gzipped
};

}  // namespace isotypic
