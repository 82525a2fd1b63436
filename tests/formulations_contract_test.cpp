// SPDX-License-Identifier: Apache-2.0
// Contract of every registered formulation, in each of its ways, at states without constraint errors:
// accelerations and reactions are those of the full system of equations, redundant joints change no
// acceleration, and the mass that a contact feels is that of the mechanism. What is not exact by construction
// (penalty) errs as 1/alpha.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "examples/own_system/slider_crank.h"
#include "formulations/formulation_test_data.h"
#include "model/words.h"

namespace freeplay {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

MatrixXd full_D(const System& system, const Evaluation& ev) {
  const auto rows = static_cast<Eigen::Index>(system.info().constraints.size());
  MatrixXd D = MatrixXd::Zero(rows, system.info().nu);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const RowShape& shape = system.info().constraints[static_cast<std::size_t>(i)].shape;
    const double* row = ev.row_D(static_cast<int>(i));
    for (std::size_t block = 0; block < 2; ++block) {
      for (int k = 0; k < shape.size[block]; ++k) D(i, shape.start[block] + k) = *row++;
    }
  }
  return D;
}

/// u̇ and λ of M u̇ − Dᵀ λ = h, D u̇ = γ; the least-squares one where joints are redundant.
VectorXd full_solution(const System& system, const Evaluation& ev) {
  const int nu = system.info().nu, rows = static_cast<int>(ev.gamma.size());
  MatrixXd KKT = MatrixXd::Zero(nu + rows, nu + rows);
  const MatrixXd D = full_D(system, ev);
  for (int i = 0; i < nu; ++i) KKT(i, i) = ev.M[static_cast<std::size_t>(i)];
  KKT.topRightCorner(nu, rows) = -D.transpose();
  KKT.bottomLeftCorner(rows, nu) = D;
  VectorXd right(nu + rows);
  right << Eigen::Map<const VectorXd>(ev.h.data(), nu), Eigen::Map<const VectorXd>(ev.gamma.data(), rows);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(1e-11);
  return solver.compute(KKT).solve(right);
}

/// An entry with each word of its own choices.
struct Way {
  const FormulationEntry* entry;
  std::string key, word;

  std::string name() const { return std::string(entry->name) + (word.empty() ? "" : "_" + word); }
  Choice choice() const {
    Choice choice{entry->name, {}, {}};
    if (!word.empty()) choice.values[key].data = word;
    return choice;
  }
};

std::vector<Way> all_ways() {
  std::vector<Way> ways;
  for (const FormulationEntry* entry : entries_of<FormulationEntry>()) {
    const std::size_t before = ways.size();
    for (const Param& param : entry->params) {
      if (param.kind != ParamKind::choice || std::string(param.key) == "correction") continue;
      for (const std::string& word : words_of(param.choices)) ways.push_back({entry, param.key, word});
    }
    if (ways.size() == before) ways.push_back({entry, "", ""});
  }
  return ways;
}

class FormulationContract : public ::testing::TestWithParam<Way> {
 protected:
  std::unique_ptr<Formulation> formulation(const System& system) const {
    return make_formulation(GetParam().choice(), system, 1.0);
  }
  /// What accelerations may be off by, relative to the largest number of the solution: rounding, or what a
  /// penalty of 1e7 leaves.
  double tolerance() const { return exact() ? 1e-10 : 1e-5; }
  bool exact() const { return std::string(GetParam().entry->name) != "penalty"; }
};

TEST_P(FormulationContract, SolvesTheEquationsOfMotion) {
  for (const std::string& text : {std::string(kPendulum), kSliderCrank}) {
    const Assembly mechanism = assembled(text);
    const System& system = *mechanism.system;
    const State state = system.initial_state();
    const Evaluation ev = evaluated(system, 0, state.q(), state.u());
    const auto solver = formulation(system);
    const Accelerations found(system, *solver, ev, state.u());
    const VectorXd exact = full_solution(system, ev);
    const double size = exact.lpNorm<Eigen::Infinity>();
    for (std::size_t i = 0; i < found.u_dot.size(); ++i)
      EXPECT_NEAR(found.u_dot[i], exact(static_cast<Eigen::Index>(i)), tolerance() * size) << i;
    for (std::size_t i = 0; i < found.lambda.size(); ++i)
      EXPECT_NEAR(found.lambda[i], exact(static_cast<Eigen::Index>(found.u_dot.size() + i)),
                  tolerance() * size);
  }
}

