// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/friction_forces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/spatial.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr int kMostTurns = 200;       // of signs and directions: they settle in two or three
constexpr int kMostIterations = 500;  // of the iterated scheme, which converges as a power of μ
constexpr int kRelaxed = 4;           // turns after which the shares of pads are averaged
constexpr int kMostShares = 40;  // turns after which they are taken as they are: no motion follows from them
constexpr double kSame = 1e-13;
constexpr int kPrecise = 20;  // turns after which less will do
constexpr double kEnough = 1e-9;
constexpr double kRigid = 1e-12;  // of 1/mass: less is rounding

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Contacts whose friction law may hold them, or ask for what would. Which pair a slot holds changes.
int may_rub(const SystemInfo& info) {
  if (!friction_is_coupled(info)) return 0;
  const auto first_slot = info.contacts.begin() + info.fixed_contacts();
  const auto rubs = [](const ContactInfo& contact) { return contact.friction != nullptr; };
  return static_cast<int>(info.contacts.end() - first_slot +
                          std::count_if(info.contacts.begin(), first_slot, rubs));
}

int most_rows(const SystemInfo& info) {
  return (info.dimension - 1) * may_rub(info) +
         Evaluation::kRubbingRows * static_cast<int>(info.rubbing.size());
}

/// F_hold, or as much of it as can be borne.
Tangent within(const Rub& rub) {
  const double needed = norm(rub.in.hold), bears = rub.law->mu_static() * rub.in.normal;
  return needed > bears ? (bears / needed) * rub.in.hold : rub.in.hold;
}

}  // namespace

bool friction_is_coupled(const SystemInfo& info) {
  return !info.rubbing.empty() || info.friction_holds ||
         std::any_of(info.contacts.begin(), info.contacts.end(), [](const ContactInfo& contact) {
           return contact.friction != nullptr && contact.friction->holds();
         });
}

FrictionForces::FrictionForces(const System& system, Formulation& formulation, JointFriction scheme)
    : system_(system),
      info_(system.info()),
      formulation_(formulation),
      scheme_(scheme),
      lu_(most_rows(system.info()) +
          RubbingInfo::kMostPads * static_cast<int>(system.info().rubbing.size())) {
  const std::size_t rows = at(most_rows(info_)), rubs = at(info_.rubbing_elements());
  const std::size_t pads = RubbingInfo::kMostPads * info_.rubbing.size();
  rubs_.reserve(rubs);
  rows_.reserve(rows);
  pads_.reserve(pads);
  unknowns_.reserve(rows + pads);
  const std::size_t nu = at(info_.nu), nl = info_.constraints.size();
  for (std::vector<double>* of : {&u_base_, &u_dot_, &h_}) of->assign(nu, 0);
  for (std::vector<double>* of : {&l_base_, &lambda_}) of->assign(nl, 0);
  G_.assign(rows * rows, 0);
  for (std::vector<double>* of : {&g_base_, &x_, &known_}) of->assign(rows, 0);
  for (std::vector<double>* of : {&y_, &right_, &step_, &product_}) of->assign(rows + pads, 0);
  shares_.resize(rows + pads);
  A_.assign((rows + pads) * (rows + pads), 0);
  N_.assign(pads, 0);
  for (std::vector<Tangent>* of : {&P_base_, &P_, &P_share_, &e_, &remembered_}) of->assign(pads, Tangent{});
  P_response_.assign(rows * pads, Tangent{});
  phi_.assign(rubs, Tangent{});
  int d = info_.dimension - 1;
  for (const RubbingInfo& joint : info_.rubbing) d = std::max(d, std::min(joint.d, 2));
  const int most = std::min(info_.rubbing_elements(), BlockMatrix::kMostDense);
  problem_.emplace(most, d + 1);
  chain_.emplace(Choice{"auto", {}, {}}, most, d + 1);
}

const double* FrictionForces::row_of(const Row& row, const Evaluation& ev) const {
  const Rub& rub = rubs_[at(row.rub)];
  if (rub.contact >= 0) return ev.row_W(info_.dimension * rub.contact + 1 + row.k);
  return ev.row_R(rub.place, row.k);
}

