// An HTTP server whose requests are limited in bytes, time and number.
//
// cpp-httplib limits the time of one read, not of a request, and neither the bytes of headers nor
// the connections that wait. Here a connection has a budget of all three, and carries one request.
#pragma once

#include <httplib.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace isotypic::explore {

struct ConnectionLimits {
  std::int64_t max_bytes = 0;              ///< that are read
  std::chrono::milliseconds time{0};       ///< to read a request, and again to write the answer
  const std::atomic<bool>* stopping = {};  ///< when it becomes true, all fails at once
};

/// A connection that fails when its budget is used up.
class LimitedStream final : public httplib::Stream {
 public:
  LimitedStream(socket_t socket, const ConnectionLimits& limits);

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* bytes, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  /// Whether the socket became ready for `events` of poll() before the deadline.
  [[nodiscard]] bool wait_for(short events, Clock::time_point deadline) const;

  socket_t socket_;
  ConnectionLimits limits_;
  Clock::time_point read_deadline_;
  Clock::time_point write_deadline_;  // set at the first write
  bool writing_ = false;
  std::int64_t bytes_left_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// A fixed number of threads, and a bounded line of those who wait for one. Whoever finds the line
/// full is dealt with at once by `turn_away`.
class LimitedQueue final : public httplib::TaskQueue {
 public:
  LimitedQueue(std::int64_t threads, std::int64_t max_waiting);
  void enqueue(std::function<void()> task) override;
  void shutdown() override;

  /// True on a thread that runs a task which found no place.
  [[nodiscard]] static bool turned_away();

 private:
  void work();

  std::size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  bool closed_ = false;
  std::vector<std::jthread> threads_;
};

/// The server itself; who uses it sets the handlers.
class LimitedServer final : public httplib::Server {
 public:
  explicit LimitedServer(const ConnectionLimits& limits) : limits_(limits) {}

 private:
  bool process_and_close_socket(socket_t socket) override;

  ConnectionLimits limits_;
};

}  // namespace isotypic::explore
