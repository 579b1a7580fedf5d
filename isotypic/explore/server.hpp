// ExplorerServer: the explorer's page, live.
//
// It answers one page and two questions about graphs, and touches no file. A request needs the
// token in its path. Requests of other origins and for other hosts are refused, so that no page
// from elsewhere can ask, not even one whose name was made to lead here.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "isotypic/explore/live.hpp"

namespace isotypic::explore {

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 0;       ///< 0: any that is free
  std::string token;  ///< empty: 128 random bits
  LiveLimits live;
  std::int64_t max_request_bytes = 65'536;  ///< with all headers
  /// For a request to arrive, and again for its answer to be taken.
  std::chrono::milliseconds request_time{5000};
  std::int64_t threads = 16;      ///< requests that are read or answered at the same time
  std::int64_t max_waiting = 64;  ///< further ones that wait; beyond, they are turned away
};

class ExplorerServer {
 public:
  /// Listens from now on. Throws Error (Runtime) when the address cannot be had, or when there is
  /// no source of random numbers for the token.
  ExplorerServer(std::string page, const ServerOptions& options = {});
  ExplorerServer(const ExplorerServer&) = delete;
  ExplorerServer& operator=(const ExplorerServer&) = delete;
  ~ExplorerServer();

  /// Where the page is, with the token.
  [[nodiscard]] std::string url() const;

  /// Answers requests until a stop is requested.
  void run(const std::stop_token& stop);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isotypic::explore
