#include "cli/terminal/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace isotypic::cli {

std::int64_t terminal_width(int descriptor, std::int64_t otherwise) {
  winsize size{};
  if (::isatty(descriptor) == 0 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return otherwise;
  return size.ws_col > 0 ? size.ws_col : otherwise;
}

}  // namespace isotypic::cli
