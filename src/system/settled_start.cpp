// SPDX-License-Identifier: Apache-2.0
#include "system/settled_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/decompositions.h"
#include "base/index.h"
#include "model/words.h"
#include "system/constraint_space.h"
#include "system/equilibrium.h"

namespace freeplay {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kRankTolerance = 1e-9;
constexpr double kCentred = 1e-6;  // of the clearance: what is less off the middle is rounding

Vector scaled(std::span<const double> values, std::span<const double> sizes) {
  Vector out(to_int(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) out[to_int(i)] = values[i] * sizes[i];
  return out;
}

/// The diagonal of M, free of lengths. Systems of bodies have no other.
Vector scaled_mass(const Evaluation& ev, std::span<const double> sizes) {
  Vector out(to_int(sizes.size()));
  for (std::size_t i = 0; i < sizes.size(); ++i) out[to_int(i)] = ev.M[i] * sizes[i] * sizes[i];
  return out;
}

/// How the machine without play moves on from where it stands.
struct IdealMotion {
  std::vector<double> inertia;  ///< M u̇₀
  Matrix held;                  ///< rows that hold its free motions, free of lengths
};

/// Rates of the free coordinates of joints per velocity, free of lengths. They are channels that a system records.
Matrix joint_rates(const System& ideal, const State& at, const Evaluation& ev,
                   std::span<const double> sizes) {
  const SystemInfo& info = ideal.info();
  std::vector<std::size_t> rates;
  for (std::size_t k = 0; k < info.extra.size(); ++k) {
    if (info.extra[k].path.ends_with("_rate")) rates.push_back(k);
  }
  Matrix C = Matrix::Zero(to_int(rates.size()), info.nu);
  std::vector<double> u(sizes.size(), 0.0), sampled(info.extra.size());
  for (std::size_t i = 0; i < sizes.size() && !rates.empty(); ++i) {
    u[i] = sizes[i];
    ideal.sample(at.t(), at.q(), u, ev, sampled);
    u[i] = 0;
    for (std::size_t k = 0; k < rates.size(); ++k) {
      const bool angle = info.extra[rates[k]].unit == "rad/s";
      C(to_int(k), to_int(i)) = sampled[rates[k]] / (angle ? 1.0 : info.length);
    }
  }
  return C;
}

/// What holds the free motions N: coordinates of joints, so that parts that hang on one that gives way come along; places
/// of bodies only for motions that no joint measures.
Matrix holding_rows(const Matrix& C, const Matrix& N) {
  constexpr double kLittle = 1e-3;  // weight of bodies beside joints
  Matrix all(C.rows() + N.rows(), N.rows());
  all.topRows(C.rows()) = C;
  all.bottomRows(N.rows()) = kLittle * Matrix::Identity(N.rows(), N.rows());
  const Matrix along = all * N;
  return dense::symmetric_solution(Matrix(along.transpose() * along), Matrix(along.transpose() * all));
}

IdealMotion ideal_motion(const System& ideal, const State& at, std::span<const double> sizes) {
  const SystemInfo& info = ideal.info();
  Evaluation ev(info);
  ideal.load(at.features(), ev);
  ideal.place(at.t(), at.q(), ev);
  ideal.mass(at.q(), ev);
  ideal.forces(at.t(), at.q(), at.u(), ev);
  ideal.constraints(at.t(), at.q(), ev);
  ideal.constraint_gamma(at.t(), at.q(), at.u(), ev);
  const Vector mass = scaled_mass(ev, sizes), h = scaled(ev.h, sizes);
  Vector acceleration = Vector::Zero(info.nu);
  IdealMotion out;
  Matrix N = Matrix::Identity(info.nu, info.nu);
  if (!info.constraints.empty()) {
    Matrix A;
    fill_scaled_D(info, sizes, ev, A);
    Vector gamma(A.rows());
    for (Eigen::Index r = 0; r < A.rows(); ++r) gamma[r] = ev.gamma[idx(r)] / info.row_scale(idx(r));
    acceleration = dense::least_solution(A, gamma, kRankTolerance);
    N = dense::null_space(A, kRankTolerance);
  }
  if (N.cols() > 0) {
    const Matrix reduced = N.transpose() * mass.asDiagonal() * N;
    const Vector push = N.transpose() * (h - mass.cwiseProduct(acceleration));
    acceleration += N * dense::symmetric_solution(reduced, push);
    out.held = holding_rows(joint_rates(ideal, at, ev, sizes), N);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    out.inertia.push_back(mass[to_int(i)] * acceleration[to_int(i)] / sizes[i]);
  return out;
}

/// The machine at the instant of its start as one that stands still: with the forces of its velocities, less M u̇₀, and with
/// rows that hold the motions of the machine without play.
class HeldSystem final : public System {
 public:
  HeldSystem(const System& system, std::span<const double> u, IdealMotion motion, std::vector<double> sizes)
      : system_(system),
        info_(system.info()),
        u_(u.begin(), u.end()),
        motion_(std::move(motion)),
        sizes_(std::move(sizes)) {
    ConstraintInfo row;
    row.shape = {{0, 0}, {info_.nu, 0}};
    row.angle = true;       // it has no length
    row.holonomic = false;  // it holds steps; where it stands is where it began
    for (Eigen::Index k = 0; k < motion_.held.rows(); ++k) {
      row.name = fmt::format("motion {}", k + 1);
      info_.constraints.push_back(row);
    }
  }

  const SystemInfo& info() const override { return info_; }
  void place(double t, std::span<const double> q, Evaluation& out) const override {
    system_.place(t, q, out);
  }
  void mass(std::span<const double> q, Evaluation& out) const override { system_.mass(q, out); }
  void forces(double t, std::span<const double> q, std::span<const double>, Evaluation& out) const override {
    system_.forces(t, q, u_, out);
    for (std::size_t i = 0; i < out.h.size(); ++i) out.h[i] -= motion_.inertia[i];
  }
  void constraints(double t, std::span<const double> q, Evaluation& out) const override {
    system_.constraints(t, q, out);
    const std::size_t first = system_.info().constraints.size();
    for (std::size_t k = first; k < info_.constraints.size(); ++k) {
      double* row = out.row_D(to_int(k));
      for (std::size_t i = 0; i < sizes_.size(); ++i)
        row[i] = motion_.held(to_int(k - first), to_int(i)) / sizes_[i];
      out.Phi[k] = out.Phi_t[k] = 0;
    }
  }
  void constraint_gamma(double t, std::span<const double> q, std::span<const double> u,
                        Evaluation& out) const override {
    system_.constraint_gamma(t, q, u, out);
  }
  void gaps(double t, std::span<const double> q, Evaluation& out) const override { system_.gaps(t, q, out); }
  void contact_rows(double t, std::span<const double> q, int contact, Evaluation& out) const override {
    system_.contact_rows(t, q, contact, out);
  }
  void load(std::span<const double> features, Evaluation& out) const override { system_.load(features, out); }
  void advance(std::span<const double> q, std::span<const double> u, double dt,
               std::span<double> out) const override {
    system_.advance(q, u, dt, out);
  }
  Energies energies(double t, std::span<const double> q, std::span<const double> u,
                    const Evaluation& at) const override {
    return system_.energies(t, q, u, at);
  }
  void motion(double t, std::span<const double> q, std::span<const double> u,
              std::span<BodyMotion> out) const override {
    system_.motion(t, q, u, out);
  }
  State initial_state() const override { return system_.initial_state(); }

 private:
  const System& system_;
  SystemInfo info_;
  std::vector<double> u_;
  IdealMotion motion_;
  std::vector<double> sizes_;
};

/// Changes velocities least such that joints fit and contacts with a force neither part nor approach.
void fit_velocities(const System& system, const std::vector<double>& F, std::span<const double> sizes,
                    State& state) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(state.t(), state.q(), ev);
  system.mass(state.q(), ev);
  system.constraints(state.t(), state.q(), ev);
  system.gaps(state.t(), state.q(), ev);
  Matrix rows;
  fill_scaled_D(info, sizes, ev, rows);
  Vector moving(rows.rows());  // what rows have by themselves
  for (Eigen::Index r = 0; r < rows.rows(); ++r) moving[r] = ev.Phi_t[idx(r)] / info.row_scale(idx(r));
  for (std::size_t i = 0; i < F.size(); ++i) {
    if (!(F[i] > 0)) continue;
    const int contact = to_int(i), normal = info.dimension * contact;
    system.contact_rows(state.t(), state.q(), contact, ev);
    rows.conservativeResize(rows.rows() + 1, info.nu);
    moving.conservativeResize(rows.rows());
    const Eigen::Index last = rows.rows() - 1;
    rows.row(last).setZero();
    moving[last] = ev.w_tilde[idx(normal)] / info.length;
    const double* w = ev.row_W(normal);
    const RowShape& shape = ev.contacts[i].shape;
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k, ++w) {
        const int column = shape.start[block] + k;
        rows(last, column) = *w * sizes[idx(column)] / info.length;
      }
    }
  }
  if (rows.rows() == 0) return;
  Vector v(info.nu);
  for (int i = 0; i < info.nu; ++i) v[i] = state.u()[idx(i)] / sizes[idx(i)];
  const Matrix spread = scaled_mass(ev, sizes).cwiseInverse().asDiagonal() * rows.transpose();
  v += spread * dense::least_solution(rows * spread, -(rows * v + moving), kRankTolerance);
  for (int i = 0; i < info.nu; ++i) state.u()[idx(i)] = v[i] * sizes[idx(i)];
}

