// SPDX-License-Identifier: Apache-2.0
// A whole run (freeplay/run.h), into memory or into a result file.
#include <optional>

#include "computing.h"
#include "freeplay/results.h"

namespace freeplay::python {
namespace {

using Shared = std::shared_ptr<Outcome>;

RunHooks hooks_of(Computing& computing, const py::object& progress) {
  RunHooks hooks;
  hooks.stop_now = computing.stop();
  hooks.stop = computing.stop();
  hooks.progress = [&computing, progress](double t, double end, double wall) {
    computing.look_for_signals();
    if (!progress.is_none()) ask_python(0, [&] { return progress(t, end, wall), 0; });
  };
  return hooks;
}

/// => the result, how it ended ("complete", …), and why
std::tuple<Shared, std::string, std::string> run(Machine& machine, const std::optional<std::string>& output,
                                                 const py::object& progress,
                                                 const std::vector<std::string>& changes) {
  const System& system = *machine.assembly.system;
  RunNotes notes{.changes = changes};
  for (const Diagnostic& message : machine.messages.all())
    if (message.severity == Severity::warning) notes.warnings.push_back(to_string(message));
  RecordLayout layout = result_layout(machine.model, system, notes);
  std::unique_ptr<MemoryRecord> memory;
  std::unique_ptr<RecordSink> file;
  if (output)
    file = write_hdf5(*output, layout);
  else
    memory = std::make_unique<MemoryRecord>(std::move(layout));
  RecordSink& sink = output ? *file : static_cast<RecordSink&>(*memory);

  Computing computing;
  const RunHooks hooks = hooks_of(computing, progress);
  RunSummary summary;
  {
    const py::gil_scoped_release unlocked;
    summary = simulate(system, machine.model.method, machine.model.run, sink, hooks);
  }
  computing.raise();
  file.reset();
  auto outcome = std::make_shared<Outcome>();
  outcome->result.record = output ? open_record(*output) : record_of(std::move(*memory));
  outcome->file = output.value_or("");
  outcome->summary = summary_text(summary, system);
  return {outcome, to_string(summary.status), summary.message};
}

}  // namespace

void bind_runs(py::module_& module) { module.def("run", &run); }

}  // namespace freeplay::python
