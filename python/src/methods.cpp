// SPDX-License-Identifier: Apache-2.0
// Friction laws, contact force laws and forces written in Python, or compiled and handed over by their address. They are
// registered like those of C++ (add_entry), so models name them and their parameters are checked like any other's. What is
// registered lives as long as the program; naming it again replaces its function.
#include <cmath>
#include <deque>
#include <optional>
#include <variant>

#include "computing.h"
#include "freeplay/contact_law.h"
#include "freeplay/friction_law.h"
#include "freeplay/planar_force.h"

namespace freeplay::python {
namespace {

/// double f(a, b, c, parameters), where a, b, c are what the kind of method hands over.
using Compiled = double (*)(double, double, double, const double*);
/// Of forces: t, the state of one body, of the other or none, parameters => loads of each body, which are 0 before.
using CompiledForce = void (*)(double, const double*, const double*, const double*, double*);
/// key, unit, default or none, smallest, largest, help
using Declared = std::tuple<std::string, std::string, std::optional<double>, double, double, std::string>;

/// What a method is made of besides its entry.
struct Written {
  std::string name;
  std::deque<std::string> texts;  // entries point to them
  std::vector<Param> params;
  py::object function;
  std::uintptr_t compiled = 0;  ///< its address, or 0

  const char* kept(const std::string& text) { return texts.emplace_back(text).c_str(); }

  void declare(const std::vector<Declared>& declared) {
    for (const auto& [key, unit, fallback, low, high, help] : declared) {
      Param param{.key = kept(key)};
      param.unit = kept(unit);
      param.fallback = fallback.value_or(kRequired);
      param.low = low;
      param.high = high;
      param.help = kept(help);
      param.sample = fallback.value_or(std::isfinite(low) ? low : std::isfinite(high) ? high : 1);
      params.push_back(param);
    }
  }
  bool declares(const std::vector<Declared>& declared) const {
    if (declared.size() != params.size()) return false;
    for (std::size_t k = 0; k < params.size(); ++k) {
      const auto& [key, unit, fallback, low, high, help] = declared[k];
      const Param& param = params[k];
      if (key != param.key || unit != param.unit || low != param.low || high != param.high) return false;
      if (fallback.has_value() == std::isnan(param.fallback) || (fallback && *fallback != param.fallback))
        return false;
    }
    return true;
  }
  void use(const py::object& callable) {
    if (py::isinstance<py::int_>(callable)) {
      function = py::none();
      compiled = callable.cast<std::uintptr_t>();
      return;
    }
    function = callable;
    compiled = 0;
  }
};

template <class Entry>
struct WrittenEntry : Entry {
  Written written;
};

/// The numbers of one law of a model, and the function that they go to: that of the time when the law was made, so that
/// a name that is taken again changes nothing for machines that run.
class Function {
 public:
  explicit Function(const Written& written, const Parameters& given) : written_(&written) {
    const py::gil_scoped_acquire lock;
    function_ = written.function;
    compiled_ = written.compiled;
    for (const Param& param : written.params) numbers_.push_back(given.number(param.key));
    py::dict named;
    for (std::size_t k = 0; k < numbers_.size(); ++k) named[written.params[k].key] = numbers_[k];
    named_ = named;
  }
  ~Function() {
    const py::gil_scoped_acquire lock;
    named_.release().dec_ref();
    function_.release().dec_ref();
  }
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  double operator()(double a, double b, double c) const {
    if (const auto function = compiled<Compiled>()) return function(a, b, c, numbers_.data());
    return ask_python(0.0, [&] { return answer(a, b, c); });
  }
  template <class Pointer>
  Pointer compiled() const {
    return reinterpret_cast<Pointer>(compiled_);  // NOLINT: an address is what it is
  }
  const double* parameters() const { return numbers_.data(); }
  /// Of forces: a list of numbers.
  template <class Call>
  void call(Call take) const {
    ask_python(0, [&] { return take(function_, named_), 0; });
  }
  double finite(double value) const {
    if (!std::isfinite(value)) throw py::value_error(gave(py::float_(value)) + "a finite number is expected");
    return value;
  }
  /// "'fading' gave None where "
  std::string gave(const py::handle& answer) const {
    return "'" + written_->name + "' gave " + py::repr(answer).cast<std::string>() + " where ";
  }
  std::optional<double> number(const char* key) const {
    for (std::size_t k = 0; k < numbers_.size(); ++k)
      if (std::string_view(written_->params[k].key) == key) return numbers_[k];
    return std::nullopt;
  }

 private:
  /// With the lock. What is no number says which law gave it.
  double answer(double a, double b, double c) const {
    const py::object given = function_(a, b, c, named_);
    const double value = PyFloat_AsDouble(given.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::type_error(gave(given) + "a number is expected");
    }
    return finite(value);
  }

