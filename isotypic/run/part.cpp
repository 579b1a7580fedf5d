#include "isotypic/run/part.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::run {
namespace {

constexpr std::string_view part_mark = R"({"part_of":)";
constexpr std::string_view input_failure = "bad input";
constexpr std::string_view runtime_failure = "runtime";
constexpr std::string_view cancelled_failure = "cancelled";
constexpr std::size_t flush_bytes = std::size_t{1} << 16;
constexpr std::int64_t flush_milliseconds = 200;

struct RecordHeader {
  std::uint64_t checksum = 0;  // of all that follows
  std::int64_t index = 0;
  std::uint64_t input = 0;
  std::uint64_t kind = 0;
  std::int64_t bytes = 0;
};

std::uint64_t checksum_of(const RecordHeader& header, std::string_view bytes, std::uint64_t seed) {
  const char* fields = reinterpret_cast<const char*>(&header) + sizeof header.checksum;
  const std::uint64_t own =
      XXH3_64bits_withSeed(fields, sizeof header - sizeof header.checksum, seed);
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), own);
}

std::uint64_t seed_of(std::string_view header_line) {
  return XXH3_64bits(header_line.data(), header_line.size());
}

std::int64_t now_in_milliseconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

PartHeader parse_header(const std::string& line, const std::string& source) {
  try {
    const Json json = Json::parse(line);
    if (!json.at("options").is_object()) fail("PartReader", source, ": its options are damaged");
    return {json.at("part_of").get<std::string>(), json.at("version").get<std::string>(),
            json.at("options"), parse_shard(json.at("shard").get<std::string>())};
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    fail("PartReader", source, ": the first line is damaged: ", error.what());
  }
}

}  // namespace

PartRecord failure_record(std::int64_t index, std::uint64_t input, ErrorKind why) {
  return {PartRecordKind::Failed, index, input,
          std::string(why == ErrorKind::Runtime     ? runtime_failure
                      : why == ErrorKind::Cancelled ? cancelled_failure
                                                    : input_failure)};
}

ErrorKind failure_of(const PartRecord& record) {
  if (record.bytes == runtime_failure) return ErrorKind::Runtime;
  return record.bytes == cancelled_failure ? ErrorKind::Cancelled : ErrorKind::BadInput;
}

std::string format_part_header(const PartHeader& header) {
  Json json = Json::object();
  json["part_of"] = header.command;
  json["version"] = header.version;
  json["shard"] = to_string(header.shard);
  json["options"] = header.options;
  return json.dump() + '\n';
}

std::uint64_t extend_input(std::uint64_t input, const Hash128& graph, std::string_view text) {
  const std::array<std::uint64_t, 2> words = {graph.high, graph.low};
  const std::uint64_t seed = XXH3_64bits_withSeed(words.data(), sizeof words, input);
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

bool looks_like_part(std::string_view bytes) { return bytes.starts_with(part_mark); }

void check_same_run(const PartHeader& expected, const PartHeader& found,
                    const std::string& source) {
  const auto differ = [&](const std::string& what, const auto& here, const auto& there) {
    fail("check_same_run", source, " belongs to another run: its ", what, " is ", here, ", not ",
         there, "; run all shards with the same options, or delete it");
  };
  if (found.command != expected.command) differ("command", found.command, expected.command);
  if (found.version != expected.version) differ("version", found.version, expected.version);
  if (found.shard.count != expected.shard.count) {
    differ("number of shards", found.shard.count, expected.shard.count);
  }
  for (const auto& [name, value] : expected.options.items()) {
    const Json own = found.options.contains(name) ? found.options.at(name) : Json("not given");
    if (own != value) differ("option " + name, own.dump(), value.dump());
  }
  for (const auto& [name, value] : found.options.items()) {
    if (!expected.options.contains(name)) differ("option " + name, value.dump(), "\"not given\"");
  }
}

PartReader::PartReader(std::filesystem::path path)
    : path_(std::move(path)), file_(path_, std::ios::binary) {
  if (!file_) {
    fail_as(ErrorKind::Runtime, "PartReader", "cannot open ", path_.string(), ": ",
            std::strerror(errno));
  }
  std::error_code error;
  size_ = static_cast<std::int64_t>(std::filesystem::file_size(path_, error));
  if (error) fail("PartReader", path_.string(), " is not a file: ", error.message());
  std::string line;
  std::getline(file_, line);
  if (!looks_like_part(line)) fail("PartReader", path_.string(), " is not a part of a run");
  header_ = parse_header(line, path_.string());
  seed_ = seed_of(line + '\n');
  good_bytes_ = std::ssize(line) + 1;
}

bool PartReader::next(PartRecord& record) {
  RecordHeader header;
  if (!file_.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
  const std::int64_t left = size_ - good_bytes_ - static_cast<std::int64_t>(sizeof header);
  if (header.bytes < 0 || header.bytes > left) return false;
  record.bytes.resize(static_cast<std::size_t>(header.bytes));
  if (!file_.read(record.bytes.data(), header.bytes)) return false;
  if (header.checksum != checksum_of(header, record.bytes, seed_) ||
      header.kind > static_cast<std::uint64_t>(PartRecordKind::End)) {
    return false;
  }
  record.kind = static_cast<PartRecordKind>(header.kind);
  record.index = header.index;
  record.input = header.input;
  good_bytes_ += static_cast<std::int64_t>(sizeof header) + header.bytes;
  return true;
}

PartWriter::PartWriter(std::filesystem::path path, const PartHeader& header, const Resumed& resumed)
    : path_(std::move(path)), last_flush_(now_in_milliseconds()) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_with_errno("cannot open");
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK) fail_with_errno("cannot lock");
      fail_as(ErrorKind::Runtime, "PartWriter", "another process is writing to ", path_.string());
    }
    resume(header, resumed);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

