// SPDX-License-Identifier: Apache-2.0
// The files of [[include]]: opened once each, however often they are included, and their names with the prefix.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/parts.h"
#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

class IncludedFiles {
 public:
  explicit IncludedFiles(Reader& reader);

  /// The tree of the file that an include at `at` names; nullptr after reporting why there is none. It is on the way until
  /// leave(): a file on the way cannot be included again.
  const tree::Node* enter(const std::string& file, tree::Position at, const std::string& path);
  void leave() { way_.pop_back(); }

  /// As messages name it: its path from where the model file is named.
  std::string shown(const std::string& file, tree::Position at) const;

 private:
  struct Step {
    std::string real, shown;
  };

  Reader& reader_;
  std::vector<Step> way_;                                   ///< from the model file to what is included now
  std::map<std::string, std::optional<tree::Node>> trees_;  ///< by real path; none: it could not be read
  int entered_ = 0;
};

/// The block of that kind with the prefix before its name and the names that it refers to; the ground keeps its name.
void add_prefix(const std::string& kind, tree::Node& block, const std::string& prefix);

/// Writes down the names that shapes without one get, so that a prefix can stand before them.
void name_all_shapes(std::vector<tree::Node*>& shapes);

/// Gives the path of a shape's mesh from the file that includes `file` in place of that from `file`.
void put_beside(tree::Node& shape, const std::string& file);

}  // namespace freeplay
