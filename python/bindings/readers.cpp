// Graphs from files, bytes and text; and back into files.
#include "isotypic/base/error.hpp"
#include "isotypic/io/reader.hpp"
#include "isotypic/io/writer.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {
namespace {

ReaderOptions reader_options(const std::string& format, bool simplify) {
  return {.format = format_from_name(format), .parse = {.simplify = simplify}};
}

std::optional<SourcedGraph> next_without_gil(GraphReader& reader) {
  const py::gil_scoped_release release;
  return reader.next();
}

void write_graphs(const std::string& path, const std::vector<GraphPointer>& graphs,
                  const std::string& format) {
  const py::gil_scoped_release release;
  GraphWriter writer(path, format_from_name(format));
  for (const GraphPointer& graph : graphs) writer.write(*graph);
  writer.finish();
}

}  // namespace

void bind_readers(py::module_& module) {
  py::class_<GraphReader>(module, "GraphReader")
      .def(py::init([](const std::string& path, const std::string& format, bool simplify) {
             return GraphReader(path, reader_options(format, simplify));
           }),
           py::arg("path"), py::arg("format") = "detect", py::arg("simplify") = false)
      .def_static(
          "from_bytes",
          [](const py::bytes& bytes, const std::string& source, const std::string& format,
             bool simplify) {
            return GraphReader::from_memory(bytes, source, reader_options(format, simplify));
          },
          py::arg("bytes"), py::arg("source") = "<bytes>", py::arg("format") = "detect",
          py::arg("simplify") = false)
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", [](GraphReader& reader) {
        std::optional<SourcedGraph> item = next_without_gil(reader);
        if (!item) throw py::stop_iteration();
        return std::move(item->graph);
      });
  module.def("write_graphs", &write_graphs, py::arg("path"), py::arg("graphs"), py::arg("format"));
}

}  // namespace isotypic::python
