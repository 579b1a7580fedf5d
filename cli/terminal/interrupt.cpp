#include "cli/terminal/interrupt.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {
namespace {

// A handler may only touch such things: a flag, and a pipe that wakes the watcher.
volatile std::sig_atomic_t signal_seen = 0;
std::array<int, 2> wake_up = {-1, -1};

/// Nothing can be done if it fails: the pipe is empty, so it has room.
void wake_watcher() {
  if (::write(wake_up[1], "s", 1) < 0) return;
}

void on_signal(int signal) {
  if (signal_seen != 0) ::_exit(128 + signal);
  signal_seen = signal;
  const int saved = errno;
  wake_watcher();
  errno = saved;
}

}  // namespace

Interrupt::Interrupt(std::string notice) {
  if (::pipe2(wake_up.data(), O_CLOEXEC) != 0) {
    fail_as(ErrorKind::Runtime, "Interrupt", "no pipe: ", std::strerror(errno));
  }
  signal_seen = 0;
  watcher_ = std::jthread([this, notice = std::move(notice)] {
    char reason = 0;
    while (::read(wake_up[0], &reason, 1) < 0 && errno == EINTR) {
    }
    if (reason == 0) return;  // no signal came
    std::cerr << notice << std::flush;
    source_.request_stop();
  });
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &previous_int_);
  ::sigaction(SIGTERM, &action, &previous_term_);
}

Interrupt::~Interrupt() {
  ::sigaction(SIGINT, &previous_int_, nullptr);
  ::sigaction(SIGTERM, &previous_term_, nullptr);
  // The watcher sees the end of the pipe. A byte would have to be written, and that can fail.
  ::close(wake_up[1]);
  watcher_.join();
  ::close(wake_up[0]);
}

int Interrupt::signal() { return signal_seen; }

}  // namespace isotypic::cli
