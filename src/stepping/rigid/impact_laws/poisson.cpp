// SPDX-License-Identifier: Apache-2.0
// Poisson's impact law with several contacts [PfeifferGlocker1996; GlockerPfeiffer1995]. The impact has two
// parts, each a complementarity problem on G:
//
//   compression   γ_C = γ⁻ + G P_C,     0 ≤ P_NC ⊥ γ_NC ≥ 0,   −P_TC ∈ μ P_NC Sgn(γ_TC)
//   expansion     γ⁺ = γ_C + G P_E,     0 ≤ P_NE − ε_N P_NC ⊥ γ_N⁺ ≥ 0,   |P_TE| ≤ μ P_NE
//
// Of the tangential impulse of compression the part S = ε_N ε_T P_TC is given back, as long as slip stays
// below γ₀, the slip that results if every contact gives back just that; beyond, Coulomb's law holds:
//
//   −P_TE ∈ ½ (μ P_NE − σ S) Sgn(γ_T⁺) + ½ (μ P_NE + σ S) Sgn(γ_T⁺ − γ₀)     where σ γ₀ > 0, σ = sgn S
//   −P_TE ∈ μ P_NE Sgn(γ_T⁺)                                                    otherwise, and with ε_T = 0
//
// Differs from [PfeifferGlocker1996]: the two steps share μ ε_N P_NC only; friction of what P_NE exceeds it
// by is Coulomb's.
//
// In standard form. With P' = P_NE − ε_N P_NC the normal condition is that of the contact problem, but the
// bound of friction is then μ (P' + ε_N P_NC). Its second part is given to an auxiliary contact whose
// tangential row is that of the contact, and whose normal row, tied to nothing, has the solution P_N = ε_N
// P_NC; the two steps of tangential restitution are two such contacts. Every solver of the chain can then
// answer.
//
// In space friction is the disc |P_T| ≤ μ P_N, whose two parts are discs again; what would be given back of a
// tangential impulse has no accepted form there, and ε_T = 0 is required.
//
// With one ε_N for all contacts it never gains energy (docs/impact_laws.md).
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/index.h"
#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_problem.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "restitution",
                              .symbol = "ε_N",
                              .low = 0,
                              .high = 1,
                              .help = "normal impulse of expansion over that of compression"},
                             {.key = "tangential",
                              .symbol = "ε_T",
                              .fallback = 0,
                              .low = 0,
                              .high = 1,
                              .help = "part of the tangential impulse that expansion can give back"}};

ImpactCoefficients make(const Parameters& given) {
  return {given.number("restitution"), given.number("tangential")};
}

/// Auxiliary k of contact i rubs up to `bound`, against the slip γ_T − offset.
void set_auxiliary(int k, int i, double bound, double offset, ContactProblem& problem) {
  const int d = problem.d();
  problem.mu(k) = problem.mu(i);
  problem.b(d * k) = -problem.G(d * k, d * k) * bound / problem.mu(i);
  for (int a = 1; a < d; ++a) problem.b(d * k + a) = problem.b(d * i + a) - (a == 1 ? offset : 0);
  problem.mode(k) = problem.mode(i) == ContactMode::open ? ContactMode::stick : problem.mode(i);
}

class Poisson final : public ImpactSolver {
 public:
  bool solve(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report,
             bool&) override {
    if (!solve_inelastic(impact, problem, chain, report)) return false;
    const int n = impact.size(), d = impact.d();
    std::vector<double>&shift = impact.shift, &gamma_C = impact.gamma_C;
    bool expands = false;
    int next = n;
    for (int i = 0; i < n; ++i) {  // ε_N P_NC and S
      const std::size_t N = idx(d * i), T = N + 1;
      shift[N] = impact.restitutionN[idx(i)] * impact.P[N];
      shift[T] = impact.restitutionN[idx(i)] * impact.restitutionT[idx(i)] * impact.P[T];
      FREEPLAY_ASSERT(d == 2 || impact.restitutionT[idx(i)] == 0);  // refused before the run
      expands = expands || shift[N] > 0;
      impact.first_auxiliary[idx(i)] = next;
      if (impact.mu[idx(i)] * shift[N] > 0) next += shift[T] != 0 ? 2 : 1;
    }
    impact.first_auxiliary[idx(n)] = next;
    if (!expands) return true;

    for (std::size_t i = 0; i < idx(d * n); ++i) gamma_C[i] = impact.gamma[i];
    for (int i = 0; i < n; ++i) impact.matrix.add_row_times(i, impact.P.data(), &gamma_C[idx(d * i)]);
    pose(impact, gamma_C, problem);
    for (int i = 0; i < n; ++i) {
      double released = 0;  // change of slip by the S of all contacts; b = γ_C + G_N ε_N P_NC
      impact.matrix.for_row(i, [&](int j, const double* block, int stride) {
        for (int a = 0; a < d; ++a) problem.b(d * i + a) += block[a * stride] * shift[idx(d * j)];
        released += block[stride + 1] * shift[idx(d * j) + 1];
      });
      const double bound = impact.mu[idx(i)] * shift[idx(d * i)], S = shift[idx(d * i) + 1];
      if (!(bound > 0)) continue;
      const double slip = problem.b(d * i + 1) + released;  // γ₀
      const bool gives_back = slip * S > 0;
      const int k = impact.first_auxiliary[idx(i)];
      set_auxiliary(k, i, gives_back ? 0.5 * (bound - std::abs(S)) : bound, 0, problem);
      if (S != 0) set_auxiliary(k + 1, i, gives_back ? 0.5 * (bound + std::abs(S)) : 0, slip, problem);
    }
    report = chain.solve(problem);
    if (!report.solved) return false;
    for (int i = 0; i < n; ++i) {
      impact.P[idx(d * i)] += shift[idx(d * i)] + problem.P(d * i);
      for (int a = 1; a < d; ++a) {
        double& P_T = impact.P[idx(d * i + a)];
        P_T += problem.P(d * i + a);
        for (int k = impact.first_auxiliary[idx(i)]; k < impact.first_auxiliary[idx(i) + 1]; ++k)
          P_T += problem.P(d * k + a);
      }
    }
    return true;
  }
};

std::unique_ptr<ImpactSolver> make_solver(int) { return std::make_unique<Poisson>(); }

int auxiliaries(std::span<const ContactInfo> contacts) {
  int count = 0;
  for (const ContactInfo& contact : contacts) {
    if (contact.mu > 0 || contact.friction != nullptr) count += contact.restitutionT > 0 ? 2 : 1;
  }
  return count;
}

std::optional<ImpactRefusal> refuse(const ContactData& contact, int dimension) {
  if (dimension == 2 || contact.restitutionT == 0) return std::nullopt;
  return ImpactRefusal{"in space Poisson's law has no tangential restitution",
                       "use the law newton, or no tangential restitution"};
}

}  // namespace

namespace entry {
FREEPLAY_IMPACT(poisson) = {
    {"poisson", "PfeifferGlocker1996", "Poisson's law: compression, then expansion", kParams},
    make,
    1,
    make_solver,
    auxiliaries,
    refuse};
}  // namespace entry
}  // namespace freeplay
