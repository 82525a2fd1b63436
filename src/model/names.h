// SPDX-License-Identifier: Apache-2.0
// The names of one kind of thing: each once, and every reference to an existing one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/reader.h"

namespace freeplay {

inline constexpr const char* kGroundName = "ground";  ///< the frame of the world; no body may be called so

/// Why `name` cannot be a name; "" when it can. Names become paths in result files and in assignments.
std::string name_error(const std::string& name);

class Names {
 public:
  /// Checks the name of a new `what` ("body") and remembers it. A missing name was reported before.
  void add(Reader& reader, Block& block, const std::string& what, const std::string& name);

  /// Remembers a name that follows from others.
  void put(const std::string& name);

  /// Says that some names could not be read, so that a reference to an unknown one may be right.
  void set_incomplete() { incomplete_ = true; }

  /// True when `name` exists; else reports it at `position`, unless a name that could not be read may be
  /// meant.
  bool check(Reader& reader, tree::Position position, const std::string& path, const std::string& what,
             const std::string& name) const;

 private:
  std::map<std::string, tree::Position> first_;
  std::vector<std::string> names_;
  bool incomplete_ = false;
};

}  // namespace freeplay
