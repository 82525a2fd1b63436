// SPDX-License-Identifier: Apache-2.0
#include "slider_crank_kernel.h"

namespace freeplay::bench {
namespace kernel_detail {
namespace {

enum Mode { kOpen, kSlipPositive, kSlipNegative, kStick, kModes };

// The contact problem of the closed corners. The first two components of every w_N are ±(l1 c1, l2 c2) and of
// every w_T −(l1 s1, l2 s2) [Flores2009, Eqs. (106)-(113)], so the Delassus matrix is three scalars of crank
// and rod plus the slider's own part:
//   w_Ni·M⁻¹·w_Nj = s_i s_j A + n_i n_j/J3
//   w_Ni·M⁻¹·w_Tj = −s_i B + n_i t_j/J3
//   w_Ti·M⁻¹·w_Tj = C + t_i t_j/J3
struct Contacts {
  int n;
  double A, B, C;
  double s[4];  // −1 at the upper, +1 at the lower face
  double w_N3[4], w_T3[4];
  double b_N[4], b_T[4];  // right-hand sides of Flores2009, Eq. (85)

  double NN(int i, int j) const { return s[i] * s[j] * A + w_N3[i] * w_N3[j] * inv_J3; }
  double NT(int i, int j) const { return -s[i] * B + w_N3[i] * w_T3[j] * inv_J3; }
  double TT(int i, int j) const { return C + w_T3[i] * w_T3[j] * inv_J3; }
};

// Gaussian elimination with row pivoting for at most three unknowns; false when (numerically) singular.
bool solve_small(int size, double (&K)[3][4], double (&x)[3]) {
  double largest = 0.0;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) largest = std::fmax(largest, std::fabs(K[i][j]));
  }
  for (int k = 0; k < size; ++k) {
    int pivot = k;
    for (int i = k + 1; i < size; ++i) {
      if (std::fabs(K[i][k]) > std::fabs(K[pivot][k])) pivot = i;
    }
    if (!(std::fabs(K[pivot][k]) > 1e-13 * largest)) return false;
    if (pivot != k) {
      for (int j = k; j <= size; ++j) {
        const double swap = K[k][j];
        K[k][j] = K[pivot][j];
        K[pivot][j] = swap;
      }
    }
    for (int i = k + 1; i < size; ++i) {
      const double factor = K[i][k] / K[k][k];
      for (int j = k; j <= size; ++j) K[i][j] -= factor * K[k][j];
    }
  }
  for (int k = size - 1; k >= 0; --k) {
    double sum = K[k][size];
    for (int j = k + 1; j < size; ++j) sum -= K[k][j] * x[j];
    x[k] = sum / K[k][k];
  }
  return true;
}

// Solves one combination of modes and returns by how much it violates the conditions (71), (72), relative to
// the largest velocity in the sums; infinite when its matrix is singular. The measure is relative because
// opposite corners that wedge the slider carry large impulses that nearly cancel.
// A slipping contact has P_T = −σ μ P_N, σ the sign of ξ_T.
double try_modes(const Contacts& k, const int (&mode)[4], double (&P_N)[4], double (&P_T)[4]) {
  // Unknowns: P_N of each contact that is not open, P_T of each that sticks.
  int contact[3], size = 0;
  bool tangential[3];
  for (int i = 0; i < k.n; ++i) {
    P_N[i] = P_T[i] = 0.0;
    const int wanted = mode[i] == kOpen ? 0 : (mode[i] == kStick ? 2 : 1);
    // Three coordinates: more than three impulses are dependent. Lemke's method, when it finds a solution of
    // (85), ends in a regular basis, so that leaving these combinations out loses none it would find.
    if (size + wanted > 3) return INFINITY;
    for (int part = 0; part < wanted; ++part) {
      contact[size] = i;
      tangential[size++] = part == 1;
    }
  }
  double K[3][4];
  for (int r = 0; r < size; ++r) {
    const int i = contact[r];
    for (int c = 0; c < size; ++c) {
      const int j = contact[c];
      if (tangential[c]) {
        K[r][c] = tangential[r] ? k.TT(i, j) : k.NT(i, j);
        continue;
      }
      const double ratio = mode[j] == kStick ? 0.0 : (mode[j] == kSlipPositive ? -D::mu : D::mu);
      K[r][c] = tangential[r] ? k.NT(j, i) + ratio * k.TT(i, j) : k.NN(i, j) + ratio * k.NT(i, j);
    }
    K[r][size] = tangential[r] ? -k.b_T[i] : -k.b_N[i];
  }
  double x[3] = {0.0, 0.0, 0.0};
  if (!solve_small(size, K, x)) return INFINITY;
  for (int r = 0; r < size; ++r) (tangential[r] ? P_T : P_N)[contact[r]] = x[r];
  for (int i = 0; i < k.n; ++i) {
    if (mode[i] == kSlipPositive) P_T[i] = -D::mu * P_N[i];
    if (mode[i] == kSlipNegative) P_T[i] = D::mu * P_N[i];
  }

  double worst = 0.0, scale = 0.0;
  for (int i = 0; i < k.n; ++i) {
    double xi_N = k.b_N[i], xi_T = k.b_T[i];
    for (int j = 0; j < k.n; ++j) {
      xi_N += k.NN(i, j) * P_N[j] + k.NT(i, j) * P_T[j];
      xi_T += k.NT(j, i) * P_N[j] + k.TT(i, j) * P_T[j];
    }
    const double to_velocity_N = k.NN(i, i), to_velocity_T = k.TT(i, i);
    scale = std::fmax(scale, std::fmax(std::fabs(k.b_N[i]), std::fabs(k.b_T[i])));
    scale = std::fmax(scale, std::fabs(P_N[i]) * to_velocity_N);
    if (mode[i] == kOpen) {
      worst = std::fmax(worst, -xi_N);
      continue;
    }
    worst = std::fmax(worst, -P_N[i] * to_velocity_N);
    if (mode[i] == kSlipPositive) worst = std::fmax(worst, -xi_T);
    if (mode[i] == kSlipNegative) worst = std::fmax(worst, xi_T);
    if (mode[i] == kStick) worst = std::fmax(worst, (std::fabs(P_T[i]) - D::mu * P_N[i]) * to_velocity_T);
  }
  return scale > 0.0 ? worst / scale : 0.0;
}

// All 4ⁿ combinations in turn, the first that satisfies the conditions to rounding; the least wrong one
// otherwise. Cold: with μ = 0.01 the guess below fails only where the slip reverses or one of two corners
// lets go.
bool try_all_modes(const Contacts& k, double (&P_N)[4], double (&P_T)[4]) {
  int combinations = 1;
  for (int i = 0; i < k.n; ++i) combinations *= kModes;
  double best = INFINITY;
  for (int code = 0; code < combinations; ++code) {
    int mode[4] = {kOpen, kOpen, kOpen, kOpen};
    for (int i = 0, rest = code; i < k.n; ++i, rest /= kModes) mode[i] = rest % kModes;
    double N[4], T[4];
    const double worst = try_modes(k, mode, N, T);
    if (worst < best) {
      best = worst;
      for (int i = 0; i < k.n; ++i) {
        P_N[i] = N[i];
        P_T[i] = T[i];
      }
      if (best <= 1e-12) return true;
    }
  }
  return false;
}

// The common cases without a search: all corners separate, or all slip on in the direction of the free
// motion.
bool guess_one(const Contacts& k, double (&P_N)[4], double (&P_T)[4]) {
  P_N[0] = P_T[0] = 0.0;
  if (k.b_N[0] >= 0.0) return true;
  const double ratio = k.b_T[0] > 0.0 ? -D::mu : D::mu;  // P_T = −μ P_N Sgn(ξ_T) [Flores2009, Eq. (68)]
  const double NT = k.NT(0, 0);
  const double diagonal = k.NN(0, 0) + ratio * NT;
  if (!(diagonal > 0.0)) return false;
  P_N[0] = -k.b_N[0] / diagonal;
  P_T[0] = ratio * P_N[0];
  const double xi_T = k.b_T[0] + NT * P_N[0] + k.TT(0, 0) * P_T[0];
  return xi_T * ratio <= 0.0;
}

bool guess_two(const Contacts& k, double (&P_N)[4], double (&P_T)[4]) {
  P_N[0] = P_N[1] = P_T[0] = P_T[1] = 0.0;
  if (k.b_N[0] >= 0.0 && k.b_N[1] >= 0.0) return true;
  const double ratio0 = k.b_T[0] > 0.0 ? -D::mu : D::mu;
  const double ratio1 = k.b_T[1] > 0.0 ? -D::mu : D::mu;
  const double NT00 = k.NT(0, 0), NT01 = k.NT(0, 1), NT10 = k.NT(1, 0), NT11 = k.NT(1, 1);
  const double NN01 = k.NN(0, 1);
  const double K00 = k.NN(0, 0) + ratio0 * NT00, K01 = NN01 + ratio1 * NT01;
  const double K10 = NN01 + ratio0 * NT10, K11 = k.NN(1, 1) + ratio1 * NT11;
  const double det = K00 * K11 - K01 * K10;
  if (!(det > 1e-13 * K00 * K11)) return false;
  const double inv_det = 1.0 / det;
  P_N[0] = (K01 * k.b_N[1] - K11 * k.b_N[0]) * inv_det;
  P_N[1] = (K10 * k.b_N[0] - K00 * k.b_N[1]) * inv_det;
  P_T[0] = ratio0 * P_N[0];
  P_T[1] = ratio1 * P_N[1];
  const double TT01 = k.TT(0, 1);
  const double xi_T0 = k.b_T[0] + NT00 * P_N[0] + NT10 * P_N[1] + k.TT(0, 0) * P_T[0] + TT01 * P_T[1];
  const double xi_T1 = k.b_T[1] + NT01 * P_N[0] + NT11 * P_N[1] + TT01 * P_T[0] + k.TT(1, 1) * P_T[1];
  return (P_N[0] >= 0.0) & (P_N[1] >= 0.0) & (xi_T0 * ratio0 <= 0.0) & (xi_T1 * ratio1 <= 0.0);
}

}  // namespace

