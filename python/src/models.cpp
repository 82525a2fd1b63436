// SPDX-License-Identifier: Apache-2.0
// Models as texts: read, understood, written again; and the methods that a model may name.
#include <fstream>

#include "freeplay/registry.h"
#include "freeplay/units.h"
#include "module.h"

namespace freeplay::python {
namespace {

struct Understood {
  Model model;
  Diagnostics messages;
};

py::dict described(const Param& param) {
  py::dict out;
  out["key"] = param.key;
  out["symbol"] = param.symbol;
  out["unit"] = param.unit;
  out["help"] = param.help;
  const bool number = param.kind == ParamKind::number;
  out["required"] = number ? std::isnan(param.fallback) && !param.optional : !param.optional;
  out["default"] =
      number && !std::isnan(param.fallback) ? py::object(py::float_(param.fallback)) : py::none();
  out["low"] = param.low;
  out["high"] = param.high;
  return out;
}

py::dict described(const EntryInfo& entry) {
  py::dict out;
  out["name"] = entry.name;
  out["help"] = entry.help;
  out["source"] = entry.citation;
  py::list params;
  for (const Param& param : entry.params) params.append(described(param));
  out["parameters"] = params;
  return out;
}

}  // namespace

void bind_models(py::module_& module) {
  py::class_<Understood>(module, "Understood")
      .def_property_readonly("name", [](const Understood& u) { return u.model.name; })
      .def_property_readonly("dimension", [](const Understood& u) { return u.model.dimension; })
      .def_property_readonly("file", [](const Understood& u) { return u.model.file; })
      .def_property_readonly("end", [](const Understood& u) { return u.model.run.end; })
      .def_property_readonly("messages", [](const Understood& u) { return u.messages.all(); })
      .def("picture", [](const Understood& u) { return machine_svg(u.model); })
      .def("to_toml", [](const Understood& u) { return write_model(u.model); })
      .def("assemble", [](const Understood& u) { return std::make_shared<Machine>(u.model); });

  using Assignments = std::vector<Assignment>;
  module.def("read_text",
             [](const std::string& text, const std::string& file, const Assignments& assignments) {
               Understood out;
               out.model = read_model_text(text, file, assignments, &out.messages);
               return out;
             });
  module.def("read", [](const std::string& path, const Assignments& assignments) {
    Understood out;
    out.model = read_model(path, assignments, &out.messages);
    return out;
  });
  module.def(
      "in_si", &in_si, py::arg("text"), py::arg("unit"),
      "A text with a unit as a number in the SI unit that is expected: in_si('0.5 mm', 'm') is 0.0005.");
  module.def("registries", [] {
    py::dict out;
    for (const RegistryInfo& registry : catalogue()) {
      py::list entries;
      for (const EntryInfo* entry : registry.entries) entries.append(described(*entry));
      out[registry.name.c_str()] = entries;
    }
    return out;
  });
}

}  // namespace freeplay::python
