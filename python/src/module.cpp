// SPDX-License-Identifier: Apache-2.0
#include "module.h"

#include "freeplay/version.h"

namespace freeplay::python {

Machine::Machine(Model given) : model(std::move(given)), assembly(assemble(model, &messages)) {}

const Result& Outcome::whole() {
  if (!is_whole_) result = make_result(std::move(result.record), file);
  is_whole_ = true;
  return result;
}

py::array_t<double> array_of(std::vector<double> numbers) {
  auto* kept = new std::vector<double>(std::move(numbers));
  const py::capsule owner(kept, [](void* memory) { delete static_cast<std::vector<double>*>(memory); });
  return py::array_t<double>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

void throw_unknown(const std::string& what, const std::string& word,
                   const std::vector<std::string>& candidates) {
  std::string message = "there is no " + what + " '" + word + "'";
  if (const std::string likely = did_you_mean(word, candidates); !likely.empty())
    message += "; did you mean '" + likely + "'?";
  throw py::key_error(message);
}

}  // namespace freeplay::python

PYBIND11_MODULE(_freeplay, module) {
  using namespace freeplay::python;
  module.doc() = "The engine of Freeplay. Use the package `freeplay`, which is made of it.";
  module.attr("__version__") = freeplay::kVersion;
  bind_computing(module);
  bind_errors(module);
  bind_models(module);
  bind_machines(module);
  bind_results(module);
  bind_runs(module);
  bind_simulations(module);
  bind_methods(module);
  bind_forces(module);
  bind_studies(module);
}
