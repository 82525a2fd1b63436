// SPDX-License-Identifier: Apache-2.0
// freeplay/simulation.h: a value that steps, is copied, saved and loaded, observed, and takes inputs.
#include "freeplay/simulation.h"

#include <thread>

#include "computing.h"
#include "freeplay/readings.h"

namespace freeplay::python {
namespace {

PyObject* step_error = nullptr;  // lives as long as the interpreter

class PySimulation {
 public:
  explicit PySimulation(std::shared_ptr<Machine> machine)
      : machine_(std::move(machine)), simulation_(*machine_->assembly.system, machine_->model.method) {
    ++machine_->users;
    watch();
  }
  PySimulation(const PySimulation& other)
      : machine_(other.machine_), simulation_(other.simulation_), observers_(other.observers_) {
    ++machine_->users;
    watch();
  }
  PySimulation& operator=(const PySimulation&) = delete;
  ~PySimulation() { --machine_->users; }

  void step() {
    compute("step", [&] { return simulation_.step(); });
  }
  void step_to(double t) {
    compute("step_to", [&] { return simulation_.step_to(t); });
  }
  void advance_to(double t) {
    compute("advance_to", [&] { return simulation_.advance_to(t); });
  }

  /// To look at, from its own observers too.
  const Simulation& seen() const {
    if (busy_.load() && stepping_ != std::this_thread::get_id())
      throw std::runtime_error(
          "the simulation is stepping in another thread; wait for it, or give each thread a copy");
    return simulation_;
  }
  /// To change.
  Simulation& changed() {
    if (busy_.load())
      throw std::runtime_error(
          "the simulation is stepping: observers, laws and other threads may look at it but not change it");
    return simulation_;
  }
  Machine& machine() const { return *machine_; }

  void set_number(int index, double value) {
    changed();
    if (machine_->users > 1)
      throw std::runtime_error(
          "copies of the simulation share its machine, so its parameters stay as they are; make another one "
          "by model.simulation()");
    machine_->assembly.numbers->set(index, value);
    pending_ = true;
  }
  void restart() {
    Simulation& simulation = changed();
    Computing computing;
    if (pending_) machine_->assembly.numbers->reset();
    pending_ = false;
    computing.raise();
    simulation.restart(machine_->assembly.numbers->method());
    if (readings_) readings_->read(simulation);
  }

  /// A compiled controller: time, coordinates, velocities, and the inputs, which it may change.
  void control_by(std::uintptr_t address) {
    using Controller = void (*)(double, const double*, const double*, double*);
    Simulation& simulation = changed();
    const State& now = simulation.state();
    asked_.assign(now.inputs().begin(), now.inputs().end());
    reinterpret_cast<Controller>(address)(now.t(), now.q().data(), now.u().data(), asked_.data());  // NOLINT
    for (std::size_t k = 0; k < asked_.size(); ++k) simulation.set_input(static_cast<int>(k), asked_[k]);
  }

  void observe(py::function observer) {
    changed();
    observers_.push_back(std::move(observer));
  }
  void forget_observers() {
    changed();
    observers_.clear();
  }
  Readings& readings() {
    if (!readings_) readings_ = std::make_unique<Readings>(changed());
    return *readings_;
  }
  void read() { readings().read(changed()); }

 private:
  /// Signals are looked for, and observers called, after each step.
  void watch() {
    simulation_.observe([this](const Simulation&) {
      Computing* computing = Computing::now();
      if (computing == nullptr) return;
      computing->look_for_signals();
      if (observers_.empty()) return;
      ask_python(0, [&] {
        for (const py::function& observer : observers_)
          observer(py::cast(this, py::return_value_policy::reference));
        return 0;
      });
    });
  }

