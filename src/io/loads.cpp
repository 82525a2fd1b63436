// SPDX-License-Identifier: Apache-2.0
#include "io/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/index.h"

namespace freeplay {
namespace {

using Numbers = std::vector<double>;

/// The channel that holds the force of `path`: itself, or the mean force of its impulses; "" when there is none in N or
/// N m.
std::string force_path(const RecordFile& record, const std::string& path) {
  for (const std::string& one : {path + "_mean", path}) {
    const Channel* channel = record.find_channel(one);
    if (channel != nullptr && channel->unit.find("*s") == std::string::npos) return one;
  }
  return "";
}

class LoadTable {
 public:
  explicit LoadTable(const RecordFile& record) : record_(record), time_(record.values("/time")) {
    weigh();
    count_impacts();
  }

  std::vector<Load> make() {
    for (const std::string& joint : names("/joint/")) add_ideal(joint);
    add_loose();
    for (const std::string& contact : names("/contact/")) add_contact(contact);
    for (const std::string& driver : names("/driver/")) add_driver(driver);
    return std::move(loads_);
  }

 private:
  /// Names under a head, each once, in their order.
  std::vector<std::string> names(const std::string& head) const {
    std::vector<std::string> found;
    for (const Channel& channel : record_.layout.channels) {
      if (!channel.path.starts_with(head)) continue;
      const std::string name = channel.path.substr(head.size(), channel.path.rfind('/') - head.size());
      if (found.empty() || found.back() != name) {
        if (std::find(found.begin(), found.end(), name) == found.end()) found.push_back(name);
      }
    }
    return found;
  }

  /// How much time each sample stands for: means for what came before them, other values for half of either side.
  void weigh() {
    weight_.assign(time_.size(), time_.size() == 1 ? 1 : 0);
    const bool means = std::any_of(record_.layout.channels.begin(), record_.layout.channels.end(),
                                   [](const Channel& channel) { return channel.path.ends_with("_mean"); });
    for (std::size_t i = 1; i < time_.size(); ++i) {
      const double step = time_[i] - time_[i - 1];
      weight_[i - 1] += means ? 0 : 0.5 * step;
      weight_[i] += means ? step : 0.5 * step;
    }
  }

  void count_impacts() {
    const Table* table = record_.find_table("/impacts");
    if (table == nullptr) return;
    const auto at = std::find_if(table->columns.begin(), table->columns.end(),
                                 [](const Column& column) { return column.name == "contact"; });
    if (at == table->columns.end()) return;
    for (const double word : record_.column("/impacts", "contact")) {
      if (word >= 0 && word < static_cast<double>(at->words.size()))
        hits_.push_back(at->words[static_cast<std::size_t>(word)]);
    }
  }

  double per_second(const std::string& contact, bool of_joint) const {
    const double span = time_.empty() ? 0 : time_.back() - time_.front();
    const auto count = std::count_if(hits_.begin(), hits_.end(), [&](const std::string& hit) {
      return of_joint ? hit.starts_with(contact + ".") : hit == contact;
    });
    return span > 0 ? static_cast<double>(count) / span : 0;
  }

  /// Size of the vector that channels make together.
  Numbers size(const std::vector<std::string>& paths) const {
    Numbers squares(time_.size(), 0);
    for (const std::string& path : paths) {
      const Channel* channel = record_.find_channel(path);
      for (int k = 0; channel != nullptr && k < channel->width; ++k) {
        const Numbers values = record_.values(path, k);
        for (std::size_t i = 0; i < values.size(); ++i) squares[i] += values[i] * values[i];
      }
    }
    for (double& value : squares) value = std::sqrt(value);
    return squares;
  }

