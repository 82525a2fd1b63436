// SPDX-License-Identifier: Apache-2.0
#include "system/assembled.h"

#include <algorithm>

#include "model/words.h"
#include "system/assembler.h"
#include "system/assembly_checks.h"
#include "system/formulation_checks.h"
#include "system/given_start.h"
#include "system/mode_checks.h"
#include "system/settled_start.h"
#include "system/stepper_checks.h"

namespace freeplay {
namespace {

/// The mechanism with its joints as they are, and the same with ideal ones where it starts as that.
template <class Bodies>
class AssembledOf final : public Assembled {
 public:
  explicit AssembledOf(WrittenOut written)
      : written_(std::move(written)), main_(make_assembler<Bodies>(written_, false, problems_)) {}

  WrittenOut& written() override { return written_; }

  std::unique_ptr<System> build(InitialReport& report, Diagnostics& problems) {
    check_settle(written_.model, problems_);
    std::unique_ptr<typename Bodies::System> system = main_->build();
    const std::vector<Joint>& joints = written_.model.joints;
    const bool as_ideal = settles() || (written_.model.run.initial == "ideal" &&
                                        std::any_of(joints.begin(), joints.end(), has_play));
    if (system && as_ideal) {
      ideal_ = make_assembler<Bodies>(written_, true, problems_);
      ideal_system_ = ideal_->build();
    }
    if (system && (!as_ideal || ideal_system_)) {
      system_ = system.get();
      scratch_ = std::make_unique<Evaluation>(system->info());
      state_ = blank_ = drawn_ = system->initial_state();
      start_ = std::make_unique<ConsistentStart>(*system, state_, main_->given());
      if (ideal_system_) {
        ideal_scratch_ = std::make_unique<Evaluation>(ideal_system_->info());
        ideal_state_ = ideal_system_->initial_state();
        ideal_start_ = std::make_unique<ConsistentStart>(*ideal_system_, ideal_state_, ideal_->given());
      }
      structure_ = main_->structure();
      start(&report);
    }
    for (const Diagnostic& problem : problems_.all()) problems.add(problem);
    return system;
  }

  void refill(std::span<const void* const> changed, const std::string& path) override {
    problems_ = Diagnostics();
    main_->refill(changed);
    if (!problems_.has_errors() && main_->structure() != structure_) {
      problems_.error(written_.model.where, path, "the change alters what the system is made of",
                      "change the model and assemble it again");
    }
    if (!problems_.has_errors() && ideal_) ideal_->refill(changed);
    if (!problems_.has_errors()) start(nullptr);
    if (problems_.has_errors()) with_places(written_.model, problems_).throw_if_errors();
  }

 private:
  bool as_given() const { return written_.model.run.initial == "as_given"; }
  bool settles() const { return written_.model.run.settle && is_dynamic(written_.model.run); }

  /// The consistent start, what is checked of it, and the force elements, whose lengths may be "as drawn".
  void start(InitialReport* report) {
    state_.restore(blank_);
    main_->draw(state_);
    drawn_.restore(state_);
    bool made = true;
    InitialReport ideal;
    if (ideal_) {  // joints with play start assembled as ideal ones
      ideal_->draw(ideal_state_);
      ideal_system_->start_drivers(ideal_state_.q(), *ideal_scratch_);
      made = ideal_start_->make(ideal_state_, problems_, report ? &ideal : nullptr);
      std::copy(ideal_state_.q().begin(), ideal_state_.q().end(), state_.q().begin());
      std::copy(ideal_state_.u().begin(), ideal_state_.u().end(), state_.u().begin());
    }
    if (made) {
      system_->start_drivers(state_.q(), *scratch_);
      if (!as_given()) {
        made = start_->make(state_, problems_, report);
      } else if (report != nullptr) {
        report_given_start(*system_, state_, *report, problems_);
      }
    }
    if (report != nullptr) {
      report->failed = !made;
      if (ideal_) report->moved = ideal.moved;  // nothing moves twice
      report_places(*system_, main_->given(), drawn_, state_, *report);
    }
    system_->start_drivers(state_.q(), *scratch_);
    if constexpr (Bodies::kDimension == 2) system_->choose_branches(state_, *scratch_);
    check_pool(written_.model, *system_, state_, problems_);
    check_penetration_bound(written_.model, system_->info(), problems_);
    if (made) check_overlap(written_, *system_, state_, *scratch_, problems_);
    if (made && report != nullptr) {
      warn_of_long_moves(*system_, *report, problems_);
      check_constraint_formulation(written_.model, *system_, state_, *report, problems_);
      if (!settles()) note_centred_start(written_.model, *system_, state_, *scratch_, problems_);
    }
    if (!problems_.has_errors()) main_->make_forces(state_.q());
    if (made && !problems_.has_errors() && settles()) settle_start(report);
    system_->parts().initial.restore(state_);
  }

  /// Presses joints with play to where they carry their loads.
  void settle_start(InitialReport* report) {
    refuse_adhesion(written_.model, *system_, "run.settle", "leave settle out", problems_);
    ideal_->make_forces(ideal_state_.q());
    if (problems_.has_errors()) return;
    const SettledStart settled = settle(*ideal_system_, ideal_state_, *system_, state_);
    if (report != nullptr) report->settled = settled.message;
    if (settled.found) return;
    problems_.error(written_.model.where, "run.settle", settled.message,
                    "leave settle out: the run then starts in the middle of the play");
  }

  WrittenOut written_;
  Diagnostics problems_;
  std::unique_ptr<AssemblerOf<Bodies>> main_, ideal_;
  typename Bodies::System* system_ = nullptr;
  std::unique_ptr<typename Bodies::System> ideal_system_;
  std::unique_ptr<Evaluation> scratch_, ideal_scratch_;
  State blank_, drawn_, state_, ideal_state_;
  std::unique_ptr<ConsistentStart> start_, ideal_start_;
  std::uint64_t structure_ = 0;
};

template <class Bodies>
std::unique_ptr<Assembled> assemble_in(WrittenOut written, Assembly& assembly, Diagnostics& problems) {
  auto assembled = std::make_unique<AssembledOf<Bodies>>(std::move(written));
  assembly.system = assembled->build(assembly.initial, problems);
  return assembled;
}

}  // namespace

std::unique_ptr<Assembled> assemble_written(WrittenOut written, Assembly& assembly, Diagnostics& problems) {
  return written.model.dimension == 3 ? assemble_in<SpatialBodies>(std::move(written), assembly, problems)
                                      : assemble_in<PlanarBodies>(std::move(written), assembly, problems);
}

}  // namespace freeplay
