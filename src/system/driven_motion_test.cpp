// SPDX-License-Identifier: Apache-2.0
// Motion from drivers against closed forms, and the forces it takes against Newton's equations by hand.
#include "system/driven_motion.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "system/analysis_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::model_of;

constexpr double kG = 9.81;

int row_of(const SystemInfo& info, const std::string& name) {
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    if (info.constraints[r].name == name) return to_int(r);
  }
  ADD_FAILURE() << "no row " << name;
  return 0;
}

TEST(DrivenMotion, SliderCrankClosedForm) {
  const Assembly assembly = assemble(
      model_of(testing::slider_crank(0.7) +
                   testing::driver("shaft", "law = \"constant_acceleration\", speed = 20, acceleration = 3"),
               "kinematics"));
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  const double r = 0.1, l = 0.3;
  for (int i = 1; i <= 50; ++i) {
    const double t = 0.02 * i;  // up to 0.4 rad in between
    const DriveReport report = motion.move_to(state, t);
    ASSERT_EQ(report.status, DriveStatus::ok) << report.message;
    EXPECT_DOUBLE_EQ(state.t(), t);
    const double phi = 0.7 + 20 * t + 1.5 * t * t, w = 20 + 3 * t, a = 3;
    // x = r cos φ + s, s² = l² − r² sin² φ
    const double c = std::cos(phi), sn = std::sin(phi);
    const double s = std::sqrt(l * l - r * r * sn * sn);
    const double s1 = -r * r * sn * c / s;  // ds/dφ
    const double s2 = -(r * r * (c * c - sn * sn) + s1 * s1) / s;
    const double x = r * c + s, x1 = -r * sn + s1, x2 = -r * c + s2;
    EXPECT_NEAR(state.q()[2], phi, 1e-12);
    EXPECT_NEAR(state.q()[6], x, 1e-13);
    EXPECT_NEAR(state.u()[6], x1 * w, 1e-11);
    EXPECT_NEAR(motion.u_dot()[6], x2 * w * w + x1 * a, 1e-9);
    EXPECT_NEAR(motion.u_dot()[2], a, 1e-9);
  }
}

/// A turn of many revolutions between two samples is followed in pieces: passive angles do not jump.
TEST(DrivenMotion, CoarseSamplesStayOnTheBranch) {
  const Assembly assembly = assemble(
      model_of(testing::slider_crank(0.7) + testing::driver("shaft", "law = \"constant_speed\", speed = 100"),
               "kinematics"));
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  ASSERT_EQ(motion.move_to(state, 1).status, DriveStatus::ok);
  EXPECT_GT(motion.pieces(), 100);
  EXPECT_NEAR(state.q()[2], 100.7, 1e-11);
  EXPECT_NEAR(state.q()[5], -std::asin(std::sin(100.7) / 3), 1e-12);
}

/// Torque and bearing force of a driven bar: J_O φ̈ + m g l cos φ, and m a + weight.
TEST(DrivenMotion, TorqueOfADrivenBar) {
  const double m = 2, J = 0.3, l = 0.4, alpha = 5, w0 = 1.5;
  const Assembly assembly = assemble(
      model_of(testing::bar("arm", l, 0, 0, m, J) + testing::pin("pin", "ground", "arm", 0, 0, -l, 0) +
                   testing::driver("pin", "law = \"constant_acceleration\", speed = 1.5, acceleration = 5"),
               "inverse_dynamics"));
  const SystemInfo& info = assembly.system->info();
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  std::vector<double> lambda(info.constraints.size());
  for (const double t : {0.0, 0.3, 0.9, 1.4}) {
    if (t > 0) {
      ASSERT_EQ(motion.move_to(state, t).status, DriveStatus::ok);
    }
    motion.reactions(state, lambda);
    const double phi = w0 * t + 0.5 * alpha * t * t, w = w0 + alpha * t;
    const double c = std::cos(phi), s = std::sin(phi);
    const auto at = [&](const char* row) { return lambda[static_cast<std::size_t>(row_of(info, row))]; };
    EXPECT_NEAR(at("pin_drive.motion"), (J + m * l * l) * alpha + m * kG * l * c, 1e-10);
    EXPECT_NEAR(at("pin.x"), m * l * (-alpha * s - w * w * c), 1e-9);
    EXPECT_NEAR(at("pin.y"), m * l * (alpha * c - w * w * s) + m * kG, 1e-9);
  }
}

