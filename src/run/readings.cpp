// SPDX-License-Identifier: Apache-2.0
#include "freeplay/readings.h"

#include <stdexcept>

#include "base/index.h"
#include "freeplay/diagnostics.h"
#include "freeplay/run.h"
#include "run/channels.h"

namespace freeplay {

struct Readings::Inside {
  Inside(const System& system, bool smooth) : channels(system, smooth, RecordOptions{}) {}

  /// Index of a channel and where its numbers begin in the row.
  std::pair<std::size_t, std::size_t> find(const std::string& path) const {
    std::size_t column = 0;
    const std::vector<Channel>& list = channels.list();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (list[i].path == path) return {i, column};
      column += idx(list[i].width);
    }
    std::vector<std::string> names;
    for (const Channel& channel : list) names.push_back(channel.path);
    const std::string near = did_you_mean(path, names);
    throw std::out_of_range("there is no channel '" + path + "'" +
                            (near.empty() ? std::string() : "; did you mean '" + near + "'?"));
  }

  Channels channels;
  std::vector<double> row;
  double energy_0 = 0;
};

Readings::Readings(Simulation& simulation)
    : inside_(std::make_unique<Inside>(simulation.system(), is_smooth(simulation.method()))) {
  read(simulation);
  inside_->energy_0 = inside_->channels.energies().total();
}
Readings::~Readings() = default;
Readings::Readings(Readings&&) noexcept = default;
Readings& Readings::operator=(Readings&&) noexcept = default;

void Readings::read(Simulation& simulation) {
  const std::span<const double> row =
      inside_->channels.sample(simulation.state(), simulation.stepper(), inside_->energy_0);
  inside_->row.assign(row.begin(), row.end());
}

const std::vector<Channel>& Readings::channels() const { return inside_->channels.list(); }

std::span<const double> Readings::values(const std::string& path) const {
  const auto [index, column] = inside_->find(path);
  return std::span(inside_->row).subspan(column, idx(channels()[index].width));
}

double Readings::value(const std::string& path, int component) const {
  const std::span<const double> all = values(path);
  if (component < 0 || component >= int_size(all)) {
    throw std::out_of_range("channel '" + path + "' has " + std::to_string(all.size()) + " numbers, not " +
                            std::to_string(component + 1));
  }
  return all[idx(component)];
}

const std::string& Readings::unit(const std::string& path) const {
  return channels()[inside_->find(path).first].unit;
}

}  // namespace freeplay
