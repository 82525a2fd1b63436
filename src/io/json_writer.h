// SPDX-License-Identifier: Apache-2.0
// JSON written as it comes, in pieces: nothing of it is kept, so that large reports take little memory, and no destructor
// asks for any (those of the JSON library do).
//
//   JsonWriter json([&](std::string_view piece) { file.write(piece); });
//   json.object([&] {
//     json.members("name", name, "count", 3);
//     json.member("points", [&] { json.array(points, [&](const Point3& p) { json.value(p); }); });
//   });
//   json.end();
#pragma once

#include <concepts>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace freeplay {

class JsonWriter {
 public:
  explicit JsonWriter(std::function<void(std::string_view)> take) : take_(std::move(take)) {}
  void end();  ///< hands over the rest

  template <std::invocable Write>
  void object(Write write) {
    open('{');
    write();
    close('}');
  }
  template <class Range, class Write>
  void array(Range&& range, Write write) {
    open('[');
    for (auto&& one : range) write(one);
    close(']');
  }

  /// Numbers that are not finite become null. Text may hold anything: what stands in the file is ASCII without "<", which
  /// could end a script element; bytes that are no UTF-8 become the replacement character.
  template <class Value>
  void value(const Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      raw(value ? "true" : "false");
    } else if constexpr (std::is_integral_v<Value>) {
      whole(static_cast<long long>(value));
    } else if constexpr (std::is_floating_point_v<Value>) {
      number(static_cast<double>(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
      text(value);
    } else if constexpr (std::is_same_v<Value, std::nullopt_t>) {
      raw("null");
    } else if constexpr (requires { value.has_value(); }) {
      value.has_value() ? this->value(*value) : raw("null");
    } else {
      array(value, [this](const auto& one) { this->value(one); });
    }
  }

  /// Whose value is written by a function, or is one.
  template <class Value>
  void member(std::string_view name, const Value& value) {
    key(name);
    if constexpr (std::invocable<const Value&>) {
      value();
    } else {
      this->value(value);
    }
  }
  void members() {}
  template <class Value, class... Rest>
  void members(std::string_view name, const Value& value, const Rest&... rest) {
    member(name, value);
    members(rest...);
  }

 private:
  void open(char bracket);
  void close(char bracket);
  void key(std::string_view name);
  void raw(std::string_view text);
  void whole(long long value);
  void number(double value);
  void text(std::string_view value);
  void separate();
  void add_quoted(std::string_view value);
  void hand_over(std::size_t least);

  std::function<void(std::string_view)> take_;
  std::string waiting_;
  bool comma_ = false;  ///< before the next value or key
};

}  // namespace freeplay
