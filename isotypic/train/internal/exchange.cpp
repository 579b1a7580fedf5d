#include "isotypic/train/internal/exchange.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <sstream>

namespace isotypic::train {
namespace {

using Clock = std::chrono::steady_clock;

/// A thread that sleeps is woken up late, and then the others wait for it. So look again and again
/// for as long as a layer takes; sched_yield() leaves the core to whoever else needs it.
constexpr std::chrono::milliseconds awake{2};

/// A rank greets as soon as it is connected. Who stays silent for longer is a stranger.
constexpr std::chrono::milliseconds longest_greeting{2000};

[[noreturn]] void lose(std::int64_t rank, const std::string& why) {
  throw LostRank("rank " + std::to_string(rank) + ' ' + why);
}

/// What a rank says first to one that listens.
struct Greeting {
  std::uint64_t token;
  std::int64_t rank;
};

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses look_up(const std::string& address, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.c_str(), port.c_str(), &hints, &found) != 0) found = nullptr;
  return {found, &freeaddrinfo};
}

class Listener {
 public:
  explicit Listener(const std::string& address) {
    const Addresses found = look_up(address, "0");
    if (found == nullptr) throw LostRank("nothing can listen at " + address);
    descriptor_ = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor_ < 0 || bind(descriptor_, found->ai_addr, found->ai_addrlen) != 0 ||
        listen(descriptor_, SOMAXCONN) != 0) {
      const int code = errno;
      if (descriptor_ >= 0) close(descriptor_);
      throw LostRank("nothing can listen at " + address + ": " + std::strerror(code));
    }
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() { close(descriptor_); }

  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] std::string port() const {
    sockaddr_storage name{};
    socklen_t size = sizeof(name);
    auto* address = reinterpret_cast<sockaddr*>(&name);
    std::array<char, NI_MAXSERV> text{};
    if (getsockname(descriptor_, address, &size) != 0 ||
        getnameinfo(address, size, nullptr, 0, text.data(), text.size(), NI_NUMERICSERV) != 0) {
      throw LostRank("the port of a socket is not known");
    }
    return text.data();
  }

 private:
  int descriptor_ = -1;
};

void prepare(int socket, std::chrono::milliseconds timeout) {
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  const timeval limit{.tv_sec = timeout.count() / 1000,
                      .tv_usec = static_cast<suseconds_t>(timeout.count() % 1000 * 1000)};
  setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
  setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof(limit));
}

std::uint64_t random_token() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

/// What is still to be sent to a rank, and to come from it.
struct Message {
  std::int64_t rank;
  int socket;
  std::span<const std::byte> to_send;
  std::span<std::byte> to_receive;

  [[nodiscard]] bool is_done() const { return to_send.empty() && to_receive.empty(); }

  /// Whether a byte has moved. Never waits.
  bool advance() {
    bool moved = false;
    if (!to_send.empty()) {
      const auto count =
          moved_bytes(send(socket, to_send.data(), to_send.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
      to_send = to_send.subspan(count);
      moved = count > 0;
    }
    if (!to_receive.empty()) {
      const ssize_t answer = recv(socket, to_receive.data(), to_receive.size(), MSG_DONTWAIT);
      if (answer == 0) lose(rank, "ended");
      const auto count = moved_bytes(answer);
      to_receive = to_receive.subspan(count);
      moved = moved || count > 0;
    }
    return moved;
  }

 private:
  [[nodiscard]] std::size_t moved_bytes(ssize_t answer) const {
    if (answer >= 0) return static_cast<std::size_t>(answer);
    if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return 0;
    lose(rank, std::string("ended: ") + std::strerror(errno));
  }
};

bool advance(std::vector<Message>& messages) {
  bool moved = false;
  for (Message& message : messages) moved = message.advance() || moved;
  std::erase_if(messages, [](const Message& message) { return message.is_done(); });
  return moved;
}

/// Sleeps until a byte can move.
void sleep(const std::vector<Message>& messages, std::chrono::milliseconds timeout) {
  std::vector<pollfd> polled;
  for (const Message& message : messages) {
    const int events =
        (message.to_send.empty() ? 0 : POLLOUT) | (message.to_receive.empty() ? 0 : POLLIN);
    polled.push_back({message.socket, static_cast<short>(events), 0});
  }
  const int ready = poll(polled.data(), polled.size(), static_cast<int>(timeout.count()));
  if (ready == 0) lose(messages.front().rank, "does not answer");
}

void close_all(const std::vector<int>& sockets) {
  for (const int socket : sockets) {
    if (socket >= 0) close(socket);
  }
}

}  // namespace

std::chrono::milliseconds timeout_of(const RankPlace& place) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * place.timeout));
}

