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

}  // namespace
}  // namespace isotypic::file_name_test
