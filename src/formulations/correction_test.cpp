// SPDX-License-Identifier: Apache-2.0
#include "formulations/correction.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "base/index.h"
#include "formulations/formulation_test_data.h"

namespace freeplay {
namespace {

TEST(Correction, PutsPositionsAndVelocitiesOntoTheConstraints) {
  for (const bool redundant : {false, true}) {
    for (const auto norm : {Correction::Norm::mass, Correction::Norm::euclidean}) {
      const Assembly mechanism = assembled(redundant ? kSliderCrank + kSecondGuide : kSliderCrank);
      const System& system = *mechanism.system;
      State state = system.initial_state();
      Evaluation scratch(system.info());
      Correction correction(system, norm);
      ASSERT_TRUE(correction.apply(0, state.q(), state.u(), scratch));
      for (std::size_t i = 0; i < state.q().size(); ++i) {
        state.q()[i] += 1e-4 * std::sin(1.0 + static_cast<double>(i));
        state.u()[i] += 1e-1 * std::cos(static_cast<double>(i));
      }
      ASSERT_TRUE(correction.apply(0, state.q(), state.u(), scratch));
      const Evaluation ev = evaluated(system, 0, state.q(), state.u());
      for (std::size_t i = 0; i < ev.Phi.size(); ++i) {
        EXPECT_NEAR(ev.Phi[i], 0, 1e-15) << i;
        EXPECT_NEAR(dot_row(system.info().constraints[i].shape, ev.row_D(to_int(i)), state.u().data()), 0,
                    1e-12)
            << i;
      }
    }
  }
}

/// The change of velocities is N⁻¹ Dᵀ times something: it does nothing along admissible motions.
TEST(Correction, ChangesAsLittleAsItCan) {
  const Assembly mechanism = assembled(kPendulum);
  const System& system = *mechanism.system;
  for (const auto norm : {Correction::Norm::mass, Correction::Norm::euclidean}) {
    State state = system.initial_state();
    const std::vector<double> before{0.3, -1, 5};
    std::copy(before.begin(), before.end(), state.u().begin());
    Evaluation scratch(system.info());
    Correction correction(system, norm);
    ASSERT_TRUE(correction.apply(0, state.q(), state.u(), scratch));
    const double turn[] = {0.4, 0.3, 1};  // of the rod about its pivot
    const double M[] = {2, 2, 0.1};
    double along = 0;
    for (std::size_t i = 0; i < 3; ++i)
      along += (norm == Correction::Norm::mass ? M[i] : 1) * turn[i] * (state.u()[i] - before[i]);
    EXPECT_NEAR(along, 0, 1e-14);
    EXPECT_NEAR(state.u()[0], 0.4 * state.u()[2], 1e-15);
  }
}

TEST(Correction, MovesPositionsByTheSystemsOwnRule) {
  const CirclePendulum system;
  State state = system.initial_state();
  Evaluation scratch(system.info());
  Correction correction(system, Correction::Norm::mass);
  state.q()[0] += 0.01;
  state.q()[1] -= 0.02;
  ASSERT_TRUE(correction.apply(0, state.q(), state.u(), scratch));
  EXPECT_NEAR(std::hypot(state.q()[2], state.q()[3]), 1, 1e-15);
  EXPECT_NEAR(state.q()[0], 0.5 * state.q()[2], 1e-15);
  EXPECT_NEAR(state.q()[1], 0.5 * state.q()[3], 1e-15);
}

/// A state that is nowhere near the constraints is left alone.
TEST(Correction, GivesUpFarFromTheConstraints) {
  const Assembly mechanism = assembled(kSliderCrank);
  const System& system = *mechanism.system;
  State state = system.initial_state();
  state.q()[6] += 1;
  const State before = state;
  Evaluation scratch(system.info());
  Correction correction(system, Correction::Norm::mass);
  EXPECT_FALSE(correction.apply(0, state.q(), state.u(), scratch));
  EXPECT_TRUE(std::equal(before.q().begin(), before.q().end(), state.q().begin()));
  EXPECT_TRUE(std::equal(before.u().begin(), before.u().end(), state.u().begin()));
}

}  // namespace
}  // namespace freeplay
