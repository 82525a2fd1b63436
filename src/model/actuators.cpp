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

constexpr Param kDcMotor[] = {
    {.key = "voltage", .symbol = "U", .unit = "V", .help = "at its terminals"},
    {.key = "resistance", .symbol = "R", .unit = "Ohm", .low = 0, .help = "of the winding", .open_low = true},
    {.key = "torque_constant",
     .symbol = "k",
     .unit = "N*m/A",
     .low = 0,
     .help = "torque per current, which is also the voltage per speed",
     .open_low = true},
    {.key = "ratio",
     .symbol = "n",
     .unit = "rad/@",
     .fallback = 1,
     .help = "angle of the motor per unit of the coordinate; negative turns the other way"},
    {.key = "rotor_inertia",
     .symbol = "J",
     .unit = "kg*m^2",
     .fallback = 0,
     .low = 0,
     .help = "of what turns with the motor before its gear"},
    {.key = "current_max",
     .symbol = "i_max",
     .unit = "A",
     .low = 0,
     .help = "limit of the current either way; none by default",
     .optional = true,
     .open_low = true},
};
constexpr const char* kDcFormulas[] = {"voltage"};
constexpr Param kServo[] = {
    {.key = "set_point", .symbol = "r", .unit = "@", .help = "where the coordinate shall be"},
    {.key = "set_rate", .symbol = "r'", .unit = "@/s", .fallback = 0, .help = "rate of the set-point"},
    {.key = "measured",
     .symbol = "y",
     .unit = "@",
     .help = "what is to follow the set-point; default: the coordinate itself",
     .optional = true},
    {.key = "stiffness",
     .symbol = "k",
     .unit = "#/@",
     .low = 0,
     .help = "effort per error",
     .open_low = true},
    {.key = "damping",
     .symbol = "d",
     .unit = "#*s/@",
     .fallback = 0,
     .low = 0,
     .help = "effort per error of the rate"},
    {.key = "integral",
     .symbol = "k_i",
     .unit = "#/(@*s)",
     .fallback = 0,
     .low = 0,
     .help = "effort per error and second, summed over the samples"},
    {.key = "sample",
     .symbol = "T_s",
     .unit = "s",
     .low = 0,
     .help = "from one sample to the next; default: it acts all the time",
     .optional = true,
     .open_low = true},
    {.key = "limit",
     .symbol = "T_max",
     .unit = "#",
     .low = 0,
     .help = "of the effort either way; none by default",
     .optional = true,
     .open_low = true},
};
constexpr const char* kServoFormulas[] = {"set_point", "set_rate", "measured"};

const ActuatorEntry kEntries[] = {
    {{"torque", "", "a torque on an angle", kTorque}, "rad", kTorqueFormulas},
    {{"force", "", "a force along a slide, as of a cylinder", kForce}, "m", kForceFormulas},
    {{"dc_motor", "", "a direct-current motor with resistance, gear and limit, at a given voltage", kDcMotor},
     "",
     kDcFormulas},
    {{"servo", "", "a position controller, proportional, differential and integral, with a limit", kServo},
     "",
     kServoFormulas},
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
