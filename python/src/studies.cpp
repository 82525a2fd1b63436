// SPDX-License-Identifier: Apache-2.0
// Studies (freeplay/study.h): runs in threads of their own, without the interpreter lock; functions of Python as measures.
#include "freeplay/study.h"

#include <limits>
#include <optional>
#include <stdexcept>

#include "computing.h"

namespace freeplay::python {
namespace {

using Shared = std::shared_ptr<Outcome>;
using Functions = std::map<std::string, py::object>;
constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// A function that may be let go of without the interpreter lock.
std::shared_ptr<py::object> kept(const py::object& function) {
  return {new py::object(function), [](py::object* held) {
            const py::gil_scoped_acquire lock;
            delete held;
          }};
}

double measured(const py::object& function, const RecordFile& run, std::span<const double> inputs) {
  Computing* computing = Computing::now();
  if (computing == nullptr || computing->stopped()) return kNothing;
  const py::gil_scoped_acquire lock;
  try {
    const Shared outcome = std::make_shared<Outcome>();
    outcome->result.record = run;
    return function(outcome, array_of({inputs.begin(), inputs.end()})).cast<double>();
  } catch (const py::error_already_set& error) {
    if (computing->failures_are_rows() && error.matches(PyExc_Exception))
      throw std::runtime_error(error.what());  // with where it came from
    computing->keep_exception();
  } catch (...) {
    computing->keep_exception();
  }
  return kNothing;
}

RunMeasures measures_of(const Functions& functions) {
  RunMeasures measures;
  for (const auto& [name, function] : functions)
    measures[name] = [held = kept(function)](const RecordFile& run, std::span<const double> inputs) {
      return measured(*held, run, inputs);
    };
  return measures;
}

/// Calls something that makes runs in this thread, without the lock.
template <class Call>
auto compute(Call call) {
  Computing computing;
  computing.let_failures_be_rows();
  std::optional<decltype(call())> answer;
  {
    const py::gil_scoped_release unlocked;
    answer = call();
  }
  computing.raise();
  return *answer;
}

bool run(const PreparedStudy& study, const std::string& output, int threads, bool resume,
         bool failures_are_rows, const py::object& progress) {
  Computing computing;
  if (failures_are_rows) computing.let_failures_be_rows();
  StudyHooks hooks;
  hooks.stop = computing.stop();
  hooks.progress = [&](const StudyProgress& now) {
    computing.look_for_signals();
    if (!progress.is_none())
      ask_python(0, [&] { return progress(now.done, now.all, now.failed, now.seconds), 0; });
  };
  hooks.in_thread = [&computing](const std::function<void()>& work) {
    const Computing::Share share(computing);
    const py::gil_scoped_acquire known;  // to Python, for as long as it works: calls are then cheap
    const py::gil_scoped_release unlocked;
    work();
  };
  bool whole = false;
  {
    const py::gil_scoped_release unlocked;
    whole = study.run(output, {threads, resume}, hooks);
  }
  computing.raise();
  return whole;
}

py::tuple row(const PreparedStudy& study, long long index, const Shared& result) {
  PreparedStudy::Row made =
      compute([&] { return study.row(index, result ? &result->result.record : nullptr); });
  return py::make_tuple(array_of(std::move(made.inputs)), array_of(std::move(made.measures)), made.status,
                        made.message, made.changes);
}

py::list listed(const std::vector<StudyQuantity>& quantities) {
  py::list out;
  for (const StudyQuantity& each : quantities) out.append(py::make_tuple(each.name, each.unit, each.words));
  return out;
}

}  // namespace

void bind_studies(py::module_& module) {
#ifdef FREEPLAY_NLOPT
  use_nlopt();
#endif
  py::class_<PreparedStudy>(module, "PreparedStudy")
      .def_property_readonly("name", &PreparedStudy::name)
      .def_property_readonly("file", &PreparedStudy::file)
      .def_property_readonly("text", &PreparedStudy::text)
      .def_property_readonly("model_file", &PreparedStudy::model_file)
      .def_property_readonly("model_text", &PreparedStudy::model_text)
      .def_property_readonly("plan", &PreparedStudy::plan)
      .def_property_readonly("rows", &PreparedStudy::rows)
      .def("variables", [](const PreparedStudy& s) { return listed(s.variables()); })
      .def("measures", [](const PreparedStudy& s) { return listed(s.measures()); })
      .def("sections", &PreparedStudy::sections)
      .def("missing", &PreparedStudy::missing)
      .def("run", &run)
      .def("row", &row)
      .def("summary",
           [](const PreparedStudy& s, const Shared& result) {
             return compute([&] { return s.summary(result->result.record); });
           })
      .def("report",
           [](const PreparedStudy& s, const Shared& result, const std::string& path,
              const std::string& title) {
             compute([&] {
               s.report(result->result.record, result->file, path, {.title = title});
               return true;
             });
           })
      .def("plot", [](const PreparedStudy& s, const Shared& result, const std::string& path, double width,
                      double dpi) { s.plot(result->result.record, path, width, dpi); });
  module.def("read_study", [](const std::string& file, const Functions& functions) {
    return PreparedStudy::read(file, measures_of(functions));
  });
  module.def("study_of_text",
             [](const std::string& text, const std::string& file, const std::string& model_text,
                const std::string& model_file, const Functions& functions) {
               return PreparedStudy::read_text(text, file, model_text, model_file, measures_of(functions));
             });
  module.def("open_study", [](const std::string& path) {
    auto outcome = std::make_shared<Outcome>();
    outcome->result.record = read_record(path);
    outcome->file = path;
    return outcome;
  });
  module.def("study_of_result", [](const Shared& result, const Functions& functions) {
    return PreparedStudy::of_result(result->result.record, measures_of(functions));
  });
}

}  // namespace freeplay::python