void apply_contacts(SliderCrankKernel& kernel, const Midpoint& m, const int (&closed)[4], int n,
                    double (&u)[3]) {
  // y of the slider's pin and its rate: w_N and w_T in the coordinates of crank and rod.
  const double N1 = D::l1 * m.c1, N2 = D::l2 * m.c2, T1 = D::l1 * m.s1, T2 = D::l2 * m.s2;
  double pN1, pN2, pT1, pT2;
  solve_mass(m, N1, N2, pN1, pN2);
  solve_mass(m, T1, T2, pT1, pT2);

  Contacts k;
  k.n = n;
  k.A = N1 * pN1 + N2 * pN2;
  k.B = N1 * pT1 + N2 * pT2;
  k.C = T1 * pT1 + T2 * pT2;
  const double ac = D::a * m.c3, as = D::a * m.s3, bc = D::b * m.c3, bs = D::b * m.s3;
  const double third_N[4] = {ac + bs, bs - ac, bs - ac, ac + bs};   // Eqs. (106), (108), (110), (112)
  const double third_T[4] = {as - bc, -as - bc, as + bc, bc - as};  // Eqs. (107), (109), (111), (113)
  const double* u_A = kernel.u;
  // b = W^T M⁻¹ h dt + (1 + ε) γ_A, and u = u_A + M⁻¹ h dt: so b = W^T (u + ε u_A) [Flores2009, Eq. (85)].
  const double N_free = N1 * (u[0] + D::eps_N * u_A[0]) + N2 * (u[1] + D::eps_N * u_A[1]);
  const double T_free = T1 * (u[0] + D::eps_T * u_A[0]) + T2 * (u[1] + D::eps_T * u_A[1]);
  const double u3_N = u[2] + D::eps_N * u_A[2], u3_T = u[2] + D::eps_T * u_A[2];
  for (int i = 0; i < n; ++i) {
    const int corner = closed[i];
    k.s[i] = corner < 2 ? -1.0 : 1.0;
    k.w_N3[i] = third_N[corner];
    k.w_T3[i] = third_T[corner];
    k.b_N[i] = k.s[i] * N_free + k.w_N3[i] * u3_N;
    k.b_T[i] = k.w_T3[i] * u3_T - T_free;
  }

  double P_N[4] = {}, P_T[4] = {};
  const bool guessed = n == 1 ? guess_one(k, P_N, P_T) : (n == 2 && guess_two(k, P_N, P_T));
  if (!guessed) {
    ++kernel.fallbacks;
    if (!try_all_modes(k, P_N, P_T)) ++kernel.unsolved;
  }

  // Flores2009, Eq. (60) solved for u_E.
  double sum_N = 0.0, sum_T = 0.0, sum_3 = 0.0;
  for (int i = 0; i < 4; ++i) kernel.P_N[i] = kernel.P_T[i] = 0.0;
  for (int i = 0; i < n; ++i) {
    sum_N += k.s[i] * P_N[i];
    sum_T += P_T[i];
    sum_3 += k.w_N3[i] * P_N[i] + k.w_T3[i] * P_T[i];
    kernel.P_N[closed[i]] = P_N[i];
    kernel.P_T[closed[i]] = P_T[i];
  }
  u[0] += pN1 * sum_N - pT1 * sum_T;
  u[1] += pN2 * sum_N - pT2 * sum_T;
  u[2] += inv_J3 * sum_3;
}

}  // namespace kernel_detail

void SliderCrankKernel::gaps(double (&g_N)[4]) const {
  kernel_detail::four_gaps(d, std::sin(q[0]), std::sin(q[1]), std::sin(q[2]), std::cos(q[2]), g_N);
}

double SliderCrankKernel::energy() const {
  using namespace kernel_detail;
  const double M12 = coupling * std::cos(q[1] - q[0]);
  return 0.5 * (M11 * u[0] * u[0] + M22 * u[1] * u[1] + D::J3 * u[2] * u[2]) + M12 * u[0] * u[1] +
         weight1 * std::sin(q[0]) + weight2 * std::sin(q[1]);
}

}  // namespace freeplay::bench
