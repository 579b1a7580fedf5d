#include "isotypic/run/part.hpp"

#include <gmock/gmock.h>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/run/merge_parts.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::run::part_test {
namespace {

using ::testing::HasSubstr;

PartHeader header_of(std::int64_t index, std::int64_t count) {
  PartHeader header{.command = "embed", .version = "1", .shard = {index, count}};
  header.options["--rounds"] = 3;
  return header;
}

PartRecord record_of(std::int64_t index) {
  return {.index = index,
          .input = static_cast<std::uint64_t>(index) * 17,
          .bytes = std::string(static_cast<std::size_t>(index), 'r') + std::to_string(index)};
}

constexpr std::int64_t num_graphs = 9;
constexpr std::uint64_t input = 1234;

void ignore(const PartRecord&) {}

std::filesystem::path write_part(const TemporaryDirectory& directory, const PartHeader& header,
                                 bool finished = true) {
  const std::filesystem::path path =
      directory / ("part-" + std::to_string(header.shard.index) + "-" + header.command);
  PartWriter part(path, header, ignore);
  for (std::int64_t i = 0; i < num_graphs; ++i) {
    if (header.shard.contains(i)) part.append(record_of(i));
  }
  if (finished) part.finish(num_graphs, input);
  return path;
}

TEST(Part, GivesBackWhatWasWrittenWhereverACrashCutIt) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = write_part(directory, header_of(0, 1));
  const std::string whole = read_file(path);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = directory.write("cut", whole.substr(0, size));
    std::int64_t next = 0;
    PartWriter part(cut, header_of(0, 1), [&](const PartRecord& record) {
      EXPECT_EQ(record.index, next);
      EXPECT_EQ(record.bytes, record_of(next).bytes);
      ++next;
    });
    EXPECT_FALSE(part.is_complete());
    for (; next < num_graphs; ++next) part.append(record_of(next));
    part.finish(num_graphs, input);
    EXPECT_EQ(read_file(cut), whole);
  }
  EXPECT_TRUE(PartWriter(path, header_of(0, 1), ignore).is_complete());
}

TEST(Part, DropsWhatFollowsADamagedByte) {
  const TemporaryDirectory directory;
  const std::string whole = read_file(write_part(directory, header_of(0, 1)));
  const std::size_t begin = format_part_header(header_of(0, 1)).size();
  for (std::size_t at = begin; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    PartReader reader(directory.write("damaged", damaged));
    PartRecord record;
    std::int64_t next = 0;
    while (reader.next(record)) {
      ASSERT_NE(record.kind, PartRecordKind::End);
      EXPECT_EQ(record.index, next);
      EXPECT_EQ(record.bytes, record_of(next).bytes);
      ++next;
    }
  }
}

TEST(Part, IsNotTouchedIfItBelongsToSomethingElse) {
  const TemporaryDirectory directory;
  const std::filesystem::path path = write_part(directory, header_of(1, 3));
  const std::string text = directory.write("text", "somebody's file\n");
  EXPECT_THAT(error_text([&] { PartWriter(text, header_of(0, 1), ignore); }),
              HasSubstr("is not a part of a run"));
  EXPECT_EQ(read_file(text), "somebody's file\n");
  EXPECT_THAT(error_text([&] { PartWriter(path, header_of(0, 3), ignore); }),
              HasSubstr("holds shard 1/3, not 0/3"));
  EXPECT_THAT(error_text([&] { PartWriter(path, header_of(1, 4), ignore); }),
              HasSubstr("its number of shards is 3, not 4"));
  PartHeader other = header_of(1, 3);
  other.options["--rounds"] = 4;
  EXPECT_THAT(error_text([&] { PartWriter(path, other, ignore); }),
              HasSubstr("its option --rounds is 3, not 4"));
  const PartWriter open(path, header_of(1, 3), ignore);
  EXPECT_THAT(error_text([&] { PartWriter(path, header_of(1, 3), ignore); }, ErrorKind::Runtime),
              HasSubstr("another process is writing to"));
}

TEST(PartSet, ReadsTheShardsAsOneInAnyOrder) {
  const TemporaryDirectory directory;
  std::vector<std::filesystem::path> paths;
  for (const std::int64_t i : {2, 0, 1}) paths.push_back(write_part(directory, header_of(i, 3)));
  PartSet parts(paths);
  std::int64_t next = 0;
  const PartSummary summary = parts.for_each([&](const PartRecord& record) {
    EXPECT_EQ(record.index, next);
    EXPECT_EQ(record.bytes, record_of(next).bytes);
    ++next;
  });
  EXPECT_EQ(next, num_graphs);
  EXPECT_EQ(summary.num_graphs, num_graphs);
  EXPECT_EQ(summary.num_failed, 0);
}

TEST(PartSet, RefusesPartsThatDoNotBelongTogether) {
  const TemporaryDirectory directory;
  const auto a = write_part(directory, header_of(0, 3));
  const auto b = write_part(directory, header_of(1, 3));
  EXPECT_THAT(error_text([&] { PartSet({a, b}); }), HasSubstr("shard 2/3 is missing"));
  EXPECT_THAT(error_text([&] { PartSet({a, b, a}); }), HasSubstr("shard 0/3 is there twice"));
  PartHeader header = header_of(2, 3);
  header.command = "inspect";
  const auto other = write_part(directory, header);
  EXPECT_THAT(error_text([&] {
                PartSet({a, b, other});
              }),
              HasSubstr("its command is inspect, not embed"));
  const auto unfinished = write_part(directory, header_of(2, 3), false);
  PartSet parts({a, b, unfinished});
  EXPECT_THAT(error_text([&] { parts.for_each(ignore); }),
              HasSubstr("shard 2/3 is not finished; run it again"));
  std::filesystem::remove(unfinished);
  PartWriter(unfinished, header_of(2, 3), ignore).finish(2, input);
  PartSet fewer({a, b, unfinished});
  EXPECT_THAT(error_text([&] { fewer.for_each(ignore); }), HasSubstr("different graphs"));
}

}  // namespace
}  // namespace isotypic::run::part_test
