// SPDX-License-Identifier: Apache-2.0
#include "model/frames.h"

namespace freeplay {

int Frames::add(Frame frame) {
  frames_.push_back(std::move(frame));
  return static_cast<int>(frames_.size());
}

const Local* Frames::find(int frame, std::string_view name) const {
  const int in = file(frame);
  for (; frame > 0 && at(frame).file == in; frame = at(frame).parent) {
    for (const auto& [known, local] : at(frame).locals) {
      if (known == name) return &local;
    }
  }
  return nullptr;
}

std::vector<std::string> Frames::names(int frame) const {
  std::vector<std::string> names;
  const int in = file(frame);
  for (; frame > 0 && at(frame).file == in; frame = at(frame).parent) {
    for (const auto& [known, local] : at(frame).locals) names.push_back(known);
  }
  return names;
}

}  // namespace freeplay
