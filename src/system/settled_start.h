// SPDX-License-Identifier: Apache-2.0
// The start of a machine whose joints with play carry their loads already: `run.settle = true`.
//
// The machine without play stands at q₀ and moves with u₀ and u̇₀, which follow from its loads h(q₀, u₀):
//   M u̇₀ = h + Dᵀ λ,   D u̇₀ = γ
// By d'Alembert's principle h − M u̇₀ is balanced by its reactions. These are what presses its joints once they have play,
// so the bodies are moved within the clearances to where contacts carry them (equilibrium.h), while the motions that
// the machine without play is free to make stay where they are. Then velocities are changed least, in the norm of
// M, such that pressed contacts neither part nor approach.
#pragma once

#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

struct SettledStart {
  bool found = false;
  std::string message;  ///< what was done, or why it was not found
};

/// `ideal` is the machine without play at `ideal_state`, with its forces; `state` becomes the settled start of `system`.
SettledStart settle(const System& ideal, const State& ideal_state, const System& system, State& state);

/// What keeps a model with run.settle from settling.
void check_settle(const Model& model, Diagnostics& problems);

/// Notes joints that start in the middle of their play, from where loads throw their parts at each other.
void note_centred_start(const Model& model, const System& system, const State& state, Evaluation& scratch,
                        Diagnostics& problems);

}  // namespace freeplay
