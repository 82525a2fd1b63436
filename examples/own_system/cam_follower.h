// SPDX-License-Identifier: Apache-2.0
// A system of one's own whose gap moves and jumps: the cam and follower of Flores2012, section 5, in the
// paper's one coordinate, q = (y). The cam is a function of time: it adds w̃_N = −ṡ to the approach, and
// where the lift drops a switch tells the steppers to go on to the next lobe.
#pragma once

#include <freeplay/system.h>

namespace freeplay {

/// Flores2012, Table 1.
struct CamFollowerData {
  double m = 1;          ///< of the follower [kg]
  double omega = 20.94;  ///< of the cam [rad/s]
  double R_b = 0.003;    ///< base radius [m]
  double h = 0.017;      ///< stroke [m]
  double K_s = 240e3;    ///< stiffness of the spring, 240 N/mm [N/m]
  double y_0 = 0.017;    ///< height at the start [m]
  double v_0 = 0;        ///< velocity at the start [m/s]
  double g = 9.81;       ///< [m/s²]
  double restitutionN = 0.4;
  int lobes = 6;  ///< β = 2π/lobes
};

class OwnCamFollower final : public System {
 public:
  explicit OwnCamFollower(const CamFollowerData& data = {});

  const SystemInfo& info() const override { return info_; }
  void place(double, std::span<const double>, Evaluation&) const override {}
  void mass(std::span<const double> q, Evaluation& out) const override;
  void forces(double t, std::span<const double> q, std::span<const double> u, Evaluation& out) const override;
  void constraints(double, std::span<const double>, Evaluation&) const override {}
  void constraint_gamma(double, std::span<const double>, std::span<const double>,
                        Evaluation&) const override {}
  void gaps(double t, std::span<const double> q, Evaluation& out) const override;
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override;
  void switches(double t, std::span<const double> q, Evaluation& out) const override;
  void pass_switch(int which, State& state) const override;
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override;
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override;
  State initial_state() const override;

 private:
  /// Angle since the lobe began, over β: 0 to 1 on the lobe, beyond it while a step looks ahead.
  double on_lobe(double t, const Evaluation& at) const;

  CamFollowerData data_;
  double beta_;
  SystemInfo info_;
};

}  // namespace freeplay
