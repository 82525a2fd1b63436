// SPDX-License-Identifier: Apache-2.0
// A system of one's own: the slider-crank of Flores2009, section 5, in the paper's three coordinates
// q = (θ1, θ2, θ3). Derive from System, fill in M, h, the gaps and their directions, and every stepper,
// solver and recorder of Freeplay works on it.
#pragma once

#include <freeplay/system.h>

namespace freeplay {

/// Flores2009, Table 1.
struct SliderCrankData {
  double l1 = 0.153, l2 = 0.306;   ///< lengths of crank and rod [m]
  double a = 0.05, b = 0.025;      ///< half length and half width of the slider [m]
  double clearance = 0.001;        ///< c, per side [m]
  double d = 2 * (0.025 + 0.001);  ///< distance of the guide's surfaces; the literal reading is 2b + c
  double m1 = 0.038, m2 = 0.038, m3 = 0.076;
  double J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;
  double g = 9.81;
  double restitutionN = 0.4, restitutionT = 0, mu = 0.01;
  double theta[3] = {0, 0, 0};
  double omega[3] = {150, -75, 0};
};

class OwnSliderCrank final : public System {
 public:
  explicit OwnSliderCrank(const SliderCrankData& data = {});

  const SystemInfo& info() const override { return info_; }
  void place(double t, std::span<const double> q, Evaluation& out) const override;
  void mass(std::span<const double> q, Evaluation& out) const override;
  void forces(double t, std::span<const double> q, std::span<const double> u, Evaluation& out) const override;
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double t, std::span<const double> q, Evaluation& out) const override;
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override;
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  State initial_state() const override;

 private:
  SliderCrankData data_;
  SystemInfo info_;
};

}  // namespace freeplay
