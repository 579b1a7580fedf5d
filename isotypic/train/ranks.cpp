#include "isotypic/train/ranks.hpp"

#include <ATen/ATen.h>
#include <c10/util/Logging.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include "isotypic/base/build_info.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/train/internal/exchange.hpp"

namespace isotypic::train {
namespace {

using c10d::ProcessGroupGloo;
using c10d::TCPStore;

/// For work between two messages that may take one rank long; a rank that ends is noticed at once.
constexpr std::chrono::hours patience{24};

/// Our own address on the way to `address`: what the others reach us by. Connecting a datagram
/// socket sends nothing.
std::string own_address(const std::string& address) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.c_str(), "9", &hints, &found) != 0 || found == nullptr) {
    fail("Ranks", "there is no machine ", address, ": MASTER_ADDR is where rank 0 runs");
  }
  std::string own;
  for (const addrinfo* one = found; one != nullptr && own.empty(); one = one->ai_next) {
    const int descriptor = socket(one->ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) continue;
    sockaddr_storage name{};
    socklen_t size = sizeof(name);
    std::array<char, NI_MAXHOST> text{};
    auto* sock = reinterpret_cast<sockaddr*>(&name);
    if (connect(descriptor, one->ai_addr, one->ai_addrlen) == 0 &&
        getsockname(descriptor, sock, &size) == 0 &&
        getnameinfo(sock, size, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST) == 0) {
      own = text.data();
    }
    close(descriptor);
  }
  freeaddrinfo(found);
  if (own.empty()) fail_as(ErrorKind::Runtime, "Ranks", "no way to ", address);
  return own;
}

std::vector<std::uint8_t> bytes_of(const std::string& text) { return {text.begin(), text.end()}; }

/// What a rank says before anything else; old and new versions understand it.
Json greeting(const RankPlace& place) {
  return {{"version", build_version()}, {"number of ranks", place.size}};
}

/// Compares our greeting with everyone's, the first rank's first.
void greet(TCPStore& store, const RankPlace& place) {
  const auto key = [](const char* what, std::int64_t rank) { return what + std::to_string(rank); };
  if (store.add(key("taken/", place.rank), 1) > 1) {
    fail("Ranks", "two processes have the number ", place.rank, ": RANK must differ");
  }
  const Json own = greeting(place);
  store.set(key("greeting/", place.rank), bytes_of(own.dump()));
  std::string difference;
  for (std::int64_t rank = 0; rank < place.size && difference.empty(); ++rank) {
    const auto bytes = store.get(key("greeting/", rank));
    const Json other = parse_json(std::string(bytes.begin(), bytes.end()), "a rank's greeting");
    for (const auto& [what, value] : own.items()) {
      if (other.at(what) == value) continue;
      difference = what + " is " + value.dump() + " on rank " + std::to_string(place.rank) +
                   " and " + other.at(what).dump() + " on rank " + std::to_string(rank);
    }
  }
  store.set(key("seen/", place.rank), {1});
  if (difference.empty()) return;
  // The first rank keeps the store, so it leaves last.
  for (std::int64_t rank = 1; place.rank == 0 && rank < place.size; ++rank) {
    store.wait({key("seen/", rank)}, std::chrono::seconds(2));
  }
  fail("Ranks", "the ranks do not fit together: ", difference);
}

/// c10d writes what goes wrong to standard error as well as throwing it.
void silence_logs() {
#ifdef C10_USE_GLOG
  FLAGS_minloglevel = google::GLOG_FATAL;
#endif
}

}  // namespace

struct Ranks::Connection {
  c10::intrusive_ptr<TCPStore> store;
  c10::intrusive_ptr<ProcessGroupGloo> copies;   ///< answers are due in time
  c10::intrusive_ptr<ProcessGroupGloo> waiting;  ///< they are not
  std::unique_ptr<Exchange> steps;               ///< for the messages of every step

  explicit Connection(const RankPlace& place) {
    c10d::TCPStoreOptions options;
    options.port = static_cast<std::uint16_t>(place.port);
    options.isServer = place.rank == 0;
    options.waitWorkers = false;
    options.timeout = timeout_of(place);
    const std::string own = own_address(place.address);  // or it says that there is no such machine
    silence_logs();
    store = c10::make_intrusive<TCPStore>(place.address, options);
    greet(*store, place);
    copies = group(place, own, "copies", timeout_of(place));
    waiting = group(place, own, "waiting", patience);
    steps = std::make_unique<Exchange>(place, own, noticeboard());
  }

  [[nodiscard]] c10::intrusive_ptr<ProcessGroupGloo> group(
      const RankPlace& place, const std::string& own, const char* name,
      std::chrono::milliseconds timeout) const {
    auto options = ProcessGroupGloo::Options::create(timeout);
    options->devices.push_back(ProcessGroupGloo::createDeviceForHostname(own));
    options->threads = 1;
    return c10::make_intrusive<ProcessGroupGloo>(
        c10::make_intrusive<c10d::PrefixStore>(name, store), static_cast<int>(place.rank),
        static_cast<int>(place.size), options);
  }

  [[nodiscard]] Noticeboard noticeboard() const {
    return {.leave = [this](const std::string& key,
                            const std::string& text) { store->set(key, bytes_of(text)); },
            .take =
                [this](const std::string& key) {
                  const auto bytes = store->get(key);
                  return std::string(bytes.begin(), bytes.end());
                }};
  }
};

