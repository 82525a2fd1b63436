// SPDX-License-Identifier: Apache-2.0
// Tables of a model as functions of formulas.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formula/table.h"
#include "freeplay/model.h"

namespace freeplay {

/// Why a table is none.
struct TableMistake {
  const char* key;
  std::string message, hint;
};
std::optional<TableMistake> find_mistake(const FunctionTable& table);

/// Of tables without mistakes.
std::shared_ptr<const formula::Tables> make_tables(const std::vector<FunctionTable>& tables);

}  // namespace freeplay
