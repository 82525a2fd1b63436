// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/materials.h"
#include "tests/kit/text.h"

#include <gtest/gtest.h>

namespace freeplay {
namespace {

const Value kYoung{207e9, {}}, kPoisson{0.3, {}};

std::optional<PowerLaw> read(const Values& values, const ContactGeometry& geometry, Diagnostics& problems) {
  const Where block{"m.toml", 7, 9};
  return read_power_law(Parameters(*find_entry<ContactForceEntry>("hertz"), values, block), geometry,
                        "ball.floor", "contact.force", problems);
}

double stiffness(const Values& values, const ContactGeometry& geometry) {
  Diagnostics problems;
  const auto law = read(values, geometry, problems);
  EXPECT_TRUE(law);
  return law ? law->K : 0;
}

std::string refusal(const Values& values, const ContactGeometry& geometry) {
  Diagnostics problems;
  EXPECT_FALSE(read(values, geometry, problems));
  return problems.all().empty() ? "" : to_string(problems.all().front());
}

TEST(ContactMaterials, StiffnessFromMaterialsAndRadii) {
  // Steel: figures of shared/reference/hertz_impact.json, "K".
  const Values steel{{"young", kYoung}, {"poisson", kPoisson}};
  EXPECT_NEAR(stiffness(steel, {0.05, kFlat}) / 33909602296.150658, 1, 1e-15);
  EXPECT_NEAR(stiffness(steel, {kFlat, 0.05}) / 33909602296.150658, 1, 1e-15);
  EXPECT_NEAR(stiffness(steel, {0.1, kFlat}) / 47955419461.894104, 1, 1e-15);
  EXPECT_NEAR(stiffness(steel, {-0.010, 0.0095}) / 66101983978.96843, 1, 1e-13);
  EXPECT_NEAR(stiffness(steel, {0.010, 0.0095}) / 10584788657.405666, 1, 1e-15);
  // A wall that hardly gives halves σ_a + σ_b.
  Values rigid = steel;
  rigid["young_2"] = Value{207e29, {}};
  EXPECT_NEAR(stiffness(rigid, {0.05, kFlat}) / 67819204592.301315, 1, 1e-15);
}

TEST(ContactMaterials, GivenRadiusAndStiffnessComeFirst) {
  Values steel{{"young", kYoung}, {"poisson", kPoisson}, {"radius", {0.05, {}}}};
  EXPECT_NEAR(stiffness(steel, {0, kFlat}) / 33909602296.150658, 1, 1e-15);
  EXPECT_NEAR(stiffness(steel, {3, kFlat}) / 33909602296.150658, 1, 1e-15);
  steel["stiffness"] = Value{1e9, {}};
  EXPECT_EQ(stiffness(steel, {3, kFlat}), 1e9);
}

TEST(ContactMaterials, FastestImpact) {
  Diagnostics problems;
  Values values{{"young", kYoung}, {"young_2", {70e9, {}}}};
  EXPECT_DOUBLE_EQ(read(values, {1, kFlat}, problems)->fastest, 1e-5 * std::sqrt(70e9 / 7850));
  values["stiffness"] = Value{1e9, {}};
  EXPECT_DOUBLE_EQ(read(values, {1, kFlat}, problems)->fastest, 1e-5 * std::sqrt(70e9 / 7850));
  EXPECT_EQ(read({{"stiffness", {1e9, {}}}}, {1, kFlat}, problems)->fastest, kInfinity);
}

TEST(ContactMaterials, WhatIsMissingIsSaid) {
  EXPECT_EQ(refusal({}, {1, kFlat}),
            "m.toml:7:9: error: contact.force: contact \"ball.floor\" needs a stiffness or a material\n"
            "    add young = \"207 GPa\", poisson = 0.3, or stiffness = \"3.39e10 N/m^1.5\"");
  const std::string corner = refusal({{"young", {207e9, {"m.toml", 8, 1}}}}, {0, kFlat});
  EXPECT_CONTAINS(corner,
                  "m.toml:8:1: error: contact.force: contact \"ball.floor\": a sharp corner has no radius");
  EXPECT_CONTAINS(corner, "radius = \"0.5 mm\"");
  EXPECT_CONTAINS(corner, "stiffness = ");
  EXPECT_CONTAINS(refusal({{"young", kYoung}}, {kFlat, kFlat}), "flat surfaces have no radius");
  EXPECT_CONTAINS(refusal({{"young", kYoung}, {"exponent", {1.3, {}}}}, {1, kFlat}),
                  "a stiffness from materials belongs to the exponent 1.5, not 1.3");
}

}  // namespace
}  // namespace freeplay