/// The joint, or coupling, that a contact belongs to.
std::string owner_of(const std::string& contact) { return contact.substr(0, contact.rfind('.')); }

std::string told(const System& system, const State& state, const Equilibrium& found) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(state.t(), state.q(), ev);
  system.gaps(state.t(), state.q(), ev);
  std::vector<std::string> pressed;
  std::map<std::string, bool> touches;  // joints in the order of their names
  for (std::size_t i = 0; i < found.F_N.size(); ++i) {
    bool& any = touches[owner_of(info.contacts[i].name)];
    if (!(found.F_N[i] > 0)) continue;
    any = true;
    const std::string deep = info.compliant ? fmt::format(", {:.3g} m deep", -ev.gap[i]) : "";
    pressed.push_back(fmt::format("{} by {:.6g} N{}", system.contact_name(to_int(i), state.features()),
                                  found.F_N[i], deep));
  }
  std::vector<std::string> loose;
  for (const auto& [joint, any] : touches) {
    if (!any) loose.push_back(joint);
  }
  std::string text = pressed.empty() ? "no contact is pressed"
                                     : fmt::format("pressed at the start are {}", fmt::join(pressed, ", "));
  if (!loose.empty()) text += fmt::format("; nothing presses {}", fmt::join(loose, ", "));
  return text;
}

}  // namespace