/// Power of the driver is the rate of the energy, in a mechanism with springs, redundant cranks or not.
TEST(DrivenMotion, PowerBalance) {
  for (const int cranks : {2, 3, 4}) {
    const Assembly assembly = assemble(model_of(
        testing::parallel_cranks(cranks, 0.7) +
            testing::driver("foot1", "law = \"sine\", amplitude = 0.5, frequency = 0.8, phase = 0.3") +
            "[[force]]\nname = \"spring\"\ntype = \"spring_damper\"\nbodies = [\"ground\", \"coupler\"]\n"
            "points = [[3, 1], [1, 0.1]]\nstiffness = 300\nfree_length = 0.3\n",
        "inverse_dynamics"));
    const System& system = *assembly.system;
    const auto row = static_cast<std::size_t>(row_of(system.info(), "foot1_drive.motion"));
    std::vector<double> lambda(system.info().constraints.size());
    Evaluation ev(system.info());
    DrivenMotion motion(system);
    State state = system.initial_state();
    ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
    const double dt = 1e-3;
    std::vector<double> energy, power;
    for (int i = 1; i <= 200; ++i) {
      ASSERT_EQ(motion.move_to(state, i * dt).status, DriveStatus::ok);
      motion.reactions(state, lambda);
      system.place(state.t(), state.q(), ev);
      system.mass(state.q(), ev);
      system.constraints(state.t(), state.q(), ev);
      energy.push_back(system.energies(state.t(), state.q(), state.u(), ev).total());
      power.push_back(-lambda[row] * ev.Phi_t[row]);
    }
    for (std::size_t i = 2; i + 2 < energy.size(); ++i) {
      const double rate = (8 * (energy[i + 1] - energy[i - 1]) - (energy[i + 2] - energy[i - 2])) / (12 * dt);
      EXPECT_NEAR(power[i], rate, 1e-6 * std::abs(power[0]) + 1e-7) << cranks << " cranks at sample " << i;
    }
  }
}

/// Of the reactions of redundant cranks the least are taken.
TEST(DrivenMotion, RedundantReactions) {
  const std::string drive = testing::driver("foot1", "law = \"constant_speed\", speed = 2");
  const Assembly assembly = assemble(model_of(testing::parallel_cranks(3, 0.7) + drive, "inverse_dynamics"));
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  ASSERT_EQ(motion.move_to(state, 0.1).status, DriveStatus::ok);
  std::vector<double> lambda(assembly.system->info().constraints.size());
  motion.reactions(state, lambda);
  const SystemInfo& info = assembly.system->info();
  const auto at = [&](const std::string& row) { return lambda[static_cast<std::size_t>(row_of(info, row))]; };
  // forces on the coupler carry its mass, whatever the shares are
  const double phi = 0.7 + 0.2;
  double sum_x = 0, sum_y = 0;
  for (const char* head : {"head1", "head2", "head3"}) {
    sum_x += at(std::string(head) + ".x");
    sum_y += at(std::string(head) + ".y");
  }
  EXPECT_NEAR(sum_x, 2 * -0.5 * 4 * std::cos(phi), 1e-9);
  EXPECT_NEAR(sum_y, 2 * (kG - 0.5 * 4 * std::sin(phi)), 1e-9);
  // the least of all: nothing of the cancelling set 1 : −2 : 1 along the cranks is in it
  double cancelling = 0;
  const double share[] = {1, -2, 1};
  for (int i = 0; i < 3; ++i) {
    for (const char* part : {"foot", "head"}) {
      const std::string joint = fmt::format("{}{}", part, i + 1);
      cancelling += share[i] * (at(joint + ".x") * std::cos(phi) + at(joint + ".y") * std::sin(phi));
    }
  }
  EXPECT_NEAR(cancelling, 0, 1e-8);
}