  /// The line of these sizes; false: there was no load.
  bool judge(const Numbers& sizes, Load& load) const {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return std::isnan(sizes[i]); });
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return sizes[a] < sizes[b]; });
    if (order.empty()) return false;
    double all = 0, squares = 0;
    for (const std::size_t i : order) all += weight_[i], squares += weight_[i] * sizes[i] * sizes[i];
    load.peak = load.sampled_peak = sizes[order.back()];
    load.peak_time = time_[order.back()];
    load.rms = all > 0 ? std::sqrt(squares / all) : load.peak;
    const auto percentile = [&](double part) {
      double below = 0;
      for (const std::size_t i : order) {
        below += weight_[i];
        if (below >= part * all * (1 - 1e-12)) return sizes[i];
      }
      return load.peak;
    };
    load.p95 = percentile(0.95);
    load.p99 = percentile(0.99);
    return load.peak > 0;
  }

  /// Peaks of contacts are known between samples too, where they are forces.
  void raise_peak(const std::string& contact, Load& load) const {
    const Channel* channel = record_.find_channel("/contact/" + contact + "/normal_peak");
    if (channel == nullptr || channel->unit != "N") return;
    const Numbers values = record_.values(channel->path);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] > load.peak) load.peak = values[i], load.peak_time = time_[i];
    }
  }

  void add_ideal(const std::string& joint) {
    const std::string at = "/joint/" + joint + "/";
    for (const bool turning : {false, true}) {
      std::vector<std::string> paths;
      for (const char* word : {"reaction_x", "reaction_y", "reaction_normal", "reaction_distance",
                               "reaction_moment", "force", "moment"}) {
        const bool is_moment = std::string_view(word).ends_with("moment");
        const std::string path = force_path(record_, at + word);
        if (is_moment == turning && !path.empty()) paths.push_back(path);
      }
      Load load{"joint", joint + (turning ? " (moment)" : ""), turning ? "N*m" : "N"};
      if (paths.empty() || !judge(size(paths), load)) continue;
      if (!turning) load.work = rubbing_work(at);
      loads_.push_back(load);
    }
  }

  /// Work of a friction along a slip, from the means or the values at samples; none: not recorded.
  std::optional<double> friction_work(const std::string& friction, const std::string& slip) const {
    const std::string path = force_path(record_, friction);
    const Channel *force = record_.find_channel(path), *speed = record_.find_channel(slip);
    if (path.empty() || speed == nullptr || force->width != speed->width) return std::nullopt;
    const bool mean = path != friction;
    double work = 0;
    for (int k = 0; k < force->width; ++k) {
      const Numbers F = record_.values(path, k), v = record_.values(slip, k);
      for (std::size_t i = 1; i < F.size(); ++i) {
        const double power =
            mean ? 0.5 * F[i] * (v[i - 1] + v[i]) : 0.5 * (F[i - 1] * v[i - 1] + F[i] * v[i]);
        work += power * (time_[i] - time_[i - 1]);
      }
    }
    return work;
  }

  std::optional<double> rubbing_work(const std::string& at) const {
    return friction_work(at + "friction", at + "slip");
  }

  /// Joints with play: what their contacts do together.
  void add_loose() {
    std::vector<std::string> joints;
    const std::vector<std::string> contacts = names("/contact/");
    for (const std::string& contact : contacts) {
      if (contact.find('/') != std::string::npos) continue;  // of shapes
      const std::string joint = contact.substr(0, contact.rfind('.'));
      if (joints.empty() || joints.back() != joint) joints.push_back(joint);
    }
    for (const std::string& joint : joints) {
      std::vector<std::string> own;
      std::copy_if(contacts.begin(), contacts.end(), std::back_inserter(own),
                   [&](const std::string& contact) { return contact.starts_with(joint + "."); });
      add_loose(joint, own);
    }
  }

  void add_loose(const std::string& joint, const std::vector<std::string>& contacts) {
    Numbers squares(time_.size(), 0);
    for (int k = 0; k < 3; ++k) {
      Numbers sum(time_.size(), 0);
      for (const std::string& contact : contacts) {
        const std::string path = force_path(record_, "/contact/" + contact + "/force");
        if (path.empty()) return;
        if (k >= record_.channel(path).width) continue;
        const Numbers values = record_.values(path, k);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += values[i];
      }
      for (std::size_t i = 0; i < sum.size(); ++i) squares[i] += sum[i] * sum[i];
    }
    for (double& value : squares) value = std::sqrt(value);
    Load load{"joint", joint, "N"};
    judge(squares, load);
    if (contacts.size() == 1) raise_peak(contacts[0], load);
    if (load.peak <= 0) return;
    load.impacts = per_second(joint, true);
    load.closed = closed(contacts);
    for (const std::string& contact : contacts) {
      const std::string at = "/contact/" + contact + "/";
      if (const auto work = friction_work(at + "tangential", at + "slip"))
        load.work = load.work.value_or(0) + *work;
    }
    loads_.push_back(load);
  }

  /// Part of the time in which any of the contacts is closed.
  std::optional<double> closed(const std::vector<std::string>& contacts) const {
    std::vector<bool> any(time_.size(), false);
    for (const std::string& contact : contacts) {
      const Channel* mode = record_.find_channel("/contact/" + contact + "/mode");
      if (mode == nullptr) return std::nullopt;
      const auto open = static_cast<double>(std::find(mode->words.begin(), mode->words.end(), "open") -
                                            mode->words.begin());
      const Numbers values = record_.values(mode->path);
      for (std::size_t i = 0; i < values.size(); ++i) any[i] = any[i] || values[i] != open;
    }
    double all = 0, held = 0;
    for (std::size_t i = 0; i < any.size(); ++i) all += weight_[i], held += any[i] ? weight_[i] : 0;
    return all > 0 ? held / all : 0;
  }

  void add_contact(const std::string& contact) {
    const std::string at = "/contact/" + contact + "/", path = force_path(record_, at + "normal");
    Load load{"contact", contact, "N"};
    if (path.empty()) return;
    judge(size({path}), load);
    raise_peak(contact, load);  // also of one that is closed at no sample
    if (load.peak <= 0) return;
    load.impacts = per_second(contact, false);
    load.closed = closed({contact});
    load.work = friction_work(at + "tangential", at + "slip");
    if (record_.find_channel(at + "normal_impacts") != nullptr &&
        record_.find_channel(at + "normal") != nullptr) {
      const Numbers impacts = record_.values(at + "normal_impacts"), all = record_.values(at + "normal");
      const double sum = std::accumulate(all.begin(), all.end(), 0.0);
      if (sum > 0) load.impact_share = std::accumulate(impacts.begin(), impacts.end(), 0.0) / sum;
    }
    loads_.push_back(load);
  }

  void add_driver(const std::string& driver) {
    const std::string at = "/driver/" + driver + "/", path = force_path(record_, at + "effort");
    if (path.empty()) return;
    Load load{"driver", driver, record_.channel(path).unit};
    if (!judge(size({path}), load)) return;
    if (record_.find_channel(at + "power") != nullptr) {
      const Numbers power = record_.values(at + "power");
      load.work = std::inner_product(power.begin(), power.end(), weight_.begin(), 0.0);
      for (const double value : power) load.peak_power = std::max(load.peak_power, std::abs(value));
    }
    loads_.push_back(load);
  }

  const RecordFile& record_;
  Numbers time_, weight_;
  std::vector<std::string> hits_;  ///< the contact of every impact
  std::vector<Load> loads_;
};

}  // namespace

