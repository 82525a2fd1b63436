// SPDX-License-Identifier: Apache-2.0
// The floor of the benchmark table: the slider-crank with play in its guide, written by hand for this one
// mechanism. Three coordinates q = (θ1, θ2, θ3), absolute angles of crank, rod and slider [rad]
// [Flores2009, Eqs. (87)-(114), Table 1]; no library, no allocation, no abstraction.
//
// A ratio against this file is a ratio against "the hand-written kernel of the same step":
//   step()            Moreau's midpoint step, in flight and with closed contacts   [Flores2009, 4.1 and 4.2]
//   step_symmetric()  Freeplay's second-order step in own coordinates, in flight only
// Both evaluate the four gaps wherever the method asks for them; none is skipped by a bound, so the work is
// that of the step and not that of a cleverer one. Each angle of a configuration costs one sincos.
#ifndef FREEPLAY_BENCH_KERNEL_SLIDER_CRANK_KERNEL_H_
#define FREEPLAY_BENCH_KERNEL_SLIDER_CRANK_KERNEL_H_

#include <cmath>

namespace freeplay::bench {

// Flores2009, Table 1. The guide's width d is not here: see SliderCrankKernel::d.
struct SliderCrankData {
  static constexpr double l1 = 0.153, l2 = 0.306;                 // crank, rod [m]
  static constexpr double a = 0.05, b = 0.025, c = 0.001;         // half length, half width, clearance [m]
  static constexpr double m1 = 0.038, m2 = 0.038, m3 = 0.076;     // [kg]
  static constexpr double J1 = 7.4e-5, J2 = 5.9e-4, J3 = 2.7e-6;  // [kg m²]
  static constexpr double g = 9.81;                               // [m/s²]
  static constexpr double eps_N = 0.4, eps_T = 0.0, mu = 0.01;    // the same for the four corners
};

struct SliderCrankKernel {
  double q[3] = {0.0, 0.0, 0.0};  // Flores2009, Table 1: the initial values
  double u[3] = {150.0, -75.0, 0.0};
  double d = 0.052;  // distance of the guide's faces: 2(b + c); 2b + c = 0.051 is the variant
  double P_N[4] = {0.0, 0.0, 0.0, 0.0};  // impulses of the last step that had closed contacts [N s]
  double P_T[4] = {0.0, 0.0, 0.0, 0.0};
  long fallbacks = 0;  // steps in which the first guess (all slip) was wrong and all modes were tried
  // Steps in which no mode satisfied the complementarity conditions. Expected zero with one or two closed
  // corners; three or four mean a slider deeper in the guide than its clearance, which friction may jam when
  // |tan θ3| ≤ μ.
  long unsolved = 0;

  // One step of Moreau's midpoint rule; returns the number of contacts closed at q_M.
  int step(double dt);

  // One symmetric step in flight. Returns false, with the state as it was, if a gap is closed at q_M or q_E.
  bool step_symmetric(double dt);

  // The four gaps at q [Flores2009, Eqs. (98), (100), (102), (104)].
  void gaps(double (&g_N)[4]) const;

