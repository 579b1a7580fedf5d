// The border between Python and the core: arrays without copies, work without the GIL, errors.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::python {

namespace py = pybind11;

using GraphPointer = std::shared_ptr<const Graph>;

/// A read-only array over memory that `owner` keeps alive.
template <typename Value>
py::array view(const Value* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
               py::handle owner) {
  py::array array(py::dtype::of<Value>(), std::move(shape), std::move(strides), data, owner);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// The same for a vector.
template <typename Value>
py::array view(const std::vector<Value>& values, py::handle owner) {
  return view(values.data(), {std::ssize(values)}, {sizeof(Value)}, owner);
}

/// A writable array that takes over a container with data() and size().
template <typename Container>
py::array adopt(Container container) {
  auto* kept = new Container(std::move(container));
  const py::capsule owner(kept, [](void* p) { delete static_cast<Container*>(p); });
  return py::array(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

/// Runs `work` on a thread of its own, without the GIL. Ctrl-C (and any other signal whose Python
/// handler raises) requests a stop, waits, and raises.
void run_interruptibly(const std::function<void(std::stop_token)>& work);

/// Calls body(i, stop) for all i on `threads` threads, interruptibly; 0 threads: one per core.
/// An Error names the item.
void run_for_all(std::int64_t count, std::int64_t threads,
                 const std::function<void(std::int64_t, const std::stop_token&)>& body);

/// What NumPy makes of an object. Throws Error when it makes nothing, or an array of objects.
[[nodiscard]] py::array to_array(const py::object& values, const char* what);

/// A whole number of 64 bits. Throws Error on anything else.
[[nodiscard]] std::int64_t to_int64(const py::object& value, const char* what);

/// One whole number per entry of a one-dimensional array. Throws Error on other shapes and types,
/// and on values beyond 32 bits; `what` names the array in its text.
[[nodiscard]] std::vector<std::int32_t> to_int32(const py::array& array, const char* what);

/// Throws Error unless the array holds whole numbers; empty arrays may hold anything.
void expect_integers(const py::array& array, const char* what);

/// "(3, 4)"
[[nodiscard]] std::string shape_text(const py::array& array);

// One function per file of bindings; module.cpp calls them in this order.
void bind_errors();

/// An object of a class of `module` that `__new__` made alone holds nothing: whoever uses it gets a
/// TypeError. Call it when all classes are bound.
void refuse_objects_without_content(const py::module_& module);
void bind_graph(py::module_& module);
void bind_readers(py::module_& module);
void bind_dataset(py::module_& module);
void bind_symmetry(py::module_& module);
void bind_channels(py::module_& module);
void bind_local_channels(py::module_& module);
void bind_readout(py::module_& module);
void bind_conjugacy_classes(py::module_& module);
void bind_group(py::module_& module);
void bind_hash_free(py::module_& module);

}  // namespace isotypic::python
