#include "isotypic/explore/server.hpp"

#include <sys/random.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <functional>
#include <mutex>
#include <semaphore>
#include <string_view>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/explore/internal/http.hpp"

namespace isotypic::explore {
namespace {

using httplib::Request;
using httplib::Response;

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != std::ssize(bytes)) {
    fail_as(ErrorKind::Runtime, "serve", "no random numbers: ", std::strerror(errno));
  }
  std::string text;
  for (const unsigned char byte : bytes) {
    std::array<char, 3> digits{};
    (void)std::snprintf(digits.data(), digits.size(), "%02x", byte);
    text += digits.data();
  }
  return text;
}

/// In the same time for every guess of the same length.
bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return different == 0;
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "localhost" || address == "::1";
}

void refuse(Response& response, int status, const std::string& reason) {
  response.status = status;
  response.set_content(dump_json({{"error", reason}}), "application/json");
}

}  // namespace

class ExplorerServer::Implementation {
 public:
  Implementation(std::string page, const ServerOptions& options)
      : page_(std::move(page)),
        options_(options),
        server_({.max_bytes = options.max_request_bytes,
                 .time = options.request_time,
                 .stopping = &stopping_}) {
    if (options_.token.empty()) options_.token = random_token();
    // httplib's own choice lets a second server take the same port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      (void)::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    server_.set_payload_max_length(static_cast<std::size_t>(options_.max_request_bytes));
    server_.new_task_queue = [this] {
      return new LimitedQueue(options_.threads, options_.max_waiting);
    };
    server_.set_default_headers({{"Cache-Control", "no-store"},
                                 {"Referrer-Policy", "no-referrer"},
                                 {"X-Content-Type-Options", "nosniff"},
                                 {"X-Frame-Options", "DENY"},
                                 {"Cross-Origin-Resource-Policy", "same-origin"}});
    server_.set_pre_routing_handler([this](const Request& request, Response& response) {
      answer(request, response);
      // Everything is answered here or refused; only a question needs its body read.
      return response.status == -1 ? httplib::Server::HandlerResponse::Unhandled
                                   : httplib::Server::HandlerResponse::Handled;
    });
    const auto question = [this](Json (*ask)(std::string_view, const LiveLimits&)) {
      return [this, ask](const Request& request, Response& response) {
        answer_question(request, response, ask);
      };
    };
    const std::string base = "/" + options_.token;
    server_.Post(base + "/view", question(answer_view));
    server_.Post(base + "/compare", question(answer_compare));
    bind();
  }

  [[nodiscard]] std::string url() const { return "http://" + host() + "/" + options_.token + "/"; }

  void run(const std::stop_token& stop) {
    const std::stop_callback<std::function<void()>> on_stop(stop, [this] {
      stopping_ = true;
      server_.stop();
    });
    if (stop.stop_requested()) return;
    if (!server_.listen_after_bind() && !stop.stop_requested()) {
      fail_as(ErrorKind::Runtime, "serve", "the server ended by itself");
    }
  }

 private:
  void bind() {
    if (options_.port == 0) {
      options_.port = server_.bind_to_any_port(options_.address);
      if (options_.port > 0) return;
      fail_as(ErrorKind::Runtime, "serve", "cannot listen at ", options_.address,
              ": it is not yours, or no address of this machine");
    } else if (server_.bind_to_port(options_.address, options_.port)) {
      return;
    }
    fail_as(ErrorKind::Runtime, "serve", "cannot listen at ", host(),
            ": it is in use, not yours, or no address of this machine");
  }

  [[nodiscard]] std::string host() const {
    const bool numeric6 = options_.address.find(':') != std::string::npos;
    return (numeric6 ? "[" + options_.address + "]" : options_.address) + ":" +
           std::to_string(options_.port);
  }

  /// On loopback, a name that was made to lead here (DNS rebinding) is not ours.
  [[nodiscard]] bool is_ours(const std::string& asked) const {
    return !is_loopback(options_.address) || asked == host() ||
           asked == "localhost:" + std::to_string(options_.port);
  }

  [[nodiscard]] static bool same_origin(const Request& request) {
    const std::string site = request.get_header_value("Sec-Fetch-Site");
    if (!site.empty() && site != "same-origin" && site != "none") return false;
    return !request.has_header("Origin") ||
           request.get_header_value("Origin") == "http://" + request.get_header_value("Host");
  }

  /// Answers what needs no body; leaves the status alone for a question that may be read.
  void answer(const Request& request, Response& response) {
    if (!is_ours(request.get_header_value("Host"))) {
      return refuse(response, 403, "this server does not go by that name");
    }
    if (!same_origin(request)) return refuse(response, 403, "asked from another origin");
    const std::size_t slash = request.path.find('/', 1);
    const bool known = request.path.starts_with('/') && slash != std::string::npos &&
                       same_secret(request.path.substr(1, slash - 1), options_.token);
    if (!known) return refuse(response, 404, "there is nothing here; is the address complete?");
    const std::string what = request.path.substr(slash + 1);
    if (request.method == "GET" && what.empty()) {
      // Many ranges of a large page would make a small question an endless answer.
      if (request.has_header("Range")) return refuse(response, 416, "the page comes whole");
      return answer_page(response);
    }
    if (request.method != "POST" || (what != "view" && what != "compare")) {
      return refuse(response, 404, "there is nothing here");
    }
    if (request.get_header_value("Content-Type") != "application/json" ||
        request.has_header("Content-Encoding") || request.has_header("Transfer-Encoding")) {
      return refuse(response, 415, "questions are plain JSON");
    }
    if (request.get_header_value<std::uint64_t>("Content-Length") >
        static_cast<std::uint64_t>(options_.max_request_bytes)) {
      return refuse(response, 413, "the question is too long");
    }
  }

  /// The page may be large and asked for often: it is sent from where it is.
  void answer_page(Response& response) const {
    response.status = 200;
    response.set_content_provider(
        page_.size(), "text/html; charset=utf-8",
        [this](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
          return sink.write(page_.data() + offset, std::min<std::size_t>(length, 65'536));
        });
  }

  void answer_question(const Request& request, Response& response,
                       Json (*ask)(std::string_view, const LiveLimits&)) {
    if (!working_.try_acquire_for(options_.request_time)) {
      return refuse(response, 503, "too many questions at once");
    }
    try {
      const Json answer =
          translate_exceptions("serve", [&] { return ask(request.body, options_.live); });
      response.set_content(dump_json(answer), "application/json");
      response.status = 200;
    } catch (const Error& error) {
      refuse(response, error.kind() == ErrorKind::BadInput ? 400 : 500, error.reason());
    }
    working_.release();
  }

  std::string page_;
  ServerOptions options_;
  std::atomic<bool> stopping_ = false;
  LimitedServer server_;
  std::counting_semaphore<> working_{static_cast<std::ptrdiff_t>(default_threads())};
};

ExplorerServer::ExplorerServer(std::string page, const ServerOptions& options)
    : implementation_(std::make_unique<Implementation>(std::move(page), options)) {}
ExplorerServer::~ExplorerServer() = default;
std::string ExplorerServer::url() const { return implementation_->url(); }
void ExplorerServer::run(const std::stop_token& stop) { implementation_->run(stop); }

}  // namespace isotypic::explore
