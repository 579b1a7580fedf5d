// The module isotypic._learn: trained networks that predict. It needs LibTorch's C++ libraries, not
// PyTorch.
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/learn/predictor.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {
namespace {

using learn::Predictor;

/// One row per node or edge; a list of plain numbers is one column. None: no columns.
template <typename Matrix>
Matrix rows_of(const py::object& values, const char* what) {
  using Scalar = typename Matrix::Scalar;
  using Wide = std::conditional_t<std::is_integral_v<Scalar>, std::int64_t, Scalar>;
  if (values.is_none()) return {};
  const py::array given = to_array(values, what);
  if (given.ndim() != 1 && given.ndim() != 2) {
    fail(what, what, " must have one row per node or edge, not the shape ", shape_text(given));
  }
  if constexpr (std::is_integral_v<Scalar>) {
    expect_integers(given, what);
  } else if (const char kind = given.dtype().kind(); kind != 'f' && kind != 'i' && kind != 'u') {
    fail(what, what, " must hold real numbers, not ", std::string(py::str(given.dtype())));
  }
  using Array = py::array_t<Wide, py::array::c_style | py::array::forcecast>;
  const Array array = Array::ensure(given);
  if (!array) throw py::error_already_set();
  Matrix matrix(array.shape(0), array.ndim() == 1 ? 1 : array.shape(1));
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    const Wide value = array.data()[i];
    if constexpr (std::is_integral_v<Scalar>) {
      if (!std::in_range<Scalar>(value)) fail(what, what, " has ", value, ", beyond 32 bits");
    }
    matrix.data()[i] = static_cast<Scalar>(value);
  }
  return matrix;
}

CategoryMatrix column_of(std::span<const std::int32_t> colours) {
  return Eigen::Map<const CategoryMatrix>(colours.data(), std::ssize(colours),
                                          colours.empty() ? 0 : 1);
}

/// Colours of the graph are its labels, unless others are given.
Sample make_sample(const Graph& graph, const py::object& node_labels,
                   const py::object& node_attributes, const py::object& edge_labels,
                   const py::object& edge_attributes) {
  Sample sample{.graph = graph};
  sample.node_categories = node_labels.is_none()
                               ? column_of(graph.node_colours())
                               : rows_of<CategoryMatrix>(node_labels, "node_labels");
  sample.edge_categories = edge_labels.is_none()
                               ? column_of(graph.edge_colours())
                               : rows_of<CategoryMatrix>(edge_labels, "edge_labels");
  sample.node_features = rows_of<FloatMatrix>(node_attributes, "node_attributes");
  sample.edge_features = rows_of<FloatMatrix>(edge_attributes, "edge_attributes");
  return sample;
}

py::array predict(const Predictor& predictor, const Graph& graph, const py::object& node_labels,
                  const py::object& node_attributes, const py::object& edge_labels,
                  const py::object& edge_attributes) {
  const Sample sample =
      make_sample(graph, node_labels, node_attributes, edge_labels, edge_attributes);
  learn::Prediction row;
  {
    const py::gil_scoped_release release;
    row = predictor.predict(sample);
  }
  return adopt(std::move(row));
}

/// Lists have one entry per graph.
py::array predict_all(const Predictor& predictor, const std::vector<GraphPointer>& graphs,
                      const std::vector<py::object>& node_labels,
                      const std::vector<py::object>& node_attributes,
                      const std::vector<py::object>& edge_labels,
                      const std::vector<py::object>& edge_attributes, std::int64_t threads) {
  Dataset data{.name = "the list"};
  for (std::size_t i = 0; i < graphs.size(); ++i) {
    data.samples.push_back(make_sample(*graphs[i], node_labels.at(i), node_attributes.at(i),
                                       edge_labels.at(i), edge_attributes.at(i)));
  }
  std::vector<learn::Prediction> rows;
  run_interruptibly([&](const std::stop_token& stop) {
    rows = predictor.predict(data, {.threads = threads, .stop = stop});
  });
  const auto columns = static_cast<py::ssize_t>(predictor.columns().size());
  py::array_t<double> table({static_cast<py::ssize_t>(rows.size()), columns});
  double* out = table.mutable_data();
  for (const learn::Prediction& row : rows) out = std::copy(row.begin(), row.end(), out);
  return table;
}

}  // namespace
}  // namespace isotypic::python

PYBIND11_MODULE(_learn, module) {
  using namespace isotypic;
  using namespace isotypic::python;
  module.doc() = "Trained networks that predict. Use isotypic.Predictor instead.";
  py::module_::import("isotypic._core");  // knows what a Graph is
  bind_errors();
  py::class_<Predictor, std::shared_ptr<Predictor>>(module, "Predictor")
      .def(py::init([](const std::string& model) {
             const py::gil_scoped_release release;
             return std::make_shared<Predictor>(std::filesystem::path(model));
           }),
           py::arg("model"))
      .def_property_readonly("columns", &Predictor::columns, "Names of the answers.")
      .def_property_readonly("is_compiled", &Predictor::is_compiled,
                             "Whether the network is compiled for one graph at a time.")
      .def("predict", &predict, py::arg("graph"), py::arg("node_labels"),
           py::arg("node_attributes"), py::arg("edge_labels"), py::arg("edge_attributes"),
           "The answers for one graph.")
      .def("predict_all", &predict_all, py::arg("graphs"), py::arg("node_labels"),
           py::arg("node_attributes"), py::arg("edge_labels"), py::arg("edge_attributes"),
           py::arg("threads"), "One row of answers per graph.");
  refuse_objects_without_content(module);
}
