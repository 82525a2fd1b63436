// SPDX-License-Identifier: Apache-2.0
// How Freeplay tells a user what is wrong with a model.
//
// Everything wrong with a model is collected as Diagnostics and thrown once, as one ModelError, by
// reading, editing or assembling. Numerical trouble during a run is a value (StepReport), not an
// exception. A broken invariant of the program itself is an always-on assert.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace freeplay {

/// A place in a text file; line and column count from 1, and 0 means "not known".
struct Where {
  std::string file;
  int line = 0;
  int column = 0;
  std::shared_ptr<const Where> included{};  ///< the [[include]] that brought the file in; null: none did
};

enum class Severity { error, warning, note };

struct Diagnostic {
  Severity severity = Severity::error;
  Where where;
  std::string key;      ///< path of the key in the file, such as "joint.guide.clearance"; may be empty
  std::string message;  ///< what is wrong and what was expected
  std::string hint;     ///< what to do about it; may be empty
};

/// `file:line:column`, as much of it as is known.
std::string to_string(const Where& where);

/// The place in the file that was read: of what an included file says, its [[include]].
const Where& outermost(const Where& where);

/// `file:line:column: error: key: message` and, on further lines, the hint and where the file was included.
std::string to_string(const Diagnostic& diagnostic);

/// Collects diagnostics; reading goes on after a mistake so that all are reported at once.
class Diagnostics {
 public:
  void error(Where where, std::string key, std::string message, std::string hint = {});
  void warning(Where where, std::string key, std::string message, std::string hint = {});
  void note(Where where, std::string key, std::string message, std::string hint = {});
  void add(Diagnostic diagnostic);

  bool has_errors() const;
  const std::vector<Diagnostic>& all() const { return all_; }

  /// Throws ModelError with everything collected so far if any of it is an error.
  void throw_if_errors() const;

 private:
  std::vector<Diagnostic> all_;
};

/// A model that cannot be used; what() is every diagnostic, one after the other, by file position.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::vector<Diagnostic> diagnostics);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// The candidate closest to `word` if it is close enough to be a likely typing error, else "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace freeplay