Exchange::Exchange(const RankPlace& place, const std::string& address, const Noticeboard& board)
    : place_(place), sockets_(static_cast<std::size_t>(place.size), -1) {
  const auto key = [](std::int64_t rank) { return "exchange/" + std::to_string(rank); };
  const Listener listener(address);
  const std::uint64_t token = random_token();
  board.leave(key(place.rank), address + ' ' + listener.port() + ' ' + std::to_string(token));
  try {
    for (std::int64_t rank = 0; rank < place.rank; ++rank) connect_to(rank, board.take(key(rank)));
    accept_from_later_ranks(listener.descriptor(), token);
  } catch (...) {
    close_all(sockets_);
    throw;
  }
}

Exchange::~Exchange() { close_all(sockets_); }

void Exchange::connect_to(std::int64_t rank, const std::string& notice) {
  std::istringstream words(notice);
  std::string address;
  std::string port;
  Greeting greeting{0, place_.rank};
  words >> address >> port >> greeting.token;
  const Addresses found = look_up(address, port);
  if (found == nullptr) lose(rank, "cannot be reached at " + address);
  const int own = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockets_[rank] = own;
  if (own >= 0) prepare(own, timeout_of(place_));
  if (own < 0 || connect(own, found->ai_addr, found->ai_addrlen) != 0 ||
      send(own, &greeting, sizeof(greeting), MSG_NOSIGNAL) != sizeof(greeting)) {
    lose(rank, "cannot be reached at " + address + ": " + std::strerror(errno));
  }
}

void Exchange::accept_from_later_ranks(int listener, std::uint64_t token) {
  const auto deadline = Clock::now() + timeout_of(place_);
  std::int64_t missing = place_.size - place_.rank - 1;
  while (missing > 0) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    pollfd polled{listener, POLLIN, 0};
    if (left.count() <= 0 || poll(&polled, 1, static_cast<int>(left.count())) == 0) {
      const auto first = std::find(sockets_.begin() + place_.rank + 1, sockets_.end(), -1);
      lose(first - sockets_.begin(), "did not come");
    }
    const int own = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (own < 0) continue;
    prepare(own, std::min(left, longest_greeting));
    Greeting greeting{};
    const bool is_ours = recv(own, &greeting, sizeof(greeting), MSG_WAITALL) == sizeof(greeting) &&
                         greeting.token == token && greeting.rank > place_.rank &&
                         greeting.rank < place_.size && sockets_[greeting.rank] < 0;
    if (!is_ours) {  // a stranger
      close(own);
      continue;
    }
    sockets_[greeting.rank] = own;
    --missing;
  }
}

template <typename Sent>
void Exchange::exchange(Sent&& sent, std::span<std::byte> received) {
  const std::size_t length = received.size() / static_cast<std::size_t>(place_.size);
  if (length == 0) return;
  std::vector<Message> messages;
  for (std::int64_t rank = 0; rank < place_.size; ++rank) {
    const auto row = received.subspan(length * static_cast<std::size_t>(rank), length);
    if (rank == place_.rank) {
      std::ranges::copy(sent(rank), row.begin());
    } else {
      messages.push_back({rank, sockets_[rank], sent(rank), row});
    }
  }
  auto moved = Clock::now();
  while (!messages.empty()) {
    if (advance(messages)) {
      moved = Clock::now();
    } else if (Clock::now() - moved < awake) {
      sched_yield();
    } else {
      sleep(messages, timeout_of(place_));
    }
  }
}

void Exchange::rows(std::span<const std::byte> sent, std::span<std::byte> received) {
  const std::size_t length = sent.size() / static_cast<std::size_t>(place_.size);
  exchange(
      [&](std::int64_t rank) {
        return sent.subspan(length * static_cast<std::size_t>(rank), length);
      },
      received);
}

void Exchange::gather(std::span<const std::byte> own, std::span<std::byte> received) {
  exchange([&](std::int64_t) { return own; }, received);
}

}  // namespace isotypic::train
