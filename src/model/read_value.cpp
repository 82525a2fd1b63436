// SPDX-License-Identifier: Apache-2.0
#include "model/read_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/fits.h"
#include "base/units.h"
#include "model/read_spatial.h"
#include "model/scope.h"
#include "model/words.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostPoints = 1000000;

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() || unit == "-" ? fmt::format("{}", value) : fmt::format("{} {}", value, unit);
}

std::optional<double> read_number(Reader& reader, const tree::Node& node, const std::string& path,
                                  const Param& param, const std::string& unit) {
  double value = 0;
  if (const auto* whole = node.as<long long>()) {
    value = static_cast<double>(*whole);
  } else if (const auto* real = node.as<double>()) {
    value = *real;
  } else if (const auto* text = node.as<std::string>(); text != nullptr && formula::is_formula(*text)) {
    const auto computed = reader.scope()->number(*text, node.position, path, unit);
    if (!computed) return {};
    value = *computed;
  } else if (text != nullptr && is_toleranced(*text)) {
    const Toleranced size = parse_toleranced(*text, unit);
    const bool is_fit = size.second_width > 0;
    const std::string_view key = param.key;
    if (!size) {
      reader.error(node.position, path, size.error, size.hint);
      return {};
    }
    if (is_fit && key != "clearance" && key != "radial") {
      reader.error(node.position, path, "a fit is the play of a pin or slider: a clearance");
      return {};
    }
    value = size.nominal;  // what else it may become is what a study asks for
  } else if (text != nullptr) {
    const Quantity quantity = parse_quantity(*text, unit);
    if (!quantity) {
      reader.error(node.position, path, quantity.error, quantity.hint);
      return {};
    }
    value = quantity.value;
  } else {
    Param one = param;
    one.kind = ParamKind::number;
    reader.error(node.position, path,
                 fmt::format("expected {}; found {}", expected_of(one, unit), kind_name(node)));
    return {};
  }
  std::string wrong = magnitude_error(value);
  if (wrong.empty()) wrong = range_error(value, param, unit);
  if (!wrong.empty()) {
    reader.error(node.position, path, wrong);
    return {};
  }
  return value;
}

/// A number becomes the formula that gives it, in SI units.
std::optional<std::string> read_formula(Reader& reader, const tree::Node& node, const std::string& path,
                                        const Param& param, const std::string& unit) {
  if (const auto* text = node.as<std::string>(); text != nullptr && formula::is_formula(*text))
    return reader.scope()->over_time(*text, node.position, path, unit);
  const auto number = read_number(reader, node, path, param, unit);
  return number ? std::optional<std::string>(fmt::format("= {}", *number)) : std::nullopt;
}

std::optional<Point> read_point(Reader& reader, const tree::Node& node, const std::string& path,
                                const Param& param, const std::string& unit) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->size() != 2) {
    Param one = param;
    one.kind = ParamKind::point;
    const std::string found = items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size());
    reader.error(node.position, path, fmt::format("expected {}; found {}", expected_of(one, unit), found),
                 items != nullptr && items->size() == 3 ? "the model is planar (dimension = 2)" : "");
    return {};
  }
  const auto x = read_number(reader, (*items)[0], path, param, unit);
  const auto y = read_number(reader, (*items)[1], path, param, unit);
  if (!x || !y) return {};
  return Point{*x, *y};
}

std::optional<std::vector<Point>> read_points(Reader& reader, const tree::Node& node, const std::string& path,
                                              const Param& param, const std::string& unit, std::size_t least,
                                              std::size_t most, const std::string& expected) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->size() < least || items->size() > most) {
    const std::string found = items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size());
    reader.error(node.position, path, fmt::format("expected {}; found {}", expected, found));
    return {};
  }
  std::vector<Point> points;
  for (const tree::Node& item : *items) {
    if (const auto point = read_point(reader, item, path, param, unit)) points.push_back(*point);
  }
  if (points.size() != items->size()) return {};
  return points;
}

