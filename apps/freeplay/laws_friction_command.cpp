// SPDX-License-Identifier: Apache-2.0
// `freeplay laws friction`: what friction laws do on a test rig, as tables, CSV and pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "base/units.h"
#include "io/json_text.h"
#include "rigs/friction_plots.h"
#include "rigs/friction_samples.h"

namespace freeplay {
namespace {

struct FrictionOptions {
  std::vector<std::string> laws;                             ///< none: all
  std::vector<std::string> assignments;                      ///< "mu=0.2"
  std::string normal, velocity, amplitude, frequency, rate;  ///< as written; "": chosen from the laws
  std::string what;                                          ///< "velocity,lag"; "": everything
  std::string output;                                        ///< folder for CSV and SVG; "": no files
  CommonOptions common;
};

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

int usage(const std::string& message) {
  say_to(stderr, "freeplay: {}\n", message);
  return kUsage;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// A positive number, in SI units if it has none; says what is wrong with it otherwise.
bool read_positive(const char* option, const std::string& text, const char* unit, double& value) {
  if (text.empty()) return true;
  const bool bare = text.find_first_not_of("0123456789.+-eE ") == std::string::npos;
  const Quantity quantity = parse_quantity(bare ? fmt::format("{} {}", text, unit) : text, unit);
  std::string error = quantity.error;
  if (error.empty() && !(quantity.value > 0)) error = "must be above zero";
  if (error.empty()) {
    value = quantity.value;
    return true;
  }
  usage(fmt::format("{} {}: {}{}", option, text, error,
                    quantity.hint.empty() ? "" : fmt::format(" ({})", quantity.hint)));
  return false;
}

bool read_rates(const std::string& text, FrictionConditions& at) {
  if (text.empty()) return true;
  const std::vector<std::string> ends = split(text, ',');
  if (ends.size() != 2) {
    usage(fmt::format("--rate {}: give the slowest and the fastest, such as 0.1N/s,100N/s", text));
    return false;
  }
  if (!read_positive("--rate", ends[0], "N/s", at.slowest) ||
      !read_positive("--rate", ends[1], "N/s", at.fastest))
    return false;
  if (at.slowest < at.fastest) return true;
  usage(fmt::format("--rate {}: the first must be the slower one", text));
  return false;
}

bool read_quantities(const std::string& text, FrictionConditions& at) {
  if (text.empty()) return true;
  std::vector<std::string> known;
  for (const FrictionQuantity quantity : kFrictionQuantities) known.emplace_back(name_of(quantity));
  at.steady = at.presliding = at.lag = at.breakaway = false;
  for (const std::string& word : split(text, ',')) {
    if (word == known[0]) at.steady = true;
    if (word == known[1]) at.presliding = true;
    if (word == known[2]) at.lag = true;
    if (word == known[3]) at.breakaway = true;
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string near = did_you_mean(word, known);
    usage(fmt::format("--what {}: there is no '{}'; there are {}{}", text, word, fmt::join(known, ", "),
                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return false;
  }
  return true;
}

bool known_laws(const std::vector<std::string>& laws) {
  const std::vector<std::string> names = registry("friction").names();
  for (const std::string& law : laws) {
    if (std::find(names.begin(), names.end(), law) != names.end()) continue;
    const std::string near = did_you_mean(law, names);
    usage(fmt::format("there is no friction law '{}'; laws are {}{}", law, fmt::join(names, ", "),
                      near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return false;
  }
  return true;
}

// --- numbers ------------------------------------------------------------------------------------------

Json to_json(const FrictionCurves& law, const FrictionConditions& at) {
  Json json{{"law", law.law}};
  if (at.steady) {
    json["velocity"] = Json::array();
    for (const SteadyForce& p : law.steady)
      json["velocity"].push_back({{"slip", p.v}, {"force", p.force}, {"low", p.low}, {"high", p.high}});
  }
  if (at.presliding) {
    json["dissipated"] = law.dissipated;
    json["displacement"] = Json::array();
    for (const RigSample& s : law.presliding)
      json["displacement"].push_back({{"displacement", s.x}, {"slip", s.v}, {"force", s.force}});
  }
  if (at.lag) {
    json["lag"] = Json::array();
    for (const FrictionLag& lag : law.lag) {
      Json loop = Json::array();
      for (const RigSample& s : lag.loop) loop.push_back({{"slip", s.v}, {"force", s.force}});
      json["lag"].push_back({{"frequency", lag.frequency}, {"difference", lag.difference}, {"loop", loop}});
    }
  }
  if (at.breakaway) {
    json["breakaway"] = Json::array();
    for (const BreakAway& b : law.breakaway)
      json["breakaway"].push_back({{"rate", b.rate}, {"force", b.force}, {"displacement", b.distance}});
  }
  json["failures"] = law.failures;
  return json;
}

Json to_json(const FrictionConditions& at) {
  return {{"normal", at.normal},        {"velocity", at.velocity},    {"amplitude", at.amplitude},
          {"mean", at.mean()},          {"swing", at.swing()},        {"frequency", at.frequency},
          {"slowest_rate", at.slowest}, {"fastest_rate", at.fastest}, {"mass", at.mass()}};
}

std::string csv_of(FrictionQuantity quantity, const std::vector<FrictionCurves>& laws) {
  std::string out;
  const auto header = [&](const char* line) { out += fmt::format("law,{}\n", line); };
  switch (quantity) {
    case FrictionQuantity::velocity:
      header("slip [m/s],force [N],lowest [N],highest [N]");
      for (const FrictionCurves& law : laws) {
        for (const SteadyForce& p : law.steady)
          out += fmt::format("{},{},{},{},{}\n", law.law, p.v, p.force, p.low, p.high);
      }
      break;
    case FrictionQuantity::displacement:
      header("time [s],displacement [m],slip [m/s],force [N]");
      for (const FrictionCurves& law : laws) {
        for (const RigSample& s : law.presliding)
          out += fmt::format("{},{},{},{},{}\n", law.law, s.t, s.x, s.v, s.force);
      }
      break;
    case FrictionQuantity::lag:
      header("frequency [1/s],time [s],slip [m/s],force [N]");
      for (const FrictionCurves& law : laws) {
        for (const FrictionLag& lag : law.lag) {
          for (const RigSample& s : lag.loop)
            out += fmt::format("{},{},{},{},{}\n", law.law, lag.frequency, s.t, s.v, s.force);
        }
      }
      break;
    case FrictionQuantity::breakaway:
      header("rate [N/s],force [N],displacement [m]");
      for (const FrictionCurves& law : laws) {
        for (const BreakAway& b : law.breakaway)
          out += fmt::format("{},{},{},{}\n", law.law, b.rate, b.force, b.distance);
      }
      break;
  }
  return out;
}

/// Files made, as they are called.
std::vector<std::string> write_files(const std::string& folder, const std::vector<FrictionSpecimen>& laws,
                                     const std::vector<FrictionCurves>& curves,
                                     const FrictionConditions& at) {
  std::vector<std::string> files;
  const fs::path root(folder);
  fs::create_directories(root);
  const auto path = [&](const std::string& name) {
    files.push_back(name);
    return root / name;
  };
  for (const FrictionQuantity quantity : kFrictionQuantities) {
    if (!asked(at, quantity)) continue;
    const std::string stem = std::string("friction_") + name_of(quantity);
    write_text(path(stem + ".csv").string(), csv_of(quantity, curves));
    write_svg(friction_figure(quantity, laws, curves, at), path(stem + ".svg").string());
  }
  for (const FrictionCurves& law : curves)
    write_svg(friction_figure(law, at), path(law.law + ".svg").string());
  return files;
}

// --- tables -------------------------------------------------------------------------------------------

std::string conditions_text(const FrictionConditions& at) {
  const ShownUnit v = shown_velocity(at.velocity), x = shown_length(at.amplitude);
  std::string out = fmt::format("Friction under a normal force of {:.4g} N", at.normal);
  if (at.steady) out += fmt::format("; slip to {:.3g} {}", v.factor * at.velocity, v.name);
  if (at.presliding) out += fmt::format("; displacement ±{:.3g} {}", x.factor * at.amplitude, x.name);
  if (at.lag)
    out += fmt::format("; slip {:.3g} ± {:.3g} {} at {:.3g} Hz", v.factor * at.mean(), v.factor * at.swing(),
                       v.name, at.frequency);
  if (at.breakaway)
    out += fmt::format("; {:.3g} kg pulled with {:.3g} to {:.3g} N/s", at.mass(), at.slowest, at.fastest);
  return out + ".";
}

/// Force at the sample nearest to the slip.
std::string force_near(const FrictionCurves& law, double v) {
  const auto nearest = std::min_element(
      law.steady.begin(), law.steady.end(),
      [&](const SteadyForce& a, const SteadyForce& b) { return std::abs(a.v - v) < std::abs(b.v - v); });
  if (nearest == law.steady.end()) return "-";
  return nearest->low < nearest->high ? fmt::format("±{:.4g}", nearest->high)
                                      : fmt::format("{:.4g}", nearest->force);
}

std::string at_rest(const FrictionSpecimen& specimen, const FrictionCurves& law) {
  return specimen.dynamic() ? "-" : force_near(law, 0);
}

/// A difference that is no more than the error of the rig is zero, and has no sign.
std::string difference(double value, double scale) {
  constexpr double kError = 5e-6;
  return fmt::format("{:.4g}", std::abs(value) < kError * scale ? 0.0 : value);
}

void print_summary(const std::vector<FrictionSpecimen>& laws, const std::vector<FrictionCurves>& curves,
                   const FrictionConditions& at) {
  const ShownUnit v = shown_velocity(at.velocity);
  const double slow = at.velocity / 20;
  const ShownUnit slow_unit = shown_velocity(slow);
  std::size_t width = 4;
  for (const FrictionCurves& law : curves) width = std::max(width, law.law.size());
  say("{:<{}}", "law", width);
  if (at.steady)
    say("{:>12}{:>13}{:>13}", "at rest", fmt::format("{:.3g} {}", slow_unit.factor * slow, slow_unit.name),
        fmt::format("{:.3g} {}", v.factor * at.velocity, v.name));
  if (at.presliding) say("{:>13}", "cycle [µJ]");
  if (at.lag) say("{:>11}", "lag [N]");
  if (at.breakaway) say("{:>13}{:>10}", "slow pull", "fast pull");
  say("\n");
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const FrictionCurves& law = curves[i];
    say("{:<{}}", law.law, width);
    const auto cell = [](const std::string& text, int columns) { say("{:>{}}", text, columns); };
    if (at.steady) {
      cell(at_rest(laws[i], law), 12);
      cell(force_near(law, slow), 13);
      cell(force_near(law, at.velocity), 13);
    }
    if (at.presliding) cell(difference(1e6 * law.dissipated, 1e6 * at.normal * at.amplitude), 13);
    if (at.lag) cell(law.lag.empty() ? "-" : difference(law.lag.back().difference, at.normal), 11);
    if (at.breakaway) {
      cell(law.breakaway.empty() ? "-" : fmt::format("{:.4g}", law.breakaway.front().force), 13);
      cell(law.breakaway.empty() ? "-" : fmt::format("{:.4g}", law.breakaway.back().force), 10);
    }
    say("\n");
  }
}

void print_curves(const FrictionCurves& law, const FrictionConditions& at) {
  if (at.steady) {
    const ShownUnit v = shown_velocity(at.velocity);
    say("steady sliding\n  {:>14}{:>14}\n", fmt::format("slip [{}]", v.name), "force [N]");
    for (const SteadyForce& p : law.steady) {
      if (p.v < 0) continue;
      say("  {:>14.5g}", v.factor * p.v);
      if (p.low < p.high) {
        say("  {:.6g} to {:.6g}\n", p.low, p.high);
      } else {
        say("{:>14.6g}\n", p.force);
      }
    }
  }
  if (at.lag) {
    say("swinging slip\n  {:>14}{:>26}\n", "frequency [Hz]", "rising less falling [N]");
    for (const FrictionLag& lag : law.lag)
      say("  {:>14.4g}{:>26}\n", lag.frequency, difference(lag.difference, at.normal));
  }
  if (at.breakaway) {
    const ShownUnit x = shown_length(at.amplitude);
    say("break-away\n  {:>14}{:>14}{:>20}\n", "rate [N/s]", "force [N]",
        fmt::format("displacement [{}]", x.name));
    for (const BreakAway& b : law.breakaway)
      say("  {:>14.4g}{:>14.6g}{:>20.4g}\n", b.rate, b.force, x.factor * b.distance);
  }
}

int run(const FrictionOptions& options) {
  const CommonOptions& common = options.common;
  FrictionConditions at;
  if (!known_laws(options.laws) || !read_positive("--normal", options.normal, "N", at.normal) ||
      !read_positive("--velocity", options.velocity, "m/s", at.velocity) ||
      !read_positive("--amplitude", options.amplitude, "m", at.amplitude) ||
      !read_positive("--frequency", options.frequency, "Hz", at.frequency) || !read_rates(options.rate, at) ||
      !read_quantities(options.what, at))
    return kUsage;

  std::vector<std::pair<std::string, std::string>> assignments;
  try {
    assignments = parse_assignments(options.assignments, "mu=0.2");
  } catch (const std::invalid_argument& error) {
    return usage(error.what());
  }
  Diagnostics problems;
  const std::vector<FrictionSpecimen> laws = friction_specimens(options.laws, assignments, problems);
  for (const Diagnostic& problem : problems.all()) {
    if (problem.severity == Severity::error || !common.quiet) say_to(stderr, "{}\n", to_string(problem));
  }
  if (problems.has_errors()) return kModel;
  if (laws.empty()) return kModel;

  complete(at, laws);
  std::vector<FrictionCurves> curves;
  for (const FrictionSpecimen& law : laws) curves.push_back(measure_friction(law, at));
  std::vector<std::string> files;
  if (!options.output.empty()) {
    try {
      files = write_files(options.output, laws, curves, at);
    } catch (const std::exception& error) {
      return usage(error.what());
    }
  }
  if (common.json) {
    Json json{{"conditions", to_json(at)}, {"laws", Json::array()}};
    for (const FrictionCurves& law : curves) json["laws"].push_back(to_json(law, at));
    json["files"] = files;
    say("{}\n", json_text(json));
  } else {
    say("{}\n", conditions_text(at));
    print_summary(laws, curves, at);
    if (curves.size() == 1) print_curves(curves.front(), at);
    if (!files.empty()) say("{} files in {}\n", files.size(), options.output);
  }
  bool complete_set = true;
  for (const FrictionCurves& law : curves) {
    if (law.failures.empty()) continue;
    complete_set = false;
    say_to(stderr, "freeplay: {}: {} ({} measurements without a result)\n", law.law, law.failures.front(),
           law.failures.size());
  }
  return complete_set ? kOk : kSolver;
}

void add(Options& options, FrictionOptions& given) {
  options.texts("laws", given.laws, "some of `freeplay list friction` (default: all)");
  options.repeated("--set", given.assignments, "change a parameter of the laws: mu=0.2", "KEY=VALUE");
  options.text("--what", given.what,
               "some of velocity, displacement, lag, breakaway: velocity,lag (default: all)");
  options.text("--normal", given.normal, "normal force (default: 9.81 N)");
  options.text("--velocity", given.velocity, "largest slip, such as 10mm/s");
  options.text("--amplitude", given.amplitude, "of the cyclic displacement, such as 20um");
  options.text("--frequency", given.frequency, "of the swinging slip, such as 5Hz");
  options.text("--rate", given.rate, "of the growing pull, LOW,HIGH: 0.1N/s,100N/s");
  options.text("-o,--output", given.output, "folder for CSV files and SVG pictures");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(laws_friction) = {"laws friction",
                                   "friction against slip, displacement and rate, of one friction law or all",
                                   112, declare<FrictionOptions, add, run>};

}  // namespace freeplay
