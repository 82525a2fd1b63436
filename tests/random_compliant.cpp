// SPDX-License-Identifier: Apache-2.0
#include "tests/random_compliant.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "tests/random_laws.h"

namespace freeplay::testing {
namespace {

constexpr std::uint64_t kSalt = 0xd1342543de82ef95ULL;

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
  Dice dice(seed, kSalt);
  const LawText none{"no friction", ""};
  const auto [rubs, rubbing] = dice.below(8) == 0 ? none : random_friction(dice);
  const auto [law, contact] = random_force(dice, scene.size);
  const char* steppers[] = {"runge_kutta", "adams", "bdf", "rk4"};
  const std::string stepper = steppers[dice.below(4)];
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