const RowShape& FrictionForces::shape_of(const Row& row, const Evaluation& ev) const {
  const Rub& rub = rubs_[at(row.rub)];
  return rub.contact >= 0 ? ev.contacts[at(rub.contact)].shape : info_.rubbing[at(rub.place)].shape;
}

/// Rows and pads of the rubs whose forces are not known beforehand.
void FrictionForces::list_rows() {
  rows_.clear();
  pads_.clear();
  for (int r = 0; r < static_cast<int>(rubs_.size()); ++r) {
    const Rub& rub = rubs_[at(r)];
    if (rub.contact >= 0 && rub.hold == Hold::none) continue;
    for (int k = 0; k < rub.in.d; ++k) rows_.push_back({r, k});
    if (rub.contact >= 0) continue;
    const RubbingInfo& info = info_.rubbing[at(rub.place)];
    std::array<int, 2> lever{-1, -1};
    for (int m = 0; m < 2; ++m) {
      if (std::find(info.lever.begin(), info.lever.begin() + info.pads, m) == info.lever.begin() + info.pads)
        continue;
      lever[at(m)] = static_cast<int>(rows_.size());
      rows_.push_back({r, 3 + m});
    }
    for (int pad = 0; pad < info.pads; ++pad) {
      const int m = info.lever[at(pad)];
      pads_.push_back({r, rub.place, pad, m < 0 ? -1 : lever[at(m)]});
    }
  }
}

/// u̇ and λ without friction, and what a unit of force along each row adds to them.
void FrictionForces::respond(std::span<const double> u, Evaluation& ev) {
  const auto press = [&](std::span<const double> lambda, Tangent* to, const Tangent* less, double k) {
    std::array<Tangent, RubbingInfo::kMostPads> P{};
    for (std::size_t i = 0; i < pads_.size(); i += at(info_.rubbing[at(pads_[i].place)].pads)) {
      const std::size_t count = at(info_.rubbing[at(pads_[i].place)].pads);
      system_.pressing(pads_[i].place, lambda, ev, P);
      for (std::size_t p = 0; p < count; ++p) {
        to[i + p] = P[p];
        if (less != nullptr) to[i + p] = k * (P[p] - less[i + p]);
      }
    }
  };
  formulation_.accelerations(ev, u, u_base_, l_base_);
  press(l_base_, P_base_.data(), nullptr, 1);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].slip()) g_base_[i] = dot_row(shape_of(rows_[i], ev), row_of(rows_[i], ev), u_base_.data());
  }
  double largest = 0;
  for (const double force : ev.h) largest = std::max(largest, std::abs(force));
  std::copy(ev.h.begin(), ev.h.end(), h_.begin());
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const RowShape& shape = shape_of(rows_[c], ev);
    const double* row = row_of(rows_[c], ev);
    double size = 0;
    for (int i = 0; i < shape.size[0] + shape.size[1]; ++i) size = std::max(size, std::abs(row[i]));
    const double unit = largest > 0 && size > 0 ? largest / size : 1;  // the difference keeps its digits
    add_row(shape, row, unit, ev.h.data());
    formulation_.accelerations(ev, u, u_dot_, lambda_);
    std::copy(h_.begin(), h_.end(), ev.h.begin());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!rows_[i].slip()) continue;
      const double with = dot_row(shape_of(rows_[i], ev), row_of(rows_[i], ev), u_dot_.data());
      G(i, c) = (with - g_base_[i]) / unit;
    }
    press(lambda_, response_P(c), P_base_.data(), 1 / unit);
  }
  // Where no force can change a slip (a slider at its dead centre) the one that holds has no end, but it
  // still has a direction.
  if (info_.mass != MassKind::diagonal) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].slip()) G(i, i) = std::max(G(i, i), kRigid * free_inertia(rows_[i], ev));
  }
}