namespace {

std::span<std::byte> memory_of(const at::Tensor& tensor) {
  return {static_cast<std::byte*>(tensor.data_ptr()), tensor.nbytes()};
}

/// Calls `body`; what Gloo or an Exchange throws becomes an Error that says who lost whom.
template <typename Body>
decltype(auto) among_ranks(const RankPlace& place, const char* doing, Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& error) {
    // The rest of the text is LibTorch's stack.
    const std::string text = error.what();
    fail_as(ErrorKind::Runtime, "Ranks", "rank ", place.rank, " of ", place.size, ' ', doing,
            ": another rank ended or does not answer (", text.substr(0, text.find('\n')),
            "). Look at what the others printed; the same command on all ranks resumes");
  }
}

}  // namespace

Ranks::Ranks(const RankPlace& place) : place_(place) {
  if (place.size < 1 || place.rank < 0 || place.rank >= place.size) {
    fail("Ranks", "there is no rank ", place.rank, " of ", place.size);
  }
  among_ranks(place, "did not find the others",
              [&] { connection_ = std::make_unique<Connection>(place); });
}

Ranks::~Ranks() = default;

at::Tensor Ranks::gather(const at::Tensor& own) {
  return among_ranks(place_, "lost the others", [&] {
    std::vector<std::int64_t> shape = {size()};
    shape.insert(shape.end(), own.sizes().begin(), own.sizes().end());
    const at::Tensor received = at::empty(shape, own.options());
    connection_->steps->gather(memory_of(own.contiguous()), memory_of(received));
    return received;
  });
}

std::vector<double> Ranks::gather(std::span<const double> own) {
  std::vector<double> all(own.size() * static_cast<std::size_t>(size()));
  among_ranks(place_, "lost the others", [&] {
    connection_->steps->gather(std::as_bytes(own), std::as_writable_bytes(std::span(all)));
  });
  return all;
}

std::vector<std::string> Ranks::gather(const std::string& own) {
  const at::Tensor lengths = gather(at::tensor(std::ssize(own), at::kLong));
  const auto longest = lengths.max().item<std::int64_t>();
  at::Tensor padded = at::zeros({std::max<std::int64_t>(longest, 1)}, at::kByte);
  std::ranges::copy(own, reinterpret_cast<char*>(padded.data_ptr<std::uint8_t>()));
  const at::Tensor all = gather(padded);
  std::vector<std::string> texts;
  for (std::int64_t rank = 0; rank < size(); ++rank) {
    texts.emplace_back(reinterpret_cast<const char*>(all[rank].data_ptr<std::uint8_t>()),
                       lengths[rank].item<std::int64_t>());
  }
  return texts;
}

/// Every rank sums one slice of the values over all ranks, in their order, and hands it on. Two
/// messages to everyone, whatever the number of ranks, where a ring would pass on many.
void Ranks::sum(at::Tensor values) {
  const at::NoGradGuard no_grad;
  const std::int64_t slice = (values.numel() + size() - 1) / size();
  const std::int64_t missing = slice * size() - values.numel();
  // The slices are of one length; what has it already is summed in its own memory.
  const bool in_place = missing == 0 && values.is_contiguous();
  const at::Tensor all = in_place ? values : at::constant_pad_nd(values, {0, missing});
  if (!received_.defined() || received_.numel() != all.numel() ||
      received_.scalar_type() != all.scalar_type()) {
    received_ = at::empty_like(all);
  }
  among_ranks(place_, "lost the others",
              [&] { connection_->steps->rows(memory_of(all), memory_of(received_)); });
  const at::Tensor rows = received_.view({size(), slice});
  at::Tensor total = rows[0];
  for (std::int64_t rank = 1; rank < size(); ++rank) total.add_(rows[rank]);
  among_ranks(place_, "lost the others",
              [&] { connection_->steps->gather(memory_of(total), memory_of(all)); });
  if (!in_place) values.copy_(all.narrow(0, 0, values.numel()));
}

void Ranks::copy_from_first(at::Tensor values) {
  among_ranks(place_, "lost the others", [&] {
    std::vector<at::Tensor> own = {values.detach().contiguous()};
    connection_->copies->broadcast(own)->wait();
    values.detach().copy_(own.front());
  });
}

std::string Ranks::copy_from_first(const std::string& text) {
  at::Tensor length = at::tensor(std::ssize(text), at::kLong);
  copy_from_first(length);
  at::Tensor bytes = at::zeros({length.item<std::int64_t>()}, at::kByte);
  auto* data = reinterpret_cast<char*>(bytes.data_ptr<std::uint8_t>());
  if (is_first()) std::ranges::copy(text, data);
  if (bytes.numel() > 0) copy_from_first(bytes);
  return {data, static_cast<std::size_t>(bytes.numel())};
}

void Ranks::check_same(const Facts& facts) {
  const std::vector<std::string> texts = gather(Json(facts).dump());
  const Json first = parse_json(texts.front(), "what rank 0 says");
  for (std::int64_t rank = 1; rank < size(); ++rank) {
    const Json other = parse_json(texts[rank], "what a rank says");
    if (other.size() != first.size()) {
      fail("Ranks", "the ranks do not train the same: rank 0 compares ", first.size(),
           " facts and rank ", rank, " ", other.size(), "; start all with the same program");
    }
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (first[i] == other[i]) continue;
      fail("Ranks", "the ranks do not train the same: ", first[i][0].get<std::string>(), " is ",
           first[i][1].get<std::string>(), " on rank 0 and ", other[i][1].get<std::string>(),
           " on rank ", rank);
    }
  }
}

void Ranks::wait_for_all() {
  among_ranks(place_, "lost the others", [&] { connection_->waiting->barrier()->wait(); });
}

std::unique_ptr<Ranks> join_ranks(const RankPlace& place) {
  return place.size == 1 ? nullptr : std::make_unique<Ranks>(place);
}

}  // namespace isotypic::train
