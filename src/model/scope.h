// SPDX-License-Identifier: Apache-2.0
// The parameters of a model file and the formulas that use them: `[parameters]` with `crank = "76.5 mm"`, and
// `"= 2*crank"` wherever a number may stand. A parameter may be a formula of others, in any order.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formula/of_time.h"
#include "freeplay/model.h"
#include "model/reader.h"
#include "model/tree.h"

namespace freeplay {

class Scope {
 public:
  /// Reads [parameters], if the model has it, and reports what is wrong with any of them.
  Scope(Reader& reader, const tree::Table& model);

  /// The parameters of an included file, by the number of the file. Values may stand in the file that includes it.
  void add(int file, tree::Table parameters);

  /// The number that the formula `text` (with its "=") gives where `unit` is expected; nothing after
  /// reporting why there is none.
  std::optional<double> number(std::string_view text, tree::Position position, const std::string& path,
                               const std::string& unit);

  /// The formula of the time t, with "=", in which the parameters are replaced by their values; nothing after
  /// reporting what is wrong with it. With a model it may also name what moves in it, and call tables.
  std::optional<std::string> over_time(std::string_view text, tree::Position position,
                                       const std::string& path, const std::string& unit,
                                       const Model* moving = nullptr);
  /// The formula, with "=", of numbers that are known later, each by its name with what it measures: parameters are
  /// replaced by their values. Nothing after reporting what is wrong with it.
  using Named = std::map<std::string, formula::Amount, std::less<>>;
  struct OfNamed {
    std::string text;
    formula::Amount amount;
  };
  std::optional<OfNamed> of_named(std::string_view text, tree::Position position, const std::string& path,
                                  const Named& named);
  /// Whether a text is a formula that names something that moves, which need not exist.
  bool is_moving(std::string_view text, tree::Position position);

  /// What formulas may call from now on; those of an included file without its prefix.
  void use(std::shared_ptr<const formula::Tables> tables) { functions_ = std::move(tables); }

  /// The value of the formula that stands in `text` from `start` to `end`; nothing after reporting why there is none.
  std::optional<formula::Amount> part(std::string_view text, std::size_t start, std::size_t end,
                                      tree::Position position, const std::string& path);

  /// A number, a quantity or a formula as an amount; nothing after reporting what is wrong with it.
  std::optional<formula::Amount> value_of(const tree::Node& node, const std::string& path);

  /// True when formulas may know something by `name`; else reports why not.
  bool can_name(const std::string& name, tree::Position position, const std::string& path);

  /// Warns of parameters that no formula used.
  void finish();

 private:
  enum class Stage { waiting, working, known, wrong };
  struct Parameter {
    const tree::Member* member = nullptr;
    Stage stage = Stage::waiting;
    bool used = false;
    formula::Amount amount;
  };

  void read(const std::string& name, Parameter& parameter);
  std::optional<formula::Amount> compute(std::string_view text, tree::Position position,
                                         const std::string& path);
  struct Slots {
    std::vector<formula::Amount> amounts;
    std::vector<formula::Moving> moving;
  };
  std::optional<Slots> slots_of(const formula::Formula& formula, std::string_view text, std::size_t start,
                                tree::Position position, const std::string& path);
  /// What moves, by its name in the file; false after reporting why the file cannot name it.
  bool find_motion(const std::string& name, tree::Position position, const std::string& path,
                   formula::Moving& moving);
  std::optional<std::string> bound(const formula::Formula& formula, std::string_view text, std::size_t start,
                                   const Slots& slots, const std::string& prefix,
                                   formula::Mistake& mistake) const;
  std::shared_ptr<const formula::Tables> tables(tree::Position position);
  /// nullptr: it is wrong, which has been reported.
  const formula::Amount* find(const std::string& name, tree::Position position, const std::string& path);
  void unknown(const std::string& name, tree::Position position, const std::string& path);

  using Parameters = std::map<std::string, Parameter, std::less<>>;
  /// Those of the file in which the position is.
  Parameters& parameters(tree::Position position);
  void read_all(Parameters& parameters, const tree::Table& table);

  Reader& reader_;
  std::deque<Parameters> parameters_;  ///< of each file
  std::deque<tree::Table> given_;      ///< parameters of included files
  std::vector<std::string> path_;      ///< of parameters being computed, each for the one before it
  bool over_time_ = false;             ///< t is the time in the formula that is read
  const Model* model_ = nullptr;       ///< and names of this stand for what moves in it
  const Named* named_ = nullptr;       ///< names of the formula that is read, beside parameters
  std::shared_ptr<const formula::Tables> functions_;
  /// Of included files, by their prefix and without it.
  std::map<std::string, std::shared_ptr<const formula::Tables>> tables_;
};

/// Whether formulas can name it: letters, digits and _.
bool is_parameter_name(std::string_view word);

/// The unit as text: "m s^-2"; nothing for exponents that have no writing.
std::optional<std::string> unit_text(const Dimension& dimension);

/// The place of a byte of a text value: columns are counted after the quote.
tree::Position inside(tree::Position text, std::string_view value, std::size_t byte);

}  // namespace freeplay
