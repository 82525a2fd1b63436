// SPDX-License-Identifier: Apache-2.0
// Cam and follower: the cam belongs to body a, the follower to body b. It only pushes; there is no ideal
// form.
//
//        follower     ↑ n        n     direction of lift, fixed in the follower
//      ───────────────┴──        c, p  centre of the cam, and a point of the face, the tip or the roller
//      centre
//        ╭──╮  Q   p             ψ     the cam's angle: the lift diagram s(ψ) passes under n as the cam turns
//      ╭─╯   ╰────╮              φ     how far it has turned: angle of body a, and speed · t on top of it
//      │   c·     │  ⟲ φ         σ     +1 for a cam made to turn counter-clockwise, −1 for clockwise
//      ╰──────────╯
//
// Flat face: s is the lift of the face, H = R_b + s the support function of the cam, so that the face may
// tilt:
//   ψ = phase + σ (φ + α_a − θ_b − α_b),   g_N = n·(p − c) − H(ψ)             [Flores2012, eq. (62)]
//   touching at Q = c + H n − σ H' perp(n); α_a, α_b are the angles of the direction in each body's frame.
// Point or roller of radius r: s is the lift along the radius, R = R_b + r + s the curve of p around c, with
// p − c = ρ n at the angle α:
//   ψ = phase + σ (φ + α_a − α),   g_N = (ρ − R)/√(1 + (R'/R)²),   touching at p − r ∂g_N/∂p
// which is the distance to first order; where it touches it is exact, and w_N = ∂g_N/∂q everywhere.
// A cam that turns by itself moves its surface with ω × (point − c): that gives w̃_N and w̃_T.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "clearances/planar/cam_profile.h"
#include "clearances/planar/clearance.h"

namespace freeplay {
namespace {

using std::numbers::pi;

constexpr Param kParams[] = {
    {.key = "points",
     .symbol = "s_a, s_b",
     .unit = "m",
     .help =
         "centre of the cam, and a point of the face, the tip or the roller's centre, in each body's frame",
     .kind = ParamKind::points},
    {.key = "direction",
     .symbol = "n",
     .low = 0,
     .high = 0,
     .help = "of lift, from the cam to the follower, in the follower's frame",
     .kind = ParamKind::point},
    {.key = "cam_direction",
     .low = 0,
     .high = 0,
     .help = "the same in the cam's frame, where its angle is `phase`; equal to direction by default",
     .kind = ParamKind::point,
     .optional = true},
    {.key = "follower",
     .help = "what touches the cam",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"flat", "point", "roller"}},
    {.key = "roller_radius",
     .symbol = "r",
     .unit = "m",
     .low = 0,
     .help = "of the roller",
     .optional = true,
     .open_low = true},
    {.key = "base_radius",
     .symbol = "R_b",
     .unit = "m",
     .low = 0,
     .help = "of the cam where the lift is zero",
     .open_low = true},
    {.key = "lobes",
     .fallback = 1,
     .low = 1,
     .high = 1000,
     .help = "how often the segments repeat in a turn"},
    {.key = "segments",
     .symbol = "s(ψ)",
     .help = "the lift over the angle of one lobe",
     .kind = ParamKind::methods,
     .registry = "lift"},
    {.key = "phase", .unit = "rad", .fallback = 0, .help = "the cam's angle at the start, as drawn"},
    {.key = "rotation",
     .help = "in which the segments pass under the follower",
     .kind = ParamKind::choice,
     .optional = true,
     .choices = {"counterclockwise", "clockwise"}},
    {.key = "speed",
     .symbol = "ω",
     .unit = "rad/s",
     .fallback = 0,
     .help = "of a cam that turns by itself on the first body; 0: it is a part of that body"}};

constexpr ClearanceChannel kChannels[] = {{"cam_angle", "rad", "angle of the lift diagram, 0 to 2π"},
                                          {"lift", "m", "of the cam at that angle"}};

/// σ; the word is not copied, which would allocate.
double sense(const Parameters& given) {
  const auto word = given.values().find("rotation");
  return word != given.values().end() && std::get<std::string>(word->second.data) == "clockwise" ? -1 : 1;
}

/// Where the follower touches, or would.
struct Touch {
  double gap = 0;
  Vec2 slope{0, 0};   ///< ∂g_N/∂p, a unit vector where it touches
  Vec2 normal{0, 0};  ///< its direction
  Vec2 point{0, 0};
};

class Cam : public PlanarClearance {
 public:
  Cam(const Parameters& given, CamProfile profile)
      : profile_(std::move(profile)),
        sa_(given.points("points")->at(0)),
        sb_(given.points("points")->at(1)),
        base_(given.number("base_radius")),
        sense_(sense(given)),
        speed_(given.number("speed")) {
    const Point direction = *given.point("direction");
    const Point in_cam = given.point("cam_direction").value_or(direction);
    n_ = (1 / norm(direction)) * direction;
    start_ = std::atan2(in_cam[1], in_cam[0]) + sense_ * given.number("phase");
    zero_ = given.number("phase") +
            sense_ * (std::atan2(in_cam[1], in_cam[0]) - std::atan2(direction[1], direction[0]));
  }

