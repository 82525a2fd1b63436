// SPDX-License-Identifier: Apache-2.0
#include "report/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

#include "base/index.h"
#include "base/number_text.h"
#include "io/loads.h"
#include "model/ideal.h"
#include "model/words.h"
#include "report/deviation.h"
#include "report/facts.h"

namespace freeplay {
namespace {

constexpr double kDoubtfulEnergy = 1e-3;  // of the energy that the run handled: more is worth a word
constexpr double kSameForce = 0.005;      // of the ideal machine's: less is no change that play made

std::string at_time(double t) { return fmt::format("at {}", with_prefix(t, "s")); }

/// "N*m" → "N m"
std::string spaced(std::string unit) {
  std::replace(unit.begin(), unit.end(), '*', ' ');
  return unit;
}

std::optional<double> number(const Result& result, const std::string& key) {
  const auto found = result.record.attributes.find(key);
  if (found == result.record.attributes.end()) return std::nullopt;
  if (const auto* real = std::get_if<double>(&found->second)) return *real;
  if (const auto* whole = std::get_if<long long>(&found->second)) return static_cast<double>(*whole);
  return std::nullopt;
}

double last_of(const Result& result, const std::string& channel) {
  const std::vector<double> values = result.values(channel);
  return values.empty() ? 0 : values.back();
}

double span_of(const Result& result) {
  const std::vector<double> time = result.values("/time");
  return time.empty() ? 0 : time.back() - time.front();
}

bool has_means(const Result& result) {
  const std::vector<Channel>& channels = result.record.layout.channels;
  return std::any_of(channels.begin(), channels.end(),
                     [](const Channel& channel) { return channel.path.ends_with("_mean"); });
}

// --- what was run -----------------------------------------------------------------------------------

std::string count_text(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

std::string sentence_of(const Result& result) {
  std::string text;
  if (result.model) {
    const Model& model = *result.model;
    text = fmt::format("{}, {}", count_text(model.bodies.size(), "body", "bodies"),
                       count_text(model.joints.size(), "joint", "joints"));
    const auto loose = std::count_if(model.joints.begin(), model.joints.end(),
                                     [](const Joint& joint) { return has_play(joint); });
    if (loose > 0) text += fmt::format(", {} with play", loose);
    text += is_compliant(model) ? "; contacts that give way" : "; rigid contacts";
    if (is_dynamic(model.run)) text += fmt::format("; stepper {}", model.method.stepper.name);
  }
  const std::vector<double> time = result.values("/time");
  if (time.size() > 1) {
    text += text.empty() ? "" : "; ";
    text += fmt::format("{} of motion", with_prefix(time.back() - time.front(), "s"));
    if (const auto steps = number(result, "steps"); steps && *steps > 0)
      text += fmt::format(" in {} steps", grouped(std::llround(*steps)));
  } else if (time.size() == 1) {
    text += text.empty() ? "one moment" : "; one moment";
  }
  return text.empty() ? text : text + ".";
}

// --- forces -----------------------------------------------------------------------------------------

/// The largest force of joints and contacts; nullptr: none.
const Load* largest_force(const std::vector<Load>& loads) {
  const Load* most = nullptr;
  for (const Load& load : loads) {
    if (load.kind == "driver" || load.unit != "N") continue;
    if (most == nullptr || load.peak > most->peak) most = &load;
  }
  return most;
}

/// What a peak stands for where forces are means.
std::string mean_note(const Result& result) {
  const double span = span_of(result);
  if (!has_means(result) || result.record.samples < 2) return "";
  return fmt::format("; mean of a sample of {}",
                     with_prefix(span / static_cast<double>(result.record.samples - 1), "s"));
}

void add_force(const Result& result, const std::vector<Load>& loads, std::vector<Finding>& items) {
  const Load* most = largest_force(loads);
  if (most == nullptr) return;
  items.push_back(
      {"Largest force", with_prefix(most->peak, "N"),
       fmt::format("{} {} {}{}", most->kind, most->name, at_time(most->peak_time), mean_note(result)),
       most->peak_time});
}

/// What play makes of the largest force of each joint with play; the one that changed most in ratio.
void add_raised(const Result& result, const std::vector<Load>& loads, const Result& ideal,
                std::vector<Finding>& items) {
  const std::vector<Load> without = loads_of(ideal.record);
  const Load *here = nullptr, *there = nullptr;
  for (const Joint& joint : result.model->joints) {
    if (!has_play(joint)) continue;
    const auto same = [&](const Load& load) {
      return load.kind == "joint" && load.unit == "N" && load.name == joint.name;
    };
    const auto a = std::find_if(loads.begin(), loads.end(), same);
    const auto b = std::find_if(without.begin(), without.end(), same);
    if (a == loads.end() || b == without.end() || b->peak <= 0) continue;
    if (here == nullptr || a->peak / b->peak > here->peak / there->peak) here = &*a, there = &*b;
  }
  if (here == nullptr) return;
  const double factor = here->peak / there->peak;
  const char* verb = factor > 1 + kSameForce ? "raises" : factor < 1 - kSameForce ? "lowers" : "leaves";
  items.push_back({fmt::format("Play {} the force at {}", verb, here->name),
                   fmt::format("{} → {}", with_prefix(there->peak, "N"), with_prefix(here->peak, "N")),
                   fmt::format("× {:.3g}; ideal joint → joint with play{}", factor, mean_note(result)),
                   here->peak_time});
}

void add_drivers(const std::vector<Load>& loads, std::vector<Finding>& items) {
  for (const Load& load : loads) {
    if (load.kind != "driver") continue;
    const std::string power =
        load.peak_power > 0 ? fmt::format("; up to {}", with_prefix(load.peak_power, "W")) : "";
    items.push_back({fmt::format("Driving {} of {}", load.unit == "N" ? "force" : "torque", load.name),
                     with_prefix(load.peak, spaced(load.unit)), at_time(load.peak_time) + power,
                     load.peak_time});
  }
}

// --- impacts ----------------------------------------------------------------------------------------

std::size_t column_at(const Table& table, const char* name) {
  const auto found = std::find_if(table.columns.begin(), table.columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return idx(found - table.columns.begin());
}

std::string word_at(const Table& table, const char* name, std::span<const double> row) {
  const std::size_t c = column_at(table, name);
  if (c == table.columns.size()) return "";
  const auto word = static_cast<std::size_t>(row[c]);
  return word < table.columns[c].words.size() ? table.columns[c].words[word] : "";
}

/// Who met whom in a row of the table of impacts.
std::string contact_in(const Table& table, std::span<const double> row) {
  const std::string name = word_at(table, "contact", row);
  return name == "free" ? word_at(table, "first", row) + "/" + word_at(table, "second", row) : name;
}

void add_impacts(const Result& result, std::vector<Finding>& items) {
  const Table* table = result.table("/impacts");
  const double span = span_of(result);
  if (table == nullptr || !(span > 0) || result.record.rows("/impacts") == 0) return;
  const bool lasting = column_at(*table, "duration") < table->columns.size();
  const std::size_t size = column_at(*table, lasting ? "normal_before" : "normal_impulse");
  const std::size_t time = column_at(*table, "time");
  if (std::max(size, time) >= table->columns.size()) return;
  double most = 0, when = 0;
  std::string where;
  result.record.each_row("/impacts", [&](std::span<const double> row) {
    if (!(std::abs(row[size]) > most)) return;
    most = std::abs(row[size]);
    when = row[time];
    where = contact_in(*table, row);
  });
  const auto rows = static_cast<double>(result.record.rows("/impacts"));
  items.push_back({lasting ? "Contacts begun per second" : "Impacts per second",
                   fmt::format("{:.3g}", rows / span),
                   fmt::format("{} in all", grouped(std::llround(rows)))});
  if (most > 0)
    items.push_back({lasting ? "Fastest contact" : "Hardest impact",
                     with_prefix(most, lasting ? "m/s" : "N s"), where + " " + at_time(when), when});
}

// --- energy and distances ---------------------------------------------------------------------------

void add_energy(const Result& result, std::vector<Finding>& items) {
  struct Part {
    const char *channel, *word;
  };
  constexpr Part kParts[] = {
      {"/energy/impact", "impacts"}, {"/energy/friction", "friction"}, {"/energy/damping", "dampers"}};
  const bool lasting = result.model && is_compliant(*result.model);
  double lost = 0;
  for (const Part& part : kParts) lost += std::max(0.0, -last_of(result, part.channel));
  if (!(lost > kDoubtfulEnergy * number(result, "energy_scale").value_or(0)) || !(lost > 0)) return;
  std::vector<std::string> shares;
  for (const Part& part : kParts) {
    const double share = -last_of(result, part.channel) / lost;
    if (share < 0.005) continue;
    const bool hysteresis = lasting && part.channel == kParts[0].channel;
    shares.push_back(fmt::format("{} {:.0f} %", hysteresis ? "contacts" : part.word, 100 * share));
  }
  items.push_back({"Energy lost", with_prefix(lost, "J"), fmt::format("{}", fmt::join(shares, ", "))});
}

void add_deviation(const Result& result, const Result& ideal, std::vector<Finding>& items) {
  double most = -1, when = 0;
  std::string which;
  for (const std::string& body : result.names("/body/", "/position")) {
    const Deviation deviation = deviation_of(result, ideal, body);
    const std::vector<double>& distance = deviation.distance;
    const auto top = std::max_element(distance.begin(), distance.end());
    if (top == distance.end() || !(*top > most)) continue;
    most = *top;
    when = deviation.time[idx(top - distance.begin())];
    which = body;
  }
  if (most < 0) return;
  items.push_back({"Farthest from the ideal machine", with_prefix(most, "m"),
                   fmt::format("{} {}", which, at_time(when)), when});
}

void add_overlap(const Result& result, std::vector<Finding>& items) {
  const auto depth = number(result, "worst_penetration");
  if (!depth || !(*depth > 0) || overlap_is_rounding(result.record)) return;
  const bool lasting = result.model && is_compliant(*result.model);
  const auto relative = number(result, "worst_penetration_relative");
  const std::string contact = result.attribute("worst_penetration_contact");
  std::string note;
  if (relative && !contact.empty() && contact != "(none)")
    note = fmt::format("{}, {:.2g} % of its {}", contact, 100 * *relative,
                       contact.find('/') == std::string::npos ? "clearance" : "size");
  items.push_back({lasting ? "Deepest indentation" : "Worst overlap", with_prefix(*depth, "m"), note});
}

// --- trust ------------------------------------------------------------------------------------------

/// Samples that are coarser than the contacts: their largest is less than the peak of the motion.
void doubt_samples(const std::vector<Load>& loads, Trust& trust) {
  const Load* worst = nullptr;
  for (const Load& load : loads) {
    if (load.kind != "contact" || !(load.sampled_peak < kSeenOfPeak * load.peak)) continue;
    if (worst == nullptr || load.sampled_peak / load.peak < worst->sampled_peak / worst->peak) worst = &load;
  }
  if (worst == nullptr) return;
  trust.light = std::max(trust.light, Light::doubtful);
  trust.reasons.push_back(
      fmt::format("samples are coarser than the contacts: at {} they show {} of a peak of {}; peaks are "
                  "those of the motion, "
                  "RMS and percentiles those of the samples; try a smaller run.record.every",
                  worst->name, with_prefix(worst->sampled_peak, "N"), with_prefix(worst->peak, "N")));
}

Trust trust_of(const Result& result, const std::vector<Load>& loads) {
  Trust trust;
  const std::string nan = result.attribute("nan_values");
  trust.reasons = doubts_of(result);
  if (!trust.reasons.empty()) trust.light = Light::doubtful;
  if (result.record.status != "complete" || (!nan.empty() && nan != "0")) trust.light = Light::bad;
  const double scale = number(result, "energy_scale").value_or(0);
  const double error = std::abs(number(result, "energy_numerical").value_or(0));
  if (trust.reasons.empty() && error > kDoubtfulEnergy * scale && scale > 0) {
    trust.light = Light::doubtful;
    trust.reasons.push_back(fmt::format(
        "the energy that is not accounted for is {:.2g} % of what the run handled", 100 * error / scale));
  }
  doubt_samples(loads, trust);
  if (trust.light != Light::good) return trust;
  if (scale > 0)
    trust.reasons.push_back(
        fmt::format("the ledger of energy closes to {:.1g} of what the run handled", error / scale));
  if (const auto residual = number(result, "worst_residual"); residual && *residual > 0)
    trust.reasons.push_back(fmt::format("every contact problem was solved, the worst to {:.1e}", *residual));
  trust.reasons.push_back("the run has no warnings");
  return trust;
}

}  // namespace

const char* light_word(Light light) {
  switch (light) {
    case Light::good: return "good";
    case Light::doubtful: return "doubtful";
    case Light::bad: return "bad";
  }
  return "bad";
}

const char* light_sentence(Light light) {
  switch (light) {
    case Light::good: return "Numbers to trust";
    case Light::doubtful: return "Numbers to doubt";
    case Light::bad: return "Numbers not to trust";
  }
  return "Numbers not to trust";
}

const Result* ideal_twin(const std::vector<Result>& results, const Result& run) {
  if (!run.model || !ideal_of(*run.model)) return nullptr;
  const auto bodies = [](const Result& result) {
    std::set<std::string> names;
    for (const Body& body : result.model->bodies) names.insert(body.name);
    return names;
  };
  for (const Result& other : results) {
    if (&other == &run || !other.model || other.model->dimension != run.model->dimension) continue;
    if (!ideal_of(*other.model) && bodies(other) == bodies(run)) return &other;
  }
  return nullptr;
}

Findings findings_of(const Result& result, const Result* ideal) {
  Findings found;
  found.sentence = sentence_of(result);
  const std::vector<Load> loads = loads_of(result.record);
  add_force(result, loads, found.items);
  if (ideal != nullptr && result.model) {
    add_raised(result, loads, *ideal, found.items);
    add_deviation(result, *ideal, found.items);
  }
  add_impacts(result, found.items);
  add_energy(result, found.items);
  add_drivers(loads, found.items);
  add_overlap(result, found.items);
  found.trust = trust_of(result, loads);
  return found;
}

}  // namespace freeplay
