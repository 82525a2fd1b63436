// SPDX-License-Identifier: Apache-2.0
// Joints that the library does not know: registered from here, they are read, assembled, rub, play and are
// drawn, because a joint describes itself.
#include <gtest/gtest.h>

#include <algorithm>

#include "clearances/planar/clearance.h"
#include "clearances/spatial/clearance.h"
#include "freeplay/planar_joint.h"
#include "joints/spatial/joint_frame.h"
#include "joints/spatial/rows.h"
#include "report/scene.h"
#include "report/still.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

constexpr Param kPoints[] = {{.key = "points",
                              .unit = "m",
                              .help = "the common point, in each body's frame",
                              .kind = ParamKind::points}};

/// Keeps the point of b on a line along x of a, where a pin slides in a slot.
class Slot final : public PlanarJoint {
 public:
  explicit Slot(const Parameters& given)
      : sa_(given.points("points")->at(0)), sb_(given.points("points")->at(1)) {}
  int rows() const override { return 1; }
  const char* row_name(int) const override { return "normal"; }
  void evaluate(const Pose& a, const Pose& b, double* Phi, double* D) const override {
    const Vec2 n = a.turn({0, 1});
    Phi[0] = dot(n, b.point(sb_) - a.point(sa_));
    row(n, a, b, D);
  }
  void gamma(const Pose& a, const Pose& b, const Twist&, const Twist& vb, double* out) const override {
    out[0] = vb.omega * vb.omega * dot(a.turn({0, 1}), b.turn(sb_));  // the tests' slots do not move
  }
  bool has_coordinate() const override { return true; }
  double coordinate(const Pose& a, const Pose& b) const override {
    return dot(a.turn({1, 0}), b.point(sb_) - a.point(sa_));
  }
  void coordinate_row(const Pose& a, const Pose& b, double* out) const override {
    row(a.turn({1, 0}), a, b, out);
  }
  double coordinate_gamma(const Pose& a, const Pose& b, const Twist&, const Twist& vb) const override {
    return vb.omega * vb.omega * dot(a.turn({1, 0}), b.turn(sb_));
  }
  PlanarPicture picture(const Joint& joint) const override {
    PlanarPicture out;
    out.points = {sa_, sb_};
    out.held_displacement = {false, true, false};
    out.drawing = PinDrawing{.radius = joint.bearing ? joint.bearing->radius : std::nullopt};
    return out;
  }

 private:
  void row(const Vec2& k, const Pose& a, const Pose& b, double* out) const {
    const Vec2 rb = b.turn(sb_), from_a = b.centre() + rb - a.centre();
    relative_row(k, from_a, rb, out);
  }
  Vec2 sa_, sb_;
};

/// The slot is wider than the pin by the clearance, above and below.
class WideSlot final : public PlanarClearance {
 public:
  WideSlot(const Parameters& given, const Parameters& ideal)
      : c_(given.number("clearance")),
        sa_(ideal.points("points")->at(0)),
        sb_(ideal.points("points")->at(1)) {}
  int contacts() const override { return 2; }
  const char* contact_name(int contact) const override { return contact == 0 ? "lower" : "upper"; }
  double length() const override { return c_; }
  void gaps(const PairPlace& at, double* out) const override {
    const double height = dot(at.a.turn({0, 1}), at.b.point(sb_) - at.a.point(sa_));
    out[0] = c_ + height, out[1] = c_ - height;
  }
  void rows(int contact, const PairPlace& at, double* w_N, double* w_T, double*) const override {
    const Vec2 rb = at.b.turn(sb_), from_a = at.b.centre() + rb - at.a.centre();
    relative_row((contact == 0 ? 1 : -1) * at.a.turn({0, 1}), from_a, rb, w_N);
    relative_row(at.a.turn({1, 0}), from_a, rb, w_T);
  }
  Vec2 point(int, const PairPlace& at) const override { return at.b.point(sb_); }
  void redraw(PlanarPicture& picture) const override {
    picture.clearance = c_;
    std::get<PinDrawing>(picture.drawing).radial = c_;
  }

 private:
  double c_;
  Vec2 sa_, sb_;
};

constexpr Param kWidePoints[] = {
    {.key = "clearance", .unit = "m", .low = 0, .help = "above and below the pin", .open_low = true}};

