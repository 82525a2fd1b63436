// SPDX-License-Identifier: Apache-2.0
// Friction of ideal joints in a motion that is known: inverse dynamics with joints that rub.
//
//   Dᵀ λ = M u̇ − h − Σ (R F_T + levers),   F_T = −μ(|v|) F_N v/|v|,   F_N = Σ |P(λ)|
// v is the slip, known from the motion, and μ(|v|) what the law settles on at that speed. Reactions press, and
// friction changes the reactions: with the directions e = P/|P| of the pressing forces held, N = e·P(λ) of all
// pads is linear in N and is solved for at once [Marques2015, eq. (4.6)]; e is repeated until it agrees with the
// solution.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "freeplay/system.h"

namespace freeplay {

class DrivenFriction {
 public:
  /// f => λ with Dᵀ λ = f, at the configuration.
  using Solve = std::function<void(std::span<const double> f, std::span<double> lambda)>;

  explicit DrivenFriction(const System& system);

  bool any() const { return !info_.rubbing.empty(); }
  /// λ of the motion without friction => with it. `ev` is that of the state: placed, with its D. False: no pressing
  /// forces go with the friction; message() says where.
  bool solve(const State& state, Evaluation& ev, const Solve& solve_D, std::span<double> lambda);

  std::span<const Tangent> forces() const { return F_; }   ///< F_T per rubbing place [N]
  std::span<const double> pressing() const { return N_; }  ///< F_N per rubbing place [N]
  bool sticks(std::size_t place) const { return speed_[place] == 0; }
  /// Along the only direction of its slip.
  bool slides_back(std::size_t place) const { return info_.rubbing[place].d == 1 && phi_[place][0] > 0; }
  const std::string& message() const { return message_; }
  long long iterations() const { return iterations_; }

 private:
  struct Pad {
    int place = 0, index = 0;  ///< of the rubbing place
    Tangent e{};               ///< direction in which it is pressed
  };

  bool fail(double t, int place);
  void take_directions(std::span<const double> lambda, const Evaluation& ev, double& change, double& misfit);

  const System& system_;
  const SystemInfo& info_;
  std::vector<Pad> pads_;
  std::vector<Tangent> F_, phi_;  ///< per place; φ = F_T/F_N
  std::vector<double> N_, speed_;
  std::vector<double> force_;                  ///< generalized, of a pad that is pressed by 1 N
  std::vector<std::vector<double>> response_;  ///< λ to it, per pad
  std::string message_;
  long long iterations_ = 0;
};

}  // namespace freeplay
