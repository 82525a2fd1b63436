// SPDX-License-Identifier: Apache-2.0
// The generalised Maxwell slip model: N elements side by side, each a spring that sticks or slides.
//   sticks  ż_i = γ_T                                                   [Marques2015, eq. (3.60)]
//   slides  ż_i = C_i (1 − |z_i|/g_i(γ_T)) n + γ_T − (γ_T·n) n          [Marques2015, eq. (3.61)], n =
//   z_i/|z_i| F_T = −F_N (Σ (k_i z_i + σ_i ż_i) + f(γ_T))                         [Marques2015, eq. (3.62)]
//   g_i = α_i g/k_i,  C_i = α_i C,  σ_i = α_i σ₁,  Σ α_i = 1            [Marques2015, eq. (3.63)]
// g(v), the Stribeck curve of the whole, and f(v) are those of sliding.h. k_i and σ_i are per unit of normal
// force; the paper's are F_N times ours, and can be given as they are (coefficients.h). C [m/s] is how fast a sliding element follows its curve: in the time
// g/(k_i C).
// An element slides where |z_i| has reached g_i with the slip driving it outwards, z_i·γ_T > 0, and sticks
// where the slip turns back, z_i·γ_T < 0; which of the two, is in memory. Reading: in (3.61) g_i carries the
// sign of the slip, and the switch is at |z_i| = g_i.
// Differs from [Marques2015]: the vector form, in which a sliding element turns into the slip (bristles.h);
// along a line n = e = sgn(γ_T) and it is (3.61). Where z_i·γ_T = 0 sticking and sliding elements turn alike,
// so that the two do not alternate.
//
// With `elements` and `sigma0` in place of lists: α_i = 1/N, and g_i at rest in proportion to i, so that the
// elements slide one after the other, with Σ k_i = σ₀.
// Before sliding the model has a memory that is not local: a small loop inside a large one closes where it
// began, and the large one goes on as if the small one had not been (Masing's rules). Passive while elements
// stick; a sliding one takes up energy where n·γ_T ≥ C_i (1 − |z_i|/g_i), which fails for a moment where the
// slip falls and g grows faster than the way slid.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "laws/friction/bristles.h"

namespace freeplay {
namespace {

constexpr std::size_t kMost = 20;

constexpr Param kParams[] = {
    FREEPLAY_FRICTION_SLIDING(1e-3, 0.1 / kSampleNormal),
    {.key = "elements",
     .symbol = "N",
     .fallback = 4,
     .low = 1,
     .high = kMost,
     .help = "number of elements, where no lists are given"},
    {.key = "sigma0",
     .symbol = "σ₀",
     .unit = "1/m",
     .low = 0,
     .help = "stiffness of all elements per unit of normal force, where no lists are given",
     .optional = true,
     .open_low = true,
     .sample = 1e5 / kSampleNormal},
    {.key = "alpha",
     .symbol = "α_i",
     .low = 0,
     .high = 1,
     .help = "share of each element in friction; they add up to 1",
     .kind = ParamKind::numbers,
     .optional = true},
    {.key = "stiffness",
     .symbol = "k_i",
     .unit = "1/m",
     .low = 0,
     .help = "stiffness of each element per unit of normal force",
     .kind = ParamKind::numbers,
     .optional = true},
    {.key = "attraction",
     .symbol = "C",
     .unit = "m/s",
     .low = 0,
     .help = "how fast sliding elements follow their curve",
     .open_low = true,
     .sample = 2e-3},
    {.key = "sigma1",
     .symbol = "σ₁",
     .unit = "s/m",
     .fallback = 0,
     .low = 0,
     .help = "damping of all elements per unit of normal force",
     .sample = 316.22776601683796 / kSampleNormal}};

class GeneralizedMaxwellSlip final : public Bristles {
 public:
  explicit GeneralizedMaxwellSlip(const Parameters& given)
      : Bristles(given),
        sliding_(given),
        sigma1_(given.number("sigma1")),
        attraction_(given.number("attraction")) {
    if (given.given("alpha")) {
      const std::vector<double>&alpha = given.numbers("alpha"), &stiffness = given.numbers("stiffness");
      n_ = alpha.size();
      std::copy(alpha.begin(), alpha.end(), alpha_.begin());
      std::copy(stiffness.begin(), stiffness.end(), k_.begin());
      return;
    }
    n_ = static_cast<std::size_t>(given.number("elements"));
    double sum = 0;
    for (std::size_t i = 0; i < n_; ++i) sum += 1 / static_cast<double>(i + 1);
    for (std::size_t i = 0; i < n_; ++i) {
      alpha_[i] = 1 / static_cast<double>(n_);
      k_[i] = given.number("sigma0") / (static_cast<double>(i + 1) * sum);
    }
  }
  double mu() const override { return sliding_.mu(); }
  double mu_static() const override { return sliding_.mu_static(); }
  double mu_at(double v) const override {
    return sliding_.dry(v) + coefficients_.per_force() * sliding_.viscous(v);
  }
  Tangent force(const FrictionInput& in) const override {
    const double g = sliding_.dry(norm(in.slip));
    Tangent sum = viscous(sliding_, in.slip);
    for (std::size_t i = 0; i < n_; ++i) {
      const Tangent z = element(in, i);
      sum = sum + k_[i] * z;
      if (sigma1_ > 0) sum = sum + (alpha_[i] * sigma1_) * rate(in, g, i, z);
    }
    return (-in.normal * per(in)) * sum;
  }
  bool sticks(const FrictionInput& in) const override {
    return std::any_of(in.m, in.m + n_, [](double slides) { return slides == 0; });
  }