const JointEntry kSlot{{.name = "slot", .citation = "", .help = "a pin in a slot", .params = kPoints},
                       [](const Parameters& given, const Pose&, const Pose&) -> std::unique_ptr<PlanarJoint> {
                         return std::make_unique<Slot>(given);
                       },
                       "m",
                       PlanarSurface::slider};
const ClearanceEntry kWideSlot{
    {.name = "slot", .citation = "", .help = "a pin in a wide slot", .params = kWidePoints},
    [](const Parameters& given, const Parameters& ideal, const std::string&, Diagnostics&)
        -> std::unique_ptr<PlanarClearance> { return std::make_unique<WideSlot>(given, ideal); }};

constexpr Param kFrame[] = {kPointParam, kPointsParam, kAxisParam, kAxesParam, kWorldAxisParam};

/// A hinge of the library that looks like a ball.
class RoundHinge final : public SpatialJoint {
 public:
  explicit RoundHinge(std::unique_ptr<SpatialJoint> hinge) : hinge_(std::move(hinge)) {}
  int rows() const override { return hinge_->rows(); }
  const char* row_name(int row) const override { return hinge_->row_name(row); }
  bool row_is_angle(int row) const override { return hinge_->row_is_angle(row); }
  void evaluate(const SpatialPose& a, const SpatialPose& b, double* Phi, double* D) const override {
    hinge_->evaluate(a, b, Phi, D);
  }
  void gamma(const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va, const SpatialTwist& vb,
             double* out) const override {
    hinge_->gamma(a, b, va, vb, out);
  }
  Vec3 point(const SpatialPose& a, const SpatialPose& b) const override { return hinge_->point(a, b); }
  int coordinates() const override { return 1; }
  double coordinate(int i, const SpatialPose& a, const SpatialPose& b) const override {
    return hinge_->coordinate(i, a, b);
  }
  void coordinate_row(int i, const SpatialPose& a, const SpatialPose& b, double* row) const override {
    hinge_->coordinate_row(i, a, b, row);
  }
  double coordinate_gamma(int i, const SpatialPose& a, const SpatialPose& b, const SpatialTwist& va,
                          const SpatialTwist& vb) const override {
    return hinge_->coordinate_gamma(i, a, b, va, vb);
  }
  SpatialPicture picture(const Joint& joint) const override {
    SpatialPicture out = hinge_->picture(joint);
    out.drawing = BallDrawing{joint.bearing->radius};
    return out;
  }

 private:
  std::unique_ptr<SpatialJoint> hinge_;
};

constexpr FreeCoordinate kHingeCoordinates[] = {{"angle", "rad"}};
const SpatialJointEntry kRoundHinge{
    {.name = "round_hinge", .citation = "", .help = "a hinge that looks like a ball", .params = kFrame},
    [](const Parameters& given, const SpatialSide& a, const SpatialSide& b, const std::string& key,
       Diagnostics& problems) -> std::unique_ptr<SpatialJoint> {
      return std::make_unique<RoundHinge>(
          find_entry<SpatialJointEntry>("revolute")->make(given, a, b, key, problems));
    },
    kHingeCoordinates,
    SpatialSurface::pin};
constexpr Param kRadial[] = {
    {.key = "radial", .unit = "m", .low = 0, .help = "of the ball in its socket", .open_low = true}};
const SpatialClearanceEntry kRoundPlay{
    {.name = "round_hinge", .citation = "", .help = "a hinge that plays like a ball", .params = kRadial},
    [](const PlayParts& parts) { return find_entry<SpatialClearanceEntry>("spherical")->make(parts); }};

/// Known while a test runs: other tests go through all that is registered.
template <class Entry>
class Known {
 public:
  explicit Known(const Entry& entry) { add_entry(entry); }
  ~Known() {
    entry_table<Entry>().pop_back();
    registry_of<Entry>().entries.pop_back();
  }
};

std::vector<std::string> roles(const Scene& scene, const std::string& joint) {
  std::vector<std::string> found;
  for (const ScenePart& part : scene.parts) {
    if (part.name == joint) found.push_back(part.role);
  }
  std::sort(found.begin(), found.end());
  return found;
}

const char* const kRun = R"(
[contact]
impact = { law = "newton", restitution = 0 }
[method]
stepper = { name = "symmetric", step = "1 ms" }
[run]
end = "0.1 s"
)";

