#include "isotypic/base/byte_source.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::byte_source_test {
namespace {

using testing::HasSubstr;

TEST(ByteSource, BlamesTheCallerForAPathThatLeadsNowhere) {
  const TemporaryDirectory directory;
  EXPECT_EQ(error_text([&] { (void)read_file(directory.file("none")); }, ErrorKind::BadInput),
            directory.file("none") + ": No such file or directory");
}

TEST(ByteSource, BlamesTheMachineWhenItOpensNoMoreFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("some", "text");
  rlimit old = {};
  getrlimit(RLIMIT_NOFILE, &old);
  const rlimit none = {.rlim_cur = 0, .rlim_max = old.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const std::string text = error_text([&] { (void)read_file(path); }, ErrorKind::Runtime);
  setrlimit(RLIMIT_NOFILE, &old);
  EXPECT_THAT(text, HasSubstr("some: Too many open files"));
  EXPECT_EQ(read_file(path), "text");
}

}  // namespace
}  // namespace isotypic::byte_source_test
