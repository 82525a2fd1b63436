// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/friction_response.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/index.h"
#include "freeplay/spatial.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

constexpr double kRigid = 1e-12;  // of 1/mass: less is rounding

/// Contacts whose friction law may hold them, or ask for what would. Which pair a slot holds changes.
int may_rub(const SystemInfo& info) {
  if (!friction_is_coupled(info)) return 0;
  const auto first_slot = info.contacts.begin() + info.fixed_contacts();
  const auto rubs = [](const ContactInfo& contact) { return contact.friction != nullptr; };
  return static_cast<int>(info.contacts.end() - first_slot +
                          std::count_if(info.contacts.begin(), first_slot, rubs));
}

}  // namespace

bool friction_is_coupled(const SystemInfo& info) {
  return !info.rubbing.empty() || info.friction_holds ||
         std::any_of(info.contacts.begin(), info.contacts.end(), [](const ContactInfo& contact) {
           return contact.friction != nullptr && contact.friction->holds();
         });
}

FrictionResponse::FrictionResponse(const System& system, Formulation& formulation)
    : system_(system), info_(system.info()), formulation_(formulation) {
  const std::size_t rows =
      idx((info_.dimension - 1) * may_rub(info_)) + Evaluation::kRubbingRows * info_.rubbing.size();
  const std::size_t pads = RubbingInfo::kMostPads * info_.rubbing.size();
  rows_.reserve(rows);
  pads_.reserve(pads);
  for (std::vector<double>* of : {&u_base_, &u_dot_, &h_}) of->assign(idx(info_.nu), 0);
  for (std::vector<double>* of : {&l_base_, &lambda_}) of->assign(info_.constraints.size(), 0);
  G_.assign(rows * rows, 0);
  base_.assign(rows, 0);
  P_base_.assign(pads, Tangent{});
  P_response_.assign(rows * pads, Tangent{});
}

const double* FrictionResponse::row_of(const Rub& rub, const Row& row, const Evaluation& ev) const {
  if (rub.contact >= 0) return ev.row_W(info_.dimension * rub.contact + 1 + row.k);
  return ev.row_R(rub.place, row.k);
}

const RowShape& FrictionResponse::shape_of(const Rub& rub, const Evaluation& ev) const {
  return rub.contact >= 0 ? ev.contacts[idx(rub.contact)].shape : info_.rubbing[idx(rub.place)].shape;
}

double FrictionResponse::along(const Rub& rub, const Row& row, const Evaluation& ev,
                               std::span<const double> u_dot) const {
  return dot_row(shape_of(rub, ev), row_of(rub, row, ev), u_dot.data());
}

void FrictionResponse::push(std::span<const Rub> rubs, const Row& row, double force, Evaluation& ev) const {
  const Rub& rub = rubs[idx(row.rub)];
  add_row(shape_of(rub, ev), row_of(rub, row, ev), force, ev.h.data());
}

void FrictionResponse::list(std::span<const Rub> rubs) {
  rows_.clear();
  pads_.clear();
  for (int r = 0; r < int_size(rubs); ++r) {
    const Rub& rub = rubs[idx(r)];
    if (rub.contact >= 0 && rub.hold == Hold::none) continue;
    for (int k = 0; k < rub.in.d; ++k) rows_.push_back({r, k});
    if (rub.contact >= 0) continue;
    const RubbingInfo& info = info_.rubbing[idx(rub.place)];
    std::array<int, 2> lever{-1, -1};
    for (int m = 0; m < 2; ++m) {
      if (std::find(info.lever.begin(), info.lever.begin() + info.pads, m) == info.lever.begin() + info.pads)
        continue;
      lever[idx(m)] = int_size(rows_);
      rows_.push_back({r, 3 + m});
    }
    for (int pad = 0; pad < info.pads; ++pad) {
      const int m = info.lever[idx(pad)];
      pads_.push_back({r, rub.place, pad, m < 0 ? -1 : lever[idx(m)]});
    }
  }
}

int FrictionResponse::first_row(int rub) const {
  const auto found =
      std::find_if(rows_.begin(), rows_.end(), [rub](const Row& row) { return row.rub == rub; });
  return static_cast<int>(found - rows_.begin());
}

void FrictionResponse::press(std::span<const double> lambda, const Evaluation& ev, Tangent* to,
                             const Tangent* less, double k) {
  std::array<Tangent, RubbingInfo::kMostPads> P{};
  for (std::size_t i = 0; i < pads_.size(); i += idx(info_.rubbing[idx(pads_[i].place)].pads)) {
    const std::size_t count = idx(info_.rubbing[idx(pads_[i].place)].pads);
    system_.pressing(pads_[i].place, lambda, ev, P);
    for (std::size_t p = 0; p < count; ++p) {
      to[i + p] = P[p];
      if (less != nullptr) to[i + p] = k * (P[p] - less[i + p]);
    }
  }
}

void FrictionResponse::evaluate(std::span<const Rub> rubs, std::span<const double> u, Evaluation& ev) {
  const auto rub_of = [&](std::size_t row) -> const Rub& { return rubs[idx(rows_[row].rub)]; };
  formulation_.accelerations(ev, u, u_base_, l_base_);
  press(l_base_, ev, P_base_.data(), nullptr, 1);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].slip()) base_[i] = along(rub_of(i), rows_[i], ev, u_base_);
  }
  double largest = 0;
  for (const double force : ev.h) largest = std::max(largest, std::abs(force));
  std::copy(ev.h.begin(), ev.h.end(), h_.begin());
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    const RowShape& shape = shape_of(rub_of(c), ev);
    const double* row = row_of(rub_of(c), rows_[c], ev);
    double size = 0;
    for (int i = 0; i < shape.size[0] + shape.size[1]; ++i) size = std::max(size, std::abs(row[i]));
    const double unit = largest > 0 && size > 0 ? largest / size : 1;  // the difference keeps its digits
    add_row(shape, row, unit, ev.h.data());
    formulation_.accelerations(ev, u, u_dot_, lambda_);
    std::copy(h_.begin(), h_.end(), ev.h.begin());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].slip()) G_[i * room() + c] = (along(rub_of(i), rows_[i], ev, u_dot_) - base_[i]) / unit;
    }
    press(lambda_, ev, P_response_.data() + c * P_base_.size(), P_base_.data(), 1 / unit);
  }
  // Where no force can change a slip (a slider at its dead centre) the one that holds has no end, but it
  // still has a direction.
  if (info_.mass != MassKind::diagonal) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    double& own = G_[i * room() + i];
    if (rows_[i].slip()) own = std::max(own, kRigid * free_inertia(rub_of(i), rows_[i], ev));
  }
}

/// w M⁻¹ wᵀ, as if there were no joints.
double FrictionResponse::free_inertia(const Rub& rub, const Row& row, const Evaluation& ev) const {
  const RowShape& shape = shape_of(rub, ev);
  const double* w = row_of(rub, row, ev);
  double sum = 0;
  for (std::size_t block = 0; block < 2; ++block) {
    for (int i = 0; i < shape.size[block]; ++i, ++w) sum += *w * *w / ev.M[idx(shape.start[block] + i)];
  }
  return sum;
}

}  // namespace freeplay