  // Kinetic plus potential energy, zero height at the crank's shaft [J].
  double energy() const;
};

namespace kernel_detail {

using D = SliderCrankData;

// Flores2009, Eqs. (90)-(96): what does not depend on the configuration.
constexpr double M11 = D::J1 + (0.25 * D::m1 + D::m2 + D::m3) * D::l1 * D::l1;
constexpr double M22 = D::J2 + (0.25 * D::m2 + D::m3) * D::l2 * D::l2;
constexpr double coupling = (0.5 * D::m2 + D::m3) * D::l1 * D::l2;
constexpr double weight1 = (0.5 * D::m1 + D::m2 + D::m3) * D::g * D::l1;
constexpr double weight2 = (0.5 * D::m2 + D::m3) * D::g * D::l2;
constexpr double inv_J3 = 1.0 / D::J3;

// glibc's sincos reduces the range once for both. GCC merges the two calls by itself, Clang keeps them apart.
inline void sin_cos(double angle, double& s, double& c) {
#ifdef __GLIBC__
  ::sincos(angle, &s, &c);
#else
  s = std::sin(angle);
  c = std::cos(angle);
#endif
}

// The configuration at the midpoint and what every part of the step reads of it.
struct Midpoint {
  double q[3];
  double s1, c1, s2, c2, s3, c3;
  double M12, inv_det;  // M = [M11 M12 0; M12 M22 0; 0 0 J3]
  double sin21;         // coupling · sin(θ2 − θ1), the factor of the gyroscopic terms
};

inline void evaluate_midpoint(const double (&q)[3], const double (&u)[3], double half, Midpoint& m) {
  for (int i = 0; i < 3; ++i) m.q[i] = q[i] + half * u[i];  // q_M [Flores2009, 4.1]
  sin_cos(m.q[0], m.s1, m.c1);
  sin_cos(m.q[1], m.s2, m.c2);
  sin_cos(m.q[2], m.s3, m.c3);
  m.M12 = coupling * (m.c2 * m.c1 + m.s2 * m.s1);    // Eq. (91), cos(θ2 − θ1) from the sines at hand
  m.sin21 = coupling * (m.s2 * m.c1 - m.c2 * m.s1);  // Eqs. (95), (96)
  m.inv_det = 1.0 / (M11 * M22 - m.M12 * m.M12);
}

// x = M⁻¹ y for the crank and the rod; the slider's row is y3 / J3.
inline void solve_mass(const Midpoint& m, double y1, double y2, double& x1, double& x2) {
  x1 = (M22 * y1 - m.M12 * y2) * m.inv_det;
  x2 = (M11 * y2 - m.M12 * y1) * m.inv_det;
}

// Change of velocity by forces alone, M⁻¹ h dt, for squares of the rates v1², v2²; h3 = 0 [Eqs. (95)-(97)].
inline void free_change(const Midpoint& m, double v1, double v2, double dt, double& du1, double& du2) {
  const double h1 = m.sin21 * (v2 * v2) - weight1 * m.c1;
  const double h2 = -m.sin21 * (v1 * v1) - weight2 * m.c2;
  solve_mass(m, h1 * dt, h2 * dt, du1, du2);
}

// The four gaps of a configuration: corners 1, 2 face the upper, 3, 4 the lower side of the guide.
inline void four_gaps(double d, double s1, double s2, double s3, double c3, double (&g_N)[4]) {
  const double y = D::l1 * s1 + D::l2 * s2;
  const double upper = (0.5 * d - y) - D::b * c3;
  const double lower = (0.5 * d + y) - D::b * c3;
  const double tilt = D::a * s3;
  g_N[0] = upper + tilt;  // Eq. (98)
  g_N[1] = upper - tilt;  // Eq. (100)
  g_N[2] = lower - tilt;  // Eq. (102)
  g_N[3] = lower + tilt;  // Eq. (104)
}

// Adds the effect of the closed contacts to u, which holds u_A + M⁻¹ h dt on entry; u_A is kernel.u.
void apply_contacts(SliderCrankKernel& kernel, const Midpoint& m, const int (&closed)[4], int n,
                    double (&u)[3]);

}  // namespace kernel_detail

inline int SliderCrankKernel::step(double dt) {
  using namespace kernel_detail;
  const double half = 0.5 * dt;
  Midpoint m;
  evaluate_midpoint(q, u, half, m);

  double du1, du2;
  free_change(m, u[0], u[1], dt, du1, du2);  // h_M = h(q_M, u_A) [Flores2009, Eq. (37)]
  double u_E[3] = {u[0] + du1, u[1] + du2, u[2]};

  double g_N[4];
  four_gaps(d, m.s1, m.s2, m.s3, m.c3, g_N);
  int n = 0;
  // One test for the common case: the list of closed contacts is only made when there is one.
  if ((g_N[0] <= 0.0) | (g_N[1] <= 0.0) | (g_N[2] <= 0.0) | (g_N[3] <= 0.0)) {
    int closed[4];
    for (int i = 0; i < 4; ++i) {
      if (g_N[i] <= 0.0) closed[n++] = i;  // H = {i | g_Ni(q_M) ≤ 0} [Flores2009, 4.3 (iii)]
    }
    apply_contacts(*this, m, closed, n, u_E);
  }
  for (int i = 0; i < 3; ++i) {
    q[i] = m.q[i] + half * u_E[i];  // Flores2009, Eq. (44)
    u[i] = u_E[i];
  }
  return n;
}

inline bool SliderCrankKernel::step_symmetric(double dt) {
  using namespace kernel_detail;
  const double half = 0.5 * dt;
  Midpoint m;
  evaluate_midpoint(q, u, half, m);
  double g_N[4];
  four_gaps(d, m.s1, m.s2, m.s3, m.c3, g_N);
  if ((g_N[0] <= 0.0) | (g_N[1] <= 0.0) | (g_N[2] <= 0.0) | (g_N[3] <= 0.0)) return false;

  // h at the mid-velocity by two fixed-point passes: the first with u_A, the second with (u_A + u_E)/2.
  // The configuration is the same in both, so the second pass costs no sine and no division.
  double du1, du2;
  free_change(m, u[0], u[1], dt, du1, du2);
  free_change(m, u[0] + 0.5 * du1, u[1] + 0.5 * du2, dt, du1, du2);
  const double u1 = u[0] + du1, u2 = u[1] + du2;
  const double q1 = m.q[0] + half * u1, q2 = m.q[1] + half * u2, q3 = m.q[2] + half * u[2];

  double s3, c3;
  sin_cos(q3, s3, c3);
  four_gaps(d, std::sin(q1), std::sin(q2), s3, c3, g_N);
  if ((g_N[0] <= 0.0) | (g_N[1] <= 0.0) | (g_N[2] <= 0.0) | (g_N[3] <= 0.0)) return false;

  q[0] = q1;
  q[1] = q2;
  q[2] = q3;
  u[0] = u1;
  u[1] = u2;
  return true;
}

}  // namespace freeplay::bench

#endif  // FREEPLAY_BENCH_KERNEL_SLIDER_CRANK_KERNEL_H_
