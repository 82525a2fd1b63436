// SPDX-License-Identifier: Apache-2.0
// What the generators of random models share: dice that fall alike everywhere, and laws as a model file has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace freeplay::testing {

/// Numbers that are the same with every library: no distribution of the standard one.
class Dice {
 public:
  /// `salt`, an odd number, tells the dice of one generator from those of another.
  Dice(std::uint64_t seed, std::uint64_t salt) : random_(salt * (seed + 1)) {}
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11) * 0x1p-53;
  }
  /// 10 to a power between the two.
  double power(double low, double high);
  int whole(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool one_in(int n) { return whole(1, n) == 1; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

 private:
  std::mt19937_64 random_;
};

/// A law as a model file has it, `{ law = "coulomb", mu = 0.1 }`, and its name.
struct LawText {
  std::string name, text;
};

/// One of all friction laws with the samples of its parameters; of those of the rigid world, if asked for.
LawText random_friction(Dice& dice, bool set_valued = false);

/// One of the contact force laws that any two surfaces can have, as stiff as plastics to steel; `size` is that of a body [m].
LawText random_force(Dice& dice, double size);

}  // namespace freeplay::testing