std::optional<std::vector<double>> read_numbers(Reader& reader, const tree::Node& node,
                                                const std::string& path, const Param& param,
                                                const std::string& unit) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->empty()) {
    reader.error(node.position, path,
                 fmt::format("expected {}; found {}", expected_of(param, unit),
                             items == nullptr ? kind_name(node) : "an empty list"));
    return {};
  }
  std::vector<double> numbers;
  numbers.reserve(items->size());
  for (const tree::Node& item : *items) {
    if (const auto number = read_number(reader, item, path, param, unit)) numbers.push_back(*number);
  }
  if (numbers.size() != items->size()) return {};
  return numbers;
}

std::optional<Choices> read_method(Reader& reader, const tree::Node& node, const std::string& path,
                                   const Param& param) {
  std::vector<Choice> methods{
      read_choice(reader, node, path, registry(param.registry), param.registry, nullptr)};
  return Choices(std::move(methods));
}

std::optional<Choices> read_methods(Reader& reader, const tree::Node& node, const std::string& path,
                                    const Param& param) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || items->empty()) {
    reader.error(node.position, path,
                 fmt::format("expected {}; found {}", expected_of(param, param.unit),
                             items == nullptr ? kind_name(node) : "an empty list"),
                 "known: " + list_words(registry(param.registry).names()));
    return {};
  }
  std::vector<Choice> methods;
  for (const tree::Node& item : *items) {
    const std::string place = fmt::format("{} #{}", path, methods.size() + 1);
    methods.push_back(read_choice(reader, item, place, registry(param.registry), param.registry, nullptr));
  }
  return Choices(std::move(methods));
}

std::optional<std::string> read_word(Reader& reader, const tree::Node& node, const std::string& path,
                                     const Param& param) {
  const std::vector<std::string> words = words_of(param.choices);
  const auto* text = node.as<std::string>();
  // `--set method.joints.drift=none` means the word where the word exists.
  const bool none = node.as<tree::Removed>() != nullptr;
  if (text == nullptr && !none) {
    reader.error(node.position, path,
                 fmt::format("expected one of {}; found {}", list_words(words), kind_name(node)));
    return {};
  }
  const std::string word = none ? "none" : *text;
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  reader.error(node.position, path,
               fmt::format("unknown word \"{}\"; expected one of {}", word, list_words(words)),
               reader.suggest(word, words));
  return {};
}

template <class T>
std::optional<Value> as_value(std::optional<T> data, Where where) {
  if (!data) return {};
  return Value{std::move(*data), std::move(where)};
}

}  // namespace

std::string range_error(double value, const Param& param, const std::string& unit) {
  if (!is_ranged(param)) return {};
  const bool low_ok = param.open_low ? value > param.low : value >= param.low;
  if (low_ok && value <= param.high) return {};
  const std::string found = fmt::format("; found {}", with_unit(value, unit));
  const std::string low = with_unit(param.low, unit), high = with_unit(param.high, unit);
  if (!low_ok && param.low == 0)
    return (param.open_low ? "must be positive" : "must not be negative") + found;
  if (param.open_low && !low_ok) return fmt::format("must be greater than {}", low) + found;
  if (std::isinf(param.high)) return fmt::format("must be at least {}", low) + found;
  if (std::isinf(param.low)) return fmt::format("must be at most {}", high) + found;
  return fmt::format("must be between {} and {}", low, high) + found;
}

