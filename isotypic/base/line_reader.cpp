#include "isotypic/base/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr std::size_t first_buffer_bytes = std::size_t{1} << 16;
// A line becomes a graph, which takes up to fifty times its bytes.
constexpr HeldLimit line_limit{.always = std::int64_t{4} << 20, .ratio = 16};
// Tables become numbers, which take four times theirs; published ones are gzipped to a fiftieth.
constexpr HeldLimit table_limit{.always = std::int64_t{16} << 20, .ratio = 100};

}  // namespace

LineReader::LineReader(Gunzip text, std::int64_t max_line_bytes, LineLimit limit)
    : text_(std::move(text)),
      max_line_bytes_(max_line_bytes),
      limit_(limit),
      buffer_(first_buffer_bytes) {}

std::optional<std::string_view> LineReader::next() {
  ++number_;
  std::size_t searched = 0;
  while (true) {
    const char* begin = buffer_.data() + begin_;
    const std::size_t held = end_ - begin_;
    if (const void* newline = std::memchr(begin + searched, '\n', held - searched)) {
      return take(static_cast<const char*>(newline) - begin, 1);
    }
    searched = held;
    if (fill()) continue;
    if (held > 0) return take(held, 0);
    --number_;
    return std::nullopt;
  }
}

bool LineReader::has_line() const {
  return std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
}

std::string_view LineReader::take(std::size_t length, std::size_t skip) {
  const std::string_view line(buffer_.data() + begin_, length);
  begin_ += length + skip;
  if (std::cmp_greater(length, max_line_bytes_)) {
    fail("LineReader", "the line has more than ", max_line_bytes_, " bytes (max_line_bytes)");
  }
  return without_carriage_return(line);
}

bool LineReader::fill() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) grow();
  const std::size_t count = text_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  return count > 0;
}

void LineReader::grow() {
  const std::int64_t limit =
      std::min(max_line_bytes_, limit_({buffer_.data(), std::min(end_, first_buffer_bytes)}));
  if (std::cmp_greater(end_, limit + 1)) {  // one more for a '\r'
    fail("LineReader", "the line has more than ", limit,
         " bytes, the most that its first bytes allow");
  }
  text_.check_held(static_cast<std::int64_t>(end_), line_limit);
  translate_exceptions("LineReader", [&] { buffer_.resize(2 * buffer_.size()); });
}

void LineReader::check_held(std::int64_t held) const { text_.check_held(held, table_limit); }

}  // namespace isotypic
