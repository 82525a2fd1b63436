// SPDX-License-Identifier: Apache-2.0
#include "studies/read_variables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/fits.h"
#include "base/index.h"
#include "model/read_value.h"
#include "studies/design.h"
#include "studies/read_text.h"

namespace freeplay {
namespace {

constexpr long long kMostValues = 1000000;

constexpr Param kAs{.key = "as",
                    .help = "whether values stand for the model's number, are added to it, or multiply it",
                    .kind = ParamKind::choice,
                    .optional = true,
                    .choices = {"value", "offset", "factor"}};
constexpr Param kScale{.key = "scale",
                       .help = "steps of a range: equal differences or equal ratios",
                       .kind = ParamKind::choice,
                       .optional = true,
                       .choices = {"linear", "log"}};
constexpr Param kUnit{.key = "unit", .help = "of plain numbers", .kind = ParamKind::text, .optional = true};
constexpr Param kName{.key = "name", .help = "in tables", .kind = ParamKind::text, .optional = true};
constexpr Param kCount{.key = "count", .low = 2, .high = 1e6, .help = "values of a range, its ends included"};
constexpr Param kTolerance{.key = "tolerance", .help = "a size with its limits", .kind = ParamKind::text};
constexpr Param kCpk{.key = "cpk",
                     .fallback = 1,
                     .low = 0.1,
                     .high = 10,
                     .help = "capability: three standard deviations are 1/cpk of half the tolerance"};
constexpr Param kNumber{.key = "from", .help = "an end of a range"};

/// The word of a choice, the first one where none is given.
std::string word_of(Block& block, const Param& param) {
  if (const tree::Node* node = block.take(param.key)) {
    const auto value = read_value(block.reader(), *node, block.path_of(param.key), param, "");
    if (value) return std::get<std::string>(value->data);
  }
  return param.choices.front();
}

/// What cannot be a part of a path in a result.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name != "." && name.find('/') == std::string::npos &&
         name.find('\0') == std::string::npos;
}

bool is_number(const tree::Node& node) {
  return node.as<double>() != nullptr || node.as<long long>() != nullptr;
}

}  // namespace

std::string written(const Variable& variable, double value) {
  if (!variable.words.empty()) return variable.words[idx(std::llround(value))];
  return fmt::format("{}{}{}", value, variable.unit.empty() || variable.unit == "-" ? "" : " ",
                     variable.unit == "-" ? "" : variable.unit);
}

void VariableReader::read(Block& block) {
  Variable variable;
  variable.where = reader_.where(block.position());
  read_paths(block, variable);
  const std::string as = word_of(block, kAs);
  variable.as = as == "offset"   ? Variable::As::offset
                : as == "factor" ? Variable::As::factor
                                 : Variable::As::value;
  variable.name = take_text(block, kName);
  if (variable.name.empty() && !variable.paths.empty()) variable.name = variable.paths.front();
  if (!variable.paths.empty()) {
    read_unit(block, variable);
    read_values(block, variable);
    check_values(block, variable);
  }
  if (!variable.paths.empty() && !is_plain_name(variable.name))
    reader_.error(block.position(), block.path_of("name"),
                  "a name has no \"/\" in it, for results use it as a path");
  for (const Variable& other : study_.variables) {
    if (other.name == variable.name)
      reader_.error(block.position(), block.path_of("name"),
                    fmt::format("\"{}\" varies already, in line {}", variable.name, other.where.line),
                    "give each of them a `name` of its own");
  }
  block.finish();
  study_.variables.push_back(std::move(variable));
}

void VariableReader::read_paths(Block& block, Variable& variable) {
  const tree::Node* node = block.take("path");
  if (node == nullptr) {
    block.missing("path", "the path of a number, as --set takes it",
                  "such as path = \"joint.guide.clearance\"");
    return;
  }
  const std::string at = block.path_of("path");
  if (const auto* text = node->as<std::string>()) {
    variable.paths = {*text};
  } else {
    variable.paths = read_texts(reader_, *node, at, 0);
  }
  for (const std::string& path : variable.paths) {
    const int index = numbers_.find(path);
    variable.rebuilds = variable.rebuilds || index < 0;
    if (path.empty() || path.find('*') != std::string::npos)
      reader_.error(node->position, at, "a path names one number, without `*`",
                    "several paths are a list: path = [\"joint.a.clearance\", \"joint.b.clearance\"]");
    if (index < 0) continue;
    const std::string& unit = numbers_.all()[idx(index)].unit;
    if (!variable.unit.empty() && variable.unit != unit)
      reader_.error(
          node->position, at,
          fmt::format("{} has the unit {}, and {} has {}", variable.paths.front(), variable.unit, path, unit),
          "what takes the same values has the same unit");
    variable.unit = unit;
  }
  if (variable.rebuilds) variable.unit.clear();
}

