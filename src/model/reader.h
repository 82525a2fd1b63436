// SPDX-License-Identifier: Apache-2.0
// What every part of the reader shares: reporting at a place, and a table whose unknown keys are found.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "freeplay/diagnostics.h"
#include "model/frames.h"
#include "model/tree.h"

namespace freeplay {

class Scope;

/// Reports mistakes at positions of the tree.
class Reader {
 public:
  Reader(std::string file, Diagnostics& diagnostics) : file_(std::move(file)), diagnostics_(diagnostics) {}

  /// The place in the file, or "--set" for what an assignment brought in.
  Where where(tree::Position position) const;

  /// The same mistake in many turns of a [[repeat]] is reported once.
  void error(tree::Position position, const std::string& key, std::string message, std::string hint = {});
  Diagnostics& diagnostics() { return diagnostics_; }

  /// What formulas may use; nullptr where there are none (`--set` before the tree is read).
  Scope* scope() { return scope_; }
  void use(Scope* scope) { scope_ = scope; }

  /// The turns of [[repeat]], which positions name by their number.
  Frames& frames() { return frames_; }

  /// `did you mean "x"?`, or nothing. Silent after many mistakes, so that a broken generated file with a
  /// hundred thousand names does not take forever.
  std::string suggest(const std::string& word, const std::vector<std::string>& candidates) const;

  /// suggest() followed by all the words that were possible.
  std::string suggest_from(const std::string& word, const std::vector<std::string>& candidates,
                           const std::string& intro = "known here: ") const;

 private:
  std::string file_;
  Diagnostics& diagnostics_;
  Scope* scope_ = nullptr;
  Frames frames_;
  std::set<std::tuple<int, int, std::string>> repeated_;  ///< mistakes in turns: line, column, last key
};

/// One table being read. Every key asked for becomes known; finish() reports the others.
class Block {
 public:
  Block(Reader& reader, const tree::Table& table, tree::Position position, std::string path)
      : reader_(reader), table_(table), position_(position), path_(std::move(path)) {}

  /// The value of `key`, or nullptr when it is absent or was removed by an assignment.
  const tree::Node* take(const std::string& key);

  /// As take(), but gives the node of a removed key too (the word "none" may be meant).
  const tree::Node* take_even_removed(const std::string& key);

  /// Reports that a required key is absent.
  void missing(const std::string& key, const std::string& expected, std::string hint = {});

  /// Reports keys nobody asked for.
  void finish();

  std::string path_of(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }
  bool has(const std::string& key) const;
  tree::Position position() const { return position_; }
  const tree::Table& table() const { return table_; }
  const std::string& path() const { return path_; }
  Reader& reader() { return reader_; }

 private:
  Reader& reader_;
  const tree::Table& table_;
  tree::Position position_;
  std::string path_;
  std::vector<std::string> known_;
};

/// "a, b and c", each in quotes.
std::string list_words(const std::vector<std::string>& words);

}  // namespace freeplay
