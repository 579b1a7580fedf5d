#include "isotypic/channels/internal/blas.hpp"

#include <omp.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <new>

// Fortran's name, hence the underscore.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" void dgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n,
                       const int* k, const double* alpha, const double* a, const int* lda,
                       const double* b, const int* ldb, const double* beta, double* c,
                       const int* ldc);

namespace isotypic {
namespace {

std::atomic<int> calls = 0;       // at this moment
std::atomic<int> most_calls = 0;  // at any moment so far

/// OpenBLAS maps a buffer for every call that runs beside others, keeps it for later ones, and
/// tries for ever when that fails. So before there are more calls than ever we look whether the
/// memory is there.
void expect_room_for_a_call() {
  constexpr std::size_t buffer_bytes = std::size_t{128} << 20;
  constexpr std::size_t slack_bytes = std::size_t{16} << 20;  // for what others take meanwhile
  int most = most_calls.load();
  while (calls.load() > most) {
    constexpr std::size_t bytes = buffer_bytes + slack_bytes;
    void* room = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    ::munmap(room, bytes);
    if (most_calls.compare_exchange_weak(most, most + 1)) return;
  }
}

Eigen::MatrixXd gemm(char trans_a, const ConstMatrixRef& a, const ConstMatrixRef& b) {
  const auto rows = static_cast<int>(trans_a == 'T' ? a.cols() : a.rows());
  const auto inner = static_cast<int>(b.rows());
  const auto cols = static_cast<int>(b.cols());
  assert(inner == (trans_a == 'T' ? a.rows() : a.cols()));
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(rows, cols);
  if (rows == 0 || cols == 0 || inner == 0) return c;
  const SequentialBlas sequential;
  const auto lda = static_cast<int>(a.outerStride());
  const auto ldb = static_cast<int>(b.outerStride());
  const double one = 1.0;
  const double zero = 0.0;
  dgemm_(&trans_a, "N", &rows, &cols, &inner, &one, a.data(), &lda, b.data(), &ldb, &zero, c.data(),
         &rows);
  return c;
}

}  // namespace

// OpenBLAS in its OpenMP build, Debian's default beside LibTorch, asks OpenMP for the calling
// thread's limit at every call. A sequential BLAS ignores it.
SequentialBlas::SequentialBlas() : threads_(omp_get_max_threads()) {
  ++calls;
  try {
    expect_room_for_a_call();
  } catch (...) {
    --calls;
    throw;
  }
  omp_set_num_threads(1);
}
SequentialBlas::~SequentialBlas() {
  omp_set_num_threads(threads_);
  --calls;
}

Eigen::MatrixXd multiply(const ConstMatrixRef& a, const ConstMatrixRef& b) {
  return gemm('N', a, b);
}

Eigen::MatrixXd multiply_transposed(const ConstMatrixRef& a, const ConstMatrixRef& b) {
  return gemm('T', a, b);
}

}  // namespace isotypic
