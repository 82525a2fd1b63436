// SPDX-License-Identifier: Apache-2.0
// A value can hold methods, and a method holds values: the list in between is defined where both are known.
// Lists of texts stand here too: g++ 12 warns of members that it finds uninitialised when it sees into them.
#include <algorithm>

#include "freeplay/model.h"

namespace freeplay {

Choices::Choices(std::vector<Choice> all) : all_(std::move(all)) {}
Choices::Choices(const Choices&) = default;
Choices::Choices(Choices&&) noexcept = default;
Choices& Choices::operator=(const Choices&) = default;
Choices& Choices::operator=(Choices&&) noexcept = default;
Choices::~Choices() = default;

Texts::Texts(std::vector<std::string> all) : all_(std::move(all)) {}
Texts::Texts(const Texts&) = default;
Texts::Texts(Texts&&) noexcept = default;
Texts& Texts::operator=(const Texts&) = default;
Texts& Texts::operator=(Texts&&) noexcept = default;
Texts::~Texts() = default;

bool Choices::operator==(const Choices& other) const {
  const auto same_value = [](const Values::value_type& a, const Values::value_type& b) {
    return a.first == b.first && a.second.data == b.second.data;
  };
  return std::equal(
      all_.begin(), all_.end(), other.all_.begin(), other.all_.end(), [&](const Choice& a, const Choice& b) {
        return a.name == b.name &&
               std::equal(a.values.begin(), a.values.end(), b.values.begin(), b.values.end(), same_value);
      });
}

}  // namespace freeplay
