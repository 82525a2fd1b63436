// SPDX-License-Identifier: Apache-2.0
// Runs of model.toml, and how far its contacts agree with the reference. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"
#include "validation/wrist_pin/reference.h"

namespace freeplay::validation::wrist_pin {

struct Ran {
  RunSummary summary;
  std::vector<Contact> contacts;
  std::vector<double> t, orbit_x, orbit_y;  ///< journal in its bearing [s], [m]
};

inline Ran run(const std::string& stepper, double accuracy, double end, const char* slow_start = nullptr) {
  std::vector<Assignment> changes{
      {"method.stepper", fmt::format(R"({{ name = "{}", accuracy = {} }})", stepper, accuracy)},
      {"run.end", fmt::format("{}", end)}};
  if (slow_start != nullptr) changes.emplace_back("contact.force.slow_start", slow_start);
  const Model model = read_model(source_folder() + "/validation/wrist_pin/model.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Ran ran;
  ran.summary = simulate(*assembly.system, model.method, model.run, record);
  const Table& table = *std::find_if(record.layout().tables.begin(), record.layout().tables.end(),
                                     [](const Table& one) { return one.path == "/impacts"; });
  std::size_t duration = 0;
  while (table.columns[duration].name != "duration") ++duration;
  for (const std::vector<double>& row : record.rows("/impacts"))
    ran.contacts.push_back({row[0], -row[2], row[0] + row[duration], row[3]});
  std::sort(ran.contacts.begin(), ran.contacts.end(),
            [](const Contact& a, const Contact& b) { return a.begin < b.begin; });
  ran.t = record.values("/time");
  ran.orbit_x = record.values("/joint/wrist/orbit_x");
  ran.orbit_y = record.values("/joint/wrist/orbit_y");
  return ran;
}

/// Largest differences of the first contacts: times over the time, speeds over the speed.
struct Difference {
  double begin = 0, approach = 0, end = 0, parting = 0;
};

inline Difference difference(const std::vector<Contact>& ours, const std::vector<Contact>& exact,
                             std::size_t first) {
  if (ours.size() < first || exact.size() < first)
    return {std::nan(""), std::nan(""), std::nan(""), std::nan("")};
  Difference worst;
  for (std::size_t i = 0; i < first; ++i) {
    worst.begin = std::max(worst.begin, std::abs(ours[i].begin / exact[i].begin - 1));
    worst.approach = std::max(worst.approach, std::abs(ours[i].approach / exact[i].approach - 1));
    worst.end = std::max(worst.end, std::abs(ours[i].end / exact[i].end - 1));
    worst.parting = std::max(worst.parting, std::abs(ours[i].parting / exact[i].parting - 1));
  }
  return worst;
}

/// How many contacts, from the first on, begin at the same time to `bound` of it.
inline std::size_t agreeing(const std::vector<Contact>& ours, const std::vector<Contact>& exact,
                            double bound) {
  std::size_t n = 0;
  while (n < ours.size() && n < exact.size() && std::abs(ours[n].begin / exact[n].begin - 1) <= bound) ++n;
  return n;
}

}  // namespace freeplay::validation::wrist_pin