/// m r²: a rod of mass 2 kg about a pivot at 0.5 m, α = −m g x/(J + m r²), with its centripetal acceleration.
TEST_P(FormulationContract, SwingsAPendulum) {
  const Assembly mechanism = assembled(kPendulum);
  const System& system = *mechanism.system;
  const State state = system.initial_state();
  const Evaluation ev = evaluated(system, 0, state.q(), state.u());
  const auto solver = formulation(system);
  const Accelerations found(system, *solver, ev, state.u());
  const double J = 0.1 + 2 * 0.25, alpha = -2 * 9.81 * 0.3 / J, w = 3;
  const double near = exact() ? 1e-12 * w * w : tolerance() * w * w;
  EXPECT_NEAR(found.u_dot[0], 0.4 * alpha - w * w * 0.3, near);
  EXPECT_NEAR(found.u_dot[1], 0.3 * alpha + w * w * 0.4, near);
  EXPECT_NEAR(found.u_dot[2], alpha, near);

  // A force across the rod at its centre of mass meets J/r², one along it meets the pivot.
  const double across[] = {0.8, 0.6, 0}, along[] = {0.6, -0.8, 0};
  const RowShape body{{0, 0}, {3, 0}};
  EXPECT_NEAR(solver->inverse_inertia(body, across, ev), 0.25 / J, 1e-14);
  EXPECT_NEAR(solver->inverse_inertia(body, along, ev), 0, 1e-14);
}

TEST_P(FormulationContract, RedundantJointsChangeNoAcceleration) {
  if (!GetParam().entry->traits.redundant.with(GetParam().choice().values))
    GTEST_SKIP() << "it does not claim it";
  const Assembly one = assembled(kSliderCrank);
  const Assembly two = assembled(kSliderCrank + kSecondGuide);
  ASSERT_FALSE(two.initial.redundant.empty());
  const State state = one.system->initial_state();
  const Evaluation ev1 = evaluated(*one.system, 0, state.q(), state.u());
  const Evaluation ev2 = evaluated(*two.system, 0, state.q(), state.u());
  const auto solver1 = formulation(*one.system), solver2 = formulation(*two.system);
  const Accelerations a(*one.system, *solver1, ev1, state.u()), b(*two.system, *solver2, ev2, state.u());
  const VectorXd exact = full_solution(*two.system, ev2);
  const double size = exact.lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < a.u_dot.size(); ++i) {
    EXPECT_NEAR(b.u_dot[i], a.u_dot[i], tolerance() * size) << i;
    EXPECT_NEAR(b.u_dot[i], exact(static_cast<Eigen::Index>(i)), 10 * tolerance() * size) << i;
  }
}

/// An own system has a full M(q) and no joints: u̇ = M⁻¹ h.
TEST_P(FormulationContract, ServesOwnSystems) {
  const OwnSliderCrank system;
  const State state = system.initial_state();
  const auto solver = formulation(system);
  for (const double angle : {0.0, 0.7, 0.7, 2.0}) {
    std::vector<double> q(state.q().begin(), state.q().end());
    q[0] += angle;
    const Evaluation ev = evaluated(system, 0, q, state.u());
    const Accelerations found(system, *solver, ev, state.u());
    const int nu = system.info().nu;
    const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> M(ev.M.data(), nu, nu);
    const Eigen::Map<const VectorXd> h(ev.h.data(), nu);
    const VectorXd left = M * Eigen::Map<const VectorXd>(found.u_dot.data(), nu);
    EXPECT_LE((left - h).norm(), 1e-12 * h.norm());
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, FormulationContract, ::testing::ValuesIn(all_ways()),
                         [](const auto& way) { return way.param.name(); });

}  // namespace
}  // namespace freeplay