  int states(int d) const override { return to_int(n_) * d; }
  double state_size(int d, int state) const override {
    const auto i = idx(state / d);
    return alpha_[i] * sliding_.mu() / (k_[i] * coefficients_.per_force());
  }
  void rates(const FrictionInput& in, double* z_dot) const override {
    const double g = sliding_.dry(norm(in.slip));
    for (std::size_t i = 0; i < n_; ++i) {
      put(rate(in, g, i, element(in, i)), z_dot + to_int(i) * in.d, in.d);
    }
  }

  /// Whether each element slides.
  int memory(int) const override { return to_int(n_); }
  void start(const FrictionInput& in, double* z, double* m) const override {
    std::fill(z, z + to_int(n_) * in.d, 0.0);
    std::fill(m, m + n_, 0.0);
  }
  bool guarded() const override { return true; }
  double guard(const FrictionInput& in) const override {
    const double g = sliding_.dry(norm(in.slip));
    double least = kInfinity;
    for (std::size_t i = 0; i < n_; ++i) least = std::min(least, margin(in, g, i));
    return least;
  }
  void pass(const FrictionInput& in, double*, double* m) const override {
    const double g = sliding_.dry(norm(in.slip));
    const double least = std::max(0.0, guard(in));
    std::array<double, kMost> now{};
    for (std::size_t i = 0; i < n_; ++i) now[i] = margin(in, g, i);
    for (std::size_t i = 0; i < n_; ++i) {
      if (now[i] <= least) m[i] = m[i] != 0 ? 0 : 1;
    }
  }

 private:
  static Tangent element(const FrictionInput& in, std::size_t i) {
    return tangent(in.z + to_int(i) * in.d, in.d);
  }
  double limit(const FrictionInput& in, double g, std::size_t i) const {  // g_i
    return alpha_[i] * g / (k_[i] * per(in));
  }
  Tangent rate(const FrictionInput& in, double g, std::size_t i, const Tangent& z) const {
    if (in.m[i] == 0) return in.slip;
    const double size = norm(z);
    return across(in.slip, z) + (alpha_[i] * attraction_ * (1 / size - 1 / limit(in, g, i))) * z;
  }
  double margin(const FrictionInput& in, double g, std::size_t i) const {
    const Tangent z = element(in, i);
    const double most = limit(in, g, i), outwards = dot(z, in.slip) / (most * attraction_);
    return in.m[i] != 0 ? outwards : std::max(1 - norm(z) / most, -outwards);
  }

  Sliding sliding_;
  double sigma1_, attraction_;
  std::size_t n_ = 0;
  std::array<double, kMost> alpha_{}, k_{};
};

std::unique_ptr<FrictionLaw> make(const Parameters& given) {
  return std::make_unique<GeneralizedMaxwellSlip>(given);
}

void check(const Parameters& given, const std::string& key, Diagnostics& problems) {
  check_sliding(given, key, false, problems);
  check_count(given, "elements", key, problems);
  const bool shares = given.given("alpha"), springs = given.given("stiffness");
  if (shares != springs) {
    const char* other = shares ? "alpha" : "stiffness";
    problems.error(given.where(other), key + (shares ? ".stiffness" : ".alpha"),
                   fmt::format("missing: {} is given, and each element needs both", other),
                   "give both lists, or elements and sigma0");
    return;
  }
  if (!shares) {
    if (!given.given("sigma0")) {
      problems.error(given.where("elements"), key + ".sigma0", "missing: the stiffness of the elements",
                     "give sigma0, or the lists alpha and stiffness");
    }
    return;
  }
  for (const char* other : {"elements", "sigma0"}) {
    if (given.given(other)) {
      problems.error(given.where(other), key + "." + other, "the lists alpha and stiffness say this already",
                     fmt::format("leave out {}, or the lists", other));
    }
  }
  const std::vector<double>&alpha = given.numbers("alpha"), &stiffness = given.numbers("stiffness");
  if (alpha.empty() || alpha.size() > kMost) {
    problems.error(given.where("alpha"), key + ".alpha",
                   fmt::format("must have from 1 to {} numbers; found {}", kMost, alpha.size()), "");
  }
  if (stiffness.size() != alpha.size()) {
    problems.error(
        given.where("stiffness"), key + ".stiffness",
        fmt::format("must have as many numbers as alpha, {}; found {}", alpha.size(), stiffness.size()), "");
  }
  double sum = 0;
  for (const double share : alpha) sum += share;
  const bool positive = std::all_of(alpha.begin(), alpha.end(), [](double share) { return share > 0; });
  if (!positive || std::abs(sum - 1) > 1e-9) {
    problems.error(given.where("alpha"), key + ".alpha",
                   fmt::format("must be positive and add up to 1, eq. (3.63); their sum is {}", sum), "");
  }
  if (!std::all_of(stiffness.begin(), stiffness.end(), [](double k) { return k > 0; })) {
    problems.error(given.where("stiffness"), key + ".stiffness", "must be positive", "");
  }
}

}  // namespace

namespace entry {
FREEPLAY_FRICTION(generalized_maxwell_slip) = {
    {.name = "generalized_maxwell_slip",
     .citation = "Marques2015",
     .help = "elements that stick and slide side by side: hysteresis with non-local memory, Stribeck effect",
     .params = kParams},
    make,
    {.states = "z_i: deflection of each element", .phenomena = with_hysteresis(kDampedBristles)},
    check};
}  // namespace entry
}  // namespace freeplay