  int contacts() const override { return 1; }
  double length() const override { return profile_.largest() > 0 ? profile_.largest() : base_; }

  /// The cam counts as its base circle.
  ContactGeometry geometry(int) const override { return {base_, follower_radius()}; }

  void gaps(const PairPlace& at, double* out) const override { out[0] = touch(at).gap; }
  void rows(int, const PairPlace& at, double* w_N, double* w_T, double* w_tilde) const override {
    const Touch touches = touch(at);
    const Vec2 p = at.b.point(sb_), c = at.a.point(sa_), Q = touches.point, t = perp(touches.normal);
    const Vec2 where = flat() ? Q : p;  // the gap depends on p alone if the follower is round
    relative_row(touches.slope, where - at.a.centre(), where - at.b.centre(), w_N);
    relative_row(t, Q - at.a.centre(), Q - at.b.centre(), w_T);
    w_tilde[0] = -speed_ * dot(touches.slope, perp(where - c));
    w_tilde[1] = -speed_ * dot(t, perp(Q - c));
  }
  Vec2 point(int, const PairPlace& at) const override { return touch(at).point; }

  bool has_branches() const override { return profile_.drops(); }
  double branch(const PairPlace& at) const override { return profile_.branch(angle(at)); }
  double branch_left(const PairPlace& at) const override {
    return profile_.end(*at.features) - near_branch(angle(at), *at.features);
  }
  double next_branch(double branch) const override { return branch + 1; }

  std::span<const ClearanceChannel> channels() const override { return kChannels; }
  void sample(const PairPlace& at, double* out) const override {
    const double psi = angle(at);
    out[0] = psi - 2 * pi * std::floor(psi / (2 * pi));
    out[1] = lift(at, psi).s;
  }

  void redraw(PlanarPicture& picture) const override {
    picture.points = {sa_, sb_};
    picture.drawing = CamDrawing{outline(), speed_, drawn_follower(), drawn_size(), n_};
  }

  /// Warns of a cam that its follower cannot follow everywhere.
  virtual void warn_of_undercut(const Where& where, const std::string& key, Diagnostics& problems) const = 0;

 protected:
  virtual Touch touch(const PairPlace& at) const = 0;
  /// ψ, counted on from turn to turn as far as possible.
  virtual double angle(const PairPlace& at) const = 0;
  virtual bool flat() const = 0;
  virtual double follower_radius() const { return kFlat; }
  virtual CamDrawing::Follower drawn_follower() const = 0;
  virtual double drawn_size() const { return base_; }
  /// The point of the cam that the follower touches when its direction n is at the angle of that lift, from the
  /// cam's centre.
  virtual Vec2 surface(const Vec2& n, const LiftPoint& lift) const = 0;

  /// In the cam's frame, from its centre.
  std::vector<Vec2> outline() const {
    std::vector<Vec2> points;
    const int turns = std::max(1, static_cast<int>(std::lround(2 * pi / profile_.lobe())));
    const int runs = turns * profile_.branches(), steps = std::max(12, 360 / runs);
    const bool drops = profile_.drops();
    for (int run = 0; run < runs; ++run) {
      const double begin = drops ? profile_.begin(run) : run * profile_.lobe();
      const double length = drops ? profile_.end(run) - begin : profile_.lobe();
      for (int k = 0; k < steps + (drops ? 1 : 0); ++k) {
        const double psi = begin + length * k / steps, angle = start_ - sense_ * psi;
        points.push_back(surface({std::cos(angle), std::sin(angle)}, profile_.at(psi, run)));
      }
    }
    return points;
  }

