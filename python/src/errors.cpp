// SPDX-License-Identifier: Apache-2.0
// Exceptions of the engine as exceptions of Python.
//   ModelError (a ValueError) lists everything that is wrong with a model in `diagnostics`; its text is that of the
//   command line. std::out_of_range is a KeyError, std::invalid_argument a ValueError, as pybind11 has them.
#include "module.h"

namespace freeplay::python {
namespace {

PyObject* model_error = nullptr;  // lives as long as the interpreter

const char* word(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

}  // namespace

void bind_errors(py::module_& module) {
  py::class_<Diagnostic>(module, "Diagnostic", "One thing that is wrong with a model, or worth knowing.")
      .def_property_readonly(
          "severity", [](const Diagnostic& d) { return word(d.severity); }, "'error', 'warning' or 'note'")
      .def_property_readonly("file", [](const Diagnostic& d) { return d.where.file; })
      .def_property_readonly(
          "line", [](const Diagnostic& d) { return d.where.line; }, "counted from 1; 0: not known")
      .def_property_readonly("column", [](const Diagnostic& d) { return d.where.column; })
      .def_readonly("key", &Diagnostic::key, "path of the key: 'joint.guide.clearance'")
      .def_readonly("message", &Diagnostic::message)
      .def_readonly("hint", &Diagnostic::hint)
      .def("__str__", [](const Diagnostic& d) { return to_string(d); })
      .def("__repr__", [](const Diagnostic& d) { return "<Diagnostic " + to_string(d) + ">"; });

  model_error = PyErr_NewExceptionWithDoc("freeplay.ModelError",
                                          "A model that cannot be used. Its text is every mistake as the "
                                          "command line prints it; `diagnostics` is the list.",
                                          PyExc_ValueError, nullptr);
  module.add_object("ModelError", model_error);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const ModelError& error) {
      std::string text;  // not what(), which ends at a null character of a name
      for (const Diagnostic& each : error.diagnostics()) text += (text.empty() ? "" : "\n") + to_string(each);
      py::object value = py::reinterpret_borrow<py::object>(model_error)(text);
      value.attr("diagnostics") = py::cast(error.diagnostics());
      PyErr_SetObject(model_error, value.ptr());
    } catch (const std::out_of_range& error) {
      PyErr_SetString(PyExc_KeyError, error.what());
    }
  });
}

}  // namespace freeplay::python
