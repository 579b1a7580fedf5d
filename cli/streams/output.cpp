#include "cli/streams/output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>

namespace isotypic::cli {
namespace {

bool is_regular_file(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

const std::string& not_empty(const std::string& path) {
  if (path.empty()) throw CLI::ValidationError("--output must be the name of a file, or -");
  return path;
}

}  // namespace

Output::Output(const std::string& path)
    : file_(not_empty(path)), immediate_(path == "-" && !is_regular_file(STDOUT_FILENO)) {}

Output::~Output() = default;

void Output::write(std::string_view lines) {
  const std::scoped_lock lock(mutex_);
  file_->write(lines);
  if (immediate_) file_->flush();
}

void Output::commit() {
  const std::scoped_lock lock(mutex_);
  file_->commit();
}

void Output::abandon() {
  // A write into a pipe that nobody reads may never end; a file's does.
  if (mutex_.try_lock_for(std::chrono::milliseconds(300))) file_.reset();
  const bool ended = ::isatty(STDERR_FILENO) == 0 || ::write(STDERR_FILENO, "\n", 1) == 1;
  static_cast<void>(ended);  // a line break that fails is not worth a word
  ::_exit(128 + Interrupt::signal());
}

}  // namespace isotypic::cli
