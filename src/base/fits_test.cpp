// SPDX-License-Identifier: Apache-2.0
#include "base/fits.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace freeplay {
namespace {

constexpr std::array<double, 13> kEnds = {3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500};

/// Limit deviations as ISO 286-2 tabulates them, upper and lower of each range of sizes [µm].
struct Tabulated {
  const char* name;
  std::array<std::array<double, 2>, 13> limits;
};
const std::vector<Tabulated> kHoles = {
    {"H7",
     {{{10, 0},
       {12, 0},
       {15, 0},
       {18, 0},
       {21, 0},
       {25, 0},
       {30, 0},
       {35, 0},
       {40, 0},
       {46, 0},
       {52, 0},
       {57, 0},
       {63, 0}}}},
    {"H8",
     {{{14, 0},
       {18, 0},
       {22, 0},
       {27, 0},
       {33, 0},
       {39, 0},
       {46, 0},
       {54, 0},
       {63, 0},
       {72, 0},
       {81, 0},
       {89, 0},
       {97, 0}}}},
    {"G7",
     {{{12, 2},
       {16, 4},
       {20, 5},
       {24, 6},
       {28, 7},
       {34, 9},
       {40, 10},
       {47, 12},
       {54, 14},
       {61, 15},
       {69, 17},
       {75, 18},
       {83, 20}}}},
    {"F8",
     {{{20, 6},
       {28, 10},
       {35, 13},
       {43, 16},
       {53, 20},
       {64, 25},
       {76, 30},
       {90, 36},
       {106, 43},
       {122, 50},
       {137, 56},
       {151, 62},
       {165, 68}}}},
    {"E9",
     {{{39, 14},
       {50, 20},
       {61, 25},
       {75, 32},
       {92, 40},
       {112, 50},
       {134, 60},
       {159, 72},
       {185, 85},
       {215, 100},
       {240, 110},
       {265, 125},
       {290, 135}}}},
    {"D10",
     {{{60, 20},
       {78, 30},
       {98, 40},
       {120, 50},
       {149, 65},
       {180, 80},
       {220, 100},
       {260, 120},
       {305, 145},
       {355, 170},
       {400, 190},
       {440, 210},
       {480, 230}}}},
    {"K7",
     {{{0, -10},
       {3, -9},
       {5, -10},
       {6, -12},
       {6, -15},
       {7, -18},
       {9, -21},
       {10, -25},
       {12, -28},
       {13, -33},
       {16, -36},
       {17, -40},
       {18, -45}}}},
    {"M7",
     {{{-2, -12},
       {0, -12},
       {0, -15},
       {0, -18},
       {0, -21},
       {0, -25},
       {0, -30},
       {0, -35},
       {0, -40},
       {0, -46},
       {0, -52},
       {0, -57},
       {0, -63}}}},
    {"N7",
     {{{-4, -14},
       {-4, -16},
       {-4, -19},
       {-5, -23},
       {-7, -28},
       {-8, -33},
       {-9, -39},
       {-10, -45},
       {-12, -52},
       {-14, -60},
       {-14, -66},
       {-16, -73},
       {-17, -80}}}},
    {"P7",
     {{{-6, -16},
       {-8, -20},
       {-9, -24},
       {-11, -29},
       {-14, -35},
       {-17, -42},
       {-21, -51},
       {-24, -59},
       {-28, -68},
       {-33, -79},
       {-36, -88},
       {-41, -98},
       {-45, -108}}}},
};
const std::vector<Tabulated> kShafts = {
    {"g6",
     {{{-2, -8},
       {-4, -12},
       {-5, -14},
       {-6, -17},
       {-7, -20},
       {-9, -25},
       {-10, -29},
       {-12, -34},
       {-14, -39},
       {-15, -44},
       {-17, -49},
       {-18, -54},
       {-20, -60}}}},
    {"f7",
     {{{-6, -16},
       {-10, -22},
       {-13, -28},
       {-16, -34},
       {-20, -41},
       {-25, -50},
       {-30, -60},
       {-36, -71},
       {-43, -83},
       {-50, -96},
       {-56, -108},
       {-62, -119},
       {-68, -131}}}},
    {"e8",
     {{{-14, -28},
       {-20, -38},
       {-25, -47},
       {-32, -59},
       {-40, -73},
       {-50, -89},
       {-60, -106},
       {-72, -126},
       {-85, -148},
       {-100, -172},
       {-110, -191},
       {-125, -214},
       {-135, -232}}}},
    {"d9",
     {{{-20, -45},
       {-30, -60},
       {-40, -76},
       {-50, -93},
       {-65, -117},
       {-80, -142},
       {-100, -174},
       {-120, -207},
       {-145, -245},
       {-170, -285},
       {-190, -320},
       {-210, -350},
       {-230, -385}}}},
    {"h6",
     {{{0, -6},
       {0, -8},
       {0, -9},
       {0, -11},
       {0, -13},
       {0, -16},
       {0, -19},
       {0, -22},
       {0, -25},
       {0, -29},
       {0, -32},
       {0, -36},
       {0, -40}}}},
    {"h9",
     {{{0, -25},
       {0, -30},
       {0, -36},
       {0, -43},
       {0, -52},
       {0, -62},
       {0, -74},
       {0, -87},
       {0, -100},
       {0, -115},
       {0, -130},
       {0, -140},
       {0, -155}}}},
    {"k6",
     {{{6, 0},
       {9, 1},
       {10, 1},
       {12, 1},
       {15, 2},
       {18, 2},
       {21, 2},
       {25, 3},
       {28, 3},
       {33, 4},
       {36, 4},
       {40, 4},
       {45, 5}}}},
    {"n6",
     {{{10, 4},
       {16, 8},
       {19, 10},
       {23, 12},
       {28, 15},
       {33, 17},
       {39, 20},
       {45, 23},
       {52, 27},
       {60, 31},
       {66, 34},
       {73, 37},
       {80, 40}}}},
    {"p6",
     {{{12, 6},
       {20, 12},
       {24, 15},
       {29, 18},
       {35, 22},
       {42, 26},
       {51, 32},
       {59, 37},
       {68, 43},
       {79, 50},
       {88, 56},
       {98, 62},
       {108, 68}}}},
};

Deviations of(const std::string& name, double size) {
  std::string error;
  const Deviations deviations = deviations_of(name, size, error);
  EXPECT_EQ(error, "") << name << " " << size;
  return deviations;
}

TEST(Fits, LimitsAreThoseOfTheTables) {
  int fits = 0;
  for (std::size_t range = 0; range < kEnds.size(); ++range) {
    for (const Tabulated& hole : kHoles) {
      const Deviations made = of(hole.name, kEnds[range]);
      EXPECT_EQ(made.high, hole.limits[range][0]) << hole.name << " " << kEnds[range];
      EXPECT_EQ(made.low, hole.limits[range][1]) << hole.name << " " << kEnds[range];
      for (const Tabulated& shaft : kShafts) {
        const double least = 0.5e-6 * (hole.limits[range][1] - shaft.limits[range][0]);
        const double most = 0.5e-6 * (hole.limits[range][0] - shaft.limits[range][1]);
        if (!(least + most > 0)) continue;  // no play on average
        const auto fit =
            parse_toleranced("fit " + std::to_string(kEnds[range]) + " " + hole.name + "/" + shaft.name, "m");
        ASSERT_TRUE(fit) << fit.error;
        EXPECT_NEAR(fit.low, least, 1e-12);
        EXPECT_NEAR(fit.high, most, 1e-12);
        ++fits;
      }
    }
    for (const Tabulated& shaft : kShafts) {
      const Deviations made = of(shaft.name, kEnds[range]);
      EXPECT_EQ(made.high, shaft.limits[range][0]) << shaft.name << " " << kEnds[range];
      EXPECT_EQ(made.low, shaft.limits[range][1]) << shaft.name << " " << kEnds[range];
    }
  }
  EXPECT_GT(fits, 600);
}

// The standard's formulas, of the geometric mean D of a range in mm; its tables are rounded, and smoothed at some places.
TEST(Fits, TablesFollowTheFormulas) {
  for (std::size_t range = 1; range < kEnds.size(); ++range) {
    const double mean = std::sqrt(kEnds[range - 1] * kEnds[range]), size = kEnds[range];
    const double i = 0.45 * std::cbrt(mean) + 0.001 * mean;
    const double grades[] = {7, 10, 16, 25, 40, 64, 100, 160};  // of i, from IT5 on
    for (int grade = 5; grade <= 12; ++grade) {
      const double exact = grades[grade - 5] * i;
      EXPECT_NEAR(of("H" + std::to_string(grade), size).high, exact, 0.06 * exact + 0.5)
          << grade << " " << size;
    }
    EXPECT_NEAR(-of("d8", size).high, 16 * std::pow(mean, 0.44), 0.05 * 16 * std::pow(mean, 0.44) + 0.5)
        << size;
    EXPECT_NEAR(-of("e8", size).high, 11 * std::pow(mean, 0.41), 0.05 * 11 * std::pow(mean, 0.41) + 0.5)
        << size;
    EXPECT_NEAR(-of("f7", size).high, 5.5 * std::pow(mean, 0.41), 0.05 * 5.5 * std::pow(mean, 0.41) + 0.5)
        << size;
    EXPECT_NEAR(-of("g6", size).high, 2.5 * std::pow(mean, 0.34), 0.05 * 2.5 * std::pow(mean, 0.34) + 0.5)
        << size;
    EXPECT_NEAR(of("n6", size).low, 5 * std::pow(mean, 0.34), 0.05 * 5 * std::pow(mean, 0.34) + 0.5) << size;
  }
}

TEST(Fits, SomeClassesAreExceptions) {
  EXPECT_EQ(of("c11", 40).high, -120);
  EXPECT_EQ(of("c11", 40.1).high, -130);
  EXPECT_EQ(of("C11", 20).low, 110);
  EXPECT_EQ(of("js7", 20).high, 10.5);
  EXPECT_EQ(of("k8", 20).low, 0);
  EXPECT_EQ(of("N9", 20).high, 0);
  EXPECT_EQ(of("N9", 2).high, -4);
  EXPECT_EQ(of("M6", 300).high, -9);
  EXPECT_EQ(of("P8", 20).high, -22);
}

TEST(Fits, TextsAreRead) {
  const Toleranced fit = parse_toleranced("fit 20 H7/g6", "m");  // 7 to 41 µm on the diameter
  EXPECT_NEAR(fit.low, 3.5e-6, 1e-15);
  EXPECT_NEAR(fit.high, 20.5e-6, 1e-15);
  EXPECT_NEAR(fit.nominal, 12e-6, 1e-15);
  EXPECT_NEAR(parse_toleranced("fit 20 mm H7 / g6", "m").nominal, 12e-6, 1e-15);
  for (const char* text :
       {"0.5 mm ± 0.05", "0.5 mm ± 50 um", "0.5 mm ± 10 %", "0.5 mm +/- 0.05", "0.5 mm±0.05mm"}) {
    const Toleranced size = parse_toleranced(text, "m");
    ASSERT_TRUE(size) << text << ": " << size.error;
    EXPECT_NEAR(size.low, 0.45e-3, 1e-12) << text;
    EXPECT_NEAR(size.high, 0.55e-3, 1e-12) << text;
  }
}

TEST(Fits, WhatIsNoneIsRefused) {
  EXPECT_FALSE(is_toleranced("0.5 mm"));
  for (const char* text :
       {"fit 20", "fit H7/g6", "fit 20 H7", "fit 20 g6/H7", "fit 20 H7/q6", "fit 20 H77/g6", "fit 600 H7/g6",
        "fit 20 H7/p6", "fit 20 K9/h6", "fit 0 H7/g6", "0.5 mm ± 0", "0.5 ± 0.05", "0.5 mm ± 1 s", "± 1"}) {
    const Toleranced wrong = parse_toleranced(text, "m");
    EXPECT_FALSE(wrong) << text;
    EXPECT_NE(wrong.hint, "") << text;
  }
  EXPECT_FALSE(parse_toleranced("fit 20 H7/g6", "kg"));
}

}  // namespace
}  // namespace freeplay
