// SPDX-License-Identifier: Apache-2.0
// Scenes with many contacts that Freeplay, MuJoCo and Bullet are given alike: boxes, balls and a floor.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace freeplay::bench {

/// A box of the given half sizes, or a ball of radius half[0]. Planar scenes move in x and z and turn about y;
/// there a ball is a disc with the mass and inertia of one.
struct Piece {
  bool ball = false;
  std::array<double, 3> half{};  ///< [m]
  double mass = 0;               ///< [kg]; 0: it stands still
  std::array<double, 3> position{}, velocity{};
  double tilt = 0;  ///< about y [rad]; only of pieces that stand still, and of planar ones
};

struct Scene {
  std::string name;
  bool planar = false;
  std::vector<Piece> pieces{};
  double mu = 0.4, restitution = 0.2;
  double floor = 0;  ///< its height z [m]
  double end = 1;    ///< [s]
  double gravity = 9.81;

  /// Principal moments of inertia of a piece.
  std::array<double, 3> inertia(const Piece& piece) const;
  /// The shortest half size of what moves: what overlaps are compared with.
  double size() const;
};

/// A row that the first piece knocks over.
Scene dominoes(int count);
/// Crates on top of each other, at rest.
Scene tower(int count);
/// A ball hits four crates.
Scene crates();
/// Balls, or discs in the plane, fall into a box and come to rest there.
Scene heap(int count, bool planar);
/// 500 discs in a hopper: examples/hopper.
Scene hopper();

/// Where the pieces that can move are at one moment.
struct Pose {
  std::array<double, 3> position{};
  double upright = 1;  ///< z component of the axis that was vertical at the start
};

/// What one program made of a scene.
struct Seen {
  std::string failed;    ///< why it did not get to the end; "" if it did
  double reached = 0;    ///< simulated time [s]
  double cpu = 0;        ///< of the steps [s]
  double overlap = 0;    ///< deepest [m]
  double gained = 0;     ///< most that the energy ever rose above that of the start [J]
  double energy = 0;     ///< at the start, heights counted from the floor [J]
  int down = 0;          ///< pieces that lie, or have fallen by more than half of their own height
  double last_down = 0;  ///< when the last of them did [s]
};

/// Looks at a scene while it goes on: which pieces are down, and whether energy rises.
class Watch {
 public:
  explicit Watch(const Scene& scene) : scene_(scene) {}
  void look(double t, const std::vector<Pose>& poses, double energy, double overlap);
  /// The sample rate of every program, so that last_down means the same.
  static constexpr double kEvery = 5e-3;
  Seen seen;

 private:
  const Scene& scene_;
  std::vector<Pose> start_;
  std::vector<char> down_;
  double energy_ = 0;
};

Seen run_freeplay(const Scene& scene, const std::string& stepper, double step, double tolerance,
                  double patience);
/// `stiff`: contacts as hard as the step allows, elliptic cones; otherwise MuJoCo's own settings.
Seen run_mujoco(const Scene& scene, bool stiff, double step, double patience);
/// Lengths are multiplied by `scale`, for Bullet's margins and thresholds are made for metres.
Seen run_bullet(const Scene& scene, double step, int iterations, double scale, double patience);

}  // namespace freeplay::bench