PartWriter::~PartWriter() {
  try {
    flush();
  } catch (const std::exception&) {
    // Whoever needs to know calls finish(); the next process goes on from what is there.
  }
  ::close(descriptor_);
}

void PartWriter::resume(const PartHeader& header, const Resumed& resumed) {
  struct stat info {};
  if (::fstat(descriptor_, &info) != 0) fail_with_errno("cannot examine");
  if (!S_ISREG(info.st_mode)) {
    fail("PartWriter", path_.string(), " is not a regular file: a shard needs one");
  }
  const std::string line = format_part_header(header);
  seed_ = seed_of(line);
  // A process that died while it wrote the first line left a beginning of just this line. Any
  // other text is somebody's file and is not touched.
  if (info.st_size < std::ssize(line) && line.starts_with(read_file(path_))) {
    if (::ftruncate(descriptor_, 0) != 0) fail_with_errno("cannot truncate");
    buffer_ = line;
    return flush();
  }
  PartReader reader(path_);
  check_same_run(header, reader.header(), path_.string());
  if (reader.header().shard != header.shard) {
    fail("PartWriter", path_.string(), " holds shard ", to_string(reader.header().shard), ", not ",
         to_string(header.shard));
  }
  PartRecord record;
  while (!complete_ && reader.next(record)) {
    complete_ = record.kind == PartRecordKind::End;
    if (!complete_) resumed(record);
  }
  if (reader.good_bytes() < info.st_size && ::ftruncate(descriptor_, reader.good_bytes()) != 0) {
    fail_with_errno("cannot truncate");
  }
}

void PartWriter::append(const PartRecord& record) {
  RecordHeader header{.index = record.index,
                      .input = record.input,
                      .kind = static_cast<std::uint64_t>(record.kind),
                      .bytes = std::ssize(record.bytes)};
  header.checksum = checksum_of(header, record.bytes, seed_);
  buffer_.append(reinterpret_cast<const char*>(&header), sizeof header);
  buffer_.append(record.bytes);
  if (buffer_.size() >= flush_bytes || now_in_milliseconds() - last_flush_ > flush_milliseconds) {
    flush();
  }
}

void PartWriter::finish(std::int64_t num_graphs, std::uint64_t input) {
  append({.kind = PartRecordKind::End, .index = num_graphs, .input = input});
  flush();
  if (::fsync(descriptor_) != 0) fail_with_errno("cannot synchronise");
  complete_ = true;
}

void PartWriter::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty()) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      buffer_.clear();  // not to be tried again; the next process mends what is cut short
      errno = reason;
      fail_with_errno("cannot write");
    }
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
  last_flush_ = now_in_milliseconds();
}

void PartWriter::fail_with_errno(const char* what) const {
  const int reason = errno;
  fail_as(ErrorKind::Runtime, "PartWriter", what, " the part ", path_.string(), ": ",
          std::strerror(reason));
}

}  // namespace isotypic::run
