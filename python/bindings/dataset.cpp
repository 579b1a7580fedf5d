// Data sets of labelled graphs, as arrays.
#include "isotypic/data/dataset.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/data/open.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {
namespace {

/// A row-major matrix as an array of its own; None when it has no columns.
template <typename Matrix>
py::object rows_or_none(const Matrix& matrix) {
  if (matrix.cols() == 0) return py::none();
  py::array_t<typename Matrix::Scalar> array({matrix.rows(), matrix.cols()});
  std::copy(matrix.data(), matrix.data() + matrix.size(), array.mutable_data());
  return array;
}

/// Categories of one column are colours.
std::vector<std::int32_t> colours_of(const CategoryMatrix& categories) {
  if (categories.cols() != 1) return {};
  return {categories.data(), categories.data() + categories.size()};
}

Graph coloured(const Sample& sample) {
  return make_graph(sample.graph.num_nodes(), sample.graph.edges(),
                    {colours_of(sample.node_categories), colours_of(sample.edge_categories)});
}

py::dict sample_parts(const Dataset& dataset, const Sample& sample) {
  using namespace py::literals;
  const bool has_classes = dataset.num_classes() > 0;
  return py::dict(
      "graph"_a = coloured(sample), "node_features"_a = rows_or_none(sample.node_features),
      "node_categories"_a = rows_or_none(sample.node_categories),
      "edge_features"_a = rows_or_none(sample.edge_features),
      "edge_categories"_a = rows_or_none(sample.edge_categories),
      "label"_a = has_classes ? py::object(py::int_(dataset.class_labels.at(sample.label)))
                              : py::object(py::none()),
      "targets"_a = adopt(std::vector<float>(sample.targets)));
}

py::tuple read_dataset(const std::string& folder, const std::string& name) {
  SplitDataset data;
  {
    const py::gil_scoped_release release;
    data = open_dataset(folder, name);
  }
  py::list samples;
  for (const Sample& sample : data.dataset.samples) {
    samples.append(sample_parts(data.dataset, sample));
  }
  if (!data.has_split()) return py::make_tuple(samples, py::none());
  return py::make_tuple(samples, py::make_tuple(adopt(std::move(data.split.train)),
                                                adopt(std::move(data.split.valid)),
                                                adopt(std::move(data.split.test))));
}

}  // namespace

void bind_dataset(py::module_& module) {
  module.def("read_dataset", &read_dataset, py::arg("folder"), py::arg("name"),
             "The samples of a data set, and its split or None.");
}

}  // namespace isotypic::python
