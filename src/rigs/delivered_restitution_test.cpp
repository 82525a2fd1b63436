// SPDX-License-Identifier: Apache-2.0
// Simulated impacts against an independent quadrature: the file hertz_impact.json of the project's reference
// data (its own accuracy: 8e-13 against an integration of the equation of motion).
#include "rigs/delivered_restitution.h"

#include <gtest/gtest.h>

#include "freeplay/registry.h"

namespace freeplay {
namespace {

struct Row {
  double asked, delivered;
};
struct Law {
  const char* name;
  std::vector<Row> rows;
};

const std::vector<Law>& reference() {
  static const std::vector<Law> laws = {
      {"hunt_crossley",
       {{0.1, 0.5158326164003957},
        {0.2, 0.5468540506572918},
        {0.3, 0.5812880418085737},
        {0.4, 0.6197364660819752},
        {0.5, 0.662962200001546},
        {0.6, 0.7119501795778662},
        {0.7, 0.7679997890784757},
        {0.8, 0.8328697922656016},
        {0.9, 0.9090157413492023},
        {0.95, 0.9523701528204057}}},
      {"herbert_mcwhannell",
       {{0.1, 0.49069765963362844},
        {0.2, 0.5007793428688202},
        {0.3, 0.5199665549434133},
        {0.4, 0.5503086373295925},
        {0.5, 0.5936242600400401},
        {0.6, 0.6510732342111393},
        {0.7, 0.7226826490879225},
        {0.8, 0.8069800661849894},
        {0.9, 0.9008929856761426},
        {0.95, 0.9501122795677001}}},
      {"lee_wang",
       {{0.1, 0.6866634390554718},
        {0.2, 0.7119501795778662},
        {0.3, 0.738995319529823},
        {0.4, 0.7679997890784757},
        {0.5, 0.7991987821935678},
        {0.6, 0.8328697922656016},
        {0.7, 0.8693431103470632},
        {0.8, 0.9090157413492023},
        {0.9, 0.9523701528204057},
        {0.95, 0.9756083051021112}}},
      {"lankarani_nikravesh",
       {{0.1, 0.6652654067551503},
        {0.2, 0.6722624889615204},
        {0.3, 0.6842246057494477},
        {0.4, 0.7016347276735007},
        {0.5, 0.7252411140101973},
        {0.6, 0.7561486806594477},
        {0.7, 0.7959725953653285},
        {0.8, 0.8471022797876163},
        {0.9, 0.9131766778055811},
        {0.95, 0.9535060451421328}}},
      {"gonthier",
       {{0.1, 0.10098977421796945},
        {0.2, 0.20460905227890136},
        {0.3, 0.3042248639172528},
        {0.4, 0.39778708632878396},
        {0.5, 0.4877412560153485},
        {0.6, 0.5772760188829587},
        {0.7, 0.6695813197483054},
        {0.8, 0.7679997890784757},
        {0.9, 0.8764354238617547},
        {0.95, 0.9359343215400857}}},
      {"zhiying_qishao",
       {{0.1, 0.21746934061376463},
        {0.2, 0.2664173856402573},
        {0.3, 0.3266974028035398},
        {0.4, 0.3988372490901892},
        {0.5, 0.48260802056123026},
        {0.6, 0.5768951078350533},
        {0.7, 0.6795665064772713},
        {0.8, 0.787364919124652},
        {0.9, 0.89591818639379},
        {0.95, 0.9488638983652146}}},
      {"flores",
       {{0.1, 0.0694442251515404},
        {0.2, 0.15554002025734123},
        {0.3, 0.25620790667982424},
        {0.4, 0.36287231850832524},
        {0.5, 0.4704447793267395},
        {0.6, 0.5772760188829587},
        {0.7, 0.6831841997306839},
        {0.8, 0.7885391259070651},
        {0.9, 0.8939206926633781},
        {0.95, 0.9468288314252674}}},
      {"hu_guo",
       {{0.1, 0.07407353236336382},
        {0.2, 0.1655959477880258},
        {0.3, 0.27065845856454285},
        {0.4, 0.37964638220899183},
        {0.5, 0.4877412560153485},
        {0.6, 0.5936242600400401},
        {0.7, 0.6972969680608594},
        {0.8, 0.7991987821935678},
        {0.9, 0.8998999430722315},
        {0.95, 0.9499874979807051}}},
      {"exact",
       {{0.1, 0.1},
        {0.2, 0.2},
        {0.3, 0.3},
        {0.4, 0.4},
        {0.5, 0.5},
        {0.6, 0.6},
        {0.7, 0.7},
        {0.8, 0.8},
        {0.9, 0.9},
        {0.95, 0.95}}},
  };
  return laws;
}

TEST(DeliveredRestitution, AgreesWithTheQuadrature) {
  for (const Law& law : reference()) {
    std::vector<double> asked;
    for (const Row& row : law.rows) asked.push_back(row.asked);
    const LawRestitution result = delivered_restitution(law.name, asked);
    ASSERT_EQ(result.tests.size(), law.rows.size());
    for (std::size_t i = 0; i < law.rows.size(); ++i) {
      const DropTest& test = result.tests[i];
      ASSERT_EQ(test.failure, "") << law.name << ' ' << test.asked;
      EXPECT_NEAR(test.delivered, law.rows[i].delivered, 1e-6) << law.name << ' ' << test.asked;
    }
  }
}

TEST(DeliveredRestitution, EveryLawIsTestedAndDeliversWhatItSays) {
  for (const std::string& law : registry("contact_force").names()) {
    const LawRestitution result = delivered_restitution(law, {0.05, 0.35, 1});
    for (const DropTest& test : result.tests) EXPECT_EQ(test.failure, "") << law << ' ' << test.asked;
    if (result.given) {
      ASSERT_TRUE(result.largest_difference()) << law;
      EXPECT_LE(*result.largest_difference(), 1e-6) << law;
      EXPECT_NEAR(result.tests.back().delivered, 1, 1e-6) << law;
    } else {
      ASSERT_EQ(result.tests.size(), 1u) << law;
      EXPECT_FALSE(result.largest_difference()) << law;
    }
  }
}

TEST(DeliveredRestitution, LawsWithoutOneGiveBackEverything) {
  for (const char* law : {"hertz", "general"}) {
    const LawRestitution result = delivered_restitution(law, restitutions_asked());
    EXPECT_FALSE(result.given);
    EXPECT_NEAR(result.tests.at(0).delivered, 1, 1e-8) << law;
  }
}

TEST(DeliveredRestitution, AsksInTwentiethsUpToOne) {
  const std::vector<double> asked = restitutions_asked();
  ASSERT_EQ(asked.size(), 20u);
  EXPECT_EQ(asked.front(), 0.05);
  EXPECT_EQ(asked.back(), 1);
}

}  // namespace
}  // namespace freeplay
