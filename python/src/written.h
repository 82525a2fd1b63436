// SPDX-License-Identifier: Apache-2.0
// What laws and forces written in Python, or compiled and handed over by their address, have in common: what they declare,
// the function that they call, and how they are registered. What is registered lives as long as the program; naming it again
// replaces its function.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "computing.h"
#include "freeplay/given_parameters.h"
#include "freeplay/registry.h"

namespace freeplay::python {

/// double f(a, b, c, parameters), where a, b, c are what the kind of method hands over.
using Compiled = double (*)(double, double, double, const double*);
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

}  // namespace freeplay::python
