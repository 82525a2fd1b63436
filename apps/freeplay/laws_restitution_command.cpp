// SPDX-License-Identifier: Apache-2.0
// `freeplay laws`: what laws really do, by simulation.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "freeplay/diagnostics.h"
#include "freeplay/registry.h"
#include "io/json_text.h"
#include "rigs/delivered_restitution.h"

namespace freeplay {
namespace {

struct RestitutionOptions {
  std::string only;  ///< one law; "": all
  bool csv = false;
  CommonOptions common;
};

constexpr double kDoubtful = 0.05;  // a law that misses by more is named when a model is assembled
constexpr double kExact = 1e-6;     // rounding of the table: no miss
constexpr std::size_t kColumns = 10;

nlohmann::ordered_json to_json(const LawRestitution& law) {
  nlohmann::ordered_json json{{"law", law.law}, {"given", law.given}};
  for (const DropTest& test : law.tests) {
    nlohmann::ordered_json row;
    if (law.given) row["asked"] = test.asked;
    if (test.failure.empty()) {
      row["delivered"] = test.delivered;
      if (law.given) row["miss"] = test.miss();
    } else {
      row["failure"] = test.failure;
    }
    if (test.closed_form) row["closed_form"] = *test.closed_form;
    json["tests"].push_back(row);
  }
  return json;
}

void print_csv(const std::vector<LawRestitution>& laws) {
  say("law,asked,delivered,miss [%],closed form\n");
  for (const LawRestitution& law : laws) {
    for (const DropTest& test : law.tests) {
      const bool ok = test.failure.empty();
      say("{},{},{},{},{}\n", law.law, law.given ? fmt::format("{}", test.asked) : "",
          ok ? fmt::format("{}", test.delivered) : "",
          ok && law.given ? fmt::format("{}", 100 * test.miss()) : "",
          test.closed_form ? fmt::format("{}", *test.closed_form) : "");
    }
  }
}

/// The smallest c_e from which on the law misses by no more than it may; empty: none.
std::string range_text(const LawRestitution& law) {
  const DropTest* from = nullptr;
  for (auto test = law.tests.rbegin(); test != law.tests.rend(); ++test) {
    if (!test->failure.empty() || !(std::abs(test->miss()) <= kDoubtful)) break;
    from = &*test;
  }
  if (!from) return "more than 5 % off throughout";
  if (from == &law.tests.front()) return "within 5 % throughout";
  return fmt::format("within 5 % from c_e = {:.2f} on", from->asked);
}

double largest_miss(const LawRestitution& law) {
  double largest = 0;
  for (const DropTest& test : law.tests)
    largest = std::max(largest, test.failure.empty() ? std::abs(test.miss()) : kInfinity);
  return largest;
}

/// `brief`: a law that never misses needs no table.
void print_law(const LawRestitution& law, bool brief) {
  const DropTest& first = law.tests.front();
  if (!law.given) {
    say("{}: is given no restitution; delivers {}\n", law.law,
        first.failure.empty() ? fmt::format("{:.6f} with its defaults", first.delivered)
                              : "nothing: " + first.failure);
    return;
  }
  if (brief && largest_miss(law) < kExact) {
    say("{}: delivers what it is asked for, c_e = {:.2f} to {:.2f}; largest miss {:.1e} %\n", law.law,
        first.asked, law.tests.back().asked, 100 * largest_miss(law));
    return;
  }
  say("{}: {}\n", law.law, range_text(law));
  for (std::size_t begin = 0; begin < law.tests.size(); begin += kColumns) {
    const std::size_t end = std::min(begin + kColumns, law.tests.size());
    const auto line = [&](const char* title, auto cell) {
      say("  {:<10}", title);
      for (std::size_t i = begin; i < end; ++i) say("{:>10}", cell(law.tests[i]));
      say("\n");
    };
    line("asked", [](const DropTest& t) { return fmt::format("{:.2f}", t.asked); });
    line("delivered", [](const DropTest& t) {
      return t.failure.empty() ? fmt::format("{:.6f}", t.delivered) : std::string("-");
    });
    line("miss", [](const DropTest& t) {  // rounding is no miss, and has no sign
      const double percent = std::abs(t.miss()) < kExact ? 0 : 100 * t.miss();
      return t.failure.empty() ? fmt::format("{:.3f} %", percent) : std::string("-");
    });
  }
  for (const DropTest& test : law.tests) {
    if (!test.failure.empty()) say("  {:.2f}: {}\n", test.asked, test.failure);
  }
}

void print_difference(const std::vector<LawRestitution>& laws) {
  const LawRestitution* worst = nullptr;
  for (const LawRestitution& law : laws) {
    if (law.largest_difference().value_or(-1) > (worst ? worst->largest_difference().value_or(-1) : -1))
      worst = &law;
  }
  if (worst)
    say("largest difference to the closed form: {:.1e} ({})\n", *worst->largest_difference(), worst->law);
}

int run(const RestitutionOptions& options) {
  const std::string& only = options.only;
  const CommonOptions& common = options.common;
  const std::vector<std::string> names = registry("contact_force").names();
  if (!only.empty() && std::find(names.begin(), names.end(), only) == names.end()) {
    const std::string near = did_you_mean(only, names);
    say_to(stderr, "freeplay: there is no contact force law '{}'; laws are {}{}\n", only,
           fmt::join(names, ", "), near.empty() ? "" : fmt::format("; did you mean '{}'?", near));
    return kUsage;
  }
  std::vector<LawRestitution> laws;
  for (const std::string& name : names) {
    if (only.empty() || name == only) laws.push_back(delivered_restitution(name, restitutions_asked()));
  }
  if (common.json) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const LawRestitution& law : laws) json.push_back(to_json(law));
    say("{}\n", json_text(json));
  } else if (options.csv) {
    print_csv(laws);
  } else {
    say("Restitution of a simulated impact: a steel ball on a plane, laws of cylinders: two rollers.\n");
    for (const LawRestitution& law : laws) print_law(law, only.empty());
    print_difference(laws);
  }
  const bool complete = std::all_of(laws.begin(), laws.end(), [](const LawRestitution& law) {
    return std::all_of(law.tests.begin(), law.tests.end(),
                       [](const DropTest& test) { return test.failure.empty(); });
  });
  return complete ? kOk : kSolver;
}

void add(Options& options, RestitutionOptions& given) {
  options.text("--law", given.only, "only this one of `freeplay list contact_force`");
  add_common(options, given.common);
  options.flag("--csv", given.csv, "print CSV, one line per impact", "--json");
}

}  // namespace

FREEPLAY_COMMAND(laws_restitution) = {"laws restitution",
                                      "the restitution that each contact force law delivers", 111,
                                      declare<RestitutionOptions, add, run>};

}  // namespace freeplay