std::string expected_of(const Param& param, const std::string& unit) {
  const bool plain = unit.empty() || unit == "-";
  const std::string in_unit = plain ? std::string() : " in " + unit;
  switch (param.kind) {
    case ParamKind::number:
      return plain ? "a number"
                   : fmt::format("a number{}, or a text such as \"{}\"", in_unit, example_of(unit));
    case ParamKind::formula: return fmt::format("a number{}, or a formula of the time \"= … t …\"", in_unit);
    case ParamKind::boolean: return "true or false";
    case ParamKind::text: return "a text";
    case ParamKind::choice: return "one of " + list_words(words_of(param.choices));
    case ParamKind::point: return fmt::format("two numbers [x, y]{}", in_unit);
    case ParamKind::points:
      return fmt::format("two points [[x, y], [x, y]]{}, one in each body's frame", in_unit);
    case ParamKind::polygon: return fmt::format("three or more points [[x, y], [x, y], [x, y]]{}", in_unit);
    case ParamKind::numbers: return fmt::format("a list of numbers{}", in_unit);
    case ParamKind::vector: return fmt::format("three numbers [x, y, z]{}", in_unit);
    case ParamKind::vectors:
      return fmt::format("two points [[x, y, z], [x, y, z]]{}, one in each body's frame", in_unit);
    case ParamKind::vertices: return fmt::format("four or more points [[x, y, z], …]{}", in_unit);
    case ParamKind::orientation: return "an orientation { axis = [x, y, z], angle = … }";
    case ParamKind::texts: return "a list of texts [\"a\", \"b\"]";
    case ParamKind::method: return fmt::format("{{ {} = \"…\", … }}", param.registry);
    case ParamKind::methods: return fmt::format("a list [{{ {} = \"…\", … }}, …]", param.registry);
  }
  return "a value";
}

std::optional<Value> read_value(Reader& reader, const tree::Node& node, const std::string& path,
                                const Param& param, const std::string& unit) {
  const Where where = reader.where(node.position);
  const auto wrong_kind = [&] {
    reader.error(node.position, path,
                 fmt::format("expected {}; found {}", expected_of(param, unit), kind_name(node)));
    return std::optional<Value>();
  };
  switch (param.kind) {
    case ParamKind::number: return as_value(read_number(reader, node, path, param, unit), where);
    case ParamKind::formula: return as_value(read_formula(reader, node, path, param, unit), where);
    case ParamKind::boolean:
      if (const bool* flag = node.as<bool>()) return Value{*flag, where};
      return wrong_kind();
    case ParamKind::text:
      if (const auto* text = node.as<std::string>()) return Value{*text, where};
      return wrong_kind();
    case ParamKind::choice: return as_value(read_word(reader, node, path, param), where);
    case ParamKind::point: return as_value(read_point(reader, node, path, param, unit), where);
    case ParamKind::points:
      return as_value(read_points(reader, node, path, param, unit, 2, 2, expected_of(param, unit)), where);
    case ParamKind::polygon:
      return as_value(read_points(reader, node, path, param, unit, 3, kMostPoints, expected_of(param, unit)),
                      where);
    case ParamKind::numbers: return as_value(read_numbers(reader, node, path, param, unit), where);
    case ParamKind::vector: return as_value(read_vector(reader, node, path, param, unit), where);
    case ParamKind::vectors: return as_value(read_vectors(reader, node, path, param, unit, 2, 2), where);
    case ParamKind::vertices:
      return as_value(read_vectors(reader, node, path, param, unit, 4, kMostPoints), where);
    case ParamKind::orientation: return as_value(read_orientation(reader, node, path), where);
    case ParamKind::texts: {
      const auto* items = node.as<tree::List>();
      if (items == nullptr || items->empty()) return wrong_kind();
      std::vector<std::string> texts = read_texts(reader, node, path, 0);
      if (texts.size() != items->size()) return {};
      return Value{Texts(std::move(texts)), where};
    }
    case ParamKind::method: return as_value(read_method(reader, node, path, param), where);
    case ParamKind::methods: return as_value(read_methods(reader, node, path, param), where);
  }
  return {};
}

std::optional<std::vector<Point>> read_polygon(Reader& reader, const tree::Node& node,
                                               const std::string& path, const Param& param) {
  Param polygon = param;
  polygon.kind = ParamKind::polygon;
  return read_points(reader, node, path, param, param.unit, 3, kMostPoints, expected_of(polygon, param.unit));
}

