#include "bench/count_allocations.hpp"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <fstream>

// glibc's own functions behind those that are replaced here.
extern "C" {
void* __libc_malloc(std::size_t);                 // NOLINT
void* __libc_calloc(std::size_t, std::size_t);    // NOLINT
void* __libc_realloc(void*, std::size_t);         // NOLINT
void* __libc_memalign(std::size_t, std::size_t);  // NOLINT
}

namespace {

std::atomic<std::int64_t> count = 0;

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  count.fetch_add(1, std::memory_order_relaxed);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
}

namespace isotypic::bench {

std::int64_t allocations() { return count.load(std::memory_order_relaxed); }

std::int64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::int64_t all = 0;
  std::int64_t resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

}  // namespace isotypic::bench
