// SPDX-License-Identifier: Apache-2.0
#include "system/equilibrium.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/decompositions.h"
#include "base/index.h"
#include "system/constraint_space.h"
#include "system/resting_contacts.h"
#include "system/stability.h"

namespace freeplay {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kRankTolerance = 1e-9;
constexpr double kDifference = 1e-5;  // of central differences, in the system's length or rad
constexpr double kConverged = 1e-9;   // last step, in the system's length or rad; its error is far smaller
constexpr double kLongest = 0.3;
constexpr double kSoft[] = {0.1, 1e-2, 1e-3, 1e-4};  // what springs of contacts yield by, of the clearance
constexpr double kPressed = 1e-10;                   // gap that is left of a rigid contact, of the clearance
constexpr int kTakings = 40;                         // of forces by rigid contacts
constexpr int kIterations = 300, kHalvings = 40, kReturnIterations = 30;

/// A position with everything that is asked about it.
struct Place {
  std::vector<double> q;
  Matrix A, N;                   // D free of units, orthonormal free motions
  Vector h;                      // free of lengths: h · size
  Vector lambda;                 // λ · row scale, the least with the least |h + Aᵀ λ|
  std::vector<double> F, slope;  // of contacts: F_N, dF_N/dδ
  Matrix W;                      // their rows w_N free of lengths
};

class Search {
 public:
  Search(const System& system, State& state)
      : system_(system),
        info_(system.info()),
        state_(state),
        ev_(info_),
        sizes_(velocity_sizes(info_)),
        rest_(idx(info_.nu), 0.0),
        contacts_(info_),
        fineness_(contacts_.fineness()) {
    system_.load(state.features(), ev_);
  }

  Equilibrium run() {
    Equilibrium out;
    Place here;
    here.q.assign(state_.q().begin(), state_.q().end());
    fill(here);
    out.freedoms = static_cast<int>(here.N.cols());
    if (contacts_.any()) {
      press(here, out);
    } else {
      search(here, out);
    }
    if (out.found && contacts_.any() && !contacts_.compliant()) hold_pressed(here);
    std::copy(here.q.begin(), here.q.end(), state_.q().begin());
    std::fill(state_.u().begin(), state_.u().end(), 0.0);
    for (Eigen::Index r = 0; r < here.lambda.size(); ++r)
      out.lambda.push_back(here.lambda[r] / info_.row_scale(idx(r)));
    out.F_N = here.F;
    if (out.found) {
      evaluate(here.q);
      out.contact_energy = contacts_.energy(ev_);
      judge(here, out);
    } else {
      explain(here, out);
    }
    return out;
  }

 private:
  struct Modes {
    Vector step;      // in coordinates of the free motions
    Vector downhill;  // along the force, where the other cannot be taken
  };

  /// Goes to the equilibrium with the forces as they are.
  void search(Place& here, Equilibrium& out) {
    out.found = false;
    for (int iteration = 0; iteration < kIterations && !out.found; ++iteration) {
      ++out.iterations;
      const Modes modes = modes_at(here);
      const double size = here.N.cols() == 0 ? 0 : (here.N * modes.step).lpNorm<Eigen::Infinity>();
      if (!std::isfinite(size)) break;
      if (size <= kConverged * fineness_) {
        out.found = true;
        if (size == 0) break;
        Place there;  // the last Newton step costs little and squares the error
        if (moved(here, here.N * modes.step, there) &&
            (there.N.transpose() * there.h).norm() <= (here.N.transpose() * here.h).norm())
          here = there;
      } else if (!step(here, modes.step) && !step(here, modes.downhill)) {
        break;
      }
    }
  }

  /// With contacts: from soft to stiff, then as they are.
  void press(Place& here, Equilibrium& out) {
    const double load = here.h.lpNorm<Eigen::Infinity>() / info_.length;
    for (const double part : kSoft) {
      contacts_.use_springs(load > 0 ? load : 1, part);
      fill(here);
      search(here, out);
      if (!out.found) return;
    }
    for (int taking = 0; taking < kTakings; ++taking) {
      evaluate(here.q);
      if (contacts_.take_over(ev_) <= kPressed) break;
      fill(here);
      search(here, out);
      if (!out.found) return;
    }
    if (!contacts_.compliant()) return;
    contacts_.use_laws();
    fill(here);
    search(here, out);
  }

