#include "isotypic/base/gunzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr const char* gunzip_name = "gunzip";
constexpr std::size_t chunk_bytes = std::size_t{1} << 16;
constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr int gzip_only = 15 + 16;  // zlib's window bits: largest window, gzip wrapper

}  // namespace

void Gunzip::EndInflate::operator()(z_stream_s* stream) const {
  ::inflateEnd(stream);
  delete stream;
}

Gunzip::Gunzip(ByteSource source) : source_(std::move(source)), input_(chunk_bytes) {}

bool Gunzip::fill() {
  if (begin_ > 0) std::memmove(input_.data(), input_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count = source_.read(input_.data() + end_, input_.size() - end_);
  end_ += count;
  return count > 0;
}

void Gunzip::look_for_gzip() {
  looked_ = true;
  while (end_ - begin_ < 2 && fill()) {
  }
  if (!std::string_view(input_.data(), end_).starts_with(gzip_magic)) return;
  auto stream = std::make_unique<z_stream>();
  if (::inflateInit2(stream.get(), gzip_only) != Z_OK) {
    fail_as(ErrorKind::Runtime, gunzip_name, "zlib could not be initialised");
  }
  stream_.reset(stream.release());
  inside_member_ = true;
}

std::size_t Gunzip::read(char* buffer, std::size_t size) {
  if (!looked_) look_for_gzip();
  if (stream_) return inflate_some(buffer, size);
  if (begin_ == end_) return source_.read(buffer, size);
  const std::size_t count = std::min(size, end_ - begin_);
  std::memcpy(buffer, input_.data() + begin_, count);
  begin_ += count;
  return count;
}

std::size_t Gunzip::inflate_some(char* buffer, std::size_t size) {
  stream_->next_out = reinterpret_cast<Bytef*>(buffer);
  stream_->avail_out = static_cast<uInt>(std::min(size, chunk_bytes));
  const uInt room = stream_->avail_out;
  while (stream_->avail_out == room) {
    if (!inside_member_ && !begin_next_member()) return 0;
    if (begin_ == end_ && !fill()) fail(gunzip_name, "the gzip data is truncated");
    stream_->next_in = reinterpret_cast<Bytef*>(input_.data() + begin_);
    stream_->avail_in = static_cast<uInt>(end_ - begin_);
    const int status = ::inflate(stream_.get(), Z_NO_FLUSH);
    begin_ = end_ - stream_->avail_in;
    if (status == Z_STREAM_END) {
      inside_member_ = false;
    } else if (status == Z_MEM_ERROR) {
      fail_as(ErrorKind::Runtime, gunzip_name, "out of memory");
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      fail(gunzip_name, "the gzip data is damaged",
           stream_->msg == nullptr ? "" : std::string(": ") + stream_->msg);
    }
  }
  return room - stream_->avail_out;
}

bool Gunzip::begin_next_member() {
  while (end_ - begin_ < 2 && fill()) {
  }
  if (begin_ == end_) return false;
  if (!std::string_view(input_.data() + begin_, end_ - begin_).starts_with(gzip_magic)) {
    fail(gunzip_name, "the gzip data is followed by something that is not gzip");
  }
  ::inflateReset(stream_.get());
  inside_member_ = true;
  return true;
}

}  // namespace isotypic
