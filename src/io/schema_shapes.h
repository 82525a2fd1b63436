// SPDX-License-Identifier: Apache-2.0
// Parameters and fields as pieces of a JSON Schema.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "model/fields.h"
#include "model/words.h"

namespace freeplay::schema {

using Json = nlohmann::ordered_json;

/// A number, or a text with a unit.
Json quantity(const Param& param);
/// `most` 0: any number.
Json list_of(const Json& items, int least, int most);
/// What a value of the parameter looks like.
Json shape_of(const Param& param);
/// With its help, unit and default.
Json described(Json shape, const Param& param);

/// The type of a member says more about the shape than its parameter: see Field.
template <class T>
Json shape_of(const Field<T>& field) {
  return std::visit(
      [&](auto member) -> Json {
        using M = std::remove_cvref_t<decltype(std::declval<T>().*member)>;
        const auto whole = [&] {  // such fields have small ranges; others may have none
          Json number = {{"type", "integer"}};
          if (is_ranged(field.param)) {
            number["minimum"] = static_cast<int>(field.param.low);
            number["maximum"] = static_cast<int>(field.param.high);
          }
          return number;
        };
        if constexpr (std::is_same_v<M, int> || std::is_same_v<M, std::optional<int>>) {
          return whole();
        } else if constexpr (std::is_same_v<M, std::array<int, 2>>) {
          return list_of(whole(), 2, 2);
        } else if constexpr (std::is_same_v<M, std::vector<Point>>) {
          return list_of(list_of(quantity(field.param), 2, 2), 3, 0);
        } else if constexpr (std::is_same_v<M, std::vector<std::string>>) {
          return list_of({{"type", "string"}}, 0, 0);
        } else if constexpr (std::is_same_v<M, std::array<std::string, 2>>) {
          return list_of({{"type", "string"}}, 2, 2);
        } else {
          return shape_of(field.param);
        }
      },
      field.member);
}

/// An object under construction.
struct Object {
  Json properties = Json::object();
  std::vector<std::string> required;

  void add(const std::string& key, Json shape, bool needed);

  template <class T>
  void add_fields(std::span<const Field<T>> fields) {
    for (const Field<T>& field : fields) {
      Json shape = described(shape_of(field), field.param);
      // A word that the stepper chooses by default has no fixed default.
      if (std::string_view(field.param.key) == "drift") shape.erase("default");
      add(field.param.key, std::move(shape), is_required(field.param));
    }
  }

  /// Those that it does not have yet; `needed` false: none is required.
  void add_params(std::span<const Param> params, bool needed = true);
  Json json() const;
};

}  // namespace freeplay::schema