/// Of a path that is no number of the assembled model, such as one of [parameters], the unit is not known.
void VariableReader::read_unit(Block& block, Variable& variable) {
  const tree::Node* node = block.take(kUnit.key);
  const std::string at = block.path_of(kUnit.key);
  if (node != nullptr && !variable.rebuilds) {
    reader_.error(node->position, at,
                  fmt::format("{} has the unit {}", variable.paths.front(), variable.unit),
                  "write other units with the numbers: \"0.2 mm\"");
    return;
  }
  if (node != nullptr) variable.unit = take_text(block, kUnit);
  if (variable.as == Variable::As::factor) variable.unit = "-";
  if (variable.rebuilds && variable.as != Variable::As::value) {
    reader_.error(block.position(), block.path_of(kAs.key),
                  fmt::format("what {} is in the model is not known as a number", variable.paths.front()),
                  "give its values themselves: as = \"value\"");
  }
}

void VariableReader::read_values(Block& block, Variable& variable) {
  const tree::Node* list = block.take("values");
  const tree::Node* random = block.take("distribution");
  const tree::Node* tolerance = block.take(kTolerance.key);
  const bool range = block.has("from") || block.has("to");
  if ((list != nullptr) + (random != nullptr) + (tolerance != nullptr) + range != 1) {
    reader_.error(
        block.position(), block.path(),
        "expected one of `values`, `from` and `to`, `distribution`, and `tolerance`",
        "such as values = [\"0.1 mm\", \"0.2 mm\"], or from = 0.1, to = 0.3, count = 5, or "
        "distribution = { law = \"normal\", mean = 1, deviation = 0.1 }, or tolerance = \"fit 20 H7/g6\"");
    for (const char* key : {"from", "to", "count", "scale", "cpk"}) block.take(key);
    return;
  }
  if (tolerance != nullptr) read_tolerance(block, *tolerance, variable);
  if (list != nullptr) read_list(*list, block.path_of("values"), variable);
  if (range) read_range(block, variable);
  if (random != nullptr) {
    const std::string at = block.path_of("distribution");
    const std::size_t before = reader_.mistakes();
    const Choice choice = read_choice(reader_, *random, at, distributions(), "law", nullptr,
                                      variable.unit.empty() ? "-" : variable.unit);
    if (reader_.mistakes() == before) variable.random = make_distribution(choice, at, reader_.diagnostics());
  }
}

/// Made parts: normal within their limits. Plans that go through lists take the limits, and the middle.
void VariableReader::read_tolerance(Block& block, const tree::Node& node, Variable& variable) {
  const std::string at = block.path_of(kTolerance.key);
  double cpk = kCpk.fallback;
  if (const tree::Node* given = block.take(kCpk.key)) {
    const auto value = read_value(reader_, *given, block.path_of(kCpk.key), kCpk, "-");
    if (value) cpk = std::get<double>(value->data);
  }
  const auto text = read_value(reader_, node, at, kTolerance, "");
  if (!text) return;
  const auto& written = std::get<std::string>(text->data);
  if (variable.rebuilds || variable.as != Variable::As::value || !is_toleranced(written)) {
    reader_.error(node.position, at,
                  is_toleranced(written) ? "a tolerance is of a number of the assembled model, and its value"
                                         : fmt::format("\"{}\" is no size with limits", written),
                  "write \"fit 20 H7/g6\" for a clearance, or \"0.5 mm ± 0.05\"");
    return;
  }
  Toleranced size = parse_toleranced(written, variable.unit);
  if (!size) {
    reader_.error(node.position, at, size.error, size.hint);
    return;
  }
  // pins that fill their bearing to the last have no play that could be simulated: what is left is next to none
  constexpr double kLeastPlay = 1e-3;
  if (size.second_width > 0) size.low = std::max(size.low, kLeastPlay * size.nominal);
  if (!is_sample(study_.plan.kind)) {
    variable.values = {size.low, size.nominal, size.high};
    return;
  }
  variable.random = Distribution{.law = Distribution::Law::normal,
                                 .low = size.low,
                                 .high = size.high,
                                 .mean = size.nominal,
                                 .deviation = std::hypot(size.first_width, size.second_width) / (6 * cpk)};
}

double VariableReader::number(const tree::Node& node, const std::string& path, const std::string& unit) {
  const auto value = read_value(reader_, node, path, kNumber, unit.empty() ? "-" : unit);
  return value ? std::get<double>(value->data) : std::numeric_limits<double>::quiet_NaN();
}

