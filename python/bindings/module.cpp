#include "isotypic/symmetry/symmetry.hpp"
#include "python/bindings/border.hpp"

namespace {

/// pybind11 gives an object that `__new__` made alone memory with any content when it is first
/// used, and it does so through this function.
void* refuse_to_invent(std::size_t /*size*/) {
  throw pybind11::type_error(
      "this object was made by __new__ alone and holds nothing; call its class instead");
}

void refuse_objects_without_content(const pybind11::module_& module) {
  for (const auto& item : pybind11::reinterpret_borrow<pybind11::dict>(module.attr("__dict__"))) {
    if (!pybind11::isinstance<pybind11::type>(item.second)) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(item.second.ptr());
    auto* bound = pybind11::detail::get_type_info(type);
    if (bound != nullptr) bound->operator_new = refuse_to_invent;
  }
}

}  // namespace

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
  refuse_objects_without_content(module);
}
