// SPDX-License-Identifier: Apache-2.0
#include "stepping/rigid/extrapolated_piece.h"

#include <gtest/gtest.h>

#include "freeplay/assemble.h"

namespace freeplay {
namespace {

// Two arms that swing freely: a smooth motion with two joints and no closed form, compared with itself.
Model double_pendulum() {
  return read_model_text(R"(
freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "upper"
mass = 1
inertia = 0.02
position = [0.25, 0]
angle = 0
[[body]]
name = "lower"
mass = 0.7
inertia = 0.01
position = [0.5, -0.2]
angle = "-90 deg"
angular_velocity = 2
velocity = [0.4, 0]
[[joint]]
name = "shoulder"
type = "revolute"
bodies = ["ground", "upper"]
points = [[0, 0], [-0.25, 0]]
[[joint]]
name = "elbow"
type = "revolute"
bodies = ["upper", "lower"]
points = [[0.25, 0], [-0.2, 0]]
[method]
[run]
end = 1
)",
                         "double_pendulum");
}

State after(RigidStage& stage, const State& start, double time, int pieces) {
  ExtrapolatedPiece piece(stage, true);
  State A = start, E = start;
  StepReport report;
  for (int i = 0; i < pieces; ++i) {
    EXPECT_TRUE(piece.run(A, E, time / pieces, report));
    A.restore(E);
  }
  return E;
}

double distance(const State& a, const State& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.q().size(); ++i) {
    worst = std::max({worst, std::abs(a.q()[i] - b.q()[i]), std::abs(a.u()[i] - b.u()[i])});
  }
  return worst;
}

TEST(ExtrapolatedPiece, IsOfFourthOrder) {
  const Assembly assembly = assemble(double_pendulum());
  RigidStage stage(*assembly.system, Choice{"lemke", {}, {}});
  const State start = assembly.system->initial_state();
  const State exact = after(stage, start, 0.3, 960);
  const double coarse = distance(after(stage, start, 0.3, 60), exact);
  const double fine = distance(after(stage, start, 0.3, 120), exact);
  EXPECT_GT(coarse, 1e-9);
  EXPECT_GT(std::log2(coarse / fine), 3.7) << coarse << " -> " << fine;
}

TEST(ExtrapolatedPiece, EstimatesMoreThanItsError) {
  const Assembly assembly = assemble(double_pendulum());
  RigidStage stage(*assembly.system, Choice{"lemke", {}, {}});
  const State start = assembly.system->initial_state();
  ExtrapolatedPiece piece(stage, true);
  StepReport report;
  State E = start;
  for (const double delta : {0.01, 0.02, 0.04}) {
    const State exact = after(stage, start, delta, 32);
    ASSERT_TRUE(piece.run(start, E, delta, report));
    double error = 0;
    for (std::size_t i = 0; i < E.q().size(); ++i) error = std::max(error, std::abs(E.q()[i] - exact.q()[i]));
    EXPECT_GT(piece.position_error(), error) << delta;
    EXPECT_LT(piece.error(), 1e-3) << delta;
  }
}

TEST(ExtrapolatedPiece, BooksTheWorkOfGravityAndJoints) {
  const Assembly assembly = assemble(double_pendulum());
  const System& system = *assembly.system;
  RigidStage stage(system, Choice{"lemke", {}, {}});
  ExtrapolatedPiece piece(stage, true);
  Book book(system.info());
  State A = system.initial_state(), E = A;
  Evaluation ev(system.info());
  const auto energy = [&](const State& state) {
    system.place(state.t(), state.q(), ev);
    return system.energies(state.t(), state.q(), state.u(), ev).total();
  };
  const double before = energy(A);
  StepReport report;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(piece.run(A, E, 0.005, report));
    piece.commit(E.t(), book);
    A.restore(E);
  }
  // the ledger closes to rounding although the energy itself changes by the error of the method
  EXPECT_NEAR(energy(E) - before, book.works.sum(), 1e-13);
  EXPECT_EQ(book.statistics.substeps, 20 * 6);
}

}  // namespace
}  // namespace freeplay
