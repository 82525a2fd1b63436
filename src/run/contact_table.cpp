// SPDX-License-Identifier: Apache-2.0
#include "run/contact_table.h"

#include <algorithm>

#include "run/channels.h"
#include "system/joint_elimination.h"

namespace freeplay {
namespace {

bool same(const PairFeature& a, const PairFeature& b) {
  return a.first == b.first && a.second == b.second && a.feature == b.feature;
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
  return words;
}

/// The cells of first, second and feature.
void put_shapes(const SystemInfo& info, const PairFeature& pair, std::vector<double>& cells) {
  int feature = 0;
  if (pair.corner_first >= 0) feature = 1 + pair.corner_first;
  if (pair.corner_second >= 0) feature = 1 + info.corners + pair.corner_second;
  cells.insert(cells.end(), {pair.first + 1.0, pair.second + 1.0, static_cast<double>(feature)});
}

}  // namespace

std::vector<Column> pair_columns(const SystemInfo& info) {
  std::vector<std::string> names;
  for (int i = 0; i < info.fixed_contacts(); ++i)
    names.push_back(info.contacts[static_cast<std::size_t>(i)].name);
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

Table contact_table(const SystemInfo& info) {
  return {"/contacts",
          info.smooth ? "free contacts that are closed"
                      : "free contacts that are closed, or had an impulse since the last sample",
          {{"time", "s", {}},
           {"first", "", shape_words(info)},
           {"second", "", shape_words(info)},
           {"feature", "", feature_words(info)},
           {"gap", "m", {}},
           {"normal", info.smooth ? "N" : "N*s", {}},
           {"tangential", info.smooth ? "N" : "N*s", {}},
           {"slip", "m/s", {}},
           {"mode", "", mode_words()},
           {"x", "m", {}},
           {"y", "m", {}}}};
}

ContactTable::ContactTable(const System& system, int table, RecordSink& sink)
    : system_(&system), sink_(&sink), table_(table), ev_(system.info()) {
  const SystemInfo& info = system.info();
  const State start = system.initial_state();
  features_.assign(start.features().begin(), start.features().end());
  impulse_.assign(2 * (info.contacts.size() - static_cast<std::size_t>(info.fixed_contacts())), 0);
}

void ContactTable::place(const State& state, std::span<const double> features) {
  system_->load(features, ev_);
  system_->place(state.t(), state.q(), ev_);
  system_->gaps(state.t(), state.q(), ev_);
}

void ContactTable::step(const State& state, Book& book) {
  if (system_->info().smooth) return;  // rows hold forces: a pair that has left has none
  const int fixed = system_->info().fixed_contacts();
  const std::size_t first = 2 * static_cast<std::size_t>(fixed);
  if (!std::equal(features_.begin(), features_.end(), state.features().begin())) {
    bool placed = false;
    for (std::size_t i = 0; i < impulse_.size(); i += 2) {
      const int contact = fixed + static_cast<int>(i / 2);
      const PairFeature old = system_->slot(contact, features_);
      if ((impulse_[i] == 0 && impulse_[i + 1] == 0) || same(old, system_->slot(contact, state.features())))
        continue;
      if (!placed) place(state, features_);
      placed = true;
      put_row(state, contact, old, impulse_.data() + i, ContactMode::open);
      for (std::size_t k = i; k < i + 2; ++k) book.contact_impulse[first + k] -= impulse_[k];
    }
    std::copy(state.features().begin(), state.features().end(), features_.begin());
  }
  for (std::size_t i = 0; i < impulse_.size(); ++i) impulse_[i] = book.contact_impulse[first + i];
}

void ContactTable::sample(const State& state, const Book& book, const SmoothSample* smooth) {
  place(state, state.features());
  const int fixed = system_->info().fixed_contacts();
  for (std::size_t i = 0; i < impulse_.size(); i += 2) {
    const int contact = fixed + static_cast<int>(i / 2);
    const double* impulse =
        (smooth ? smooth->F.data() : book.contact_impulse.data()) + 2 * static_cast<std::size_t>(contact);
    impulse_[i] = impulse_[i + 1] = 0;  // the book is cleared after the sample
    if (state.mode(contact) == ContactMode::open && impulse[0] == 0 && impulse[1] == 0) continue;
    put_row(state, contact, system_->slot(contact, state.features()), impulse, state.mode(contact));
  }
}

/// The contact as it was placed.
void ContactTable::put_row(const State& state, int contact, const PairFeature& pair, const double* impulse,
                           ContactMode mode) {
  const auto k = static_cast<std::size_t>(contact);
  system_->contact_rows(state.t(), state.q(), contact, ev_);
  const double slip =
      dot_row(ev_.contacts[k].shape, ev_.row_W(2 * contact + 1), state.u().data()) + ev_.w_tilde[2 * k + 1];
  const std::array<double, 3> point = system_->contact_point(state.t(), contact, ev_);
  cells_.assign({state.t()});
  put_shapes(system_->info(), pair, cells_);
  cells_.insert(cells_.end(), {ev_.gap[k], impulse[0], impulse[1], slip,
                               static_cast<double>(static_cast<int>(mode)), point[0], point[1]});
  sink_->append_row(table_, cells_);
}

}  // namespace freeplay