  /// Rigid contacts that are pressed hold like joints: what is free is free of them too, and what rounding of positions
  /// has left of the stiff springs' forces is taken up.
  void hold_pressed(Place& at) const {
    std::vector<Eigen::Index> pressed;
    for (Eigen::Index i = 0; i < at.W.rows(); ++i) {
      if (at.F[idx(i)] > 0) pressed.push_back(i);
    }
    std::fill(at.slope.begin(), at.slope.end(), 0.0);
    if (pressed.empty()) return;
    Matrix held(at.A.rows() + static_cast<Eigen::Index>(pressed.size()), info_.nu);
    held.topRows(at.A.rows()) = at.A;
    for (std::size_t i = 0; i < pressed.size(); ++i)
      held.row(at.A.rows() + static_cast<Eigen::Index>(i)) = at.W.row(pressed[i]);
    at.N = dense::null_space(held, kRankTolerance);
    const Vector left = at.A.rows() > 0 ? Vector(at.h + at.A.transpose() * at.lambda) : at.h;
    const Vector more = dense::least_solution(held.transpose(), -left, kRankTolerance);
    at.lambda += more.head(at.A.rows());
    for (std::size_t i = 0; i < pressed.size(); ++i)
      at.F[idx(pressed[i])] += more[at.A.rows() + static_cast<Eigen::Index>(i)];
    at.h += held.bottomRows(static_cast<Eigen::Index>(pressed.size())).transpose() *
            more.tail(static_cast<Eigen::Index>(pressed.size()));
  }

  /// Contacts at the configuration of ev_: F and slope unless they are held, and their force in h.
  void push(std::vector<double>& F, std::vector<double>* slope, Matrix* W) {
    if (slope != nullptr) contacts_.forces(ev_, F, *slope);
    if (W != nullptr) W->setZero(static_cast<Eigen::Index>(F.size()), info_.nu);
    for (std::size_t i = 0; i < F.size(); ++i) {
      if (F[i] == 0) continue;
      const int contact = to_int(i);
      system_.contact_rows(state_.t(), {place_.data(), place_.size()}, contact, ev_);
      const RowShape& shape = ev_.contacts[i].shape;
      const double* w = ev_.row_W(info_.dimension * contact);
      for (std::size_t block = 0; block < 2; ++block) {
        for (int k = 0; k < shape.size[block]; ++k, ++w) {
          const int column = shape.start[block] + k;
          ev_.h[idx(column)] += F[i] * *w;
          if (W != nullptr) (*W)(static_cast<Eigen::Index>(i), column) = *w * sizes_[idx(column)];
        }
      }
    }
  }

  /// q => A, N, h, λ
  void fill(Place& at) {
    evaluate(at.q);
    if (contacts_.any()) push(at.F, &at.slope, &at.W);
    fill_scaled_D(info_, sizes_, ev_, at.A);
    at.h = scaled_h();
    if (at.A.rows() == 0) {
      at.N = Matrix::Identity(info_.nu, info_.nu);
      at.lambda.resize(0);
      return;
    }
    at.N = dense::null_space(at.A, kRankTolerance);
    at.lambda = dense::least_solution(at.A.transpose(), -at.h, kRankTolerance);
  }

  void evaluate(std::span<const double> q) {
    system_.place(state_.t(), q, ev_);
    system_.constraints(state_.t(), q, ev_);
    system_.forces(state_.t(), q, rest_, ev_);
    if (!contacts_.any()) return;
    system_.gaps(state_.t(), q, ev_);
    place_.assign(q.begin(), q.end());
  }

  Vector scaled_h() const {
    Vector h(info_.nu);
    for (Eigen::Index i = 0; i < h.size(); ++i) h[i] = ev_.h[idx(i)] * sizes_[idx(i)];
    return h;
  }

