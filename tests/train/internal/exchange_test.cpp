// Messages between ranks; here they are threads of one process, on loopback.
#include "isotypic/train/internal/exchange.hpp"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <latch>
#include <map>
#include <mutex>
#include <sstream>
#include <thread>

namespace isotypic::train::exchange_test {
namespace {

/// Notices in memory.
class Notices {
 public:
  Noticeboard board() {
    return {.leave =
                [this](const std::string& key, const std::string& text) {
                  const std::lock_guard lock(mutex_);
                  texts_[key] = text;
                  changed_.notify_all();
                },
            .take = [this](const std::string& key) { return take(key); }};
  }
  std::string take(const std::string& key) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return texts_.contains(key); });
    return texts_.at(key);
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::string> texts_;
};

/// Calls body(exchange, rank) on every rank. Returns what was lost, "" where nothing was.
template <typename Body>
std::vector<std::string> with_exchange(std::int64_t size, double timeout, Body&& body) {
  Notices notices;
  std::vector<std::string> lost(static_cast<std::size_t>(size));
  {
    std::vector<std::jthread> threads;
    for (std::int64_t rank = 0; rank < size; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          Exchange exchange({.rank = rank, .size = size, .timeout = timeout}, "127.0.0.1",
                            notices.board());
          body(exchange, rank);
        } catch (const LostRank& error) {
          lost[rank] = error.what();
        }
      });
    }
  }
  return lost;
}

/// What rank `from` sends to rank `to`.
std::byte letter(std::int64_t from, std::int64_t to) { return std::byte(16 * from + to); }

bool all_are(std::byte expected, std::span<const std::byte> row) {
  return std::ranges::all_of(row, [&](std::byte byte) { return byte == expected; });
}

TEST(Exchange, BringsEveryRowToItsRank) {
  for (const std::size_t length : {0, 1, 4112, 3'000'000}) {  // the last fills every buffer
    const auto lost = with_exchange(3, 30.0, [&](Exchange& exchange, std::int64_t own) {
      std::vector<std::byte> sent(3 * length);
      std::vector<std::byte> received(3 * length);
      for (std::int64_t to = 0; to < 3; ++to) {
        std::fill_n(sent.begin() + static_cast<std::ptrdiff_t>(to * length), length,
                    letter(own, to));
      }
      for (int round = 0; round < 3; ++round) {
        exchange.rows(sent, received);
        for (std::int64_t from = 0; from < 3; ++from) {
          const auto row = std::span(received).subspan(from * length, length);
          ASSERT_TRUE(all_are(letter(from, own), row)) << length;
        }
      }
    });
    EXPECT_THAT(lost, testing::Each("")) << length;
  }
}

TEST(Exchange, GathersOneRowOfEveryRank) {
  const auto lost = with_exchange(4, 30.0, [](Exchange& exchange, std::int64_t own) {
    const std::vector<std::byte> row(257, letter(own, 0));
    std::vector<std::byte> all(4 * row.size());
    exchange.gather(row, all);
    for (std::int64_t from = 0; from < 4; ++from) {
      ASSERT_TRUE(all_are(letter(from, 0), std::span(all).subspan(from * row.size(), row.size())));
    }
  });
  EXPECT_THAT(lost, testing::Each(""));
}

TEST(Exchange, NoticesARankThatEnds) {
  const auto begin = std::chrono::steady_clock::now();
  const auto lost = with_exchange(2, 30.0, [](Exchange& exchange, std::int64_t own) {
    if (own == 1) return;
    std::vector<std::byte> row(8);
    std::vector<std::byte> all(16);
    exchange.gather(row, all);
  });
  EXPECT_THAT(lost[0], testing::StartsWith("rank 1 ended"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Exchange, GivesUpARankThatDoesNotAnswer) {
  std::latch over(1);
  const auto lost = with_exchange(2, 0.3, [&](Exchange& exchange, std::int64_t own) {
    if (own == 1) {
      over.wait();
      return;
    }
    std::vector<std::byte> row(8);
    std::vector<std::byte> all(16);
    EXPECT_THROW(exchange.gather(row, all), LostRank);
    over.count_down();
  });
  EXPECT_THAT(lost, testing::Each(""));
}

TEST(Exchange, GivesUpARankThatDoesNotCome) {
  Notices notices;
  try {
    Exchange exchange({.rank = 0, .size = 2, .timeout = 0.2}, "127.0.0.1", notices.board());
    ADD_FAILURE() << "nobody was there";
  } catch (const LostRank& error) {
    EXPECT_STREQ(error.what(), "rank 1 did not come");
  }
}

/// A stranger sends these bytes to the port of rank 0 and is sent away; then rank 1 comes.
void expect_sent_away(std::span<const std::int64_t> bytes) {
  Notices notices;
  std::jthread stranger([&] {
    std::istringstream notice(notices.take("exchange/0"));
    std::string address;
    std::uint16_t port = 0;
    notice >> address >> port;
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(port);
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int own = socket(AF_INET, SOCK_STREAM, 0);
    ASSERT_EQ(connect(own, reinterpret_cast<sockaddr*>(&name), sizeof(name)), 0);
    ASSERT_EQ(send(own, bytes.data(), bytes.size_bytes(), 0), bytes.size_bytes());
    char byte = 0;
    EXPECT_LE(recv(own, &byte, 1, 0), 0);  // hung up
    close(own);
    Exchange right({.rank = 1, .size = 2, .timeout = 30.0}, "127.0.0.1", notices.board());
    std::vector<std::byte> all(2);
    right.gather(std::vector<std::byte>{std::byte(7)}, all);
    EXPECT_EQ(all[0], std::byte(5));
  });
  Exchange exchange({.rank = 0, .size = 2, .timeout = 30.0}, "127.0.0.1", notices.board());
  std::vector<std::byte> all(2);
  exchange.gather(std::vector<std::byte>{std::byte(5)}, all);
  EXPECT_EQ(all[1], std::byte(7));
}

TEST(Exchange, SendsStrangersAway) {
  expect_sent_away(std::array<std::int64_t, 2>{12345, 1});  // rank 1 with a wrong token
}

TEST(Exchange, DoesNotWaitForASilentStrangerUntilTheTimeout) {
  const auto begin = std::chrono::steady_clock::now();
  expect_sent_away({});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(15));
}

}  // namespace
}  // namespace isotypic::train::exchange_test
