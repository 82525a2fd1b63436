// SPDX-License-Identifier: Apache-2.0
#include "system/sparse_initial.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "freeplay/assemble.h"
#include "system/initial.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

/// Rods of 0.1 m in a row that starts level, drawn apart by `error` at every joint.
std::string chain(int bodies, double error, const std::string& more = "") {
  std::string text = "freeplay = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n";
  for (int i = 0; i < bodies; ++i) {
    text += fmt::format(
        "[[body]]\nname = \"b{0}\"\nmass = 0.1\ninertia = [1e-6, 9e-5, 9e-5]\nposition = [{1}, {2}, 0]\n", i,
        0.1 * i + 0.05, error * std::sin(i));
    if (i == 0) text += "angular_velocity = [0, 3, 0]\n";
  }
  for (int i = 0; i < bodies; ++i) {
    text += fmt::format(
        "[[joint]]\nname = \"j{0}\"\ntype = \"revolute\"\nbodies = [\"{1}\", \"b{0}\"]\n"
        "points = [[{2}, 0, 0], [-0.05, 0, 0]]\naxis = [0, 1, 0]\n",
        i, i == 0 ? "ground" : fmt::format("b{}", i - 1), i == 0 ? 0 : 0.05);
  }
  return text + more + "[method]\nstepper = \"runge_kutta\"\n[run]\nend = 1\n";
}

Assembly assembled(const std::string& text, Diagnostics& messages) {
  return assemble(read_model_text(text, "test.toml"), &messages);
}

double largest_error(const System& system, const State& state) {
  Evaluation ev(system.info());
  system.place(0, state.q(), ev);
  system.constraints(0, state.q(), ev);
  double largest = 0;
  for (std::size_t r = 0; r < ev.Phi.size(); ++r) {
    largest = std::max(
        {largest, std::abs(ev.Phi[r]),
         std::abs(dot_row(system.info().constraints[r].shape, ev.row_D(to_int(r)), state.u().data()))});
  }
  return largest;
}

// The same start as by the dense decompositions of small systems.
TEST(SparseInitial, AgreesWithTheDenseWay) {
  Diagnostics messages;
  const Assembly small = assembled(chain(8, 1e-3), messages);  // consistent already
  State dense = small.system->initial_state();
  for (std::size_t i = 0; i < dense.q().size(); ++i) dense.q()[i] += 1e-3 * std::cos(static_cast<double>(i));
  for (std::size_t i = 0; i < dense.u().size(); ++i) dense.u()[i] += std::sin(static_cast<double>(i));
  State sparse = dense;
  const std::size_t nu = dense.u().size();
  const std::vector<bool> given(nu, false), free(nu, true);
  const std::vector<bool> none(small.system->info().constraints.size(), false);
  make_consistent(*small.system, {given, given, none}, dense, messages);
  SparseInitial initial(*small.system, sparse);
  EXPECT_TRUE(initial.positions(free, none));
  EXPECT_TRUE(initial.velocities(free));
  EXPECT_TRUE(initial.accelerations());
  for (std::size_t i = 0; i < dense.q().size(); ++i) EXPECT_NEAR(sparse.q()[i], dense.q()[i], 1e-11) << i;
  for (std::size_t i = 0; i < nu; ++i) EXPECT_NEAR(sparse.u()[i], dense.u()[i], 1e-9) << i;
}

TEST(SparseInitial, LongChainsAssemble) {
  Diagnostics messages;
  const Assembly long_chain = assembled(chain(500, 1e-3), messages);
  EXPECT_FALSE(long_chain.initial.failed);
  EXPECT_EQ(long_chain.initial.degrees_of_freedom, 500);
  EXPECT_LT(largest_error(*long_chain.system, long_chain.system->initial_state()), 1e-9);
}

TEST(SparseInitial, NamesRedundantJoints) {
  Diagnostics messages;
  const Assembly braced =
      assembled(chain(40, 0,
                      "[[joint]]\nname = \"again\"\ntype = \"spherical\"\nbodies = [\"b20\", \"b21\"]\n"
                      "points = [[0.05, 0, 0], [-0.05, 0, 0]]\n"),
                messages);
  EXPECT_FALSE(braced.initial.failed);
  ASSERT_EQ(braced.initial.redundant.size(), 3u);
  EXPECT_EQ(braced.initial.redundant[0], "again.x");
  EXPECT_EQ(braced.initial.degrees_of_freedom, 40);
  ASSERT_FALSE(messages.all().empty());
  EXPECT_CONTAINS(messages.all()[0].message, "'j21'");
}

TEST(SparseInitial, NamesJointsThatContradictEachOther) {
  Diagnostics messages;
  EXPECT_THROW(
      assembled(chain(40, 0,
                      "[[joint]]\nname = \"apart\"\ntype = \"spherical\"\nbodies = [\"b20\", \"b21\"]\n"
                      "points = [[0.06, 0, 0], [-0.05, 0, 0]]\n"),
                messages),
      ModelError);
}

}  // namespace
}  // namespace freeplay