  double turned(const PairPlace& at) const {
    return zero_ + sense_ * (at.a.angle + speed_ * at.t - at.b.angle);
  }
  LiftPoint lift(const PairPlace& at, double psi) const {
    if (!profile_.drops()) return profile_.at(psi, 0);
    if (!at.features) return profile_.at(psi, profile_.branch(psi));
    return profile_.at(near_branch(psi, *at.features), *at.features);
  }

  /// A roller may turn on its own, and its angle then jumps by whole turns: those next to the branch are
  /// meant. A branch that fills nearly a turn leaves no room to tell.
  double near_branch(double psi, double branch) const {
    const double begin = profile_.begin(branch), end = profile_.end(branch);
    if (flat() || end - begin > 1.5 * pi) return psi;
    return psi + 2 * pi * std::round((0.5 * (begin + end) - psi) / (2 * pi));
  }

  /// Calls f(ψ, lift) all over one lobe.
  template <class F>
  void over_lobe(F f) const {
    constexpr int kSamples = 1000;
    for (int k = 0; k < profile_.branches(); ++k) {
      const double begin = profile_.drops() ? profile_.begin(k) : 0;
      const double length = profile_.drops() ? profile_.end(k) - begin : profile_.lobe();
      for (int i = 0; i <= kSamples; ++i) {
        const double psi = begin + length * i / kSamples;
        f(psi, profile_.at(psi, k));
      }
    }
  }

  CamProfile profile_;
  Vec2 sa_, sb_, n_{0, 1};
  double base_, sense_, speed_, zero_ = 0;
  double start_ = 0;  ///< angle of the direction of lift in the cam's frame where ψ = 0
};

class FlatFollower final : public Cam {
 public:
  using Cam::Cam;
  const char* contact_name(int) const override { return "face"; }

  void warn_of_undercut(const Where& where, const std::string& key, Diagnostics& problems) const override {
    double least = kInfinity, at = 0;
    over_lobe([&](double psi, const LiftPoint& lift) {
      const double radius = base_ + lift.s + lift.dds;  // of curvature
      if (radius < least) least = radius, at = psi;
    });
    if (least > 0) return;
    problems.warning(
        where, key,
        fmt::format(
            "the cam is undercut near {:.0f} deg: a flat face cannot touch it there and would ride on "
            "the edges beside it (base_radius + lift + its second derivative = {:g} m)",
            at * 180 / pi, least),
        fmt::format(
            "base_radius above {:g} m, or a roller; a face that does not tilt follows the lift anyway",
            base_ - least));
  }

 protected:
  bool flat() const override { return true; }
  CamDrawing::Follower drawn_follower() const override { return CamDrawing::Follower::face; }
  Vec2 surface(const Vec2& n, const LiftPoint& lift) const override {
    return (base_ + lift.s) * n - (sense_ * lift.ds) * perp(n);
  }
  double angle(const PairPlace& at) const override { return turned(at); }
  Touch touch(const PairPlace& at) const override {
    const LiftPoint s = lift(at, turned(at));
    const Vec2 n = at.b.turn(n_), c = at.a.point(sa_);
    const double H = base_ + s.s;
    return {dot(n, at.b.point(sb_) - c) - H, n, n, c + H * n - sense_ * s.ds * perp(n)};
  }
};

/// A point is a roller without a radius.
class RoundFollower final : public Cam {
 public:
  RoundFollower(const Parameters& given, CamProfile profile)
      : Cam(given, std::move(profile)),
        roller_(given.word("follower") == "roller" ? given.number("roller_radius") : 0) {}
  const char* contact_name(int) const override { return roller_ > 0 ? "roller" : "tip"; }
  double follower_radius() const override { return roller_; }

  void warn_of_undercut(const Where& where, const std::string& key, Diagnostics& problems) const override {
    double sharpest = 0, at = 0;
    over_lobe([&](double psi, const LiftPoint& lift) {
      const double R = base_ + roller_ + lift.s, squares = R * R + lift.ds * lift.ds;
      const double curvature =
          (R * R + 2 * lift.ds * lift.ds - R * lift.dds) / (squares * std::sqrt(squares));
      if (curvature > sharpest) sharpest = curvature, at = psi;
    });
    if (roller_ * sharpest < 1) return;
    problems.warning(where, key,
                     fmt::format("the cam is undercut near {:.0f} deg: the path of the roller's centre has a "
                                 "radius of {:g} m there, less than the roller's {:g} m",
                                 at * 180 / pi, 1 / sharpest, roller_),
                     "take a smaller roller or a larger base_radius");
  }

