// SPDX-License-Identifier: Apache-2.0
#include "tests/random_compliant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "freeplay/contact_law.h"
#include "freeplay/diagnostics.h"
#include "rigs/friction_samples.h"

namespace freeplay::testing {
namespace {

/// Numbers that are the same with every library.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(0xd1342543de82ef95ULL * (seed + 1)) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  std::mt19937_64 random_;
};

bool has(const EntryInfo& entry, const char* key) {
  return std::any_of(entry.params.begin(), entry.params.end(),
                     [&](const Param& param) { return std::string(param.key) == key; });
}

/// A value as a model file has it.
std::string text_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value.data)) return fmt::format("{}", *number);
  if (const auto* list = std::get_if<std::vector<double>>(&value.data))
    return fmt::format("[{}]", fmt::join(*list, ", "));
  if (const auto* word = std::get_if<std::string>(&value.data)) return fmt::format("\"{}\"", *word);
  return "";
}

/// One of all friction laws with the samples of its parameters; none in one scene of eight.
std::string friction(Dice& dice, std::string& name) {
  Diagnostics problems;
  static const std::vector<FrictionSpecimen> laws = friction_specimens({}, {}, problems);
  name = "no friction";
  if (dice.below(8) == 0) return "";
  const FrictionSpecimen& law = laws[dice.below(laws.size())];
  name = law.entry->name;
  std::string text = fmt::format("{{ law = \"{}\"", name);
  for (const auto& [key, value] : law.values) {
    if (const std::string is = text_of(value); !is.empty()) text += fmt::format(", {} = {}", key, is);
  }
  return text + " }";
}

/// One of the laws that any two surfaces can have, as stiff as plastics to steel.
std::string force(Dice& dice, double size, std::string& name) {
  std::vector<const ContactForceEntry*> laws;
  for (const ContactForceEntry* entry : entries_of<ContactForceEntry>()) {
    if (has(*entry, "stiffness") && has(*entry, "exponent")) laws.push_back(entry);
  }
  const ContactForceEntry& law = *laws[dice.below(laws.size())];
  name = law.name;
  const double young = std::pow(10, dice.uniform(8, 11.3));
  std::string text = fmt::format("{{ law = \"{}\", stiffness = {}", name, 0.73 * young * std::sqrt(size));
  if (has(law, "restitution")) text += fmt::format(", restitution = {}", dice.uniform(0.2, 0.95));
  return text + " }";
}

/// Friction for the joints without play: a pin that it acts on.
void rub_joints(std::string& text, const std::string& friction, double size) {
  const std::string begin = "[[joint]]\n";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const std::size_t next =
        std::min(text.find("\n[[joint]]", at), text.find("\n[contact]", at)) + 1;  // joints stand last
    if (text.substr(at, next - at).find("clearance") != std::string::npos) continue;
    text.insert(next, fmt::format("bearing = {{ radius = {} }}\nfriction = {}\n", 0.05 * size, friction));
  }
}

}  // namespace

Scene random_compliant_scene(std::uint64_t seed) {
  // loops with play are half of all: joints are what this world is used for
  const std::uint64_t kind = seed % 4 == 0 ? 0 : seed % 4 == 1 ? 1 + seed / 4 % 2 : 3;
  Scene scene = random_scene(8 * (seed / 2) + 2 * kind + seed % 2);
  Dice dice(seed);
  std::string rubs, law, stepper;
  const std::string rubbing = friction(dice, rubs), contact = force(dice, scene.size, law);
  const char* steppers[] = {"runge_kutta", "adams", "bdf", "rk4"};
  stepper = steppers[dice.below(4)];
  const bool loop = !scene.above_floor;
  if (loop && !rubbing.empty() && dice.below(2) == 0) rub_joints(scene.text, rubbing, scene.size);
  const std::size_t laws = scene.text.find("[contact]\n"), run = scene.text.find("[run]\n");
  std::string middle = fmt::format("[contact]\nworld = \"compliant\"\nforce = {}\n", contact);
  if (!rubbing.empty()) middle += fmt::format("friction = {}\n", rubbing);
  middle += stepper == "rk4"
                ? fmt::format("[method]\nstepper = {{ name = \"rk4\", step = {} }}\n", 1e-3 * scene.unit)
                : fmt::format("[method]\nstepper = {{ name = \"{}\" }}\n", stepper);
  scene.text = scene.text.substr(0, laws) + middle + scene.text.substr(run);
  scene.name = fmt::format("{}; {}, {}, {}", scene.name.substr(0, scene.name.find(',')), law, rubs, stepper);
  return scene;
}

}  // namespace freeplay::testing
