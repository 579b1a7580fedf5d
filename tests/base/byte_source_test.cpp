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

/// While it lives, this process opens no more files.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    getrlimit(RLIMIT_NOFILE, &old_);
    const rlimit none = {.rlim_cur = 0, .rlim_max = old_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &old_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit old_ = {};
};

TEST(ByteSource, BlamesTheMachineWhenItOpensNoMoreFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.write("some", "text");
  // UBSan opens a pipe when it meets a type for the first time: let it meet those of an Error now.
  (void)error_text([&] { (void)read_file(directory.file("none")); });
  const std::string text = error_text(
      [&] {
        const NoMoreFiles limit;
        (void)read_file(path);
      },
      ErrorKind::Runtime);
  EXPECT_THAT(text, HasSubstr("some: Too many open files"));
  EXPECT_EQ(read_file(path), "text");
}

}  // namespace
}  // namespace isotypic::byte_source_test
