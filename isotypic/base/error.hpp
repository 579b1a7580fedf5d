// Errors: the one exception type that leaves the library.
#pragma once

#include <exception>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace isotypic {

/// Who can mend the error; the command line turns this into its exit code.
enum class ErrorKind {
  BadInput,   ///< the data or the arguments are wrong
  Runtime,    ///< the machine failed us: disk full, out of memory, a failed certificate
  Cancelled,  ///< the caller's time limit passed, or the caller asked to stop
};

/// The only exception type that leaves the library. `what()` reads "[function] reason".
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}
  [[nodiscard]] ErrorKind kind() const { return kind_; }
  /// `what()` without its "[function] " tag: what a user of the command line wants to read.
  [[nodiscard]] std::string reason() const {
    const std::string text = what();
    const auto tag_end = text.starts_with('[') ? text.find("] ") : std::string::npos;
    return tag_end == std::string::npos ? text : text.substr(tag_end + 2);
  }

 private:
  ErrorKind kind_;
};

/// Throws an Error of `kind` with the text "[where] part part part".
template <typename... Parts>
[[noreturn]] void fail_as(ErrorKind kind, const char* where, const Parts&... parts) {
  std::ostringstream text;
  text << '[' << where << "] ";
  (text << ... << parts);
  throw Error(kind, text.str());
}

/// Throws an Error about bad input: `fail("make_graph", "node ", v, " is not below ", n)`.
template <typename... Parts>
[[noreturn]] void fail(const char* where, const Parts&... parts) {
  fail_as(ErrorKind::BadInput, where, parts...);
}

/// Calls `body`, and turns every foreign exception (out of memory, a dependency's own types)
/// into an Error that names `where`.
template <typename Body>
decltype(auto) translate_exceptions(const char* where, Body&& body) {
  try {
    return std::forward<Body>(body)();
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    fail_as(ErrorKind::Runtime, where, "out of memory");
  } catch (const std::exception& error) {
    fail_as(ErrorKind::Runtime, where, error.what());
  }
}

}  // namespace isotypic
