// SPDX-License-Identifier: Apache-2.0
// Runs of the quick-return mechanism of examples/. For validation/ and tests/, hence everything inline.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "validation/textbook/runs.h"

namespace freeplay::validation {

inline constexpr const char* kJoints[] = {"pivot", "crank_pin", "rocker_pin", "slider_pin"};
inline constexpr double kSpeed = 3, kClearance = 0.5e-3;  // [rad/s], [m]

inline std::string stepper_text(const std::string& name, const std::string& detection, double step = 0) {
  if (step == 0) return fmt::format(R"({{ name = "{}", detection = "{}" }})", name, detection);
  return fmt::format(R"({{ name = "{}", detection = "{}", step = {} }})", name, detection, step);
}

/// Sampled at every step; `play` false takes the clearances away.
inline ExampleRun run_mechanism(const std::string& stepper, bool play = true, double end = 2) {
  const char* channels = play ? R"(["body/slider/*", "contact/*", "joint/*", "steps/step", "energy/*"])"
                              : R"(["body/slider/*", "energy/*"])";
  std::vector<Assignment> changes{{"method.stepper", stepper},
                                  {"run.end", fmt::format("{:.17g}", end)},
                                  {"run.record.every", "0"},
                                  {"run.record.channels", channels}};
  if (!play) {
    for (const char* joint : kJoints) changes.emplace_back(fmt::format("joint.{}.clearance", joint), "none");
  }
  return run_example("quick_return", changes);
}

/// x of the slider's position or velocity.
inline std::vector<double> along_x(const ExampleRun& run, const char* channel) {
  const std::vector<double> both = run.record.values(std::string("/body/slider/") + channel);
  std::vector<double> x;
  for (std::size_t i = 0; i < both.size(); i += 2) x.push_back(both[i]);
  return x;
}

inline std::vector<double> contact_values(const ExampleRun& run, const std::string& joint,
                                          const char* channel) {
  return run.record.values("/contact/" + joint + ".journal/" + channel);
}

}  // namespace freeplay::validation