std::vector<std::string> read_texts(Reader& reader, const tree::Node& node, const std::string& path,
                                    std::size_t count, std::vector<tree::Position>* positions) {
  const auto* items = node.as<tree::List>();
  if (items == nullptr || (count != 0 && items->size() != count)) {
    const std::string expected = count == 2 ? "two names [\"a\", \"b\"]" : "a list of texts [\"a\", \"b\"]";
    reader.error(
        node.position, path,
        fmt::format("expected {}; found {}", expected,
                    items == nullptr ? kind_name(node) : fmt::format("a list of {}", items->size())));
    return {};
  }
  std::vector<std::string> texts;
  for (const tree::Node& item : *items) {
    if (const auto* text = item.as<std::string>()) {
      texts.push_back(*text);
      if (positions != nullptr) positions->push_back(item.position);
    } else {
      reader.error(item.position, path, fmt::format("expected a text; found {}", kind_name(item)));
    }
  }
  return texts;
}

void read_params(Block& block, std::span<const Param> params, Values& values, const std::string& coordinate,
                 bool all_required) {
  for (const Param& param : params) {
    const std::string unit = resolve_unit(param.unit, coordinate);
    const std::vector<std::string> words =
        param.kind == ParamKind::choice ? words_of(param.choices) : std::vector<std::string>();
    const bool none_is_a_word = std::find(words.begin(), words.end(), "none") != words.end();
    const tree::Node* node = none_is_a_word ? block.take_even_removed(param.key) : block.take(param.key);
    if (node == nullptr) {
      if (all_required && is_required(param)) block.missing(param.key, expected_of(param, unit), param.help);
      continue;
    }
    if (auto value = read_value(block.reader(), *node, block.path_of(param.key), param, unit)) {
      values.emplace(param.key, std::move(*value));
    }
  }
}

Choice read_choice(Reader& reader, const tree::Node& node, const std::string& path,
                   const RegistryInfo& registry, const std::string& word, const char* fallback,
                   const std::string& coordinate) {
  Choice choice;
  choice.where = reader.where(node.position);
  const auto unknown = [&](tree::Position position, const std::string& at) {
    reader.error(position, at, fmt::format("\"{}\" is not one of the {}", choice.name, registry.title),
                 reader.suggest_from(choice.name, registry.names(), "known: "));
  };
  const tree::Table no_members;
  const auto* name = node.as<std::string>();
  const auto* table = node.as<tree::Table>();
  if (name == nullptr && table == nullptr) {
    reader.error(node.position, path,
                 fmt::format("expected {{ {} = \"…\", … }}; found {}", word, kind_name(node)),
                 "known: " + list_words(registry.names()));
    return choice;
  }
  Block block(reader, table != nullptr ? *table : no_members, node.position, path);
  tree::Position name_position = node.position;
  std::string name_path = path;
  if (name != nullptr) {
    choice.name = *name;
  } else if (const tree::Node* given = block.take(word)) {
    name_position = given->position;
    name_path = block.path_of(word);
    if (const auto* text = given->as<std::string>()) {
      choice.name = *text;
    } else {
      reader.error(given->position, name_path, fmt::format("expected a text; found {}", kind_name(*given)),
                   "known: " + list_words(registry.names()));
      return choice;
    }
  } else if (const char* other = word == "law" ? "name" : "law"; block.has(other)) {
    reader.error(node.position, path, fmt::format("the key \"{}\" is called \"{}\" here", other, word));
    return choice;
  } else if (fallback != nullptr) {
    choice.name = fallback;
  } else {
    block.missing(word, fmt::format("the name of one of the {}", registry.title),
                  "known: " + list_words(registry.names()));
    return choice;
  }
  const EntryInfo* entry = registry.find(choice.name);
  if (entry == nullptr) {
    unknown(name_position, name_path);
    return choice;
  }
  read_params(block, entry->params, choice.values, coordinate);
  block.finish();
  return choice;
}

}  // namespace freeplay