std::string slider_in_slot(const std::string& more) {
  return R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "block"
mass = 2
inertia = 0.1
velocity = [1, 0]
[[joint]]
name = "pin"
type = "slot"
bodies = ["ground", "block"]
points = [[0, 0], [0, 0]]
)" + more +
         kRun;
}

TEST(OwnJoint, OfThePlaneIsAssembledRubsAndIsDrawn) {
  const Known slot(kSlot);
  const Model model =
      read_model_text(slider_in_slot("friction = { law = \"coulomb\", mu = 0.2 }"), "slot.toml");
  const Assembly assembly = assemble(model);
  EXPECT_EQ(assembly.system->info().constraints.size(), 1U);
  ASSERT_EQ(assembly.system->info().rubbing.size(), 1U);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_NEAR(simulation.state().u()[0], 1 - 0.2 * 9.81 * 0.1, 1e-12);
  EXPECT_NEAR(simulation.state().q()[1], 0, 1e-12);
  const Scene scene = make_scene(still(model)).value();
  EXPECT_EQ(roles(scene, "pin"), (std::vector<std::string>{"ground", "ground", "pin"}));
  EXPECT_TRUE(scene.joints.at(0).held_displacement[1]);
}

TEST(OwnJoint, OfThePlaneHasPlay) {
  const Known slot(kSlot);
  const Known wide(kWideSlot);
  const Model model = read_model_text(slider_in_slot("clearance = \"1 mm\""), "slot.toml");
  const Assembly assembly = assemble(model);
  ASSERT_EQ(assembly.system->info().contacts.size(), 2U);
  EXPECT_EQ(assembly.system->info().contacts[0].name, "pin.lower");
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_NEAR(simulation.state().q()[1], -1e-3, 1e-9);  // it has fallen onto the lower side
  const Scene scene = make_scene(still(model)).value();
  EXPECT_EQ(roles(scene, "pin"), (std::vector<std::string>{"bearing", "ground", "ground", "journal"}));
  EXPECT_EQ(scene.joints.at(0).clearance, 1e-3);
}

std::string pendulum(const std::string& more) {
  return R"(freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "bob"
mass = 1
inertia = [0.01, 0.01, 0.01]
position = [0.3, 0, 0]
[[joint]]
name = "hinge"
type = "round_hinge"
bodies = ["ground", "bob"]
point = [0, 0, 0]
)" + more +
         kRun;
}

TEST(OwnJoint, OfSpaceIsAssembledRubsAndIsDrawnAsItSays) {
  const Known hinge(kRoundHinge);
  const Model model = read_model_text(
      pendulum(
          "axis = [0, 1, 0]\nbearing = { radius = \"2 cm\" }\nfriction = { law = \"coulomb\", mu = 0.3 }"),
      "hinge.toml");
  const Assembly assembly = assemble(model);
  EXPECT_EQ(assembly.system->info().constraints.size(), 5U);
  ASSERT_EQ(assembly.system->info().rubbing.size(), 1U);
  Simulation simulation(*assembly.system, model.method);
  ASSERT_EQ(simulation.advance_to(0.1).status, StepStatus::ok);
  EXPECT_LT(simulation.stepper().book().works.friction, 0);
  const Scene scene = make_scene(still(model)).value();
  EXPECT_EQ(roles(scene, "hinge"), (std::vector<std::string>{"bearing", "ground", "pin"}));
  EXPECT_TRUE(scene.joints.at(0).held_turn[0] && !scene.joints.at(0).held_turn[2]);
}

TEST(OwnJoint, OfSpaceHasPlay) {
  const Known hinge(kRoundHinge);
  const Known play(kRoundPlay);
  const Model model = read_model_text(
      pendulum("axis = [0, 1, 0]\nbearing = { radius = \"2 cm\" }\nclearance = \"0.3 mm\""), "hinge.toml");
  const Assembly assembly = assemble(model);
  ASSERT_EQ(assembly.system->info().contacts.size(), 1U);
  EXPECT_EQ(assembly.system->info().contacts[0].name, "hinge.ball");
  Simulation simulation(*assembly.system, model.method);
  EXPECT_EQ(simulation.advance_to(0.02).status, StepStatus::ok);
  const Scene scene = make_scene(still(model)).value();
  EXPECT_EQ(roles(scene, "hinge"), (std::vector<std::string>{"bearing", "ground", "journal"}));
  EXPECT_EQ(scene.joints.at(0).clearance, 3e-4);
}

}  // namespace
}  // namespace freeplay
