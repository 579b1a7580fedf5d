#include "isotypic/symmetry/symmetry.hpp"
#include "python/bindings/border.hpp"

PYBIND11_MODULE(_core, module) {
  using namespace isotypic;
  module.doc() = "The C++ core of isotypic. Use the functions of the package instead.";
  module.attr("__version__") = ISOTYPIC_VERSION;
  module.attr("engines") = pybind11::make_tuple(engine_name(SymmetryEngine::DenseNauty),
                                                engine_name(SymmetryEngine::Traces));
  python::bind_errors();
  python::bind_graph(module);
  python::bind_readers(module);
  python::bind_dataset(module);
  python::bind_symmetry(module);
  python::bind_channels(module);
  python::bind_local_channels(module);
  python::bind_readout(module);
  python::bind_conjugacy_classes(module);
  python::bind_group(module);
  python::bind_hash_free(module);
  python::refuse_objects_without_content(module);
}
