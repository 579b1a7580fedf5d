#include "isotypic/io/writer.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/io/reader.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic {
namespace {

using testing::HasSubstr;

const Graph written_graph = make_graph(2, {{0, 1}});

TEST(GraphWriter, WritesWhatTheReaderReads) {
  const TemporaryDirectory directory;
  for (const GraphFormat format :
       {GraphFormat::Graph6, GraphFormat::Sparse6, GraphFormat::Dimacs, GraphFormat::EdgeList}) {
    const std::string path = directory.file(std::string(format_name(format)));
    GraphWriter writer(path, format);
    writer.write(written_graph);
    writer.finish();
    EXPECT_EQ(GraphReader(path).next()->graph, written_graph) << path;
  }
}

TEST(GraphWriter, WritesOneGraphPerLineWhereTheFormatAllows) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("two.g6");
  GraphWriter writer(path, GraphFormat::Graph6);
  writer.write(written_graph);
  writer.write(Graph());
  writer.finish();
  EXPECT_EQ(read_file(path), "A_\n?\n");
  GraphWriter dimacs(directory.file("two.col"), GraphFormat::Dimacs);
  dimacs.write(written_graph);
  EXPECT_THAT(error_text([&] { dimacs.write(written_graph); }),
              HasSubstr("dimacs format holds one graph"));
}

TEST(GraphFormat, NamesAreReadBack) {
  for (const GraphFormat format : {GraphFormat::Detect, GraphFormat::Graph6, GraphFormat::Sparse6,
                                   GraphFormat::Dimacs, GraphFormat::EdgeList}) {
    EXPECT_EQ(format_from_name(format_name(format)), format);
  }
  EXPECT_THAT(error_text([] { (void)format_from_name("gml"); }), HasSubstr("'gml'"));
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("out");
  {
    AtomicFile file(path);
    file.write(std::string(1 << 17, 'x'));
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
    EXPECT_EQ(read_file(path), std::string(1 << 17, 'x'));
  }
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(AtomicFile, LeavesTheEarlierFileWhenAbandoned) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("out", "before");
  {
    AtomicFile file(path);
    file.write(std::string(1 << 17, 'x'));
  }
  EXPECT_EQ(read_file(path), "before");
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(AtomicFile, KeepsTheModeOfTheFileItReplaces) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("out", "before");
  std::filesystem::permissions(path, std::filesystem::perms(0640));
  write_file(path, "after");
  EXPECT_EQ(read_file(path), "after");
  EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0640));
}

TEST(AtomicFile, FollowsASymbolicLink) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("real", "before");
  std::filesystem::create_symlink("real", directory.file("link"));
  write_file(directory.file("link"), "after");
  EXPECT_TRUE(std::filesystem::is_symlink(directory.file("link")));
  EXPECT_EQ(read_file(path), "after");
}

TEST(AtomicFile, SaysWhenTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "needs /dev/full";
  EXPECT_EQ(error_text([] { write_file("/dev/full", "x"); }, ErrorKind::Runtime),
            "/dev/full: writing failed: No space left on device");
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST(AtomicFile, LeavesNothingBehindWhenTheFileCannotGrow) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("out", "before");
  // A limit on the size of files stands in for a full disk.
  rlimit old = {};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small = {.rlim_cur = 4096, .rlim_max = old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const std::string text =
      error_text([&] { write_file(path, std::string(1 << 20, 'x')); }, ErrorKind::Runtime);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(text, path + ": writing failed: File too large");
  EXPECT_EQ(read_file(path), "before");
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(AtomicFile, NamesAPathItCannotWrite) {
  const TemporaryDirectory directory;
  EXPECT_THAT(error_text([&] { write_file(directory.file("no/such"), "x"); }, ErrorKind::Runtime),
              HasSubstr("no/such: creating failed: No such file or directory"));
  EXPECT_THAT(error_text([&] { write_file(directory.file(""), "x"); }, ErrorKind::Runtime),
              HasSubstr("Is a directory"));
}

}  // namespace
}  // namespace isotypic
