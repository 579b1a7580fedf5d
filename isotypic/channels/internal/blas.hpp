// Dense products on one thread, whatever the thread count of the BLAS underneath.
//
// A threaded BLAS splits its sums by the number of threads, so its results would depend on it.
// The library is parallel over graphs instead; every dense call here is sequential, and its
// result is a function of its arguments alone.
#pragma once

#include <Eigen/Core>

namespace isotypic {

/// Keeps the BLAS calls of this thread sequential for the lifetime of the object.
class SequentialBlas {
 public:
  /// Throws std::bad_alloc when there is no memory for the buffers of one more call.
  SequentialBlas();
  ~SequentialBlas();
  SequentialBlas(const SequentialBlas&) = delete;
  SequentialBlas& operator=(const SequentialBlas&) = delete;

 private:
  int threads_;
};

using ConstMatrixRef = Eigen::Ref<const Eigen::MatrixXd>;

/// A * B.
[[nodiscard]] Eigen::MatrixXd multiply(const ConstMatrixRef& a, const ConstMatrixRef& b);

/// A^T * B.
[[nodiscard]] Eigen::MatrixXd multiply_transposed(const ConstMatrixRef& a, const ConstMatrixRef& b);

}  // namespace isotypic
