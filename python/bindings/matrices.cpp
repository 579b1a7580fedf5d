#include "python/bindings/matrices.hpp"

#include "isotypic/base/error.hpp"

namespace isotypic::python {

template <typename Scalar>
MatrixArgument<Scalar>::MatrixArgument(const py::array& array, const char* what) {
  if (array.ndim() != 2) {
    fail(what, what, " must have two dimensions, one row per node, not the shape ",
         shape_text(array));
  }
  const char kind = array.dtype().kind();
  if (array.size() != 0 && kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b') {
    fail(what, what, " must hold real numbers, not ", std::string(py::str(array.dtype())));
  }
  array_ = decltype(array_)::ensure(array);
  if (!array_) throw py::error_already_set();
}

template class MatrixArgument<double>;
template class MatrixArgument<float>;

bool is_single(const py::array& array) {
  return array.dtype().kind() == 'f' && array.itemsize() == sizeof(float);
}

}  // namespace isotypic::python
