// A clear error where OpenBLAS would wait for ever: it maps buffers while it is loaded, before
// main, and when that fails it tries again without end. So we look before that whether a limit of
// the address space leaves room for them.

#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace isotypic::cli {
namespace {

// A sanitizer is not ready before the libraries are, and needs terabytes of address space anyhow.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// The number of threads that the environment asks for, if it is smaller than `most`.
std::size_t asked_threads(std::string_view setting, std::string_view name, std::size_t most) {
  if (!setting.starts_with(name)) return most;
  std::size_t value = 0;
  std::from_chars(setting.data() + name.size(), setting.data() + setting.size(), value);
  return value > 0 ? std::min(value, most) : most;
}

std::size_t blas_threads(char** environment) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  std::size_t threads = 1;
  if (::sched_getaffinity(0, sizeof cores, &cores) == 0) threads = CPU_COUNT(&cores);
  for (; *environment != nullptr; ++environment) {
    threads = asked_threads(*environment, "OMP_NUM_THREADS=", threads);
    threads = asked_threads(*environment, "OPENBLAS_NUM_THREADS=", threads);
  }
  return threads;
}

void expect_room_for_blas(int /*argc*/, char** /*argv*/, char** environment) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  constexpr std::size_t buffer_bytes = std::size_t{128} << 20;
  const std::size_t bytes = blas_threads(environment) * buffer_bytes;
  void* room = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room != MAP_FAILED) {
    ::munmap(room, bytes);
    return;
  }
  constexpr std::string_view message =
      "isotypic: out of memory: the limit of the address space (ulimit -v) leaves no room for "
      "BLAS, which takes 128 MiB for each thread; OPENBLAS_NUM_THREADS=1 takes least\n";
  const ssize_t written = ::write(STDERR_FILENO, message.data(), message.size());
  static_cast<void>(written);  // there is nobody else to tell
  ::_exit(1);
}

// Runs before the constructors of shared libraries do.
using Initialiser = void (*)(int, char**, char**);
[[gnu::section(".preinit_array"), gnu::used]] const Initialiser before_libraries =
    expect_room_for_blas;

#endif

}  // namespace
}  // namespace isotypic::cli
