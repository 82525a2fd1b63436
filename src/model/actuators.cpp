// SPDX-License-Identifier: Apache-2.0
#include "model/actuators.h"

namespace freeplay {
namespace {

constexpr Param kTorque[] = {
    {.key = "torque", .symbol = "T", .unit = "N*m", .help = "on the second body, against the first"}};
constexpr const char* kTorqueFormulas[] = {"torque"};
constexpr Param kForce[] = {
    {.key = "force", .symbol = "F", .unit = "N", .help = "on the second body, against the first"}};
constexpr const char* kForceFormulas[] = {"force"};

const ActuatorEntry kEntries[] = {
    {{"torque", "", "a torque on an angle", kTorque}, "rad", kTorqueFormulas},
    {{"force", "", "a force along a slide, as of a cylinder", kForce}, "m", kForceFormulas},
};

}  // namespace

std::span<const ActuatorEntry> actuator_entries() { return kEntries; }

const ActuatorEntry* find_actuator(const std::string& type) {
  for (const ActuatorEntry& entry : kEntries) {
    if (type == entry.name) return &entry;
  }
  return nullptr;
}

std::vector<std::string> actuator_types() {
  std::vector<std::string> words;
  for (const ActuatorEntry& entry : kEntries) words.emplace_back(entry.name);
  return words;
}

}  // namespace freeplay
