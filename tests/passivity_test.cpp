// SPDX-License-Identifier: Apache-2.0
// Bristles whose damping may give energy are named, once each.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "run/warnings.h"

namespace freeplay {
namespace {

/// Two sliders in guides, one of them fast.
RunSummary slide(const std::string& law, double first, double second) {
  std::string text = R"(freeplay = 1
dimension = 2
gravity = [0, -10]
)";
  int i = 0;
  for (const double speed : {first, second}) {
    ++i;
    text += fmt::format(R"([[body]]
name = "slider_{0}"
mass = 2
inertia = 1
velocity = [{1}, 0]
[[joint]]
name = "guide_{0}"
type = "prismatic"
bodies = ["ground", "slider_{0}"]
axis = [1, 0]
friction = {{ {2} }}
)",
                        i, speed, law);
  }
  text += R"([method]
stepper = { name = "bdf", accuracy = 1e-8 }
[run]
end = 0.02
)";
  const Model model = read_model_text(text, "sliders.toml", {});
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  EXPECT_EQ(summary.status, RunStatus::complete) << summary.message;
  return summary;
}

std::string warned(const RunSummary& summary) {
  std::string all;
  for (const std::string& warning : summary_warnings(summary)) all += warning + "\n";
  return all;
}

std::string lugre(double mu_static, double sigma1, const std::string& more = "") {
  return fmt::format(
      R"(law = "lugre", mu = 0.1, mu_static = {}, stribeck_velocity = 1e-3, sigma0 = 1e4, sigma1 = {}{})",
      mu_static, sigma1, more);
}

TEST(Passivity, BeyondItTheFirstIsNamedWithSlipAndTime) {
  // 4 μ/σ₁ = 0.04 m/s
  const RunSummary one = slide(lugre(0.35, 10), 0.01, 0.3);
  EXPECT_EQ(one.compliant.not_passive, 1);
  EXPECT_EQ(one.not_passive_element, "guide_2");
  EXPECT_GT(one.compliant.not_passive_slip, 0.25);
  EXPECT_LT(one.compliant.not_passive_time, 0.02);
  const std::string text = warned(one);
  EXPECT_NE(text.find("guide_2 at t = "), std::string::npos) << text;
  EXPECT_NE(text.find("m/s"), std::string::npos) << text;
  EXPECT_EQ(slide(lugre(0.35, 10), 0.3, 0.3).compliant.not_passive, 2) << "each is counted once";
}

TEST(Passivity, WithinItNothingIsSaid) {
  for (const std::string& law : {lugre(0.35, 1), lugre(0.1, 10), lugre(0.35, 10, ", damping_velocity = 0.09"),
                                 lugre(0.35, 10, ", viscous = 26")}) {
    const RunSummary summary = slide(law, 0.01, 0.3);
    EXPECT_EQ(summary.compliant.not_passive, 0) << law;
    EXPECT_EQ(warned(summary).find("sigma1"), std::string::npos) << law;
  }
}

TEST(Passivity, OfRelativesIsJudgedToo) {
  for (const char* name : {"elasto_plastic", "leuven", "leuven_modified"}) {
    const std::string law = fmt::format(
        R"(law = "{}", mu = 0.1, mu_static = 0.35, stribeck_velocity = 1e-3, sigma0 = 1e4, sigma1 = )", name);
    EXPECT_EQ(slide(law + "10", 0.01, 0.3).compliant.not_passive, 1) << name;
    EXPECT_EQ(slide(law + "1", 0.01, 0.3).compliant.not_passive, 0) << name;
  }
}

}  // namespace
}  // namespace freeplay
