#include "isotypic/base/isolation.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

constexpr char answered = 'a';  // then the answer; otherwise an ErrorKind as a digit, and its text
constexpr int gave_up = 70;     // exit status of a copy that a library ended by exit()

[[noreturn]] void fail_for(const char* where, const char* action) {
  fail_as(ErrorKind::Runtime, where, "work with a limit needs a process of its own, but ", action,
          " failed: ", std::generic_category().message(errno));
}

void write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ::_exit(gave_up);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

/// The answer of the copy, or why there is none.
std::string make_message(const char* where, const std::function<std::string()>& work) {
  try {
    return answered + translate_exceptions(where, work);
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.kind())) + error.what();
  }
}

/// What the copy does; all signals are blocked in it. No exception may leave it: the copy would go
/// on as if it were the original.
[[noreturn]] void be_the_copy(const char* where, const std::function<std::string()>& work,
                              int output, pid_t parent) noexcept {
  // Files and locks of the original must not outlive it here.
  constexpr int kept = 3;
  if (output != kept && ::dup2(output, kept) < 0) ::_exit(gave_up);
  (void)::close_range(kept + 1, ~0U, 0);
  (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(gave_up);
  // nauty calls exit() when memory runs out; what the original registered must not run twice.
  (void)std::atexit([] { ::_exit(gave_up); });
  try {
    const std::string message = make_message(where, work);
    const std::uint64_t size = message.size();
    write_all(kept, {reinterpret_cast<const char*>(&size), sizeof size});
    write_all(kept, message);
  } catch (...) {
    ::_exit(gave_up);
  }
  ::_exit(0);
}

/// The copy as its original sees it. Ends it in the destructor, whatever it is doing.
class Copy {
 public:
  Copy(const char* where, const std::function<std::string()>& work) : where_(where) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail_for(where, "opening a pipe");
    input_ = ends[0];
    // No handler of the host may run in the copy.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t parent = ::getpid();
    id_ = ::fork();
    if (id_ == 0) be_the_copy(where, work, ends[1], parent);
    const int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::close(ends[1]);
    if (id_ < 0) {
      ::close(input_);
      errno = error;
      fail_for(where, "making one");
    }
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() {
    ::close(input_);
    if (ended_) return;
    ::kill(id_, SIGKILL);
    while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  [[nodiscard]] std::chrono::nanoseconds processor_time() const {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
      fail_for(where_, "reading its clock");
    }
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }

  void sleep() const { ::kill(id_, SIGSTOP); }
  void wake() const { ::kill(id_, SIGCONT); }

  /// Waits at most so long for bytes; false when there are none.
  [[nodiscard]] bool wait(std::chrono::milliseconds most) const {
    pollfd entry{.fd = input_, .events = POLLIN, .revents = 0};
    return ::poll(&entry, 1, static_cast<int>(most.count())) > 0;
  }

  /// Appends what has come; false at the end.
  [[nodiscard]] bool read_into(std::string& bytes) const {
    std::array<char, 1 << 16> buffer{};
    const ssize_t count = ::read(input_, buffer.data(), buffer.size());
    if (count < 0 && errno != EINTR) fail_for(where_, "reading from it");
    if (count > 0) bytes.append(buffer.data(), static_cast<std::size_t>(count));
    return count != 0;
  }

  /// Says how it ended, for one that ended without an answer.
  [[noreturn]] void fail_without_answer() {
    int status = 0;
    pid_t known = 0;
    while ((known = ::waitpid(id_, &status, 0)) < 0 && errno == EINTR) {
    }
    ended_ = true;
    if (known == id_ && WIFSIGNALED(status)) {
      fail_as(ErrorKind::Runtime, where_, "the process of its own was ended by signal ",
              WTERMSIG(status), "; perhaps memory ran out");
    }
    fail_as(ErrorKind::Runtime, where_,
            "the process of its own ended without an answer; memory ran out");
  }

 private:
  const char* where_;
  int input_ = -1;
  pid_t id_ = -1;
  bool ended_ = false;
};

/// How long to sleep before the limits are looked at again.
std::chrono::milliseconds next_look(const WorkLimits& limits) {
  using std::chrono::milliseconds;
  const milliseconds longest = limits.stop.stop_possible() ? milliseconds(5) : milliseconds(1000);
  return std::min(limits.time_left().value_or(longest), longest);
}

/// What a copy sends, piece by piece.
class Mailbox {
 public:
  /// Takes in what has come from the copy. The answer when it is complete; throws the Error that
  /// came in its place.
  std::optional<std::string> collect(Copy& copy) {
    if (!copy.read_into(bytes_)) copy.fail_without_answer();
    std::uint64_t size = 0;
    if (bytes_.size() < sizeof size) return std::nullopt;
    std::memcpy(&size, bytes_.data(), sizeof size);
    if (bytes_.size() < sizeof size + size) return std::nullopt;
    const char kind = bytes_[sizeof size];
    std::string message = bytes_.substr(sizeof size + 1);
    if (kind == answered) return message;
    throw Error(static_cast<ErrorKind>(kind - '0'), message);
  }

 private:
  std::string bytes_;
};

}  // namespace

std::string run_isolated(const char* where, const std::function<std::string()>& work,
                         const WorkLimits& limits) {
  limits.check(where);
  Copy copy(where, work);
  Mailbox mailbox;
  while (true) {
    if (copy.wait(next_look(limits))) {
      if (auto answer = mailbox.collect(copy)) return *std::move(answer);
    }
    limits.check(where);
  }
}

struct IsolatedWork::State {
  const char* where;
  Copy copy;
  Mailbox mailbox;
};

IsolatedWork::IsolatedWork(const char* where, const std::function<std::string()>& work)
    : state_(new State{where, Copy(where, work), {}}) {
  state_->copy.sleep();
}

IsolatedWork::~IsolatedWork() = default;

std::optional<std::string> IsolatedWork::run_for(std::chrono::nanoseconds turn,
                                                 const WorkLimits& limits) {
  const auto end = state_->copy.processor_time() + turn;
  state_->copy.wake();
  std::optional<std::string> answer;
  while (!answer) {
    limits.check(state_->where);
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - state_->copy.processor_time());
    if (left.count() <= 0) break;
    if (state_->copy.wait(std::min(left, next_look(limits)))) {
      answer = state_->mailbox.collect(state_->copy);
    }
  }
  state_->copy.sleep();
  return answer;
}

}  // namespace isotypic
