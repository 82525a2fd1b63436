// SPDX-License-Identifier: Apache-2.0
// A machine: the system that a model has become, and its numbers (freeplay/numbers.h).
#include "module.h"

namespace freeplay::python {
namespace {

const char* word(Numbers::Owner owner) {
  return owner == Numbers::Owner::system ? "system" : owner == Numbers::Owner::method ? "method" : "run";
}

Numbers& numbers_of(const Machine& machine) { return *machine.assembly.numbers; }

int address(const Machine& machine, const std::string& path) {
  const Numbers& numbers = numbers_of(machine);
  const int index = numbers.find(path);
  if (index >= 0) return index;
  std::vector<std::string> paths;
  for (const Numbers::Address& each : numbers.all()) paths.push_back(each.path);
  throw_unknown("number", path, paths);
}

const Numbers::Address& at(const Machine& machine, int index) {
  return numbers_of(machine).all()[static_cast<std::size_t>(index)];
}

}  // namespace

void bind_machines(py::module_& module) {
  py::class_<Machine, std::shared_ptr<Machine>>(module, "Machine")
      .def_property_readonly("messages", [](const Machine& m) { return m.messages.all(); })
      .def_property_readonly("degrees_of_freedom",
                             [](const Machine& m) { return m.assembly.initial.degrees_of_freedom; })
      .def_property_readonly("redundant", [](const Machine& m) { return m.assembly.initial.redundant; })
      .def_property_readonly("bodies",
                             [](const Machine& m) {
                               std::vector<std::string> names;
                               for (const auto& body : m.assembly.system->info().bodies)
                                 names.push_back(body.name);
                               return names;
                             })
      .def_property_readonly("contacts",
                             [](const Machine& m) {
                               std::vector<std::string> names;
                               for (const auto& contact : m.assembly.system->info().contacts)
                                 names.push_back(contact.name);
                               return names;
                             })
      .def_property_readonly("sizes",
                             [](const Machine& m) {
                               const SystemInfo& info = m.assembly.system->info();
                               return std::pair(info.nq, info.nu);
                             })
      .def("addresses",
           [](const Machine& m) {
             py::dict out;
             for (const Numbers::Address& each : numbers_of(m).all())
               out[each.path.c_str()] = std::pair(each.unit, word(each.owner));
             return out;
           })
      .def("left_out", [](const Machine& m) { return numbers_of(m).left_out(); })
      .def("find", &address)
      .def("unit", [](const Machine& m, int index) { return at(m, index).unit; })
      .def("get", [](const Machine& m, int index) { return numbers_of(m).get(index); });
}

}  // namespace freeplay::python