  std::vector<double> advanced(std::span<const double> q, const Vector& v) const {
    std::vector<double> u(sizes_.size()), out(q.size());
    for (std::size_t i = 0; i < u.size(); ++i) u[i] = sizes_[i] * v[static_cast<Eigen::Index>(i)];
    system_.advance(q, u, 1, out);
    return out;
  }

  /// h + Dᵀ λ + W F, free of lengths, at a position beside `at`, with its λ and F.
  Vector unbalanced(std::span<const double> q, const Place& at) {
    const Vector& lambda = at.lambda;
    evaluate(q);
    if (contacts_.any()) {
      held_ = at.F;
      push(held_, nullptr, nullptr);
    }
    fill_scaled_D(info_, sizes_, ev_, scratch_);
    Vector f = scaled_h();
    if (lambda.size() > 0) f += scratch_.transpose() * lambda;
    return f;
  }

  Matrix stiffness(const Place& at) {
    Matrix K(at.N.cols(), at.N.cols());
    const double difference =
        std::min(kDifference, 1e-2 * fineness_);  // directions of contacts turn within the play
    for (Eigen::Index k = 0; k < at.N.cols(); ++k) {
      const Vector plus = unbalanced(advanced(at.q, difference * at.N.col(k)), at);
      const Vector minus = unbalanced(advanced(at.q, -difference * at.N.col(k)), at);
      K.col(k) = -at.N.transpose() * (plus - minus) / (2 * difference);
    }
    for (std::size_t i = 0; i < at.slope.size(); ++i) {  // δ = −g_N: −∂(w F)/∂q has F' w wᵀ
      if (at.slope[i] == 0) continue;
      const Vector w = (at.W.row(static_cast<Eigen::Index>(i)) * at.N).transpose();
      K += at.slope[i] * w * w.transpose();
    }
    return K;
  }

  /// Largest force, applied or of a joint or contact, in N m.
  double force_size(const Place& at) const {
    double size = std::max(at.h.lpNorm<Eigen::Infinity>(),
                           at.lambda.size() > 0 ? at.lambda.lpNorm<Eigen::Infinity>() : 0.0);
    for (const double F : at.F) size = std::max(size, F * info_.length);
    return size;
  }

  Modes modes_at(const Place& at) {
    const Vector g = at.N.transpose() * at.h;
    Modes modes{Vector::Zero(g.size()), g};
    if (g.size() == 0) return modes;
    const double pull = g.lpNorm<Eigen::Infinity>();
    if (pull > 0) modes.downhill *= kLongest / pull;
    const double force = force_size(at);
    const Matrix K = stiffness(at);
    const dense::Modes eigen = dense::symmetric_modes(0.5 * (K + K.transpose()));
    const Vector& values = eigen.values;
    const double floor = kNeutralStiffness * std::max(values.lpNorm<Eigen::Infinity>(), force);
    if (values[0] > floor) {
      modes.step = dense::regular_solution(K, g);
      return modes;
    }
    const Vector along = eigen.vectors.transpose() * g;
    Vector step = Vector::Zero(g.size());
    for (Eigen::Index i = 0; i < step.size(); ++i) {
      if (std::abs(values[i]) > floor) {
        step[i] = along[i] / std::abs(values[i]);
      } else if (std::abs(along[i]) > kNeutralStiffness * force) {
        step[i] = std::copysign(kLongest, along[i]);  // a force that nothing holds
      }
    }
    modes.step = eigen.vectors * step;
    return modes;
  }

