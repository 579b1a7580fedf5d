// Loaded before a program (LD_PRELOAD), makes one of its calls to the system fail.
//
//   FAULT=KIND@N   the N-th call of that kind after main has begun fails, once
//   FAULT=KIND@N+  that call fails, and all after it
//   FAULT_REPORT   a file: it gets the text "KIND N" when a call has failed, or, without FAULT, one
//                  line "KIND CALLS" for every kind when the program ends
//   FAULT_LIST     a file with lines "FOLDER FAULT": for each of them a copy of the program begins
//                  main in this folder, with its output in the files `stdout` and `stderr` there.
//                  Standard output gets one line "FOLDER STATUS" for each, as waitpid gives it, or
//                  -1 for one that did not end in 20 s. The program is loaded once for all.
//
// Kinds: the lines of `kinds` below. Not libfiu, the package for this: it fails calls at random or
// always, and a sweep needs the N-th. The other programs that a program starts are left alone.
// Calls with standard error are neither counted nor failed: there errors must be seen.

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

enum Kind { Alloc, Write, Short, Read, Sync, Rename, Open, Map, Truncate, Thread, kind_count };

constexpr std::array<const char*, kind_count> kinds = {
    "alloc",  // malloc, calloc, realloc and all kinds of operator new
    "write",  // no room on the disk
    "short",  // only half of the bytes are written; the caller must write the rest
    "read",   "sync", "rename", "open", "mmap", "ftruncate",
    "thread",  // no more threads
};
constexpr std::array<int, kind_count> errors = {ENOMEM, ENOSPC, 0,      EIO,    EIO,
                                                EIO,    EMFILE, ENOMEM, ENOSPC, EAGAIN};

std::atomic<bool> counting = false;
std::array<std::atomic<long>, kind_count> calls{};
int chosen = kind_count;
long chosen_call = 0;
bool for_good = false;
std::array<char, 4096> report_path{};

/// Straight to the kernel: what reports a fault must not meet it.
void report(const char* line) {
  const long file = syscall(SYS_openat, AT_FDCWD, report_path.data(),
                            O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  (void)syscall(SYS_write, file, line, std::strlen(line));
  (void)syscall(SYS_close, file);
}

/// A place for a debugger to stop at.
extern "C" __attribute__((noinline)) void fault_injected(int kind, long call) {
  std::array<char, 64> line{};
  (void)std::snprintf(line.data(), line.size(), "%s %ld\n", kinds[kind], call);
  report(line.data());
}

/// Whether this call is the one to fail. Sets errno.
bool fails(Kind kind) {
  if (!counting.load(std::memory_order_relaxed)) return false;
  const long call = ++calls[kind];
  if (kind != chosen || call < chosen_call || (call > chosen_call && !for_good)) return false;
  if (call == chosen_call) fault_injected(kind, call);
  errno = errors[kind];
  return true;
}

/// The function of this name that would have been called without this library.
template <typename Function>
Function* next(std::atomic<Function*>& known, const char* name) {
  Function* found = known.load(std::memory_order_relaxed);
  if (found == nullptr) {
    found = reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
    known.store(found, std::memory_order_relaxed);
  }
  return found;
}

/// KIND@N or KIND@N+; anything else asks for no fault.
void choose(const char* request) {
  const char* at = request == nullptr ? nullptr : std::strchr(request, '@');
  if (at == nullptr) return;
  const std::string_view name(request, at - request);
  for (int kind = 0; kind < kind_count; ++kind) {
    if (name == kinds[kind]) chosen = kind;
  }
  char* end = nullptr;
  chosen_call = std::strtol(at + 1, &end, 10);
  for_good = *end == '+';
}

/// The status of the copy at its end, or -1 when it had to be killed.
int wait_for(pid_t copy) {
  constexpr int looks = 10'000;  // every 2 ms
  int status = 0;
  for (int i = 0; i < looks; ++i) {
    if (waitpid(copy, &status, WNOHANG) == copy) return status;
    (void)usleep(2000);
  }
  (void)kill(-copy, SIGKILL);
  (void)waitpid(copy, &status, 0);
  return -1;
}

void enter(const char* folder) {
  (void)setpgid(0, 0);
  if (chdir(folder) != 0) _exit(EXIT_FAILURE);
  for (const auto& [name, stream] :
       {std::pair("stdout", STDOUT_FILENO), {"stderr", STDERR_FILENO}}) {
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, stream) < 0) _exit(EXIT_FAILURE);
    close(file);
  }
}