SettledStart settle(const System& ideal, const State& ideal_state, const System& system, State& state) {
  const std::vector<double> sizes = velocity_sizes(system.info());
  const std::vector<double> u(ideal_state.u().begin(), ideal_state.u().end());
  const HeldSystem held(system, u, ideal_motion(ideal, ideal_state, sizes), sizes);
  State at = state;
  const Equilibrium found = find_equilibrium(held, at);
  if (!found.found) return {false, found.message};
  std::copy(at.q().begin(), at.q().end(), state.q().begin());
  std::copy(u.begin(), u.end(), state.u().begin());
  fit_velocities(system, found.F_N, sizes, state);
  return {true, told(system, state, found)};
}

void check_settle(const Model& model, Diagnostics& problems) {
  if (!model.run.settle || !is_dynamic(model.run)) return;
  const char* const key = "run.settle";
  if (model.run.initial == "as_given") {
    problems.error(model.where, key,
                   "it moves parts within their clearances, and run.initial = \"as_given\" "
                   "leaves them where they are",
                   "take one of the two away");
  }
  for (const Joint& joint : model.joints) {
    if (!always_pushes(joint.type)) continue;
    problems.error(joint.where, key,
                   fmt::format("without its contacts joint '{}' ({}) holds nothing, so there is no machine "
                               "without play to take the loads from",
                               joint.name, joint.type),
                   "leave settle out; draw the parts where they touch");
  }
  const auto shape = std::find_if(model.shapes.begin(), model.shapes.end(),
                                  [](const Shape& one) { return freeplay::touches(one); });
  if (shape != model.shapes.end()) {
    problems.error(shape->where, key,
                   "it presses joints with play only, and the model has shapes that touch: what they carry "
                   "is not known at the start",
                   "leave settle out, or let the machine come to rest in a run of its own");
  }
  const auto plays = [](const Coupling& coupling) { return coupling.values.count("backlash") != 0; };
  if (std::none_of(model.joints.begin(), model.joints.end(), has_play) &&
      std::none_of(model.couplings.begin(), model.couplings.end(), plays))
    problems.note(model.where, key, "no joint or coupling has play: there is nothing to settle");
}

void note_centred_start(const Model& model, const System& system, const State& state, Evaluation& scratch,
                        Diagnostics& problems) {
  const SystemInfo& info = system.info();
  if (!is_dynamic(model.run) || info.fixed_contacts() == 0) return;
  system.load(state.features(), scratch);
  system.place(state.t(), state.q(), scratch);
  system.gaps(state.t(), state.q(), scratch);
  std::vector<std::string> centred;
  for (const Joint& joint : model.joints) {
    if (!has_play(joint) || always_pushes(joint.type)) continue;
    bool any = false, all = true;
    for (int i = 0; i < info.fixed_contacts(); ++i) {
      const ContactInfo& contact = info.contacts[idx(i)];
      if (owner_of(contact.name) != joint.name) continue;
      any = true;
      all = all && scratch.gap[idx(i)] >= (1 - kCentred) * contact.length;
    }
    if (any && all) centred.push_back("'" + joint.name + "'");
  }
  if (centred.empty()) return;
  problems.note(
      model.where, "run.settle",
      fmt::format(
          "{} in the middle of the play: parts that carry loads are thrown across it, and the "
          "first impacts are those of this start",
          centred.size() == 1 ? centred[0] + " starts" : fmt::format("{} start", fmt::join(centred, ", "))),
      "run.settle = true starts with joints pressed by their loads");
}

}  // namespace freeplay
