// SPDX-License-Identifier: Apache-2.0
// What every part of the reader shares: reporting at a place, and a table whose unknown keys are found.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "freeplay/diagnostics.h"
#include "model/frames.h"
#include "model/place.h"
#include "model/tree.h"

namespace freeplay {

class FileAccess;
class Scope;

/// A file that takes part in the model.
struct SourceFile {
  std::string name;
  std::shared_ptr<const Where>
      included{};                ///< the [[include]] that brought it in; null: the model file itself
  std::optional<Place> place{};  ///< of its ground; none: that of the model
  std::string prefix{};          ///< before all its names, with those of the files around it
};

/// Reports mistakes at positions of the tree.
class Reader {
 public:
  Reader(std::string file, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    files_.push_back({std::move(file)});
  }

  /// The place in the file, or "--set" for what an assignment brought in.
  Where where(tree::Position position) const;

  /// The same mistake in many turns of a [[repeat]], or in a file that is included many times, is reported once.
  void error(tree::Position position, const std::string& key, std::string message, std::string hint = {});
  Diagnostics& diagnostics() { return diagnostics_; }
  /// How many mistakes, notes and warnings there were so far, those reported once counted each time: what was
  /// read without a new one can be used.
  std::size_t mistakes() const { return diagnostics_.all().size() + untold_; }

  /// What formulas may use; nullptr where there are none (`--set` before the tree is read).
  Scope* scope() { return scope_; }
  void use(Scope* scope) { scope_ = scope; }

  /// Of the files that the model names; nullptr where there are none.
  FileAccess* access() { return access_; }
  void use(FileAccess* access) { access_ = access; }

  /// The turns of [[repeat]] and included files, which positions name by their number.
  Frames& frames() { return frames_; }
  /// The number of the new file, for Frame::file.
  int add(SourceFile file) {
    files_.push_back(std::move(file));
    return static_cast<int>(files_.size()) - 1;
  }
  const SourceFile& file_of(tree::Position position) const {
    return files_[static_cast<std::size_t>(frames_.file(position.frame))];
  }

  /// `did you mean "x"?`, or nothing. Silent after many mistakes, so that a broken generated file with a
  /// hundred thousand names does not take forever.
  std::string suggest(const std::string& word, const std::vector<std::string>& candidates) const;

  /// suggest() followed by all the words that were possible.
  std::string suggest_from(const std::string& word, const std::vector<std::string>& candidates,
                           const std::string& intro = "known here: ") const;

 private:
  std::vector<SourceFile> files_;
  Diagnostics& diagnostics_;
  Scope* scope_ = nullptr;
  FileAccess* access_ = nullptr;
  Frames frames_;
  /// Mistakes in copied blocks: file, line, column, last key.
  std::set<std::tuple<std::string, int, int, std::string>> repeated_;
  std::size_t untold_ = 0;  ///< mistakes that had been reported
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