  /// A step along v and back to Φ = 0; false when there is no way back.
  bool moved(const Place& from, const Vector& v, Place& to) {
    to.q = advanced(from.q, v);
    double last = kLongest;
    for (int iteration = 0; iteration < kReturnIterations; ++iteration) {
      evaluate(to.q);
      fill_scaled_D(info_, sizes_, ev_, to.A);
      if (to.A.rows() == 0) break;
      Vector Phi(to.A.rows());
      for (Eigen::Index r = 0; r < Phi.size(); ++r) {
        const auto row = idx(r);
        Phi[r] = info_.constraints[row].holonomic ? ev_.Phi[row] / info_.row_scale(row) : 0;
      }
      const Vector back = dense::least_solution(to.A, -Phi, kRankTolerance);
      const double size = back.lpNorm<Eigen::Infinity>();
      if (!(size <= std::max(last, 1e-10))) return false;
      to.q = advanced(to.q, back);
      if (size < 1e-13) break;
      last = size;
    }
    if (last > 1e-10 && to.A.rows() > 0 && !closed(to.q)) return false;
    fill(to);
    return to.h.allFinite();
  }

  bool closed(std::span<const double> q) {
    evaluate(q);
    for (std::size_t r = 0; r < ev_.Phi.size(); ++r) {
      if (info_.constraints[r].holonomic && !(std::abs(ev_.Phi[r]) <= 1e-10 * info_.row_scale(r)))
        return false;
    }
    return true;
  }

  /// Line search by the work of the forces.
  bool step(Place& here, const Vector& y) {
    Vector v = here.N * y;
    const double size = v.lpNorm<Eigen::Infinity>();
    if (size > kLongest) v *= kLongest / size;
    const double begin = here.h.dot(v);
    if (!(begin > 0)) return false;
    Place there;
    for (int halving = 0; halving < kHalvings; ++halving) {
      if (moved(here, v, there)) {
        const Vector tangent = there.N * (there.N.transpose() * v);
        const double length = std::pow(0.5, halving);
        if (there.h.dot(tangent) >= -0.5 * length * begin) {
          here = there;
          return true;
        }
      }
      v *= 0.5;
    }
    return false;
  }

  void judge(const Place& at, Equilibrium& out) {
    const Eigen::Index free = at.N.cols();
    out.freedoms = static_cast<int>(free);
    if (free == 0) return;
    const Matrix K = stiffness(at);
    system_.mass(at.q, ev_);
    Matrix M = Matrix::Zero(info_.nu, info_.nu);
    for (Eigen::Index i = 0; i < info_.nu; ++i) {
      for (Eigen::Index j = 0; j < info_.nu; ++j) {
        const auto a = idx(i), b = idx(j);
        const double entry =
            info_.mass == MassKind::diagonal ? (i == j ? ev_.M[a] : 0.0) : ev_.M[a * sizes_.size() + b];
        M(i, j) = entry * sizes_[a] * sizes_[b];
      }
    }
    const Matrix reduced = at.N.transpose() * M * at.N;
    const Vector weakest = judge_stability(K, reduced, force_size(at), out);
    out.softest = velocity_name(info_, largest(at.N * weakest));
  }

  static int largest(const Vector& v) {
    Eigen::Index index = 0;
    v.cwiseAbs().maxCoeff(&index);
    return to_int(index);
  }

  void explain(const Place& at, Equilibrium& out) const {
    const Vector left = at.N * (at.N.transpose() * at.h);
    const int worst = left.size() > 0 ? largest(left) : 0;
    const auto index = idx(worst);
    out.message = fmt::format(
        "no equilibrium was found in {} iterations: {} is still pushed by {:.3g} {}; likely cause: a force "
        "that no "
        "joint or spring holds, or springs without a position of rest; hold it by a joint, spring or driver, "
        "or "
        "draw the mechanism nearer to where it comes to rest",
        out.iterations, velocity_name(info_, worst), left[worst] / sizes_[index],
        velocity_is_angular(info_, worst) ? "N m" : "N");
  }

  const System& system_;
  const SystemInfo& info_;
  State& state_;
  Evaluation ev_;
  std::vector<double> sizes_, rest_, place_, held_;
  RestingContacts contacts_;
  double fineness_;
  Matrix scratch_;
};

}  // namespace

const char* to_string(Stability stability) {
  switch (stability) {
    case Stability::stable: return "stable";
    case Stability::neutral: return "neutral";
    case Stability::unstable: return "unstable";
  }
  return "";
}

Equilibrium find_equilibrium(const System& system, State& state) { return Search(system, state).run(); }

}  // namespace freeplay
