// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/cylinder.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

#include <numbers>

namespace freeplay {
namespace {

constexpr double kPi = std::numbers::pi;
// A steel journal of 9.5 mm in a bearing of 10 mm, 15 mm long.
constexpr double kBearing = 0.010, kJournal = 0.0095, kClearance = 0.0005, kLength = 0.015;
constexpr double kSigma = 2 * (1 - 0.09) / 207e9, kModulus = 1 / kSigma;
constexpr double kRadius = kBearing * kJournal / kClearance;

const Values kSteel{{"young", {207e9, {}}}, {"length", {kLength, {"m.toml", 3, 1}}}};

std::unique_ptr<ContactLaw> make(const char* name, const Values& values, const ContactGeometry& geometry,
                                 Diagnostics& problems) {
  const auto* entry = find_entry<ContactForceEntry>(name);
  return entry->make(Parameters(*entry, values), geometry, "pin", "contact.force", problems);
}

std::unique_ptr<ContactLaw> make(const char* name, const Values& values = kSteel,
                                 const ContactGeometry& geometry = {-kBearing, kJournal}) {
  Diagnostics problems;
  return make(name, values, geometry, problems);
}

double force(const ContactLaw& law, double delta) { return law.force({delta, 0, {0, 1, 1}, nullptr}); }

/// δ(F) as printed, against F(δ) of the law, over the range.
template <class Printed>
void expect_inverse(const ContactLaw& law, double largest, Printed printed) {
  for (const double part : {1e-12, 1e-6, 1e-3, 0.01, 0.1, 0.3, 0.6, 0.9, 0.99}) {
    const double F = largest * part;
    EXPECT_NEAR(force(law, printed(F)) / F, 1, 1e-12) << part;
  }
}

TEST(Cylinder, LogarithmicInverse) {
  for (const double z : {1e-9, 1e-6, 1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 50.0, 300.0}) {
    const double x = (1 + z) * std::exp(-z);
    // x = 1 − z²/2 near 1: there z, and g, are known to the square root of rounding only
    EXPECT_NEAR(invert_logarithmic(x) / std::exp(-z), 1, 1e-15 + 2e-16 * (1 + z) * (1 + 1 / z)) << z;
  }
  EXPECT_EQ(invert_logarithmic(0), 0);
  EXPECT_EQ(invert_logarithmic(1), 1);
  EXPECT_EQ(invert_logarithmic(2), 1);
  EXPECT_GT(invert_logarithmic(1e-300), 0);
}

TEST(Cylinder, JohnsonAsPrinted) {
  const auto law = make("johnson");
  EXPECT_NEAR(law->limit(), 4 * std::exp(-2.0) * kClearance, 1e-17);
  EXPECT_NEAR(law->limit() / kClearance, 0.54, 0.002);
  expect_inverse(*law, 4 * kPi * kModulus * kClearance * kLength * std::exp(-2.0), [](double F) {
    const double f = F / kLength;
    return f / (kPi * kModulus) * (std::log(4 * kPi * kModulus * kClearance / f) - 1);
  });
}

TEST(Cylinder, RadzimovskyAsPrinted) {
  const auto law = make("radzimovsky");
  EXPECT_NEAR(law->limit() / kClearance, 0.789, 0.001);
  const double largest = 16 * kClearance * kModulus * kLength / (2.15 * 2.15) * std::exp(-1.0 / 3);
  expect_inverse(*law, largest, [](double F) {
    const double f = F / kLength, b = 2.15 * std::sqrt(f * kRadius / kModulus);
    return f / (kPi * kModulus) * (2.0 / 3 + std::log(4 * kBearing / b) + std::log(4 * kJournal / b));
  });
}

TEST(Cylinder, GoldsmithAsPrinted) {
  const double h = kSigma / kPi;
  expect_inverse(*make("goldsmith"), 1e7,
                 [h](double F) { return F * h / kLength * (std::log(kLength / (F * kRadius * h)) + 1); });
  Values consistent = kSteel;
  consistent["length_exponent"] = Value{3.0, {}};
  const auto law = make("goldsmith", consistent), same = make("dubowsky_freudenstein");
  EXPECT_DOUBLE_EQ(force(*law, 1e-5), force(*same, 1e-5));
}

TEST(Cylinder, DubowskyFreudensteinAsPrinted) {
  const auto law = make("dubowsky_freudenstein");
  const double h = kSigma / kPi;
  EXPECT_NEAR(law->limit() / (kLength * kLength / kRadius), 1, 1e-12);
  expect_inverse(*law, std::pow(kLength, 3) / (kRadius * h), [h](double F) {
    const double inside = std::pow(kLength, 3) * (kBearing - kJournal) / (F * kBearing * kJournal * h);
    return F * h / kLength * (std::log(inside) + 1);
  });
}

TEST(Cylinder, EsduAsPrinted) {
  const auto law = make("esdu_78035");
  const double h = kSigma / kPi;
  EXPECT_NEAR(law->limit() / kClearance, 4, 1e-12);
  expect_inverse(*law, 4 * kLength * kClearance / h, [h](double F) {
    return F * h / kLength * (std::log(4 * kLength * kClearance / (F * h)) + 1);
  });
}

TEST(Cylinder, ExternalContactTakesTheSumOfRadii) {
  const auto law = make("johnson", kSteel, {0.02, 0.03});
  EXPECT_NEAR(law->limit() / (4 * std::exp(-2.0) * 0.05), 1, 1e-14);
}

TEST(Cylinder, RestitutionWhenAskedFor) {
  EXPECT_FALSE(make("johnson")->restitution());
  Values lossy = kSteel;
  lossy["restitution"] = Value{0.3, {}};
  EXPECT_EQ(make("johnson", lossy)->restitution()->delivered, 0.3);
}

TEST(Cylinder, RefusesSurfacesWithoutRadii) {
  const auto refusal = [](const char* name, const ContactGeometry& geometry) {
    Diagnostics problems;
    EXPECT_EQ(make(name, kSteel, geometry, problems), nullptr);
    return problems.all().empty() ? "" : to_string(problems.all().front());
  };
  EXPECT_CONTAINS(
      refusal("johnson", {0.01, kFlat}),
      "m.toml:3:1: error: contact.force: contact \"pin\": the law is for round surfaces, and a flat "
      "surface has no radius");
  EXPECT_CONTAINS(refusal("esdu_78035", {0, kFlat}), "a sharp corner has no radius");
  EXPECT_CONTAINS(refusal("goldsmith", {0, kFlat}), "radius = \"0.5 mm\"");
  EXPECT_CONTAINS(refusal("radzimovsky", {-0.01, 0.01}), "not smaller than its bearing");
  EXPECT_NE(make("dubowsky_freudenstein", kSteel, {0.01, kFlat}), nullptr);
}

}  // namespace
}  // namespace freeplay