 protected:
  bool flat() const override { return false; }
  CamDrawing::Follower drawn_follower() const override {
    return roller_ > 0 ? CamDrawing::Follower::roller : CamDrawing::Follower::tip;
  }
  double drawn_size() const override { return roller_ > 0 ? roller_ : base_; }
  /// The centre's path is R n, its tangent dR n − σ R t; the surface is a roller's radius inside of it.
  Vec2 surface(const Vec2& n, const LiftPoint& lift) const override {
    const double R = base_ + roller_ + lift.s;
    const Vec2 across = R * n + (sense_ * lift.ds) * perp(n);
    return R * n - roller_ * ((1 / norm(across)) * across);
  }
  double angle(const PairPlace& at) const override {
    const Vec2 n = at.b.turn(n_), d = at.b.point(sb_) - at.a.point(sa_);
    return turned(at) - sense_ * std::atan2(cross(n, d), dot(n, d));
  }
  Touch touch(const PairPlace& at) const override {
    const LiftPoint s = lift(at, angle(at));
    const Vec2 p = at.b.point(sb_), d = p - at.a.point(sa_);
    const double R = base_ + roller_ + s.s;
    const double rho = std::max(norm(d), 1e-9 * R);  // inside the cam, at its centre, anything finite will do
    const Vec2 n = norm(d) > 0 ? (1 / norm(d)) * d : at.b.turn(n_);
    const Vec2 turn = (-sense_ / rho) * perp(n);  // ∂ψ/∂p
    const double over = norm(d) - R, k = s.ds / R;
    const double N = 1 / std::sqrt(1 + k * k);
    const double dN = -k * (s.dds / R - k * k) * N * N * N;
    Touch out;
    out.gap = over * N;
    out.slope = N * n + (over * dN - N * s.ds) * turn;
    out.normal = (1 / norm(out.slope)) * out.slope;
    out.point = p - roller_ * out.normal;
    return out;
  }

 private:
  double roller_;
};

std::unique_ptr<PlanarClearance> make(const Parameters& given, const Parameters&, const std::string& key,
                                      Diagnostics& problems) {
  const std::string follower = given.word("follower");
  const double lobes = given.number("lobes");
  bool usable = true;
  const auto refuse = [&](const char* which, const std::string& message, const char* hint) {
    problems.error(given.where(which), key + "." + which, message, hint);
    usable = false;
  };
  if (lobes != std::trunc(lobes)) refuse("lobes", fmt::format("must be a whole number; found {}", lobes), "");
  if (follower == "roller" && !given.given("roller_radius")) {
    refuse("follower", "a roller needs a roller_radius", "add roller_radius = \"5 mm\"");
  } else if (follower != "roller" && given.given("roller_radius")) {
    refuse("roller_radius", fmt::format("a {} follower has no roller", follower),
           "write follower = \"roller\", or take roller_radius away");
  }
  if (!usable) return nullptr;
  thread_local std::string segments;  // its memory stays: cams are made again when their numbers change
  segments.assign(key).append(".segments");
  auto profile = CamProfile::make(given.methods("segments"), static_cast<int>(lobes), given.where("segments"),
                                  segments, problems);
  if (!profile) return nullptr;
  const double forward = sense(given) * given.number("speed");
  if (profile->drops() && forward < 0) {
    refuse("speed", "the cam would turn backwards into its drop, where the lift cannot jump up",
           forward == given.number("speed") ? "write rotation = \"clockwise\", or a positive speed"
                                            : "write a negative speed, or leave rotation out");
    return nullptr;
  }
  std::unique_ptr<Cam> cam;
  if (follower == "flat") {
    cam = std::make_unique<FlatFollower>(given, std::move(*profile));
  } else {
    cam = std::make_unique<RoundFollower>(given, std::move(*profile));
  }
  cam->warn_of_undercut(given.where("segments"), key, problems);
  return cam;
}

}  // namespace

namespace entry {
FREEPLAY_CLEARANCE(cam) = {
    {"cam", "Flores2012", "cam that pushes a follower: flat face, point or roller", kParams}, make};
}  // namespace entry
}  // namespace freeplay
