// SPDX-License-Identifier: Apache-2.0
// What the finder sees inside one step: a point on a parabola above a floor.
#include "stepping/compliant/contact_cut.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/index.h"
#include "freeplay/assemble.h"

namespace freeplay {
namespace {

/// A ball of radius 0.5 thrown up with speed v from height y above the floor: one rk4 step is exact for it.
class Throw {
 public:
  Throw(double y, double v, double step, const std::string& law = "\"hertz\"") {
    const Model model = read_model_text(
        "freeplay = 1\ngravity = [0, -10]\n[[body]]\nname = \"ball\"\nmass = 1\ninertia = 1\nposition = "
        "[0, " +
            std::to_string(y + 0.5) + "]\nvelocity = [0, " + std::to_string(v) +
            "]\n[[shape]]\nbody = \"ball\"\ntype = \"circle\"\nradius = 0.5\n[[shape]]\nname = "
            "\"floor\"\nbody = "
            "\"ground\"\ntype = \"half_plane\"\nnormal = [0, 1]\n[contact]\nworld = \"compliant\"\nforce = { "
            "law = " +
            law + ", stiffness = 1e9 }\n[method]\nstepper = \"runge_kutta\"\n[run]\nend = 1\n",
        "throw.toml");
    system_ = assemble(model).system;
    state = system_->initial_state();
    formulation_ = make_formulation({"lagrange", {}, {}}, *system_, 1);
    equations_ = std::make_unique<CompliantEquations>(*system_, *formulation_, 1e-8, 1);
    equations_->set_open_force(false);
    equations_->begin_step(state);
    integrator_ = make_rk4(*equations_, step);
    std::vector<double> y0(idx(equations_->size()), 0);
    equations_->pack(state, std::vector<double>(kWorkParts, 0), y0);
    begin = end = make_contact_forces(system_->info());
    equations_->contacts(0, y0, true, begin);
    integrator_->start(0, y0, 0);
    EXPECT_EQ(integrator_->step(step), IntegrationStatus::ok);
    equations_->contacts(integrator_->t(), integrator_->y(), true, end);
    finder = std::make_unique<CutFinder>(system_->info(), *equations_, *integrator_);
  }
  Cut find() { return finder->find(state, begin, end, true); }

  State state;
  ContactForces begin, end;
  std::unique_ptr<CutFinder> finder;

 private:
  std::unique_ptr<System> system_;
  std::unique_ptr<Formulation> formulation_;
  std::unique_ptr<CompliantEquations> equations_;
  std::unique_ptr<Integrator> integrator_;
};

TEST(CutFinder, FindsWhereAnOpenContactCloses) {
  Throw down(0.2, -1, 0.2);  // 0.2 − t − 5 t² = 0
  const Cut cut = down.find();
  EXPECT_EQ(cut.kind, CutKind::closes);
  EXPECT_EQ(cut.index, 0);
  EXPECT_NEAR(cut.t, (-1 + std::sqrt(5)) / 10, 1e-15);
}

TEST(CutFinder, SeesNothingInAStepThatTouchesNothing) {
  EXPECT_EQ(Throw(0.2, 1, 0.2).find().kind, CutKind::none);
  EXPECT_EQ(Throw(0.21, -1, 0.1).find().kind, CutKind::none);
}

TEST(CutFinder, ReportsWhenAClosedContactOpens) {
  Throw up(-0.01, 1, 0.1);  // −0.01 + t − 5 t² = 0
  up.state.set_mode(0, ContactMode::slip_plus);
  EXPECT_EQ(up.find().kind, CutKind::none);  // opening needs no cut
  EXPECT_NEAR(up.finder->opening(0), (1 - std::sqrt(0.8)) / 10, 1e-15);
}

TEST(CutFinder, SeesAContactThatLiftsOffAndComesBack) {
  Throw hop(-0.01, 1, 0.2);  // up through 0 at 0.01056 s, back at 0.18944 s
  hop.state.set_mode(0, ContactMode::slip_plus);
  const Cut cut = hop.find();
  EXPECT_EQ(cut.kind, CutKind::opens);
  EXPECT_NEAR(cut.t, (1 - std::sqrt(0.8)) / 10, 1e-15);
}

// A contact begins a rounding above its surface; a law whose formula changes at the deepest point so far, zero as yet, must not end
// the step there: the contact would open and begin again for ever.
TEST(CutFinder, SeesNoCornerOfALawWhereSurfacesTouchFirst) {
  const std::string law = R"("lankarani_nikravesh_plastic", restitution = 0.7)";
  Throw down(0.2, -1, 0.2, law);
  down.state.set_mode(0, ContactMode::slip_plus);
  EXPECT_EQ(down.find().kind, CutKind::none);
  down.state.m()[ContactMemory::kStart] = 0.1;  // it has been pressed in before: 0.2 − t − 5 t² = −0.1
  const Cut cut = down.find();
  EXPECT_EQ(cut.kind, CutKind::deepens);
  EXPECT_NEAR(cut.t, (-1 + std::sqrt(7)) / 10, 1e-9);
}

}  // namespace
}  // namespace freeplay