  const Written* written_;
  std::vector<double> numbers_;
  py::object function_;
  std::uintptr_t compiled_ = 0;
  py::object named_;
};

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

class WrittenForce final : public PlanarForce {
 public:
  WrittenForce(const Written& written, const Parameters& given, std::array<int, 2> bodies, int count)
      : function_(written, given), bodies_(bodies), count_(count) {}
  void apply(double t, std::span<const Pose> poses, std::span<const Twist> twists,
             const ForceSums& out) const override {
    if (const auto compiled = function_.compiled<CompiledForce>()) {
      const Numbers6 a = numbers(poses, twists, 0), b = count_ == 2 ? numbers(poses, twists, 1) : Numbers6{};
      std::array<double, 6> loads{};
      compiled(t, a.data(), count_ == 2 ? b.data() : nullptr, function_.parameters(), loads.data());
      add(loads.data(), out);
      return;
    }
    function_.call([&](const py::object& function, const py::object& named) {
      const py::object answer = count_ == 1
                                    ? function(t, state(poses, twists, 0), named)
                                    : function(t, state(poses, twists, 0), state(poses, twists, 1), named);
      const auto loads = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(answer);
      if (!loads) {
        PyErr_Clear();
        throw py::type_error(function_.gave(answer) + "[force x, force y, torque] is expected");
      }
      if (loads.size() != 3 * count_)
        throw py::value_error("a force gives [force x, force y, torque] for each of its bodies, so " +
                              std::to_string(3 * count_) + " numbers; this one gave " +
                              std::to_string(loads.size()));
      for (int i = 0; i < 3 * count_; ++i) function_.finite(loads.data()[i]);
      add(loads.data(), out);
    });
  }
  bool depends_on_velocity() const override { return true; }

 private:
  using Numbers6 = std::array<double, 6>;

  /// Loads [force x, force y, torque] of each body.
  void add(const double* loads, const ForceSums& out) const {
    for (int k = 0; k < count_; ++k) {
      const double* load = loads + static_cast<std::ptrdiff_t>(3) * k;
      for (double* sum : {out.h, out.applied})
        ForceSums::add(sum, bodies_[static_cast<std::size_t>(k)], {load[0], load[1]}, {0, 0}, load[2]);
    }
  }
  Numbers6 numbers(std::span<const Pose> poses, std::span<const Twist> twists, std::size_t k) const {
    const auto body = static_cast<std::size_t>(bodies_[k]);
    const Pose& p = poses[body];
    const Twist& w = twists[body];
    return {p.x, p.y, p.angle, w.vx, w.vy, w.omega};
  }
  py::array_t<double> state(std::span<const Pose> poses, std::span<const Twist> twists, std::size_t k) const {
    return py::array_t<double>(6, numbers(poses, twists, k).data());
  }

  Function function_;
  std::array<int, 2> bodies_;
  int count_;
};

template <class Entry>
const Written& written_of(const Parameters& given) {
  return static_cast<const WrittenEntry<Entry>&>(static_cast<const Entry&>(given.info())).written;
}

/// Registers, or replaces the function of one that is declared alike.
template <class Entry>
WrittenEntry<Entry>& registered(const std::string& name, const std::string& help,
                                const std::vector<Declared>& declared, const py::object& function,
                                const std::function<void(WrittenEntry<Entry>&)>& complete) {
  static std::deque<WrittenEntry<Entry>>& all = *new std::deque<WrittenEntry<Entry>>;  // never destroyed
  for (WrittenEntry<Entry>& entry : all) {
    if (name != entry.name) continue;
    if (!entry.written.declares(declared))
      throw py::value_error("'" + name + "' was declared with other parameters before; take another name");
    entry.written.use(function);
    return entry;
  }
  WrittenEntry<Entry>& entry = all.emplace_back();
  entry.written.name = name;
  entry.written.declare(declared);
  entry.written.use(function);
  entry.name = entry.written.kept(name);
  entry.help = entry.written.kept(help);
  entry.citation = "";
  entry.params = entry.written.params;
  complete(entry);
  try {
    add_entry<Entry>(entry);
  } catch (...) {
    all.pop_back();
    throw;
  }
  return entry;
}

std::unique_ptr<ContactLaw> make_contact(const Parameters& given, const ContactGeometry&, const std::string&,
                                         const std::string&, Diagnostics&) {
  return std::make_unique<WrittenContact>(written_of<ContactForceEntry>(given), given);
}

template <int count>
std::unique_ptr<PlanarForce> make_force(const Parameters& given, std::array<int, 2> bodies, const Pose&,
                                        const Pose&) {
  return std::make_unique<WrittenForce>(written_of<ForceEntry>(given), given, bodies, count);
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
  module.def("add_force", [](const std::string& name, const std::string& help, const List& declared,
                             const py::object& function, int bodies) {
    registered<ForceEntry>(name, help, declared, function, [bodies](auto& entry) {
      entry.make = bodies == 1 ? &make_force<1> : &make_force<2>;
      entry.bodies = bodies;
    });
  });
}

}  // namespace freeplay::python
