// SPDX-License-Identifier: Apache-2.0
// Which files a model may open besides its own, and which it did: models that it includes, and tables.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace freeplay {

class FileAccess {
 public:
  /// `trusted`: see read_model_text().
  FileAccess(const std::string& model, const std::vector<std::string>* trusted);

  /// The path that all names of the file have in common.
  static std::string real_path(const std::string& path);

  bool may_open(const std::string& real) const;
  void opened(const std::string& real) { opened_.insert(real); }
  /// All that were opened, each once.
  std::vector<std::string> all() const { return {opened_.begin(), opened_.end()}; }

 private:
  std::optional<std::vector<std::string>> trusted_;  ///< none: all
  std::string folder_;                               ///< of the model file
  std::set<std::string> opened_;
};

}  // namespace freeplay
