// SPDX-License-Identifier: Apache-2.0
#include "system/freedom.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/decompositions.h"
#include "base/index.h"
#include "model/words.h"
#include "system/constraint_space.h"

namespace freeplay {
namespace {

constexpr int kMostListed = 30;      // free motions that are still worth a line each
constexpr double kMoves = 1e-7;      // of the largest part of a motion: less is rounding
constexpr double kGroundWeight = 2;  // coordinates of bodies that are joined to the ground are named first
constexpr double kAngleWeight = 4;   // and angles before positions

using Matrix = Eigen::MatrixXd;

struct JointBodies {
  int joint = -1, a = -1, b = -1;  ///< −1: the ground
};

/// Joints with ideal rows and the bodies they connect, as their rows say.
std::vector<JointBodies> joined_bodies(const SystemInfo& info, int per) {
  std::vector<JointBodies> joints;
  for (const ConstraintInfo& row : info.constraints) {
    if (row.joint < 0 || (!joints.empty() && joints.back().joint == row.joint)) continue;
    const int first = row.shape.start[0] / per;
    if (row.shape.size[1] == 0) {
      joints.push_back({row.joint, -1, first});
    } else {
      joints.push_back({row.joint, first, row.shape.start[1] / per});
    }
  }
  return joints;
}

/// A coordinate that a driver could prescribe, and what it sees of each free motion (columns).
struct Drivable {
  std::string name;
  bool of_ground = false;
  Matrix rates;
};

/// How body b moves as seen from body a, in the plane and free of units.
Eigen::Vector3d relative_twist(const BodyMotion& a, const BodyMotion& b, double length) {
  return {b.omega - a.omega, (b.vx - a.vx + a.omega * (b.y - a.y)) / length,
          (b.vy - a.vy - a.omega * (b.x - a.x)) / length};
}

/// In the plane a joint has one coordinate at most, so that its whole relative motion stands for it.
std::vector<Drivable> planar_coordinates(const System& system, const State& state, const Matrix& motions) {
  const SystemInfo& info = system.info();
  std::vector<BodyMotion> moving(info.bodies.size());
  const BodyMotion ground;
  std::vector<Drivable> all;
  for (const JointBodies& joint : joined_bodies(info, 3)) {
    const JointInfo& what = info.joints[idx(joint.joint)];
    if (driven_coordinates(what.type, 2).empty()) continue;
    Drivable coordinate{"'" + what.name + "'", joint.a < 0, Matrix(3, motions.cols())};
    for (Eigen::Index k = 0; k < motions.cols(); ++k) {
      system.motion(state.t(), state.q(), {motions.col(k).data(), idx(info.nu)}, moving);
      const auto body = [&](int index) -> const BodyMotion& {
        return index < 0 ? ground : moving[idx(index)];
      };
      coordinate.rates.col(k) = relative_twist(body(joint.a), body(joint.b), info.length);
    }
    all.push_back(std::move(coordinate));
  }
  return all;
}

/// In space joints record the rates of their free coordinates: "/joint/hinge/angle_rate".
std::vector<Drivable> spatial_coordinates(const System& system, const State& state, const Matrix& motions) {
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.place(state.t(), state.q(), ev);
  std::vector<Drivable> all;
  std::vector<double> values(info.extra.size());
  for (std::size_t i = 0; i < info.extra.size(); ++i) {
    const std::string& path = info.extra[i].path;
    constexpr std::string_view kJoint = "/joint/", kRate = "_rate";
    if (!path.starts_with(kJoint) || !path.ends_with(kRate)) continue;
    const std::string inner = path.substr(kJoint.size(), path.size() - kJoint.size() - kRate.size());
    const std::size_t slash = inner.find('/');
    const std::string joint = inner.substr(0, slash);
    Drivable coordinate{fmt::format("'{}' ({})", joint, inner.substr(slash + 1)), false,
                        Matrix(1, motions.cols())};
    for (const JointBodies& joined : joined_bodies(info, 6)) {
      if (info.joints[idx(joined.joint)].name == joint) coordinate.of_ground = joined.a < 0;
    }
    const double size = info.extra[i].unit == "m/s" ? info.length : 1;
    for (Eigen::Index k = 0; k < motions.cols(); ++k) {
      system.sample(state.t(), state.q(), {motions.col(k).data(), idx(info.nu)}, ev, values);
      coordinate.rates(0, k) = values[i] / size;
    }
    all.push_back(std::move(coordinate));
  }
  return all;
}

/// Joints that move in the free motions and have a coordinate to drive; as many as take all they can take. A
/// joint that is driven already does not move in what is left. `motions`: nu × freedoms, in units of the
/// file.
std::vector<std::string> joints_to_drive(const System& system, const State& state, const Matrix& motions) {
  std::vector<Drivable> all = system.info().dimension == 3 ? spatial_coordinates(system, state, motions)
                                                           : planar_coordinates(system, state, motions);
  std::vector<std::string> chosen;
  double largest = 0;
  for (const Drivable& coordinate : all) largest = std::max(largest, coordinate.rates.norm());
  while (static_cast<Eigen::Index>(chosen.size()) < motions.cols()) {
    Drivable* best = nullptr;
    double most = 1e-6 * largest;
    for (Drivable& coordinate : all) {
      // joints of the ground are where motors stand
      const double size = coordinate.rates.norm() * (coordinate.of_ground ? kGroundWeight : 1.0);
      if (size > most * (1 + 1e-9)) most = size, best = &coordinate;
    }
    if (best == nullptr) break;
    chosen.push_back(best->name);
    Eigen::Index row = 0;
    best->rates.rowwise().norm().maxCoeff(&row);
    const Eigen::RowVectorXd taken = best->rates.row(row).normalized();
    for (Drivable& coordinate : all) coordinate.rates -= (coordinate.rates * taken.transpose()) * taken;
    best->rates.setZero();
  }
  return chosen;
}

/// Coordinates that measure the free motions, and what moves with each: motions.col(k) with 1 at its own.
void name_motions(const SystemInfo& info, const ConstraintSpace& space, FreedomCount& count) {
  const int per = velocities_per_body(info);
  const auto wide = space.motions.rows(), free = space.motions.cols();
  Eigen::VectorXd weight = Eigen::VectorXd::Ones(wide);
  std::vector<bool> grounded(info.bodies.size(), false);
  if (per > 0) {
    for (const JointBodies& joint : joined_bodies(info, per)) {
      if (joint.a < 0) grounded[idx(joint.b)] = true;
    }
  }
  for (Eigen::Index i = 0; i < wide; ++i) {
    const int velocity = space.restrained[idx(i)];
    if (per == 0) continue;
    if (grounded[idx(velocity / per)]) weight[i] *= kGroundWeight;
    if (velocity_is_angular(info, velocity)) weight[i] *= kAngleWeight;
  }
  const Matrix weighted = (weight.asDiagonal() * space.motions).transpose();
  dense::PivotedQr qr;
  dense::decompose(weighted, qr);
  std::vector<int> chosen;
  for (Eigen::Index k = 0; k < free; ++k) chosen.push_back(qr.colsPermutation().indices()[k]);
  std::sort(chosen.begin(), chosen.end());
  Matrix own(free, free);
  for (Eigen::Index k = 0; k < free; ++k) own.row(k) = space.motions.row(chosen[idx(k)]);
  const Matrix unit = space.motions * dense::inverse(own);
  for (Eigen::Index k = 0; k < free; ++k) {
    FreeMotion motion;
    motion.velocity = space.restrained[idx(chosen[idx(k)])];
    motion.coordinate = velocity_name(info, motion.velocity);
    const double largest = unit.col(k).lpNorm<Eigen::Infinity>();
    for (Eigen::Index i = 0; i < wide && per > 0; ++i) {
      if (std::abs(unit(i, k)) <= kMoves * largest) continue;
      const int body = space.restrained[idx(i)] / per;
      if (motion.bodies.empty() || motion.bodies.back() != body) motion.bodies.push_back(body);
    }
    count.motions.push_back(std::move(motion));
  }
}

std::string bodies_text(const FreeMotion& motion, const SystemInfo& info) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> names;
  for (const int body : motion.bodies) names.push_back(info.bodies[idx(body)].name);
  if (names.size() > kMost) {
    const std::size_t more = names.size() - kMost;
    names.resize(kMost);
    names.push_back(fmt::format("and {} more", more));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string plural(int count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

FreedomCount count_freedoms(const System& system, const State& state) {
  const SystemInfo& info = system.info();
  const int per = velocities_per_body(info);
  const ConstraintSpace space = constraint_space(system, state.t(), state.q(), kMostListed);
  FreedomCount count;
  count.velocities = space.velocities;
  count.rows = space.rows;
  count.rank = space.rank;
  for (const ConstraintInfo& row : info.constraints)
    ++(row.driver >= 0 ? count.driver_rows : count.joint_rows);
  for (const int row : space.dependent) count.redundant.push_back(info.constraints[idx(row)].name);
  count.reactions = UndeterminedReactions(info, space);
  count.undetermined = undetermined_components(system, state, count.reactions);
  for (std::size_t i = 0; per > 0 && i < space.untouched.size(); ++i) {
    const auto body = idx(space.untouched[i] / per);
    if (space.untouched[i] % per == 0) count.free_bodies.push_back(info.bodies[body].name);
  }
  const auto free = static_cast<int>(space.motions.cols());
  count.listed = free + int_size(space.untouched) == count.left();
  if (free == 0) return count;
  name_motions(info, space, count);
  if (per == 0) return count;
  const std::vector<double> sizes = velocity_sizes(info);
  Matrix motions = Matrix::Zero(info.nu, free);
  for (Eigen::Index i = 0; i < space.motions.rows(); ++i) {
    const int velocity = space.restrained[idx(i)];
    motions.row(velocity) = sizes[idx(velocity)] * space.motions.row(i);
  }
  count.drivers_for = joints_to_drive(system, state, motions);
  return count;
}

std::vector<std::string> explain(const FreedomCount& count, const SystemInfo& info) {
  const int per = velocities_per_body(info);
  std::string sum = per > 0
                        ? fmt::format("{} × {} = {} velocities",
                                      plural(int_size(info.bodies), "body", "bodies"), per, count.velocities)
                        : fmt::format("{} velocities", count.velocities);
  if (count.rows > 0) {
    sum += fmt::format("; joints impose {}", plural(count.joint_rows, "constraint", "constraints"));
    if (count.driver_rows > 0) sum += fmt::format(" and drivers {}", count.driver_rows);
    if (!count.redundant.empty()) {
      sum += fmt::format(", of which {} redundant ({}), so that {} count",
                         plural(int_size(count.redundant), "is", "are"), fmt::join(count.redundant, ", "),
                         count.rank);
    }
  }
  sum += count.left() == 0 ? "; no freedom is left"
                           : fmt::format("; {} left", plural(count.left(), "freedom", "freedoms"));
  std::vector<std::string> lines{sum};
  for (const FreeMotion& motion : count.motions) {
    lines.push_back(motion.bodies.empty() ? motion.coordinate
                                          : fmt::format("{} is free: it moves {}", motion.coordinate,
                                                        bodies_text(motion, info)));
  }
  if (!count.free_bodies.empty()) {
    constexpr std::size_t kMost = 10;
    const std::size_t shown = std::min(kMost, count.free_bodies.size());
    lines.push_back(fmt::format(
        "no joint holds {}{}",
        fmt::join(count.free_bodies.begin(), count.free_bodies.begin() + static_cast<std::ptrdiff_t>(shown),
                  ", "),
        shown < count.free_bodies.size() ? fmt::format(" and {} more", count.free_bodies.size() - shown)
                                         : ""));
  }
  for (const RedundantGroup& group : count.reactions.groups()) lines.push_back(group.sentence);
  return lines;
}

std::string name_freedoms(const FreedomCount& count, const SystemInfo& info) {
  std::vector<std::string> parts;
  for (const FreeMotion& motion : count.motions) {
    if (parts.size() == 6) {
      parts.push_back(fmt::format("and {} more", count.motions.size() - 6));
      break;
    }
    parts.push_back(motion.bodies.empty()
                        ? motion.coordinate
                        : fmt::format("{} (moves {})", motion.coordinate, bodies_text(motion, info)));
  }
  for (const std::string& body : count.free_bodies) {
    if (parts.size() > 8) break;
    parts.push_back(fmt::format("'{}', which no joint holds", body));
  }
  if (!count.listed) parts.emplace_back("too many to name");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string suggest_drivers(const FreedomCount& count) {
  if (!count.listed) return "that is far from driven: drive a joint for each of them, or leave bodies out";
  std::string hint;
  if (!count.drivers_for.empty()) {
    const bool one = count.drivers_for.size() == 1;
    hint = fmt::format("add {} on joint{} {}", one ? "a driver" : "drivers", one ? "" : "s",
                       fmt::join(count.drivers_for, ", "));
  }
  if (int_size(count.drivers_for) < count.left()) {
    const std::string first = hint.empty() ? "" : hint + "; ";
    hint = first + fmt::format(
                       "{} is moved by no joint that can be driven: hold it by joints with a free coordinate "
                       "(revolute, prismatic), and drive those",
                       hint.empty() ? "it" : "the rest");
  }
  return hint;
}

}  // namespace freeplay
