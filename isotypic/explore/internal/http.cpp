#include "isotypic/explore/internal/http.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

namespace isotypic::explore {
namespace {

constexpr std::size_t buffer_bytes = 4096;
constexpr std::chrono::milliseconds glance{100};  // how soon a wait sees that all is to end

thread_local bool no_place = false;

}  // namespace

LimitedStream::LimitedStream(socket_t socket, const ConnectionLimits& limits)
    : socket_(socket),
      limits_(limits),
      read_deadline_(Clock::now() + limits.time),
      bytes_left_(limits.max_bytes),
      buffer_(buffer_bytes) {}

bool LimitedStream::wait_for(short events, Clock::time_point deadline) const {
  while (!limits_.stopping->load()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{.fd = socket_, .events = events, .revents = 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min(left, glance).count()));
    if (ready > 0) return (waiting.revents & (events | POLLHUP | POLLERR)) != 0;
    if (ready < 0 && errno != EINTR) return false;
  }
  return false;
}

bool LimitedStream::is_readable() const {
  return begin_ < end_ || wait_for(POLLIN, read_deadline_);
}

bool LimitedStream::is_writable() const {
  return wait_for(POLLOUT, writing_ ? write_deadline_ : Clock::now() + limits_.time);
}

ssize_t LimitedStream::read(char* bytes, size_t size) {
  if (begin_ == end_) {
    if (bytes_left_ <= 0 || !wait_for(POLLIN, read_deadline_)) return -1;
    const auto room = std::min<std::int64_t>(std::ssize(buffer_), bytes_left_);
    const ssize_t count = ::recv(socket_, buffer_.data(), static_cast<size_t>(room), MSG_DONTWAIT);
    if (count <= 0) return count;
    bytes_left_ -= count;
    begin_ = 0;
    end_ = static_cast<std::size_t>(count);
  }
  const std::size_t count = std::min(size, end_ - begin_);
  std::copy_n(buffer_.data() + begin_, count, bytes);
  begin_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t LimitedStream::write(const char* bytes, size_t size) {
  if (!std::exchange(writing_, true)) write_deadline_ = Clock::now() + limits_.time;
  if (!wait_for(POLLOUT, write_deadline_)) return -1;
  return ::send(socket_, bytes, size, MSG_DONTWAIT | MSG_NOSIGNAL);
}

void LimitedStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  ip.clear();  // nobody asks who it was
  port = 0;
}

void LimitedStream::get_local_ip_and_port(std::string& ip, int& port) const {
  get_remote_ip_and_port(ip, port);
}

LimitedQueue::LimitedQueue(std::int64_t threads, std::int64_t max_waiting)
    : max_waiting_(static_cast<std::size_t>(max_waiting)) {
  for (std::int64_t i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

void LimitedQueue::enqueue(std::function<void()> task) {
  {
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() < max_waiting_) {
      waiting_.push_back(std::move(task));
      changed_.notify_one();
      return;
    }
  }
  no_place = true;
  task();
  no_place = false;
}

void LimitedQueue::shutdown() {
  {
    const std::scoped_lock lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  threads_.clear();  // joins
}

bool LimitedQueue::turned_away() { return no_place; }

void LimitedQueue::work() {
  while (true) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      task = std::move(waiting_.front());
      waiting_.pop_front();
    }
    task();
  }
}

bool LimitedServer::process_and_close_socket(socket_t socket) {
  bool answered = false;
  if (LimitedQueue::turned_away()) {
    constexpr std::string_view busy =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\n"
        "Connection: close\r\n\r\n";
    answered = ::send(socket, busy.data(), busy.size(), MSG_DONTWAIT | MSG_NOSIGNAL) > 0;
  } else {
    LimitedStream stream(socket, limits_);
    bool closed = false;
    answered = process_request(stream, true, closed, nullptr);
  }
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return answered;
}

}  // namespace isotypic::explore