TEST(DrivenMotion, DeadPointAndUnreachable) {
  // the slider is driven past the outer dead point at x = 0.4
  const Assembly assembly = assemble(
      model_of(testing::slider_crank(0.7) + testing::driver("guide", "law = \"constant_speed\", speed = 0.1"),
               "kinematics", 2));
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  const double x = state.q()[6];
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  DriveReport report;
  for (int i = 1; i <= 100 && report.status == DriveStatus::ok; ++i) report = motion.move_to(state, 0.02 * i);
  ASSERT_NE(report.status, DriveStatus::ok);
  EXPECT_NEAR(report.t, (0.4 - x) / 0.1, 1e-6);
  EXPECT_CONTAINS(report.message, "dead point");
  EXPECT_CONTAINS(report.message, "'guide_drive'");
  EXPECT_CONTAINS(report.message, "t = 0.");
  EXPECT_LE(state.t(), report.t);  // the last good position stays
}

/// Two drivers of one freedom that agree at the start and part later.
TEST(DrivenMotion, DriversThatPart) {
  const Assembly assembly =
      assemble(model_of(testing::parallel_cranks(2, 0.7) +
                            testing::driver("foot1", "law = \"polynomial\", coefficients = [0, 1]") +
                            testing::driver("foot2", "law = \"polynomial\", coefficients = [0, 1, 0, 2]"),
                        "kinematics"));
  DrivenMotion motion(*assembly.system);
  State state = assembly.system->initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  const DriveReport report = motion.move_to(state, 0.1);
  ASSERT_NE(report.status, DriveStatus::ok);
  EXPECT_CONTAINS(report.message, "'foot1_drive', 'foot2_drive' ask for different motions");
}

/// Positions with more numbers than velocities: corrections go through System::advance.
TEST(DrivenMotion, OtherPositionCoordinates) {
  const std::string parts =
      testing::slider_crank(0.7) +
      testing::driver("guide", "law = \"sine\", amplitude = 0.03, frequency = 1.5, phase = 0.2");
  const Assembly assembly = assemble(model_of(parts, "inverse_dynamics"));
  const testing::TurnedSystem turned(*assembly.system);
  DrivenMotion motion(*assembly.system), other(turned);
  State state = assembly.system->initial_state(), state_other = turned.initial_state();
  ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
  ASSERT_EQ(other.start(state_other).status, DriveStatus::ok);
  std::vector<double> lambda(assembly.system->info().constraints.size()), lambda_other = lambda;
  for (int i = 1; i <= 20; ++i) {
    ASSERT_EQ(motion.move_to(state, 0.05 * i).status, DriveStatus::ok);
    ASSERT_EQ(other.move_to(state_other, 0.05 * i).status, DriveStatus::ok);
    motion.reactions(state, lambda);
    other.reactions(state_other, lambda_other);
    for (std::size_t b = 0; b < 3; ++b)
      EXPECT_NEAR(std::sin(state.q()[3 * b + 2]), state_other.q()[4 * b + 3], 1e-12);
    for (std::size_t k = 0; k < state.u().size(); ++k) EXPECT_NEAR(state.u()[k], state_other.u()[k], 1e-10);
    for (std::size_t r = 0; r < lambda.size(); ++r) EXPECT_NEAR(lambda[r], lambda_other[r], 1e-8);
  }
}

/// Sizes do not matter: the same mechanism 1e4 times larger and smaller takes the same iterations.
TEST(DrivenMotion, ScaleFree) {
  long long expected = 0;
  for (const double s : {1.0, 1e4, 1e-4}) {
    Model model = model_of(
        testing::slider_crank(0.7) + testing::driver("shaft", "law = \"constant_speed\", speed = 20"),
        "kinematics");
    for (Body& body : model.bodies) body.position[0] *= s, body.position[1] *= s;
    for (Joint& joint : model.joints) {
      for (Point& p : std::get<std::vector<Point>>(joint.values.at("points").data)) p[0] *= s, p[1] *= s;
    }
    const Assembly assembly = assemble(model);
    DrivenMotion motion(*assembly.system);
    State state = assembly.system->initial_state();
    ASSERT_EQ(motion.start(state).status, DriveStatus::ok);
    for (int i = 1; i <= 20; ++i) ASSERT_EQ(motion.move_to(state, 0.01 * i).status, DriveStatus::ok);
    if (s == 1) expected = motion.iterations();
    EXPECT_NEAR(static_cast<double>(motion.iterations()), static_cast<double>(expected), 10);
  }
}

}  // namespace
}  // namespace freeplay
