// SPDX-License-Identifier: Apache-2.0
// A formula of what moves in a system, read once.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "freeplay/model.h"
#include "model/quantities.h"

namespace freeplay {

struct BoundFormula {
  static constexpr std::size_t kMostNames = 16;
  formula::Formula formula;
  std::vector<MovingName> names;  ///< of its slots
  bool rates = false;             ///< it depends on velocities
};

/// `text` has its "="; names are those of the model. Nothing after reporting to `problems` under `key`.
std::optional<BoundFormula> bind_formula(const std::string& text, const Model& model,
                                         const std::shared_ptr<const formula::Tables>& tables,
                                         const Where& where, const std::string& key, Diagnostics& problems);

}  // namespace freeplay
