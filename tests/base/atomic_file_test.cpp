#include "isotypic/base/atomic_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "isotypic/base/byte_source.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::atomic_file_test {
namespace {

using testing::HasSubstr;

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

TEST(AtomicFile, LeavesNothingBehindWhenALibraryEndsTheProcess) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("out", "before");
  const auto write_and_exit = [&] {
    AtomicFile file(path);
    file.write(std::string(1 << 17, 'x'));
    std::exit(3);  // as nauty does when memory runs out
  };
  EXPECT_EXIT(write_and_exit(), testing::ExitedWithCode(3), "");
  EXPECT_EQ(read_file(path), "before");
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(AtomicFile, OfAProcessThatForkedIsNotRemovedByTheOther) {
  const TemporaryDirectory directory;
  AtomicFile file(directory.file("out"));
  file.write(std::string(1 << 17, 'x'));
  EXPECT_EXIT(std::exit(0), testing::ExitedWithCode(0), "");
  file.commit();
  EXPECT_EQ(read_file(directory.file("out")), std::string(1 << 17, 'x'));
}

TEST(AtomicFile, NamesAPathItCannotWrite) {
  const TemporaryDirectory directory;
  EXPECT_THAT(error_text([&] { write_file(directory.file("no/such"), "x"); }, ErrorKind::Runtime),
              HasSubstr("no/such: creating failed: No such file or directory"));
  EXPECT_THAT(error_text([&] { write_file(directory.file(""), "x"); }, ErrorKind::Runtime),
              HasSubstr("Is a directory"));
}

TEST(RemoveTemporaryFiles, TakesWhatKilledWritersLeftOfTheNamedFilesOnly) {
  const TemporaryDirectory directory;
  for (const char* name : {"mine.1.2.tmp", "other.1.2.tmp", "mine", "mine.tmp.txt"}) {
    (void)directory.write(name, "x");
  }
  remove_temporary_files(directory.path(), [](const std::string& name) { return name == "mine"; });
  EXPECT_FALSE(std::filesystem::exists(directory / "mine.1.2.tmp"));
  EXPECT_EQ(directory.num_files(), 3U);
}

}  // namespace
}  // namespace isotypic::atomic_file_test
