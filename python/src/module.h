// SPDX-License-Identifier: Apache-2.0
// The inside of the Python module: what its files share. The module wraps the public headers and adds nothing to what the
// engine computes; how it looks to a user of Python is in python/freeplay.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/report.h"
#include "freeplay/run.h"

namespace freeplay::python {

namespace py = pybind11;

/// A model, assembled. Simulations, runs and results hold on to it.
struct Machine {
  explicit Machine(Model given);

  Model model;
  Diagnostics messages;
  Assembly assembly;
  int users = 0;  ///< simulations on it: numbers may change only while there is no more than one
};

/// A result, and the words of the run that made it.
struct Outcome {
  Result result;        ///< its model is there after whole()
  std::string file;     ///< that it was read from, or ""
  std::string summary;  ///< of a run just made; "": a file that was opened

  /// With its model, which only figures and pages need. Arrays that share the memory of the record stay.
  const Result& whole();

 private:
  bool is_whole_ = false;
};

/// numbers => an array of its own
py::array_t<double> array_of(std::vector<double> numbers);
/// One entry of a list by its name; what is not there is a KeyError with the likely name.
[[noreturn]] void throw_unknown(const std::string& what, const std::string& word,
                                const std::vector<std::string>& candidates);

void bind_computing(py::module_& module);
void bind_errors(py::module_& module);
void bind_models(py::module_& module);
void bind_machines(py::module_& module);
void bind_simulations(py::module_& module);
void bind_results(py::module_& module);
void bind_runs(py::module_& module);
void bind_methods(py::module_& module);
void bind_forces(py::module_& module);
void bind_studies(py::module_& module);

}  // namespace freeplay::python
