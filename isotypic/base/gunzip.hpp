// Gunzip: the text behind a ByteSource, whether it is gzipped or not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "isotypic/base/byte_source.hpp"

struct z_stream_s;

namespace isotypic {

/// How much unpacked text may be held in memory at once: `always`, and beyond that `ratio` times
/// the gzipped bytes it came from. A file of a megabyte must not cost gigabytes; who has such a
/// file unpacks it first, since plain text may be of any length.
struct HeldLimit {
  std::int64_t always = 0;
  std::int64_t ratio = 0;
};

/// Bytes that begin like gzip are inflated (several members in a row are one text, as gzip has
/// it); all others pass through unchanged.
class Gunzip {
 public:
  explicit Gunzip(ByteSource source);

  /// Reads up to `size` > 0 bytes; 0 only at the end. Throws Error when gzip data are damaged,
  /// end early or are followed by something else.
  [[nodiscard]] std::size_t read(char* buffer, std::size_t size);

  /// Throws Error if the bytes are gzipped and `held` bytes of text are more than the limit allows
  /// for those read so far.
  void check_held(std::int64_t held, const HeldLimit& limit) const;

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
  std::int64_t consumed_ = 0;  // bytes of the source
  bool looked_ = false;
  bool inside_member_ = false;
  std::unique_ptr<z_stream_s, EndInflate> stream_;  // null: the bytes are not gzipped
};

}  // namespace isotypic
