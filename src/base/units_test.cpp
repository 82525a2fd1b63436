// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <stdexcept>
#include <string>

#include "freeplay/units.h"

namespace freeplay {
namespace {

constexpr double kPi = 3.14159265358979323846;

struct Good {
  const char* text;
  const char* unit;
  double value;
};

TEST(Units, TextsInTheUnitThatIsExpected) {
  EXPECT_EQ(in_si("0.2 mm", "m"), 0.0002);
  EXPECT_EQ(in_si("3", "-"), 3);
  EXPECT_THROW(in_si("0.2 s", "m"), std::invalid_argument);
  EXPECT_THROW(in_si("wide", "m"), std::invalid_argument);
}

TEST(Units, DecimalScalesAreExact) {
  const Good rows[] = {
      {"0.5 mm", "m", 0.0005},
      {"0.2mm", "m", 0.0002},
      {"0.1 mm", "m", 0.0001},
      {"0.3 um", "m", 0.3e-6},
      {"5 us", "s", 5e-6},
      {"5 µs", "s", 5e-6},
      {"5 \u03bcs", "s", 5e-6},
      {"207 GPa", "Pa", 207e9},
      {"240 N/mm", "N/m", 240e3},
      {"10 N*s/m", "N*s/m", 10},
      {"10 N s/m", "N*s/m", 10},
      {"10 N·s/m", "N*s/m", 10},
      {"10 N/(m/s)", "N*s/m", 10},
      {"1e-3 kg m^2", "kg*m^2", 1e-3},
      {"74 kg*mm²", "kg*m^2", 74e-6},
      {"38 g", "kg", 0.038},
      {"1 t", "kg", 1000},
      {"-3 mm", "m", -0.003},
      {"\u22123 mm", "m", -0.003},
      {"+.5 m", "m", 0.5},
      {"5. m", "m", 5},
      {"1E3 mm", "m", 1},
      {"150 rad/s", "rad/s", 150},
      {"3 mrad", "rad", 0.003},
      {"25 Hz", "Hz", 25},
      {"25 1/s", "Hz", 25},
      {"25 s^-1", "Hz", 25},
      {"25 s⁻¹", "Hz", 25},
      {"9.81 m/s^2", "m/s^2", 9.81},
      {"5 %", "-", 0.05},
      {"0.4", "-", 0.4},
      {"10 N*m", "N*m/rad", 10},
      {"150 1/s", "rad/s", 150},
      {"0 mm", "m", 0},
      {"1 in", "m", 0.0254},
      {"  2  ms ", "s", 0.002},
      {"1 bar", "Pa", 1e5},
      {"3 mm/s", "m/s", 0.003},
      {"2 kN", "N", 2000},
  };
  for (const Good& row : rows) {
    const Quantity quantity = parse_quantity(row.text, row.unit);
    ASSERT_TRUE(quantity) << row.text << ": " << quantity.error;
    EXPECT_EQ(quantity.value, row.value) << row.text;
  }
}

TEST(Units, HalfExponents) {
  const Good exact[] = {
      {"3.39e10 N/m^1.5", "N/m^1.5", 3.39e10},
      {"3.39e4 MN/m^1.5", "N/m^1.5", 3.39e10},
      {"3.39e10 N m^-1.5", "N/m^1.5", 3.39e10},
      {"3.39e10 kg/(m^0.5 s^2)", "N/m^1.5", 3.39e10},
      {"2 (m^1.5)^2", "m^3", 2},
      {"4 m^2.0", "m^2", 4},
      {"1.0720122e6 N/cm^1.5", "N/m^1.5", 1.0720122e9},
  };
  for (const Good& row : exact) {
    const Quantity quantity = parse_quantity(row.text, row.unit);
    ASSERT_TRUE(quantity) << row.text << ": " << quantity.error;
    EXPECT_EQ(quantity.value, row.value) << row.text;
  }
  EXPECT_DOUBLE_EQ(parse_quantity("1 N/mm^1.5", "N/m^1.5").value, std::pow(1000.0, 1.5));
  EXPECT_DOUBLE_EQ(parse_quantity("1 N/in^1.5", "N/m^1.5").value, std::pow(0.0254, -1.5));
  EXPECT_EQ(dimension_name("N/m^1.5"), "a contact stiffness");
  const auto refused = [](const char* text, const char* why) {
    const Quantity quantity = parse_quantity(text, "N/m^1.5");
    EXPECT_FALSE(quantity) << text;
    EXPECT_NE((quantity.error + quantity.hint).find(why), std::string::npos)
        << quantity.error << quantity.hint;
  };
  refused("3e10 N/m", "is a stiffness, but a contact stiffness is expected (SI unit N/m^1.5)");
  refused("3e10 N/m", "3.39e10 N/m^1.5");
  refused("3e10 N/m^1.", "not a whole or half number");
  refused("3e10 N/m^1.7", "not a whole or half number");
  refused("3e10 N/m^1.55", "not a whole or half number");
  refused("3e10 N/(m^1.5)^0.5", "multiply to quarters");
  refused("3e10 N m^1.5", "is a quantity in m^2.5 kg s^-2");
}

TEST(Units, ManyDecimalsAreTheNearestDouble) {
  for (int i = 1; i < 5000; ++i) {
    const std::string digits = std::to_string(i);
    EXPECT_EQ(parse_quantity(digits + " um", "m").value, std::stod(digits + "e-6")) << digits;
  }
}

TEST(Units, Angles) {
  const Good rows[] = {
      {"3 deg", "rad", 3 * kPi / 180},     {"3°", "rad", 3 * kPi / 180},    {"180 deg", "rad", kPi},
      {"1 rev", "rad", 2 * kPi},           {"1500 rpm", "rad/s", 50 * kPi}, {"360 deg/s", "rad/s", 2 * kPi},
      {"1 N*m/deg", "N*m/rad", 180 / kPi}, {"60 rpm/s", "rad/s^2", 2 * kPi}};
  for (const Good& row : rows) {
    const Quantity quantity = parse_quantity(row.text, row.unit);
    ASSERT_TRUE(quantity) << row.text << ": " << quantity.error;
    EXPECT_NEAR(quantity.value, row.value, 1e-15 * std::abs(row.value)) << row.text;
  }
}

struct Bad {
  const char* text;
  const char* unit;
  const char* words;  // must appear in the error or the hint
};

TEST(Units, RefusesWithASentence) {
  const Bad rows[] = {
      {"3 mm", "rad", "\"3 mm\" is a length, but an angle is expected (SI unit rad)"},
      {"3 mm", "rad", "3 deg"},
      {"3 deg", "m", "is an angle, but a length is expected"},
      {"25 Hz", "rad/s", "1500 rpm"},
      {"1500 rpm", "Hz", "a frequency is expected"},
      {"3 deg", "-", "a plain number is expected"},
      {"3", "m", "has no unit"},
      {"3 mn", "m", "\"mn\" is not a known unit"},
      {"3 nm/", "m", "incomplete"},
      {"3 Mpa", "Pa", "did you mean \"MPa\"?"},
      {"3 newton", "N", "not a known unit"},
      {"0,5 mm", "m", "decimal point"},
      {"", "m", "does not begin with a number"},
      {"mm", "m", "does not begin with a number"},
      {"nan m", "m", "does not begin with a number"},
      {"inf m", "m", "does not begin with a number"},
      {"1e400 m", "m", "absurd"},
      {"1e101 m", "m", "absurdly large"},
      {"1e-101 m", "m", "absurdly small"},
      {"1e-400 m", "m", "absurd"},
      {"1e99999999999999999999 m", "m", "absurd"},
      {"1 m^2", "m", "is an area"},
      {"1 m^99", "m", "too large"},
      {"1 m^x", "m", "not a whole or half number"},
      {"1 (m", "m", "closing parenthesis"},
      {"1 m)", "m", "out of place"},
      {"1 ((((((((((((m))))))))))))", "m", "nested too deeply"},
      {"1 m 2", "m", "out of place"},
      {"1 kg^3", "m", "a quantity in kg^3"},
  };
  for (const Bad& row : rows) {
    const Quantity quantity = parse_quantity(row.text, row.unit);
    ASSERT_FALSE(quantity) << row.text;
    EXPECT_NE((quantity.error + "\n" + quantity.hint).find(row.words), std::string::npos)
        << row.text << ": " << quantity.error << " | " << quantity.hint;
  }
}

TEST(Units, AnyDimensionWhenNoneIsAsked) {
  EXPECT_EQ(parse_quantity("3 mm", "").value, 0.003);
  EXPECT_EQ(parse_quantity("3", "").value, 3);
}

TEST(Units, PlainNumbers) {
  double value = 0;
  EXPECT_TRUE(parse_number("+.5", value));
  EXPECT_EQ(value, 0.5);
  EXPECT_TRUE(parse_number(" 1e-3 ", value));
  EXPECT_EQ(value, 1e-3);
  for (const char* text : {"", "1 mm", "nan", "inf", "0x10", "1e999", "--1", "."}) {
    EXPECT_FALSE(parse_number(text, value)) << text;
  }
}

TEST(Units, IgnoresTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* locale : {"de_DE.UTF-8", "fr_FR.UTF-8", "C"}) {
    std::setlocale(LC_ALL, locale);
    EXPECT_EQ(parse_quantity("0.5 mm", "m").value, 0.0005);
  }
  std::setlocale(LC_ALL, before.c_str());
}

TEST(Units, EveryUnitOfTheFieldsHasANameAndAnExampleThatParses) {
  for (const char* unit : {"m", "kg", "kg*m^2", "rad", "rad/s", "m/s", "s", "N", "N*m", "N/m", "N*s/m",
                           "N*m/rad", "N*m*s/rad", "m/s^2", "rad/s^2", "Pa", "Hz"}) {
    EXPECT_NE(dimension_name(unit), unit);
    EXPECT_TRUE(parse_quantity(example_of(unit), unit)) << unit;
  }
  EXPECT_EQ(dimension_name("-"), "a plain number");
}

}  // namespace
}  // namespace freeplay
