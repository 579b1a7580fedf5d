#include "isotypic/base/file_name.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::file_name_test {
namespace {

TEST(FileName, MustNotEndAtAZeroByte) {
  const TemporaryDirectory directory;
  const std::string name = directory.file("name") + std::string("\0.g6", 4);
  EXPECT_NO_THROW(check_file_name("a b.g6"));
  EXPECT_THROW(check_file_name(name), Error);
  EXPECT_THROW(write_file(name, "text"), Error);
  EXPECT_THROW(static_cast<void>(read_file(name)), Error);
  EXPECT_EQ(directory.num_files(), 0U);
}

TEST(NamesIn, AreThoseOfFilesAndFolders) {
  const TemporaryDirectory directory;
  (void)directory.write("b", "");
  (void)directory.write(".a", "");
  std::filesystem::create_directories(directory / "c" / "d");
  std::error_code error = std::make_error_code(std::errc::io_error);
  EXPECT_EQ(names_in(directory.path(), error), (std::vector<std::string>{".a", "b", "c"}));
  EXPECT_FALSE(error);
}

TEST(NamesIn, SaysWhyThereAreNone) {
  const TemporaryDirectory directory;
  std::error_code error;
  EXPECT_TRUE(names_in(directory / "none", error).empty());
  EXPECT_EQ(error, std::errc::no_such_file_or_directory);
  EXPECT_TRUE(names_in(directory.write("file", ""), error).empty());
  EXPECT_EQ(error, std::errc::not_a_directory);
}

}  // namespace
}  // namespace isotypic::file_name_test
