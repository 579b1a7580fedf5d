#include "cli/program/out_of_memory.hpp"

#include <gmp.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

namespace isotypic::cli {
namespace {

std::atomic<bool> intended = false;
std::atomic<bool> ran_out = false;

/// The streams of the standard library swallow the exception, and leave the rest of a text out.
[[noreturn]] void remember() {
  ran_out = true;
  throw std::bad_alloc();
}

/// nauty and OpenBLAS call exit() when they get no memory. AtomicFile has cleared up before this.
void on_exit() {
  if (intended) return;
  std::cerr << "isotypic: out of memory in a library\n";
  ::_exit(EXIT_FAILURE);
}

/// GMP would call abort().
void* allocate_or_exit(std::size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) std::exit(EXIT_FAILURE);
  return memory;
}

void* reallocate_or_exit(void* old, std::size_t /*old_bytes*/, std::size_t bytes) {
  void* memory = std::realloc(old, bytes);
  if (memory == nullptr) std::exit(EXIT_FAILURE);
  return memory;
}

/// CLI11 and libstdc++ promise of functions that take memory that they never throw.
[[noreturn]] void on_terminate() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
    // Such a function may end here before the exception is caught; no other kind reaches one.
    if (std::uncaught_exceptions() > 0) std::exit(EXIT_FAILURE);
  } catch (const std::bad_alloc&) {
    std::exit(EXIT_FAILURE);
  } catch (...) {
    // A mistake of ours: it must be seen.
  }
  std::abort();
}

}  // namespace

void expect_to_run_out_of_memory() {
  (void)std::atexit(on_exit);
  (void)std::set_terminate(on_terminate);
  (void)std::set_new_handler(remember);
  mp_set_memory_functions(allocate_or_exit, reallocate_or_exit, nullptr);
}

bool memory_ran_out() { return ran_out; }

void end_as_intended() { intended = true; }

}  // namespace isotypic::cli
