#include "python/bindings/border.hpp"

#include <chrono>
#include <future>
#include <limits>
#include <thread>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"

namespace isotypic::python {

void run_interruptibly(const std::function<void(std::stop_token)>& work) {
  std::packaged_task<void(std::stop_token)> task(work);
  std::future<void> done = task.get_future();
  std::jthread worker(std::move(task));
  constexpr std::chrono::milliseconds pause(50);
  while (true) {
    {
      const py::gil_scoped_release release;
      if (done.wait_for(pause) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() == 0) continue;
    const py::error_already_set interrupt;
    worker.request_stop();
    {
      const py::gil_scoped_release release;
      worker.join();
    }
    throw interrupt;
  }
  done.get();
}

void run_for_all(std::int64_t count, std::int64_t threads,
                 const std::function<void(std::int64_t, const std::stop_token&)>& body) {
  if (threads < 0) fail("threads", "must not be negative, not ", threads);
  run_interruptibly([&](const std::stop_token& stop) {
    parallel_for(count, threads, [&](std::int64_t i) {
      if (stop.stop_requested()) fail_as(ErrorKind::Cancelled, "run_for_all", "stopped");
      try {
        body(i, stop);
      } catch (const Error& error) {
        fail_as(error.kind(), "run_for_all", "item ", i, ": ", error.reason());
      }
    });
  });
}

py::array to_array(const py::object& values, const char* what) {
  const py::array array = py::array::ensure(values);
  if (!array) fail(what, what, " cannot be read as an array");
  if (array.dtype().kind() == 'O') fail(what, what, " must hold numbers, not objects");
  return array;
}

std::int64_t to_int64(const py::object& value, const char* what) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  const std::int64_t result = number ? PyLong_AsLongLong(number.ptr()) : -1;
  if (PyErr_Occurred() == nullptr) return result;
  PyErr_Clear();
  fail(what, what, " must be a whole number of 64 bits, not ", std::string(py::repr(value)));
}

void expect_integers(const py::array& array, const char* what) {
  const char kind = array.dtype().kind();
  if (array.size() == 0 || kind == 'i' || kind == 'u') return;
  fail(what, what, " must hold whole numbers, not ", std::string(py::str(array.dtype())));
}

std::vector<std::int32_t> to_int32(const py::array& array, const char* what) {
  if (array.ndim() != 1) {
    fail(what, what, " must be one-dimensional, not of shape ", shape_text(array));
  }
  expect_integers(array, what);
  using Int64Array = py::array_t<std::int64_t, py::array::forcecast>;
  const Int64Array wide = Int64Array::ensure(array);
  if (!wide) throw py::error_already_set();
  const auto values = wide.unchecked<1>();
  std::vector<std::int32_t> result;
  result.reserve(values.size());
  for (py::ssize_t i = 0; i < values.size(); ++i) {
    const std::int64_t value = values(i);
    if (value < std::numeric_limits<std::int32_t>::min() ||
        value > std::numeric_limits<std::int32_t>::max()) {
      fail(what, what, " has ", value, " at ", i, ", which is beyond 32 bits");
    }
    result.push_back(static_cast<std::int32_t>(value));
  }
  return result;
}

std::string shape_text(const py::array& array) { return py::str(array.attr("shape")); }

void bind_errors() {
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      PyObject* type = PyExc_ValueError;
      if (error.kind() == ErrorKind::Runtime) type = PyExc_RuntimeError;
      if (error.kind() == ErrorKind::Cancelled) type = PyExc_TimeoutError;
      // The reason may quote bytes of a file.
      const std::string reason = error.reason();
      PyObject* text = PyUnicode_DecodeUTF8(reason.data(), std::ssize(reason), "backslashreplace");
      if (text == nullptr) return;
      PyErr_SetObject(type, text);
      Py_DECREF(text);
    }
  });
}

void refuse_objects_without_content(const py::module_& module) {
  // pybind11 gives such an object memory with any content when it is first used, through this.
  constexpr auto refuse_to_invent = [](std::size_t) -> void* {
    throw py::type_error(
        "this object was made by __new__ alone and holds nothing; call its class instead");
  };
  for (const auto& item : py::reinterpret_borrow<py::dict>(module.attr("__dict__"))) {
    if (!py::isinstance<py::type>(item.second)) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
    auto* bound = py::detail::get_type_info(type);
    if (bound != nullptr) bound->operator_new = refuse_to_invent;
  }
}

}  // namespace isotypic::python
