// NumPy matrices as Eigen's, and back.
#pragma once

#include <Eigen/Core>

#include "python/bindings/border.hpp"

namespace isotypic::python {

/// A read-only array over a matrix that `owner` keeps alive.
inline py::array view(const Eigen::MatrixXd& matrix, py::handle owner) {
  constexpr py::ssize_t size = sizeof(double);
  return view(matrix.data(), {matrix.rows(), matrix.cols()}, {size, size * matrix.rows()}, owner);
}

/// A writable array in Fortran order that takes the matrix over.
inline py::array adopt_matrix(Eigen::MatrixXd matrix) {
  constexpr py::ssize_t size = sizeof(double);
  const py::ssize_t rows = matrix.rows();
  const py::ssize_t cols = matrix.cols();
  auto* kept = new Eigen::MatrixXd(std::move(matrix));
  const py::capsule owner(kept, [](void* p) { delete static_cast<Eigen::MatrixXd*>(p); });
  return py::array(py::dtype::of<double>(), {rows, cols}, {size, size * rows}, kept->data(), owner);
}

/// A two-dimensional array as a matrix of Scalar. An array of that type in Fortran order is not
/// copied; any other is.
///
/// Throws Error on other shapes and on what are not real numbers; `what` names the array.
template <typename Scalar>
class MatrixArgument {
 public:
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

  MatrixArgument(const py::array& array, const char* what);

  /// Valid as long as this object lives, with or without the GIL.
  [[nodiscard]] Eigen::Map<const Matrix> matrix() const {
    return {array_.data(), array_.shape(0), array_.shape(1)};
  }

 private:
  py::array_t<Scalar, py::array::f_style | py::array::forcecast> array_;
};

extern template class MatrixArgument<double>;
extern template class MatrixArgument<float>;

/// Whether the array holds single precision; everything else is read in double.
[[nodiscard]] bool is_single(const py::array& array);

}  // namespace isotypic::python