  template <class Steps>
  void compute(const char* what, Steps steps) {
    if (busy_.exchange(true))
      throw std::runtime_error(
          std::string(what) +
          "() of a simulation that is stepping: by one of its own observers or laws, or in "
          "another thread");
    stepping_ = std::this_thread::get_id();
    Computing computing;
    simulation_.stop_when(computing.stop());
    StepReport report;
    std::exception_ptr thrown;
    {
      const py::gil_scoped_release unlocked;
      try {
        report = steps();
      } catch (...) {
        thrown = std::current_exception();
      }
    }
    simulation_.stop_when(nullptr);
    busy_.store(false);
    computing.raise();
    if (thrown) std::rethrow_exception(thrown);
    if (report.status != StepStatus::ok) {
      PyErr_SetString(step_error, simulation_.describe(report).c_str());
      throw py::error_already_set();
    }
  }

  std::shared_ptr<Machine> machine_;
  Simulation simulation_;
  std::unique_ptr<Readings> readings_;
  std::vector<py::function> observers_;
  std::vector<double> asked_;  ///< inputs, while a compiled controller sets them
  std::atomic<bool> busy_{false};
  std::thread::id stepping_;
  bool pending_ = false;
};

py::array_t<double> copied(std::span<const double> numbers) {
  return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

int input_index(const PySimulation& simulation, const std::string& name) {
  return simulation.seen().input_index(name);
}

void bind_inputs(py::class_<PySimulation, std::shared_ptr<PySimulation>>& bound) {
  bound
      .def("input_names",
           [](const PySimulation& s) {
             py::dict out;
             for (const InputInfo& input : s.seen().system().info().inputs)
               out[input.name.c_str()] = input.unit;
             return out;
           })
      .def("input_index", &input_index)
      .def("input_at", [](const PySimulation& s,
                          int index) { return s.seen().state().inputs()[static_cast<std::size_t>(index)]; })
      .def("set_input_at",
           [](PySimulation& s, int index, double value) { s.changed().set_input(index, value); })
      .def("control_by", &PySimulation::control_by)
      .def("set_number", &PySimulation::set_number);
}

void bind_readings(py::class_<PySimulation, std::shared_ptr<PySimulation>>& bound) {
  bound.def("read", &PySimulation::read, "Reads the channels as the simulation stands now.")
      .def("reading",
           [](PySimulation& s, const std::string& path) { return copied(s.readings().values(path)); })
      .def("readings", [](PySimulation& s) {
        py::dict out;
        for (const Channel& channel : s.readings().channels()) out[channel.path.c_str()] = channel.unit;
        return out;
      });
}

}  // namespace

void bind_simulations(py::module_& module) {
  step_error = PyErr_NewExceptionWithDoc(
      "freeplay.StepError", "A step that could not be made; the simulation stands where it was before it.",
      PyExc_RuntimeError, nullptr);
  module.add_object("StepError", step_error);

  py::class_<PySimulation, std::shared_ptr<PySimulation>> bound(module, "Simulation");
  bound.def(py::init<std::shared_ptr<Machine>>(), py::arg("machine").none(false))
      .def("step", &PySimulation::step)
      .def("step_to", &PySimulation::step_to, py::arg("t"))
      .def("advance_to", &PySimulation::advance_to, py::arg("t"))
      .def("restart", &PySimulation::restart)
      .def("copy", [](const PySimulation& s) { return s.seen(), std::make_shared<PySimulation>(s); })
      .def("observe", &PySimulation::observe)
      .def("forget_observers", &PySimulation::forget_observers)
      .def_property_readonly("t", [](const PySimulation& s) { return s.seen().t(); })
      .def_property_readonly("dt", [](const PySimulation& s) { return s.seen().dt(); })
      .def_property_readonly("q", [](const PySimulation& s) { return copied(s.seen().state().q()); })
      .def_property_readonly("u", [](const PySimulation& s) { return copied(s.seen().state().u()); })
      .def("save", [](const PySimulation& s) { return array_of(s.seen().save()); })
      .def("load",
           [](PySimulation& s, const py::array_t<double, py::array::c_style | py::array::forcecast>& saved) {
             s.changed().load({saved.data(), static_cast<std::size_t>(saved.size())});
           })
      .def(
          "machine", [](const PySimulation& s) { return &s.machine(); },
          py::return_value_policy::reference_internal);
  bind_inputs(bound);
  bind_readings(bound);
}

}  // namespace freeplay::python
