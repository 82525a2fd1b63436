// SPDX-License-Identifier: Apache-2.0
#include "run/contact_table.h"

#include <algorithm>

#include "base/index.h"
#include "run/channels.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

bool same(const PairFeature& a, const PairFeature& b) {
  return a.first == b.first && a.second == b.second && a.feature == b.feature;
}

/// No impulse at all.
bool none(const double* impulse, std::size_t d) {
  return std::all_of(impulse, impulse + d, [](double value) { return value == 0; });
}

std::vector<std::string> shape_words(const SystemInfo& info) {
  std::vector<std::string> words{"-"};
  words.insert(words.end(), info.shapes.begin(), info.shapes.end());
  return words;
}

std::vector<std::string> feature_words(const SystemInfo& info) {
  std::vector<std::string> words{"-"};
  for (const char* whose : {"a", "b"}) {
    for (int corner = 0; corner < info.corners; ++corner) words.push_back(whose + std::to_string(corner));
  }
  if (info.dimension == 3) words.emplace_back("edges");  // two edges that cross
  return words;
}

/// The cells of first, second and feature.
void put_shapes(const SystemInfo& info, const PairFeature& pair, std::vector<double>& cells) {
  int feature = 0;
  if (pair.corner_first >= 0) feature = 1 + pair.corner_first;
  if (pair.corner_second >= 0) feature = 1 + info.corners + pair.corner_second;
  if (pair.corner_first >= 0 && pair.corner_second >= 0) feature = 1 + 2 * info.corners;
  cells.insert(cells.end(), {pair.first + 1.0, pair.second + 1.0, static_cast<double>(feature)});
}

}  // namespace

std::vector<Column> pair_columns(const SystemInfo& info) {
  std::vector<std::string> names;
  for (int i = 0; i < info.fixed_contacts(); ++i) names.push_back(info.contacts[idx(i)].name);
  names.emplace_back("free");
  return {{"contact", "", names},
          {"first", "", shape_words(info)},
          {"second", "", shape_words(info)},
          {"feature", "", feature_words(info)}};
}

void put_pair(const SystemInfo& info, int contact, const PairFeature& pair, std::vector<double>& cells) {
  cells.push_back(std::min(contact, info.fixed_contacts()));
  put_shapes(info, pair, cells);
}

void add_tangential(const SystemInfo& info, const std::string& name, const std::string& unit,
                    std::vector<Column>& columns) {
  if (info.dimension == 2) {
    columns.push_back({name, unit, {}});
    return;
  }
  columns.push_back({name + "_1", unit, {}});
  columns.push_back({name + "_2", unit, {}});
}

Table contact_table(const SystemInfo& info, bool smooth) {
  const char* unit = smooth ? "N" : "N*s";
  std::vector<Column> columns{{"time", "s", {}},
                              {"first", "", shape_words(info)},
                              {"second", "", shape_words(info)},
                              {"feature", "", feature_words(info)},
                              {"gap", "m", {}},
                              {"normal", unit, {}}};
  add_tangential(info, "tangential", unit, columns);
  add_tangential(info, "slip", "m/s", columns);
  columns.push_back({"mode", "", mode_words(info)});
  const std::vector<std::string> axes =
      info.dimension == 3 ? std::vector<std::string>{"x", "y", "z"} : std::vector<std::string>{"x", "y"};
  for (const std::string& axis : axes) columns.push_back({axis, "m", {}});
  for (const std::string& axis : axes) columns.push_back({"force_" + axis, unit, {}});
  return {"/contacts",
          smooth ? "free contacts that are closed"
                 : "free contacts that are closed, or had an impulse since the last sample",
          columns};
}

ContactTable::ContactTable(const System& system, bool smooth, int table, RecordSink& sink)
    : system_(&system), smooth_(smooth), sink_(&sink), table_(table), ev_(system.info()) {
  const SystemInfo& info = system.info();
  const State start = system.initial_state();
  features_.assign(start.features().begin(), start.features().end());
  impulse_.assign(idx(info.dimension) * (info.contacts.size() - idx(info.fixed_contacts())), 0);
}

void ContactTable::place(const State& state, std::span<const double> features) {
  system_->load(features, ev_);
  system_->place(state.t(), state.q(), ev_);
  system_->gaps(state.t(), state.q(), ev_);
}

void ContactTable::step(const State& state, Book& book) {
  if (smooth_) return;  // rows hold forces: a pair that has left has none
  const int fixed = system_->info().fixed_contacts();
  const auto d = idx(system_->info().dimension);
  const std::size_t first = d * idx(fixed);
  if (!std::equal(features_.begin(), features_.end(), state.features().begin())) {
    bool placed = false;
    for (std::size_t i = 0; i < impulse_.size(); i += d) {
      const int contact = fixed + static_cast<int>(i / d);
      const PairFeature old = system_->slot(contact, features_);
      if (none(impulse_.data() + i, d) || same(old, system_->slot(contact, state.features()))) continue;
      if (!placed) place(state, features_);
      placed = true;
      put_row(state, contact, old, impulse_.data() + i, ContactMode::open);
      for (std::size_t k = i; k < i + d; ++k) book.contact_impulse[first + k] -= impulse_[k];
    }
    std::copy(state.features().begin(), state.features().end(), features_.begin());
  }
  for (std::size_t i = 0; i < impulse_.size(); ++i) impulse_[i] = book.contact_impulse[first + i];
}

void ContactTable::sample(const State& state, const Book& book, const SmoothSample* smooth) {
  place(state, state.features());
  const int fixed = system_->info().fixed_contacts();
  const auto d = idx(system_->info().dimension);
  std::fill(impulse_.begin(), impulse_.end(), 0.0);  // the book is cleared after the sample
  for (int contact = fixed; contact < int_size(system_->info().contacts); ++contact) {
    const double* impulse = (smooth ? smooth->F.data() : book.contact_impulse.data()) + d * idx(contact);
    if (state.mode(contact) == ContactMode::open && none(impulse, d)) continue;
    put_row(state, contact, system_->slot(contact, state.features()), impulse, state.mode(contact));
  }
}

/// The contact as it was placed.
void ContactTable::put_row(const State& state, int contact, const PairFeature& pair, const double* impulse,
                           ContactMode mode) {
  const auto k = idx(contact);
  system_->contact_rows(state.t(), state.q(), contact, ev_);
  const int d = system_->info().dimension;
  const std::array<double, 3> point = system_->contact_point(state.t(), contact, ev_);
  cells_.assign({state.t()});
  put_shapes(system_->info(), pair, cells_);
  cells_.push_back(ev_.gap[k]);
  cells_.insert(cells_.end(), impulse, impulse + d);
  for (int row = d * contact + 1; row < d * contact + d; ++row) {
    cells_.push_back(dot_row(ev_.contacts[k].shape, ev_.row_W(row), state.u().data()) +
                     ev_.w_tilde[idx(row)]);
  }
  cells_.push_back(static_cast<double>(static_cast<int>(mode)));
  const std::array<double, 3> force = system_->contact_force(contact, {impulse, idx(d)}, ev_);
  cells_.insert(cells_.end(), point.begin(), point.begin() + d);
  cells_.insert(cells_.end(), force.begin(), force.begin() + d);
  sink_->append_row(table_, cells_);
}

}  // namespace freeplay