/// Returns in the copies only.
void make_copies(const char* list) {
  std::vector<std::pair<std::string, std::string>> lines;
  {
    std::ifstream file(list);  // closed before the copies could share it
    for (std::string folder, fault; file >> folder >> fault;) lines.emplace_back(folder, fault);
  }
  for (const auto& [folder, fault] : lines) {
    const pid_t copy = fork();
    if (copy == 0) {
      enter(folder.c_str());
      choose(fault.c_str());
      return;
    }
    std::printf("%s %d\n", folder.c_str(), wait_for(copy));
    (void)std::fflush(stdout);
  }
  _exit(lines.empty() ? EXIT_FAILURE : EXIT_SUCCESS);
}

using Main = int(int, char**, char**);
Main* program_main = nullptr;

int counted_main(int argc, char** argv, char** environment) {
  if (const char* path = std::getenv("FAULT_REPORT"); path != nullptr) {
    std::strncpy(report_path.data(), path, report_path.size() - 1);
  }
  choose(std::getenv("FAULT"));
  const char* list = std::getenv("FAULT_LIST");
  for (const char* name : {"LD_PRELOAD", "FAULT", "FAULT_REPORT", "FAULT_LIST"}) unsetenv(name);
  if (list != nullptr) make_copies(list);
  counting = true;
  return program_main(argc, argv, environment);
}

__attribute__((destructor)) void report_counts() {
  counting = false;
  if (chosen != kind_count || report_path[0] == 0) return;
  for (int kind = 0; kind < kind_count; ++kind) {
    std::array<char, 64> line{};
    (void)std::snprintf(line.data(), line.size(), "%s %ld\n", kinds[kind], calls[kind].load());
    report(line.data());
  }
}

}  // namespace

