// Ranks as threads of one process, on loopback.
#pragma once

#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::train {

inline std::int64_t free_port() {
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  EXPECT_EQ(bind(descriptor, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(descriptor);
  return ntohs(address.sin_port);
}

/// Calls body(ranks) on every rank. Returns the errors, "" where there was none.
inline std::vector<std::string> with_ranks(std::int64_t size,
                                           const std::function<void(Ranks&)>& body) {
  const std::int64_t port = free_port();
  std::vector<std::string> errors(static_cast<std::size_t>(size));
  {
    std::vector<std::jthread> threads;
    for (std::int64_t rank = 0; rank < size; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          Ranks ranks({.rank = rank, .size = size, .port = port, .timeout = 30.0});
          body(ranks);
        } catch (const Error& error) {
          errors[rank] = error.reason();
        }
      });
    }
  }
  return errors;
}

}  // namespace isotypic::train