/// w M⁻¹ wᵀ, as if there were no joints.
double FrictionForces::free_inertia(const Row& row, const Evaluation& ev) const {
  const RowShape& shape = shape_of(row, ev);
  const double* w = row_of(row, ev);
  double sum = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    for (int i = 0; i < shape.size[block]; ++i, ++w) sum += *w * *w / ev.M[at(shape.start[block] + i)];
  }
  return sum;
}

double FrictionForces::normal_of(std::span<const Tangent> P, std::span<const Pad> pads, int rub) {
  double sum = 0;
  for (std::size_t i = 0; i < pads.size(); ++i) {
    if (pads[i].rub == rub) sum += norm(P[i]);
  }
  return sum;
}

/// Force along a lever over the force along the slip, as the pads share it now.
double FrictionForces::lever_share(const Row& row) const {
  double along = 0, all = 0;
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    if (pads_[i].rub != row.rub) continue;
    all += norm(P_share_[i]);
    if (pads_[i].lever >= 0 && rows_[at(pads_[i].lever)].k == row.k) along += P_share_[i][0];
  }
  return all > 0 ? along / all : 0;
}

double FrictionForces::share(const Unknown& unknown, std::size_t row) const {
  const Row& to = rows_[row];
  if (unknown.pad < 0) {  // a force that holds
    const Row& from = rows_[at(unknown.row)];
    if (static_cast<int>(row) == unknown.row) return 1;
    return from.rub == to.rub && from.k == 0 && !to.slip() ? lever_share(to) : 0;
  }
  const Pad& pad = pads_[at(unknown.pad)];
  if (pad.rub != to.rub) return 0;
  const Tangent& phi = phi_[at(pad.rub)];
  if (to.slip()) return phi[at(to.k)];
  return pad.lever == static_cast<int>(row) ? phi[0] * e_[at(unknown.pad)][0] : 0;
}

/// P of all pads from the forces x_ along the rows.
void FrictionForces::take_pressing() {
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    P_[i] = P_base_[i];
    for (std::size_t c = 0; c < rows_.size(); ++c) P_[i] = P_[i] + x_[c] * response_P(c)[i];
  }
}

/// Forces x_ along all rows with the directions e_ and, where they are not solved for, the N_ of now.
void FrictionForces::solve_for(bool askers_hold) {
  unknowns_.clear();
  std::fill(known_.begin(), known_.end(), 0.0);
  const auto holds = [&](const Rub& rub) {
    return rub.hold == Hold::keeps || (askers_hold && rub.hold == Hold::asks);
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Rub& rub = rubs_[at(rows_[i].rub)];
    if (holds(rub)) {
      if (rows_[i].slip()) unknowns_.push_back({static_cast<int>(i), -1});
    } else if (rub.hold == Hold::asks) {
      known_[i] = rows_[i].slip() ? rub.F[at(rows_[i].k)] : rub.F[0] * lever_share(rows_[i]);
    }
  }
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    if (rubs_[at(pads_[i].rub)].hold != Hold::none) continue;
    const Unknown pad{-1, static_cast<int>(i)};
    if (scheme_ != JointFriction::iterated) {
      unknowns_.push_back(pad);
      continue;
    }
    for (std::size_t c = 0; c < rows_.size(); ++c) known_[c] += N_[i] * share(pad, c);
  }
  const int n = static_cast<int>(unknowns_.size());
  for (int j = 0; j < n; ++j) {
    const Unknown& unknown = unknowns_[at(j)];
    const int rub = unknown.pad < 0 ? rows_[at(unknown.row)].rub : pads_[at(unknown.pad)].rub;
    Shares& of = shares_[at(j)];
    of.count = 0;
    // rows of one rub stand together
    std::size_t c = unknown.pad < 0 ? at(unknown.row - rows_[at(unknown.row)].k) : at(first_row(rub));
    for (; c < rows_.size() && rows_[c].rub == rub; ++c) {
      const double part = share(unknown, c);
      if (part == 0) continue;
      of.row[of.count] = static_cast<int>(c);
      of.part[of.count++] = part;
    }
  }
  lu_.resize(n);
  for (int i = 0; i < n; ++i) {
    const Unknown& equation = unknowns_[at(i)];
    const auto row = at(equation.row);
    const double scale = equation.pad < 0 && G(row, row) > 0 ? 1 / G(row, row) : 1;
    const auto effect = [&](std::size_t c) {  // of a unit along row c on the left side
      return equation.pad < 0 ? scale * G(row, c) : -dot(e_[at(equation.pad)], response_P(c)[equation.pad]);
    };
    double right = equation.pad < 0
                       ? scale * (rubs_[at(rows_[row].rub)].target[at(rows_[row].k)] - g_base_[row])
                       : dot(e_[at(equation.pad)], P_base_[at(equation.pad)]);
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      if (known_[c] != 0) right -= effect(c) * known_[c];
    }
    for (int j = 0; j < n; ++j) {
      double sum = i == j && equation.pad >= 0 ? 1 : 0;
      const Shares& of = shares_[at(j)];
      for (std::size_t k = 0; k < of.count; ++k) sum += of.part[k] * effect(at(of.row[k]));
      A_[at(i * n + j)] = sum;
      lu_.at(i, j) = sum;
    }
    if (equation.pad < 0) lu_.at(i, i) += kShare * load_share(row);
    right_[at(i)] = right;
  }
  solve_shared(n);
  for (std::size_t c = 0; c < rows_.size(); ++c) x_[c] = known_[c];
  for (int j = 0; j < n; ++j) {
    const Shares& of = shares_[at(j)];
    for (std::size_t k = 0; k < of.count; ++k) x_[at(of.row[k])] += y_[at(j)] * of.part[k];
  }
}

