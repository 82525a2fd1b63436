// SPDX-License-Identifier: Apache-2.0
#include "report/still.h"

#include <filesystem>

#include "base/index.h"
#include "freeplay/assemble.h"
#include "freeplay/results.h"
#include "model/copies.h"
#include "run/channels.h"
#include "run/simulate.h"

namespace freeplay {
namespace {

/// Has not stepped yet.
class Standing final : public Stepper {
 public:
  Standing(const SystemInfo& info, bool smooth) : smooth_(smooth), book_(info) {
    sample_.u_dot.assign(idx(info.nu), 0);
    sample_.lambda.assign(info.constraints.size(), 0);
    sample_.F.assign(idx(info.dimension) * info.contacts.size(), 0);
    sample_.joint_F.resize(info.rubbing.size());
    sample_.joint_N.assign(info.rubbing.size(), 0);
  }
  StepReport step(State&, double) override { return {}; }
  void visit(Archive&, const State&) override {}
  void stop_when(const std::atomic<bool>*) override {}
  void take_inputs(const State&) override {}
  const SmoothSample* sample(const State&) override { return smooth_ ? &sample_ : nullptr; }
  Book& book() override { return book_; }
  const SolverStatistics& solver_statistics() const override { return solver_; }

 private:
  bool smooth_;
  Book book_;
  SolverStatistics solver_;
  SmoothSample sample_;
};

}  // namespace

Result still(const Model& model) {
  const Assembly assembly = assemble(model);
  const System& system = *assembly.system;
  const RecordOptions everything;
  const bool smooth = is_smooth(model.method) || !is_dynamic(model.run);
  Channels channels(system, smooth, everything);
  Standing stepper(system.info(), smooth);
  Result result;
  result.model = write_out(model).model;
  result.file = std::filesystem::path(model.file).filename().string();
  result.label = model.name.empty() ? result.file : model.name;
  RecordFile& record = result.record;
  record.layout = record_layout(system, smooth, everything);
  record.attributes = {{"name", model.name},
                       {"model", model.text},
                       {"model_file", result.file},
                       {"understood", write_model(model)}};
  record.layout.attributes = record.attributes;
  record.status = "complete";
  record.samples = 1;
  const std::span<const double> row = channels.sample(system.initial_state(), stepper, 0);
  std::size_t at = 0;
  for (const Channel& channel : record.layout.channels) {
    const auto width = idx(channel.width);
    record.channels[channel.path].assign(row.begin() + static_cast<std::ptrdiff_t>(at),
                                         row.begin() + static_cast<std::ptrdiff_t>(at + width));
    at += width;
  }
  for (const Table& table : record.layout.tables) record.tables[table.path];
  return result;
}

}  // namespace freeplay
