// SPDX-License-Identifier: Apache-2.0
// Points of a [[table]] from a file: file = "gas.csv", columns = ["angle", "pressure"].
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "model/csv.h"
#include "model/reader.h"

namespace freeplay {

class TableFiles {
 public:
  explicit TableFiles(Reader& reader) : reader_(reader) {}

  /// Fills x and y; `units` are those of numbers without one. Everything wrong is reported at its line of the file.
  void read(Block& block, const std::array<std::string, 2>& units, FunctionTable& table);

 private:
  std::optional<std::vector<csv::Column>> read_which(Block& block);
  /// The text, read once however many tables are in it; nullptr after reporting why there is none.
  const std::string* open(Block& block, const tree::Node& file, const std::string& shown);

  Reader& reader_;
  std::map<std::string, std::string> texts_;  ///< by real path
  std::set<std::string> wrong_;               ///< what was reported, of tables in repeats too
};

}  // namespace freeplay