void VariableReader::read_list(const tree::Node& node, const std::string& path, Variable& variable) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->empty() || items->size() > idx(kMostValues)) {
    reader_.error(
        node.position, path,
        fmt::format("expected a list of values; found {}",
                    items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size())));
    return;
  }
  const bool numbers = !variable.rebuilds || std::all_of(items->begin(), items->end(), is_number);
  for (const tree::Node& item : *items) {
    if (numbers && variable.rebuilds) {
      const auto* whole = item.as<long long>();
      variable.values.push_back(whole != nullptr ? static_cast<double>(*whole) : *item.as<double>());
    } else if (numbers) {
      variable.values.push_back(number(item, path, variable.unit));
    } else {
      std::string word;
      if (const auto* text = item.as<std::string>()) word = *text;
      if (const auto* flag = item.as<bool>()) word = *flag ? "true" : "false";
      if (is_number(item)) word = fmt::format("{}", number(item, path, "-"));
      if (word.empty())
        reader_.error(item.position, path,
                      fmt::format("expected a text or a number; found {}", kind_name(item)));
      variable.values.push_back(static_cast<double>(variable.words.size()));
      variable.words.push_back(std::move(word));
    }
  }
}

void VariableReader::read_range(Block& block, Variable& variable) {
  double ends[2] = {0, 1};
  const char* const keys[2] = {"from", "to"};
  // behind plain numbers of [parameters] the unit follows
  const std::string unit = variable.rebuilds ? "-" : variable.unit;
  for (int i = 0; i < 2; ++i) {
    if (const tree::Node* node = block.take(keys[i])) {
      ends[i] = number(*node, block.path_of(keys[i]), unit);
    } else {
      block.missing(keys[i], "the other end of the range");
    }
  }
  const bool log = word_of(block, kScale) == "log";
  if (!(ends[0] < ends[1])) {
    if (std::isfinite(ends[0] + ends[1]))
      reader_.error(block.position(), block.path_of("to"),
                    "a range goes upwards: `to` is greater than `from`");
    block.take(kCount.key);
    return;
  }
  if (log && !(ends[0] > 0)) {
    reader_.error(block.position(), block.path_of("from"), "equal ratios need values above 0",
                  "take scale = \"linear\", or begin above 0");
    block.take(kCount.key);
    return;
  }
  variable.random = Distribution{.law = log ? Distribution::Law::log_uniform : Distribution::Law::uniform,
                                 .low = ends[0],
                                 .high = ends[1]};
  variable.searched = study_.plan.kind == PlanKind::optimise;
  const tree::Node* given = block.take(kCount.key);
  if (given == nullptr) {
    if (!is_sample(study_.plan.kind))
      block.missing(kCount.key, "how many values the range has", "its ends are two of them");
    return;
  }
  const double count = number(*given, block.path_of(kCount.key), "-");
  const auto checked = read_value(reader_, *given, block.path_of(kCount.key), kCount, "-");
  if (!checked || count != std::floor(count)) {
    if (checked) reader_.error(given->position, block.path_of(kCount.key), "must be a whole number");
    return;
  }
  const auto last = static_cast<int>(count) - 1;
  for (int i = 0; i <= last; ++i) {
    const double share = static_cast<double>(i) / last;
    const double value =
        log ? ends[0] * std::pow(ends[1] / ends[0], share) : ends[0] + share * (ends[1] - ends[0]);
    variable.values.push_back(i == last ? ends[1] : value);  // not a rounding beyond it
  }
  if (!is_sample(study_.plan.kind)) variable.random.reset();
}

/// The listed values, and the ends of what is drawn, must be possible for the model's number.
void VariableReader::check_values(const Block& block, const Variable& variable) {
  if (variable.rebuilds || variable.as != Variable::As::value) return;
  std::vector<double> tried = variable.values;
  if (variable.random && std::isfinite(variable.random->low)) tried.push_back(variable.random->low);
  if (variable.random && std::isfinite(variable.random->high)) tried.push_back(variable.random->high);
  for (const std::string& path : variable.paths) {
    for (const double value : tried) {
      if (!std::isfinite(value)) continue;
      const int index = numbers_.find(path);
      const double kept = numbers_.get(index);
      try {
        numbers_.set(index, value);
        numbers_.set(index, kept);
      } catch (const ModelError& error) {
        const std::string& wrong = error.diagnostics().front().message;
        reader_.error(block.position(), block.path(), fmt::format("{} {}", path, wrong));
        return;
      }
    }
  }
}

}  // namespace freeplay