int FrictionForces::first_row(int rub) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [rub](const Row& row) { return row.rub == rub; });
  return static_cast<int>(found - rows_.begin());
}

/// The share of pads in the friction of a joint that holds follows from what presses them, which depends on
/// it. True: it has settled.
bool FrictionForces::share_levers(int turn) {
  bool same = true;
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    const Tangent before = P_share_[i];
    P_share_[i] = turn < kRelaxed ? P_[i] : 0.5 * (P_share_[i] + P_[i]);
    const Rub& rub = rubs_[at(pads_[i].rub)];
    if (rub.hold == Hold::none || pads_[i].lever < 0) continue;
    same = same && norm(P_share_[i] - before) <= kSame * (norm(before) + norm(P_[i]));
  }
  return same;
}

bool FrictionForces::iterate() {
  bool askers = false;
  for (const Rub& rub : rubs_) askers = askers || rub.hold == Hold::asks;
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    const double size = norm(P_base_[i]);
    P_[i] = P_share_[i] = P_base_[i];
    e_[i] = size > 0 ? (1 / size) * P_base_[i] : Tangent{1, 0, 0};
    N_[i] = size;
    const std::size_t known = at(RubbingInfo::kMostPads * pads_[i].place + pads_[i].pad);
    if (has_remembered_ && norm(remembered_[known]) > 0) e_[i] = remembered_[known];
  }
  const int most = scheme_ == JointFriction::iterated ? kMostIterations : kMostTurns;
  for (int turn = 0; turn < most; ++turn) {
    double change = 0, largest = 0;
    const double same = turn < kPrecise ? kSame : kEnough;
    const auto hold_of = [&](std::size_t i) {
      Rub& rub = rubs_[at(rows_[i].rub)];
      if (rows_[i].slip() && rub.hold != Hold::none) rub.in.hold[at(rows_[i].k)] = x_[i];
    };
    if (askers) {
      solve_for(true);
      for (std::size_t i = 0; i < rows_.size(); ++i) hold_of(i);
      for (std::size_t r = 0; r < rubs_.size(); ++r) {
        Rub& rub = rubs_[r];
        if (rub.hold != Hold::asks) continue;
        if (rub.contact < 0) {
          const double pressed = normal_of(P_, pads_, static_cast<int>(r));
          rub.in.normal = turn < kRelaxed ? pressed : 0.5 * (rub.in.normal + pressed);
        }
        const Tangent before = rub.F;
        rub.F = rub.clipped ? within(rub) : rub.law->force(rub.in);
        change = std::max(change, norm(rub.F - before));
        largest = std::max({largest, norm(rub.F), norm(rub.in.hold)});
      }
    }
    solve_for(false);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rubs_[at(rows_[i].rub)].hold == Hold::keeps) hold_of(i);
    }
    take_pressing();
    bool turned = false;
    const bool shared = share_levers(turn);
    for (std::size_t i = 0; i < pads_.size(); ++i) {
      const double size = norm(P_[i]);
      change = std::max(change, scheme_ == JointFriction::iterated ? std::abs(size - N_[i]) : 0.0);
      largest = std::max(largest, size);
      N_[i] = size;
      if (!(size > 0)) continue;
      const Tangent e = (1 / size) * P_[i];
      const bool slides = rubs_[at(pads_[i].rub)].hold == Hold::none;  // the others push along no e
      if (slides && scheme_ != JointFriction::previous_signs && norm(e - e_[i]) > same) {
        turned = true;
        e_[i] = e;
        jammed_ = pads_[i].place;
      }
    }
    if (scheme_ == JointFriction::previous_signs && !askers) return true;
    if (!turned && change <= same * largest && (shared || turn > kMostShares)) {
      jammed_ = -1;
      return true;
    }
    if (change > kSame * largest && scheme_ == JointFriction::iterated && !pads_.empty())
      jammed_ = pads_[0].place;
  }
  return false;
}

