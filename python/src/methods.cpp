// SPDX-License-Identifier: Apache-2.0
// Friction laws and contact force laws written in Python, or compiled and handed over by their address. They are registered
// like those of C++ (add_entry), so models name them and their parameters are checked like any other's.
#include <algorithm>
#include <cmath>
#include <limits>

#include "freeplay/contact_law.h"
#include "freeplay/friction_law.h"
#include "written.h"

namespace freeplay::python {
namespace {

/// Friction F(|v|, F_N) against the slip, ramped linearly below `velocity` so that it has no jump.
class WrittenFriction final : public FrictionLaw {
 public:
  WrittenFriction(const Written& written, const Parameters& given)
      : function_(written, given), ramp_(given.number("velocity")) {}
  bool set_valued() const override { return false; }
  double mu() const override { return mu_at(1); }
  double mu_at(double v) const override { return function_(v, 1, 0); }
  Tangent force(const FrictionInput& in) const override {
    const double v = std::hypot(in.slip[0], in.slip[1], in.slip[2]);
    if (v == 0 || in.normal == 0) return {};
    const double size = function_(v, in.normal, in.t) * std::min(1.0, v / ramp_) / v;
    return {-size * in.slip[0], -size * in.slip[1], -size * in.slip[2]};
  }
  bool proportional() const override { return false; }

 protected:
  double stick_velocity() const override { return ramp_; }

 private:
  Function function_;
  double ramp_;
};

/// F_N(δ, δ̇, δ̇⁽⁻⁾). What the contact stores is not known: all its work is booked as that of the impact.
class WrittenContact final : public ContactLaw {
 public:
  WrittenContact(const Written& written, const Parameters& given) : function_(written, given) {}
  double force(const ContactInput& in) const override {
    return function_(in.delta, in.rate, in.start.approach);
  }
  double energy(double, const double*) const override { return 0; }
  double elastic(double, const double*) const override { return 0; }

 private:
  Function function_;
};

std::unique_ptr<ContactLaw> make_contact(const Parameters& given, const ContactGeometry&, const std::string&,
                                         const std::string&, Diagnostics&) {
  return std::make_unique<WrittenContact>(written_of<ContactForceEntry>(given), given);
}

}  // namespace

void bind_methods(py::module_& module) {
  using List = std::vector<Declared>;
  module.def("add_friction_law",
             [](const std::string& name, const std::string& help, List declared, const py::object& function) {
               declared.emplace_back("velocity", "m/s", 1e-3, std::numeric_limits<double>::min(), kInfinity,
                                     "slip below which friction falls linearly to zero");
               registered<FrictionEntry>(name, help, declared, function, [](auto& entry) {
                 entry.make = [](const Parameters& given) -> std::unique_ptr<FrictionLaw> {
                   return std::make_unique<WrittenFriction>(written_of<FrictionEntry>(given), given);
                 };
               });
             });
  module.def("add_contact_law", [](const std::string& name, const std::string& help, const List& declared,
                                   const py::object& function) {
    registered<ContactForceEntry>(name, help, declared, function,
                                  [](auto& entry) { entry.make = &make_contact; });
  });
}

}  // namespace freeplay::python
