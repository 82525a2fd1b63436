// SPDX-License-Identifier: Apache-2.0
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bench/cpu_clock.h"
#include "bench/scenes/scene.h"

namespace freeplay::bench {
namespace {

btScalar real(double x) { return static_cast<btScalar>(x); }
btVector3 vector(const std::array<double, 3>& x, double scale = 1) {
  return {real(scale * x[0]), real(scale * x[1]), real(scale * x[2])};
}

class World {
 public:
  World(const Scene& scene, int iterations, double scale) : scene_(scene), scale_(scale) {
    world_.setGravity({0, 0, real(-scale * scene.gravity)});
    world_.getSolverInfo().m_numIterations = iterations;
    shapes_.push_back(std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), real(scale * scene.floor)));
    add(*shapes_.back(), btTransform::getIdentity(), 0, {0, 0, 0});
    for (const Piece& piece : scene.pieces) add(piece);
  }
  ~World() {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }

  void step(double length) { world_.stepSimulation(real(length), 0, real(length)); }

  void look(double t, Watch& watch) {
    double energy = 0;
    poses_.clear();
    for (const auto& body : bodies_) {
      if (body->getInvMass() == 0) continue;
      const btTransform& place = body->getWorldTransform();
      const btVector3 x = place.getOrigin(), v = body->getLinearVelocity(), w = body->getAngularVelocity();
      const double mass = 1 / body->getInvMass();
      const btVector3 spin = body->getInvInertiaTensorWorld().inverse() * w;
      // in the units of the scene: a length, a velocity by the scale, an energy by its square
      energy += 0.5 * mass * v.length2() + 0.5 * spin.dot(w) + mass * scale_ * scene_.gravity * x.z();
      poses_.push_back({{x.x() / scale_, x.y() / scale_, x.z() / scale_}, place.getBasis()[2][2]});
    }
    watch.look(t, poses_, energy / (scale_ * scale_), overlap());
  }

  double overlap() {
    double deepest = 0;
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
      const btPersistentManifold* manifold = dispatcher_.getManifoldByIndexInternal(m);
      for (int c = 0; c < manifold->getNumContacts(); ++c)
        deepest = std::max(deepest, -static_cast<double>(manifold->getContactPoint(c).getDistance()));
    }
    return deepest / scale_;
  }

 private:
  void add(const Piece& piece) {
    if (piece.ball) {
      shapes_.push_back(std::make_unique<btSphereShape>(real(scale_ * piece.half[0])));
    } else {
      shapes_.push_back(std::make_unique<btBoxShape>(vector(piece.half, scale_)));
    }
    btTransform place(btQuaternion({0, 1, 0}, real(piece.tilt)), vector(piece.position, scale_));
    btVector3 inertia(0, 0, 0);
    // masses as they are, lengths scaled
    if (piece.mass > 0) inertia = vector(scene_.inertia(piece), scale_ * scale_);
    btRigidBody& body = add(*shapes_.back(), place, piece.mass, inertia);
    if (piece.mass == 0) return;
    body.setLinearVelocity(vector(piece.velocity, scale_));
    body.setActivationState(DISABLE_DEACTIVATION);
    if (scene_.planar) {
      body.setLinearFactor({1, 0, 1});
      body.setAngularFactor({0, 1, 0});
    }
  }
  btRigidBody& add(btCollisionShape& shape, const btTransform& place, double mass, const btVector3& inertia) {
    btRigidBody::btRigidBodyConstructionInfo info(real(mass), nullptr, &shape, inertia);
    info.m_startWorldTransform = place;
    info.m_friction = real(std::sqrt(scene_.mu));  // Bullet multiplies those of the two bodies
    info.m_restitution = real(std::sqrt(scene_.restitution));
    bodies_.push_back(std::make_unique<btRigidBody>(info));
    world_.addRigidBody(bodies_.back().get());
    return *bodies_.back();
  }

  const Scene& scene_;
  double scale_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_{&configuration_};
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_{&dispatcher_, &broad_phase_, &solver_, &configuration_};
  std::vector<std::unique_ptr<btCollisionShape>> shapes_;
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
  std::vector<Pose> poses_;
};

}  // namespace

Seen run_bullet(const Scene& scene, double step, int iterations, double scale, double patience) {
  World world(scene, iterations, scale);
  Watch watch(scene);
  world.look(0, watch);
  const long steps = std::lround(scene.end / step), every = std::max(1L, std::lround(Watch::kEvery / step));
  for (long i = 1; i <= steps && watch.seen.failed.empty(); ++i) {
    const double before = cpu_seconds();
    world.step(step);
    watch.seen.cpu += cpu_seconds() - before;
    watch.seen.overlap = std::max(watch.seen.overlap, world.overlap());
    if (i % every == 0) world.look(static_cast<double>(i) * step, watch);
    if (watch.seen.cpu > patience) watch.seen.failed = "time limit";
  }
  return watch.seen;
}

}  // namespace freeplay::bench
