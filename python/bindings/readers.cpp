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
  py::class_<GraphReader>(module, "GraphReader",
                          R"(The graphs of a file one after the other, for files of any size.

path
    a file of graph6, sparse6, DIMACS or an edge list, plain or gzipped.
format
    "detect", "graph6", "sparse6", "dimacs" or "edge-list".
simplify
    leave out loops and repeated edges instead of raising ValueError.

A bad graph raises ValueError with file, line and reason; iterating on goes to the next graph.

>>> from isotypic import GraphReader
>>> [graph.num_nodes for graph in GraphReader.from_bytes(b"Bw\nIsP@OkWHG\n")]
[3, 10]
)")
      .def(py::init([](const std::string& path, const std::string& format, bool simplify) {
             return GraphReader(path, reader_options(format, simplify));
           }),
           py::arg("path"), py::arg("format") = "detect", py::arg("simplify") = false,
           "Opens a file.")
      .def_static(
          "from_bytes",
          [](const py::bytes& bytes, const std::string& source, const std::string& format,
             bool simplify) {
            return GraphReader::from_memory(bytes, source, reader_options(format, simplify));
          },
          py::arg("bytes"), py::arg("source") = "<bytes>", py::arg("format") = "detect",
          py::arg("simplify") = false,
          "Reads the graphs of bytes in memory; errors call them ``source``.")
      .def("__iter__", [](py::object self) { return self; })
      .def(
          "__next__",
          [](GraphReader& reader) {
            std::optional<SourcedGraph> item = next_without_gil(reader);
            if (!item) throw py::stop_iteration();
            return std::move(item->graph);
          },
          "The next graph.")
      .def("__repr__", [](const GraphReader&) { return "<GraphReader>"; })
      .def("__reduce__", [](const GraphReader&) -> py::object {
        throw py::type_error(
            "a GraphReader is in the middle of a file and cannot be pickled; "
            "pickle the path, or the graphs");
      });
  module.def("write_graphs", &write_graphs, py::arg("path"), py::arg("graphs"), py::arg("format"),
             "Writes graphs to a file that appears whole or not at all.");
}

}  // namespace isotypic::python
