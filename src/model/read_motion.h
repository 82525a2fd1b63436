// SPDX-License-Identifier: Apache-2.0
// What depends on the motion: tables, actuators, and values that are formulas of what moves.
#pragma once

#include <span>
#include <string>

#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "model/names.h"
#include "model/reader.h"

namespace freeplay {

/// [[table]] blocks, which formulas may call from then on.
void read_tables(Block& top, Model& model);

/// [[actuator]] blocks; `joints` are the names of the joints.
void read_actuators(Block& top, const Names& joints, Model& model);

/// As read_params, but the numbers and vectors of `keys` may be formulas of what moves: they become Texts.
/// `coordinate` is its unit, for those that depend on it.
void read_moving_params(Block& block, std::span<const Param> params, std::span<const char* const> keys,
                        Values& values, const Model& model, const std::string& coordinate = {});

/// run.stop_when
void read_stop(Block& block, Model& model);

}  // namespace freeplay
