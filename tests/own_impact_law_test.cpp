// SPDX-License-Identifier: Apache-2.0
// An impact law that the library does not know: registered from here, it is read, chosen by its rank and solved.
#include <gtest/gtest.h>

#include "laws/impact/impact_law.h"
#include "stepping/rigid/impact_problem.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {
    {.key = "restitution", .low = 0, .high = 2, .help = "impulse of expansion over that of compression"}};

/// The impulse of an impact without restitution, and the same again as far as each contact asks.
class Trampoline final : public ImpactSolver {
 public:
  bool solve(ImpactProblem& impact, ContactProblem& problem, SolverChain& chain, SolveReport& report,
             bool&) override {
    if (!solve_inelastic(impact, problem, chain, report)) return false;
    for (int i = 0; i < impact.size() * impact.d(); ++i)
      impact.P[static_cast<std::size_t>(i)] *=
          1 + impact.restitutionN[static_cast<std::size_t>(i / impact.d())];
    return true;
  }
};

const ImpactEntry kTrampoline{
    {.name = "trampoline", .citation = "", .help = "gives back more than it took", .params = kParams},
    [](const Parameters& given) {
      return ImpactCoefficients{given.number("restitution"), 0};
    },
    7,
    [](int) -> std::unique_ptr<ImpactSolver> { return std::make_unique<Trampoline>(); }};

constexpr const char* kBall = R"(freeplay = 1
gravity = [0, 0]
[[body]]
name = "ball"
mass = 1
inertia = 0.01
position = [0, 0.15]
velocity = [0, -1]
[[shape]]
name = "ball"
body = "ball"
type = "circle"
radius = 0.1
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = { law = "trampoline", restitution = 1.5 }
[method]
stepper = { name = "symmetric", step = "1 ms" }
[run]
end = "0.1 s"
)";

TEST(OwnImpactLaw, IsReadAndSolved) {
  add_entry(kTrampoline);
  const Model model = read_model_text(kBall, "ball.toml");
  const Assembly assembly = assemble(model);
  Simulation simulation(*assembly.system, model.method);
  EXPECT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_NEAR(simulation.state().u()[1], 1.5, 1e-12);
  EXPECT_EQ(simulation.stepper().book().statistics.impacts, 1);
  entry_table<ImpactEntry>().pop_back();  // other tests go through all laws
  registry_of<ImpactEntry>().entries.pop_back();
}

TEST(OwnImpactLaw, LawsAreRanked) {
  const ImpactEntry *newton = find_entry<ImpactEntry>("newton"),
                    *poisson = find_entry<ImpactEntry>("poisson"),
                    *stronge = find_entry<ImpactEntry>("stronge");
  EXPECT_EQ(higher(newton, poisson), poisson);
  EXPECT_EQ(higher(stronge, poisson), stronge);
  EXPECT_EQ(higher(nullptr, newton), newton);
  EXPECT_EQ(higher(&kTrampoline, stronge), &kTrampoline);
  EXPECT_TRUE(is_newton(nullptr) && is_newton(newton) && !is_newton(poisson));
}

}  // namespace
}  // namespace freeplay
