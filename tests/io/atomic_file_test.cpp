#include "isotypic/io/atomic_file.hpp"

#include <gtest/gtest.h>

#include "isotypic/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace isotypic {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;

std::int64_t files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

TEST(AtomicFile, ReadsBackWhatWasWritten) {
  const TemporaryFolder folder;
  const std::string bytes("a\0b\n\xff", 5);
  write_file_atomically(folder / "file", "older and longer text");
  write_file_atomically(folder / "file", bytes);
  EXPECT_EQ(read_file(folder / "file"), bytes);
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(AtomicFile, FollowsASymbolicLink) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  fs::create_symlink("file", folder / "link");
  write_file_atomically(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "file"), "new");
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
  const TemporaryFolder folder;
  write_file_atomically(folder / "file", "old");
  fs::permissions(folder / "file", fs::perms::owner_read | fs::perms::owner_write);
  write_file_atomically(folder / "file", "new");
  EXPECT_EQ(fs::status(folder / "file").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST(AtomicFile, SaysWhenTheDiskIsFullAndLeavesTheDeviceAlone) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full on this system";
  try {
    write_file_atomically("/dev/full", "text");
    FAIL() << "the error was not reported";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Runtime);
    EXPECT_NE(std::string(error.what()).find("No space left"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
}

TEST(AtomicFile, NamesAFileThatCannotBeReadOrWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW((void)read_file(folder / "missing"), Error);
  EXPECT_THROW((void)read_file(folder.path()), Error);
  EXPECT_THROW(write_file_atomically(folder / "missing/file", "text"), Error);
}

}  // namespace
}  // namespace isotypic