bool FrictionForces::solve(std::span<const double> u, Evaluation& ev) {
  jammed_ = -1;
  const auto add_force = [&](const Rub& rub) {
    for (int k = 0; k < rub.in.d; ++k) {
      const Row row{static_cast<int>(&rub - rubs_.data()), k};
      add_row(shape_of(row, ev), row_of(row, ev), rub.F[at(k)], ev.h.data());
    }
  };
  for (Rub& rub : rubs_) {
    if (rub.contact < 0 || rub.hold != Hold::none) continue;
    rub.F = rub.law->force(rub.in);
    add_force(rub);
  }
  list_rows();
  if (rows_.empty()) return true;
  for (std::size_t r = 0; r < rubs_.size(); ++r) {
    Rub& rub = rubs_[r];
    if (rub.contact >= 0 || rub.hold != Hold::none) continue;
    rub.in.normal = 1;
    phi_[r] = rub.law->force(rub.in);
  }
  respond(u, ev);
  for (std::size_t r = 0; r < rubs_.size(); ++r) {  // a first guess: what presses it without friction
    Rub& rub = rubs_[r];
    if (rub.contact < 0 && rub.hold != Hold::none)
      rub.in.normal = normal_of(P_base_, pads_, static_cast<int>(r));
  }
  if (!iterate()) return false;
  for (std::size_t r = 0; r < rubs_.size(); ++r) {
    Rub& rub = rubs_[r];
    if (rub.contact >= 0 && rub.hold == Hold::none) continue;
    if (rub.contact < 0) rub.in.normal = normal_of(P_, pads_, static_cast<int>(r));
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].rub == static_cast<int>(r) && rows_[i].slip()) rub.F[at(rows_[i].k)] = x_[i];
    }
  }
  for (std::size_t i = 0; i < rows_.size(); ++i)
    add_row(shape_of(rows_[i], ev), row_of(rows_[i], ev), x_[i], ev.h.data());
  return true;
}

void FrictionForces::remember() {
  has_remembered_ = !pads_.empty();
  for (std::size_t i = 0; i < pads_.size(); ++i) {
    const double size = norm(P_[i]);
    if (size > 0)
      remembered_[at(RubbingInfo::kMostPads * pads_[i].place + pads_[i].pad)] = (1 / size) * P_[i];
  }
}

}  // namespace freeplay
