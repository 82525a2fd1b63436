// SPDX-License-Identifier: Apache-2.0
#include "model/read_contact.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "freeplay/model.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

Model read(const std::string& force, const std::vector<Assignment>& changes = {}) {
  return read_model_text(
      "freeplay = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n[run]\nend = 1\n[contact]\nworld = "
      "\"compliant\"\nforce = { law = " +
          force + " }\n",
      "model.toml", changes);
}

double number(const Model& model, const std::string& key) {
  return std::get<double>(model.contact.force->values.at(key).data);
}

TEST(ReadContact, LawsTakeMaterials) {
  const Model model = read("\"exact\", restitution = 0.5, material = \"steel\", material_2 = \"PA6\"");
  EXPECT_EQ(number(model, "young"), 210e9);
  EXPECT_EQ(number(model, "poisson"), 0.3);
  EXPECT_EQ(number(model, "density"), 7850);
  EXPECT_EQ(number(model, "young_2"), 3.3e9);
  EXPECT_EQ(number(model, "poisson_2"), 0.39);
  const std::string echo = write_model(model);
  EXPECT_LACKS(echo, "material");
  EXPECT_EQ(write_model(read_model_text(echo, "f")), echo);
}

TEST(ReadContact, WhatIsGivenBesideAMaterialCounts) {
  const Model model = read("\"jkr\", work_of_adhesion = 0.1, material = \"brass\", poisson = 0.31",
                           {{"contact.force.young", "100 GPa"}});
  EXPECT_EQ(number(model, "young"), 100e9);
  EXPECT_EQ(number(model, "poisson"), 0.31);
  EXPECT_EQ(number(read("\"hertz\", material = \"brass\"", {{"contact.force.material", "glass"}}), "young"),
            70e9);
}

TEST(ReadContact, SaysWhatIsWrongWithAMaterial) {
  const auto said = [](const std::string& force) { return testing::refusal_of([&] { read(force); }); };
  const std::string unknown = said("\"exact\", restitution = 0.5, material = \"bras\"");
  EXPECT_CONTAINS(unknown,
                  "model.toml:10:56: error: contact.force.material: \"bras\" is not one of the materials");
  EXPECT_CONTAINS(unknown, "did you mean \"brass\"?");
  EXPECT_CONTAINS(said("\"exact\", restitution = 0.5, material = 3"),
                  "contact.force.material: expected the name of a material; found a whole number");
  EXPECT_CONTAINS(said("\"kelvin_voigt\", stiffness = 1e6, restitution = 0.5, material = \"steel\""),
                  "contact.force.material: unknown key \"material\"");
}

}  // namespace
}  // namespace freeplay