std::vector<Load> loads_of(const RecordFile& record) {
  if (record.find_channel("/time") == nullptr || record.samples == 0) return {};
  return LoadTable(record).make();
}

std::vector<std::string> load_cells(const Load& load) {
  const auto text = [](double value) { return fmt::format("{:.4g}", value); };
  const auto optional = [&](const std::optional<double>& value, double factor) {
    return value ? text(factor * *value) : std::string();
  };
  std::string unit = load.unit;
  std::replace(unit.begin(), unit.end(), '*', ' ');
  return {load.kind,
          load.name,
          unit,
          text(load.peak),
          text(load.rms),
          text(load.p95),
          text(load.p99),
          optional(load.impacts, 1),
          optional(load.closed, 100),
          optional(load.impact_share, 100),
          optional(load.work, 1)};
}

std::string loads_note(const RecordFile& record) {
  const auto is_mean = [](const Channel& channel) { return channel.path.ends_with("_mean"); };
  const std::vector<Channel>& channels = record.layout.channels;
  if (std::none_of(channels.begin(), channels.end(), is_mean))
    return "forces at the samples; peaks of contacts also between them";
  return "mean forces of each sample; impacts are impulses here, so their part of a peak is larger the "
         "shorter the "
         "sample";
}

}  // namespace freeplay