// FORWARD(kind, counts, bad, result, name, declaration, arguments): `name` fails as `kind`, with
// the result `bad`, where `counts`; else it does what it always does.
#define FORWARD(kind, counts, bad, result, name, declaration, arguments) \
  extern "C" result name declaration {                                   \
    static std::atomic<result(*) declaration> real = nullptr;            \
    if ((counts) && fails(kind)) return bad;                             \
    return next(real, #name) arguments;                                  \
  }

// clang-format off
FORWARD(Alloc, true, nullptr, void*, malloc, (size_t size), (size))
FORWARD(Alloc, true, nullptr, void*, calloc, (size_t count, size_t size), (count, size))
FORWARD(Alloc, size > 0, nullptr, void*, realloc, (void* old, size_t size), (old, size))
FORWARD(Alloc, true, nullptr, void*, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
FORWARD(Alloc, true, nullptr, void*, memalign, (size_t alignment, size_t size), (alignment, size))
FORWARD(Alloc, true, ENOMEM, int, posix_memalign, (void** result, size_t alignment, size_t size), (result, alignment, size))
FORWARD(Read, true, -1, ssize_t, read, (int file, void* to, size_t size), (file, to, size))
FORWARD(Read, true, -1, ssize_t, pread, (int file, void* to, size_t size, off_t at), (file, to, size, at))
FORWARD(Read, true, -1, ssize_t, pread64, (int file, void* to, size_t size, off64_t at), (file, to, size, at))
FORWARD(Read, true, -1, ssize_t, __read_chk, (int file, void* to, size_t size, size_t room), (file, to, size, room))
FORWARD(Sync, true, -1, int, fsync, (int file), (file))
FORWARD(Sync, true, -1, int, fdatasync, (int file), (file))
FORWARD(Sync, true, -1, int, msync, (void* from, size_t size, int flags), (from, size, flags))
FORWARD(Rename, true, -1, int, rename, (const char* from, const char* to), (from, to))
FORWARD(Rename, true, -1, int, renameat, (int from_folder, const char* from, int to_folder, const char* to), (from_folder, from, to_folder, to))
FORWARD(Open, true, nullptr, DIR*, opendir, (const char* path), (path))
FORWARD(Open, true, nullptr, FILE*, fopen, (const char* path, const char* mode), (path, mode))
FORWARD(Open, true, nullptr, FILE*, fopen64, (const char* path, const char* mode), (path, mode))
FORWARD(Open, true, -1, int, __open_2, (const char* path, int flags), (path, flags))
FORWARD(Open, true, -1, int, __open64_2, (const char* path, int flags), (path, flags))
FORWARD(Map, true, MAP_FAILED, void*, mmap, (void* at, size_t size, int protection, int flags, int file, off_t from), (at, size, protection, flags, file, from))
FORWARD(Map, true, MAP_FAILED, void*, mmap64, (void* at, size_t size, int protection, int flags, int file, off64_t from), (at, size, protection, flags, file, from))
FORWARD(Truncate, true, -1, int, ftruncate, (int file, off_t size), (file, size))
FORWARD(Truncate, true, -1, int, ftruncate64, (int file, off64_t size), (file, size))
FORWARD(Thread, true, EAGAIN, int, pthread_create, (pthread_t* thread, const pthread_attr_t* how, void* (*work)(void*), void* with), (thread, how, work, with))
FORWARD(Write, file != STDERR_FILENO, -1, ssize_t, writev, (int file, const iovec* parts, int count), (file, parts, count))
FORWARD(Write, true, -1, ssize_t, pwritev, (int file, const iovec* parts, int count, off_t at), (file, parts, count, at))
FORWARD(Write, true, -1, ssize_t, pwritev64, (int file, const iovec* parts, int count, off64_t at), (file, parts, count, at))
FORWARD(Write, into != stderr, 0, size_t, fwrite, (const void* from, size_t size, size_t count, FILE* into), (from, size, count, into))
FORWARD(Write, into != stderr, EOF, int, fflush, (FILE* into), (into))
// clang-format on

// WRITE(name, declaration, arguments): a call that may also write less than it was asked to.
#define WRITE(name, declaration, arguments)                    \
  extern "C" ssize_t name declaration {                        \
    static std::atomic<ssize_t(*) declaration> real = nullptr; \
    const bool counts = file != STDERR_FILENO;                 \
    if (counts && fails(Write)) return -1;                     \
    if (counts && size > 1 && fails(Short)) size /= 2;         \
    return next(real, #name) arguments;                        \
  }

WRITE(write, (int file, const void* from, size_t size), (file, from, size))
WRITE(pwrite, (int file, const void* from, size_t size, off_t at), (file, from, size, at))
WRITE(pwrite64, (int file, const void* from, size_t size, off64_t at), (file, from, size, at))

// OPEN(name, declaration, arguments): the mode is there only if the flags say so.
#define OPEN(name, declaration, arguments)                 \
  extern "C" int name declaration {                        \
    static std::atomic<int(*) declaration> real = nullptr; \
    if (fails(Open)) return -1;                            \
    mode_t mode = 0;                                       \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) {            \
      va_list rest;                                        \
      va_start(rest, flags);                               \
      mode = va_arg(rest, mode_t);                         \
      va_end(rest);                                        \
    }                                                      \
    return next(real, #name) arguments;                    \
  }

OPEN(open, (const char* path, int flags, ...), (path, flags, mode))
OPEN(open64, (const char* path, int flags, ...), (path, flags, mode))
OPEN(openat, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))
OPEN(openat64, (int folder, const char* path, int flags, ...), (folder, path, flags, mode))

/// Every program begins here: what the dynamic linker allocates before is not the program's.
extern "C" int __libc_start_main(Main* main, int argc, char** argv, void (*begin)(), void (*end)(),
                                 void (*linker_end)(), void* stack) {
  using Start = int(Main*, int, char**, void (*)(), void (*)(), void (*)(), void*);
  static std::atomic<Start*> real = nullptr;
  program_main = main;
  return next(real, "__libc_start_main")(counted_main, argc, argv, begin, end, linker_end, stack);
}
