// SPDX-License-Identifier: Apache-2.0
// Motions of bodies in space by elliptic functions, quadrature and reduced equations. Nothing here uses
// Freeplay: no Euler parameters, no multipliers, no body coordinates.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace freeplay::validation::space_reference {

inline constexpr double kGravity = 9.81;

using Vector = std::array<double, 3>;
inline double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Vector sum(const Vector& a, const Vector& b, double k = 1) {
  return {a[0] + k * b[0], a[1] + k * b[1], a[2] + k * b[2]};
}

/// ∫ f from a to b: Gauss' formula with five points on equal panels.
inline double integral(const std::function<double(double)>& f, double a, double b, int panels) {
  static constexpr double kAt[] = {0, 0.5384693101056830910, 0.9061798459386639928};
  static constexpr double kWeight[] = {0.5688888888888888889, 0.4786286704993664680, 0.2369268850561890875};
  const double half = 0.5 * (b - a) / panels;
  double all = 0;
  for (int i = 0; i < panels; ++i) {
    const double middle = a + (2 * i + 1) * half;
    all += kWeight[0] * f(middle);
    for (const int k : {1, 2}) all += kWeight[k] * (f(middle - half * kAt[k]) + f(middle + half * kAt[k]));
  }
  return all * half;
}

/// The classical Runge–Kutta method, for reduced equations; steps are taken so short that only rounding is
/// left.
template <std::size_t N>
std::array<double, N> integrate(
    const std::function<std::array<double, N>(const std::array<double, N>&)>& rate, std::array<double, N> y,
    double end, int steps) {
  const double h = end / steps;
  const auto plus = [](const std::array<double, N>& a, const std::array<double, N>& b, double k) {
    std::array<double, N> out = a;
    for (std::size_t i = 0; i < N; ++i) out[i] += k * b[i];
    return out;
  };
  for (int s = 0; s < steps; ++s) {
    const auto k1 = rate(y), k2 = rate(plus(y, k1, h / 2)), k3 = rate(plus(y, k2, h / 2)),
               k4 = rate(plus(y, k3, h));
    for (std::size_t i = 0; i < N; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

/// Jacobi's elliptic functions by the arithmetic-geometric mean.   [AbramowitzStegun1964, 16.4 and 17.6]
struct Jacobi {
  double sn = 0, cn = 1, dn = 1;
};
/// `complementary` is k' = √(1 − k²), which is what is known well when k is near 1.
inline Jacobi jacobi(double u, double complementary) {
  constexpr int kMost = 20;
  std::array<double, kMost + 1> a{}, c{};
  a[0] = 1;
  double b = complementary;
  c[0] = std::sqrt((1 - b) * (1 + b));
  int n = 0;
  while (n < kMost && std::abs(c[static_cast<std::size_t>(n)]) > 1e-17) {
    const auto i = static_cast<std::size_t>(n);
    a[i + 1] = 0.5 * (a[i] + b);
    c[i + 1] = 0.5 * (a[i] - b);
    b = std::sqrt(a[i] * b);
    ++n;
  }
  double phi = std::ldexp(a[static_cast<std::size_t>(n)] * u, n);
  for (int k = n; k > 0; --k) {
    const auto i = static_cast<std::size_t>(k);
    phi = 0.5 * (phi + std::asin(c[i] / a[i] * std::sin(phi)));
  }
  Jacobi out;
  out.sn = std::sin(phi);
  out.cn = std::cos(phi);
  const double k = std::sqrt((1 - complementary) * (1 + complementary));
  out.dn = std::sqrt(complementary * complementary + k * k * out.cn * out.cn);
  return out;
}
/// K(k), a quarter of the period of sn.
inline double quarter_period(double complementary) {
  double a = 1, b = complementary;
  for (int i = 0; i < 20; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (2 * a);
}

/// A symmetric top on its tip, A across and C along its axis, both at the tip; `moment` is m g l.
struct Top {
  double A, C, moment;
  double theta;  ///< of the axis from the vertical, at the start [rad]
  double spin;   ///< ω₃, about the own axis; constant [rad/s]

  /// The two rates of steady precession: A cos θ Ω² − C ω₃ Ω + m g l = 0.
  double steady(bool fast) const {
    const double p = C * spin, root = std::sqrt(p * p - 4 * A * moment * std::cos(theta));
    return fast ? (p + root) / (2 * A * std::cos(theta)) : 2 * moment / (p + root);
  }

  // Released with spin only: with u = cos θ, u₀ at the start, a = C ω₃/A and β = 2 m g l/A,
  //   u̇² = (u₀ − u)(β (1 − u²) − a² (u₀ − u)) = β (u − u₁)(u − u₀)(u − u₃),   φ̇ = a (u₀ − u)/(1 − u²).
  double a() const { return C * spin / A; }
  double beta() const { return 2 * moment / A; }
  std::array<double, 3> roots() const {
    const double u0 = std::cos(theta), p = a() * a() / (2 * beta());
    const double u3 = p + std::sqrt(p * p - 2 * p * u0 + 1);
    return {(2 * p * u0 - 1) / u3, u0, u3};
  }
  double complementary() const {
    const auto [u1, u0, u3] = roots();
    return std::sqrt((u3 - u0) / (u3 - u1));
  }
  double frequency() const {
    const auto [u1, u0, u3] = roots();
    return 0.5 * std::sqrt(beta() * (u3 - u1));
  }
  /// Of the nutation [s].
  double period() const { return 2 * quarter_period(complementary()) / frequency(); }
  double cosine(double t) const {
    const auto [u1, u0, u3] = roots();
    const Jacobi j = jacobi(frequency() * t, complementary());
    const double cd = j.cn / j.dn;  // sn, a quarter of a period later
    return u1 + (u0 - u1) * cd * cd;
  }
  double precession(double t) const {
    const double u0 = std::cos(theta);
    const auto rate = [&](double at) {
      const double u = cosine(at);
      return a() * (u0 - u) / (1 - u * u);
    };
    return integral(rate, 0, t, 8 + static_cast<int>(24 * t / period()));
  }
};

/// A free body, J₁ < J₂ < J₃, M² > 2 E J₂: it circles about its third axis.   [LandauLifshitz1976, §37]
/// The phase is that of the start: τ = 0 where Ω₂ = 0, τ = K where Ω₂ is largest and Ω₁ = 0.
struct FreeBody {
  Vector J;
  double squared, twice_energy;  ///< M², 2E
  double complementary;          ///< k'
  double phase = 0;

  /// Ω at τ = K: (0, Ω₂, Ω₃). For k near 1, a start next to the intermediate axis.
  static FreeBody from_second_axis(const Vector& J, double second, double third) {
    FreeBody body{J, J[1] * J[1] * second * second + J[2] * J[2] * third * third,
                  J[1] * second * second + J[2] * third * third, 0, 0};
    body.complementary = third / body.amplitude()[2];
    body.phase = quarter_period(body.complementary);
    return body;
  }
  /// Ω at τ = 0: (Ω₁, 0, Ω₃).
  static FreeBody from_first_and_third(const Vector& J, double first, double third) {
    FreeBody body{J, J[0] * J[0] * first * first + J[2] * J[2] * third * third,
                  J[0] * first * first + J[2] * third * third, 0, 0};
    const double k2 = (J[1] - J[0]) * J[0] * (J[2] - J[0]) * first * first /
                      ((J[2] - J[1]) * (body.squared - body.twice_energy * J[0]));
    body.complementary = std::sqrt(1 - k2);
    return body;
  }
  Vector amplitude() const {
    const double first = twice_energy * J[2] - squared, third = squared - twice_energy * J[0];
    return {std::sqrt(first / (J[0] * (J[2] - J[0]))), std::sqrt(first / (J[1] * (J[2] - J[1]))),
            std::sqrt(third / (J[2] * (J[2] - J[0])))};
  }
  double frequency() const {
    return std::sqrt((J[2] - J[1]) * (squared - twice_energy * J[0]) / (J[0] * J[1] * J[2]));
  }
  double period() const { return 4 * quarter_period(complementary) / frequency(); }
  /// Ω in the body's axes.
  Vector omega(double t) const {
    const Jacobi j = jacobi(phase + frequency() * t, complementary);
    const Vector most = amplitude();
    return {most[0] * j.cn, most[1] * j.sn, most[2] * j.dn};
  }
  /// By how much the third axis has turned about the angular momentum:
  /// φ̇ = M (J₁ Ω₁² + J₂ Ω₂²)/(J₁² Ω₁² + J₂² Ω₂²).
  double precession(double t) const {
    const auto rate = [&](double at) {
      const Vector w = omega(at);
      const double x = J[0] * w[0] * w[0], y = J[1] * w[1] * w[1];
      return std::sqrt(squared) * (x + y) / (J[0] * x + J[1] * y);
    };
    return integral(rate, 0, t, 16 + static_cast<int>(200 * t / period()));
  }
};

/// Two points on rods, one below the other, in space: rods as two multipliers.
struct PointPendulum {
  double m1, m2;
  using Motion = std::array<double, 12>;  ///< r₁, r₂, v₁, v₂

  Motion rate(const Motion& y) const {
    const Vector r1{y[0], y[1], y[2]}, r2{y[3], y[4], y[5]}, v1{y[6], y[7], y[8]}, v2{y[9], y[10], y[11]};
    const Vector d = sum(r2, r1, -1), v = sum(v2, v1, -1), g{0, 0, -kGravity};
    // r̈₁ = g + (λ₂ d − λ₁ r₁)/m₁, r̈₂ = g − λ₂ d/m₂ with r₁·r̈₁ = −v₁², d·(r̈₂ − r̈₁) = −v²
    const double a11 = dot(r1, r1) / m1, a12 = -dot(r1, d) / m1, a22 = dot(d, d) * (1 / m1 + 1 / m2);
    const double b1 = dot(r1, g) + dot(v1, v1), b2 = dot(v, v), det = a11 * a22 - a12 * a12;
    const double l1 = (b1 * a22 - a12 * b2) / det, l2 = (a11 * b2 - a12 * b1) / det;
    const Vector a1 = sum(sum(g, d, l2 / m1), r1, -l1 / m1), a2 = sum(g, d, -l2 / m2);
    return {v1[0], v1[1], v1[2], v2[0], v2[1], v2[2], a1[0], a1[1], a1[2], a2[0], a2[1], a2[2]};
  }
};

/// A thin disc that rolls on a plane; A across, C along its axle. Axes: e₁ horizontal in the disc, e₂ from
/// the contact to the centre, e₃ = e₁ × e₂ the axle; θ between e₃ and the vertical, φ the heading of e₁.
struct Disc {
  double mass, radius, A, C;
  using Motion = std::array<double, 7>;  ///< θ, φ, ω₁, ω₂, ω₃, x and y of the centre

  /// Steady rolling, the centre on a circle of radius R and the disc leaning inwards: v = Ω R along e₁ and
  ///   Ω² sin θ (A cos θ + R (C/r + m r)) = m g r cos θ.
  double steady(double theta, double circle) const {
    return std::sqrt(mass * kGravity * radius * std::cos(theta) /
                     (std::sin(theta) * (A * std::cos(theta) + circle * (C / radius + mass * radius))));
  }
  /// L̇ = −r e₂ × F with F = m (v̇ + g e_z), v = ω × r e₂, all in axes that turn with θ̇ e₁ + φ̇ e_z.
  Motion rate(const Motion& y) const {
    const auto [theta, phi, w1, w2, w3, xc, yc] = y;
    const double s = std::sin(theta), c = std::cos(theta);
    const Vector frame{w1, w2, w2 * c / s}, L{A * w1, A * w2, C * w3}, v{-radius * w3, 0, radius * w1};
    const Vector turnL = cross(frame, L), turnV = cross(frame, v);
    const double mr = mass * radius;
    const double forward = v[0], across = v[2];  // along e₁ and e₃ = (sin φ sin θ, −cos φ sin θ, cos θ)
    return {w1,
            w2 / s,
            (-turnL[0] - mr * (turnV[2] + kGravity * c)) / (A + mr * radius),
            -turnL[1] / A,
            (-turnL[2] + mr * turnV[0]) / (C + mr * radius),
            forward * std::cos(phi) + across * std::sin(phi) * s,
            forward * std::sin(phi) - across * std::cos(phi) * s};
  }
};

}  // namespace freeplay::validation::space_reference
