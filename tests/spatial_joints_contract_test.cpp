// SPDX-License-Identifier: Apache-2.0
// Contract of every registered joint in space, at random poses, mounts and parameters, and close to singular
// positions:
//   D by central differences of Φ along every velocity, γ = −d/dt (D u) along a motion of constant u, the
//   same for the free coordinates, what acts on a acts against b, rows independent where the joint is
//   assembled, rows and coordinates together independent, rows zero as drawn where the joint is given as
//   drawn.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <set>

#include "freeplay/spatial_joint.h"
#include "tests/kit/random.h"

namespace freeplay {
namespace {

constexpr int kTrials = 60;
// Central differences over h: truncation is estimated from two steps, rounding is that of a few dozen
// operations over h.
constexpr double kStep = 2e-5, kRounding = 4e-14;

using testing::Random;
using testing::uniform;
using Twelve = std::array<double, 12>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, kSpatialRow, Eigen::RowMajor>;

Vec3 vector(Random& random, double size = 1) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}
Quat orientation(Random& random) {
  std::normal_distribution<double> normal;
  return normalised({normal(random), normal(random), normal(random), normal(random)});
}

/// Both bodies.
struct Place {
  std::array<Vec3, 2> r{};
  std::array<Quat, 2> e{Quat{1, 0, 0, 0}, Quat{1, 0, 0, 0}};

  SpatialPose pose(std::size_t body) const { return {r[body], rotation(e[body])}; }
  /// After the time t at constant u = (v_a, ω'_a, v_b, ω'_b).
  Place moved(const Twelve& u, double t) const {
    Place out = *this;
    for (std::size_t body = 0; body < 2; ++body) {
      const double* v = u.data() + 6 * body;
      out.r[body] = r[body] + t * Vec3{v[0], v[1], v[2]};
      out.e[body] = normalised(e[body] * turn_by(t * Vec3{v[3], v[4], v[5]}));
    }
    return out;
  }
  SpatialTwist twist(const Twelve& u, std::size_t body) const {
    const double* v = u.data() + 6 * body;
    return {{v[0], v[1], v[2]}, pose(body).turn({v[3], v[4], v[5]})};
  }
};

Place random_place(Random& random) {
  Place place;
  for (std::size_t body = 0; body < 2; ++body)
    place.r[body] = vector(random, 2), place.e[body] = orientation(random);
  return place;
}
Twelve random_twelve(Random& random) {
  Twelve u;
  for (double& x : u) x = uniform(random, -2, 2);
  return u;
}
std::array<SpatialSide, 2> sides(const Place& drawn, Random& random) {
  std::array<SpatialSide, 2> out;
  for (std::size_t body = 0; body < 2; ++body)
    out[body] = {{vector(random), rotation(orientation(random))}, drawn.pose(body)};
  return out;
}

/// Of keys that stand for each other, one.
bool stands_for_another(const EntryInfo& entry, const std::string& key, std::size_t choice) {
  const std::vector<std::vector<std::string>> groups = {
      {"points", "point"}, {"axis", "axes", "world_axis"}, {"axes", "world_axes"}};
  for (const std::vector<std::string>& group : groups) {
    std::vector<std::string> here;
    for (const std::string& word : group) {
      for (const Param& param : entry.params) {
        if (word == param.key) here.push_back(word);
      }
    }
    if (here.size() < 2) continue;
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (here[i] == key && i != choice % here.size()) return true;
    }
  }
  return false;
}

Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  const std::size_t choice = random() % 6;
  for (const Param& param : entry.params) {
    if (stands_for_another(entry, param.key, choice)) continue;
    Value value;
    switch (param.kind) {
      case ParamKind::number: value.data = uniform(random, 0.3, 1.2); break;
      case ParamKind::vector: value.data = vector(random); break;
      case ParamKind::vectors: value.data = std::vector<Point3>{vector(random), vector(random)}; break;
      default: ADD_FAILURE() << entry.name << "." << param.key; continue;
    }
    values.emplace(param.key, value);
  }
  return values;
}

/// A joint with random values that fit each other.
std::unique_ptr<SpatialJoint> random_joint(const SpatialJointEntry& entry, const Place& drawn,
                                           Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    const Values values = random_values(entry, random);
    const auto [a, b] = sides(drawn, random);
    Diagnostics problems;
    auto joint = entry.make(Parameters(entry, values), a, b, "joint.x", problems);
    EXPECT_EQ(joint == nullptr, problems.has_errors());
    if (joint) return joint;
  }
  ADD_FAILURE() << "no random values fit " << entry.name;
  return nullptr;
}

struct Rows {
  Eigen::VectorXd Phi, gamma;
  Matrix D;
};

/// Constraint rows, then those of the free coordinates.
Rows all_rows(const SpatialJoint& joint, const Place& at, const Twelve& u) {
  const int n = joint.rows(), all = n + joint.coordinates();
  Rows out{Eigen::VectorXd(all), Eigen::VectorXd(all), Matrix(all, kSpatialRow)};
  const SpatialPose a = at.pose(0), b = at.pose(1);
  const SpatialTwist va = at.twist(u, 0), vb = at.twist(u, 1);
  joint.evaluate(a, b, out.Phi.data(), out.D.data());
  joint.gamma(a, b, va, vb, out.gamma.data());
  for (int i = 0; i < joint.coordinates(); ++i) {
    out.Phi[n + i] = joint.coordinate(i, a, b);
    joint.coordinate_row(i, a, b, out.D.row(n + i).data());
    out.gamma[n + i] = joint.coordinate_gamma(i, a, b, va, vb);
  }
  return out;
}

/// A derivative by central differences over h and h/2, extrapolated; how far it can be off.
struct Slope {
  double value, error;
};
Slope slope_of(const std::function<double(double)>& f, double step, bool angle = false) {
  const auto over = [&](double h) {
    const double change = f(h) - f(-h);
    return (angle ? std::remainder(change, 2 * std::numbers::pi) : change) / (2 * h);
  };
  const double coarse = over(step), fine = over(step / 2), value = fine + (fine - coarse) / 3;
  return {value, std::abs(value - fine)};
}

void expect_derivatives(const SpatialJoint& joint, const Place& at, const Twelve& u, double step = kStep) {
  const Rows rows = all_rows(joint, at, u);
  const Eigen::Map<const Eigen::Matrix<double, kSpatialRow, 1>> velocity(u.data());
  for (int r = 0; r < rows.Phi.size(); ++r) {
    const bool constraint = r < joint.rows();
    SCOPED_TRACE(constraint ? joint.row_name(r) : "coordinate " + std::to_string(r - joint.rows()));
    // rounding of D is that of 1/ε when it is of order 1/ε
    const double rounding = kRounding / step * (1 + rows.D.row(r).squaredNorm());
    if (!constraint || joint.row_is_holonomic(r)) {
      for (std::size_t c = 0; c < kSpatialRow; ++c) {
        Twelve direction{};
        direction[c] = 1;
        const Slope slope = slope_of(
            [&](double t) { return all_rows(joint, at.moved(direction, t), u).Phi[r]; }, step, !constraint);
        EXPECT_NEAR(rows.D(r, static_cast<int>(c)), slope.value, slope.error + rounding) << "column " << c;
      }
    } else {
      EXPECT_EQ(rows.Phi[r], 0);
    }
    const Slope slope =
        slope_of([&](double t) { return all_rows(joint, at.moved(u, t), u).D.row(r).dot(velocity); }, step);
    EXPECT_NEAR(rows.gamma[r], -slope.value, slope.error + rounding);
  }
}

/// Rows that have a Φ.
int holonomic(const SpatialJoint& joint) {
  int n = 0;
  while (n < joint.rows() && joint.row_is_holonomic(n)) ++n;
  return n;
}

/// Moves both bodies, by Newton's method, until the joint is assembled.
bool assembled(const SpatialJoint& joint, Place& at) {
  const int n = holonomic(joint);
  for (int iteration = 0; iteration < 40; ++iteration) {
    const Rows rows = all_rows(joint, at, {});
    if (rows.Phi.head(n).norm() < 1e-13) return true;
    const Matrix D = rows.D.topRows(n);
    const Eigen::VectorXd step = -D.transpose() * (D * D.transpose()).ldlt().solve(rows.Phi.head(n));
    const double shorter = std::min(1.0, 0.5 / step.norm());
    Twelve u;
    for (std::size_t c = 0; c < kSpatialRow; ++c) u[c] = step[static_cast<int>(c)];
    at = at.moved(u, shorter);
  }
  return false;
}

/// Smallest and largest singular value.
std::array<double, 2> singular_values(const Matrix& D) {
  const Eigen::MatrixXd square = D * D.transpose();
  const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(square).eigenvalues();
  return {std::sqrt(std::max(0.0, values.minCoeff())), std::sqrt(values.maxCoeff())};
}

/// The force of a row on both bodies together, and its moment about the origin.
void expect_no_net_action(const Eigen::RowVectorXd& row, const Place& at) {
  Vec3 force{}, moment{};
  for (std::size_t body = 0; body < 2; ++body) {
    const double* w = row.data() + 6 * body;
    force = force + Vec3{w[0], w[1], w[2]};
    moment = moment + cross(at.r[body], {w[0], w[1], w[2]}) + at.pose(body).turn({w[3], w[4], w[5]});
  }
  EXPECT_NEAR(norm(force), 0, 1e-12);
  EXPECT_NEAR(norm(moment), 0, 1e-11);
}

TEST(SpatialJointsContract, SaysWhatItIs) {
  for (const SpatialJointEntry* entry : entries_of<SpatialJointEntry>()) {
    SCOPED_TRACE(entry->name);
    Random random(10);
    const auto joint = random_joint(*entry, random_place(random), random);
    ASSERT_NE(joint, nullptr);
    EXPECT_LE(joint->rows(), kMostSpatialRows);
    std::set<std::string> names;
    for (int r = 0; r < joint->rows(); ++r) names.insert(joint->row_name(r));
    EXPECT_EQ(static_cast<int>(names.size()), joint->rows());
    EXPECT_EQ(joint->coordinates(), static_cast<int>(entry->coordinates.size()));
    for (const FreeCoordinate& one : entry->coordinates) {
      EXPECT_STRNE(one.name, "");
      EXPECT_TRUE(std::string(one.unit) == "rad" || std::string(one.unit) == "m") << one.unit;
    }
    // what rows leave free, coordinates or not; a rolling body keeps two freedoms of position that it cannot
    // choose the velocity of
    EXPECT_LE(holonomic(*joint) + joint->coordinates(), 6);
  }
}

TEST(SpatialJointsContract, RowsAndGammaAreDerivatives) {
  for (const SpatialJointEntry* entry : entries_of<SpatialJointEntry>()) {
    Random random(11);
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      const Place drawn = random_place(random);
      const auto joint = random_joint(*entry, drawn, random);
      ASSERT_NE(joint, nullptr);
      expect_derivatives(*joint, drawn, random_twelve(random));
      expect_derivatives(*joint, random_place(random), random_twelve(random));
    }
  }
}

TEST(SpatialJointsContract, RowsAreIndependentWhereAssembled) {
  for (const SpatialJointEntry* entry : entries_of<SpatialJointEntry>()) {
    Random random(12);
    int count = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      Place at = random_place(random);
      const auto joint = random_joint(*entry, at, random);
      ASSERT_NE(joint, nullptr);
      if (!assembled(*joint, at)) continue;
      ++count;
      expect_derivatives(*joint, at, random_twelve(random));
      const Rows rows = all_rows(*joint, at, {});
      const auto [smallest, largest] = singular_values(rows.D.topRows(joint->rows()));
      EXPECT_GT(smallest, 0.02 * largest);
      EXPECT_GT(singular_values(rows.D)[0], 1e-3);  // drivers included
      for (int r = 0; r < rows.D.rows(); ++r) expect_no_net_action(rows.D.row(r), at);
      const Vec3 point = joint->point(at.pose(0), at.pose(1));
      EXPECT_TRUE(std::isfinite(norm(point)));
    }
    EXPECT_GT(count, kTrials * 9 / 10) << entry->name;
  }
}

/// Every key that means "as drawn".
Values as_drawn(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const std::string key = param.key;
    if (key == "point" || key == "axis") values[key].data = vector(random);
    if (key == "points" && !param.optional)
      values[key].data = std::vector<Point3>{vector(random), vector(random)};
    if (key == "world_axes") {
      const Vec3 first = unit(vector(random));
      values[key].data = std::vector<Point3>{first, tangents(first)[0]};
    }
  }
  return values;
}

TEST(SpatialJointsContract, RowsVanishAsDrawn) {
  for (const SpatialJointEntry* entry : entries_of<SpatialJointEntry>()) {
    if (std::string(entry->name).starts_with("rolling")) continue;  // the plane is where the file says
    Random random(13);
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      const Place drawn = random_place(random);
      const Values values = as_drawn(*entry, random);
      const auto [a, b] = sides(drawn, random);
      Diagnostics problems;
      const auto joint = entry->make(Parameters(*entry, values), a, b, "joint.x", problems);
      ASSERT_NE(joint, nullptr) << to_string(problems.all().at(0));
      EXPECT_LT(all_rows(*joint, drawn, {}).Phi.head(joint->rows()).norm(), 2e-14);
    }
  }
}

/// The drawing of `singular` with b turned by a little, and a joint made from the values there.
void expect_derivatives_near(const char* name, const Values& values, const Place& drawn,
                             const Place& singular) {
  SCOPED_TRACE(name);
  const SpatialJointEntry& entry = *find_entry<SpatialJointEntry>(name);
  Diagnostics problems;
  const SpatialSide a{{}, drawn.pose(0)}, b{{}, drawn.pose(1)};
  const auto joint = entry.make(Parameters(entry, values), a, b, "joint.x", problems);
  ASSERT_NE(joint, nullptr) << to_string(problems.all().at(0));
  Random random(14);
  for (const double near : {1e-1, 1e-2, 1e-3}) {
    for (int trial = 0; trial < 5; ++trial) {
      SCOPED_TRACE("at " + std::to_string(near));
      Place at = singular;
      at.e[1] = normalised(at.e[1] * turn_by(near * unit(vector(random))));
      at.r[1] = at.r[1] + near * vector(random);
      expect_derivatives(*joint, at, random_twelve(random), 10 * near * kStep);
    }
  }
}

Place turned(const Vec3& axis, double angle) {
  Place out;
  out.e[1] = turn_by(angle * axis);
  return out;
}

TEST(SpatialJointsContract, RowsAndGammaAreDerivativesNearSingularPositions) {
  const double quarter = std::numbers::pi / 2, half = std::numbers::pi;
  const Value origin{std::vector<Point3>{{0, 0, 0}, {0, 0, 0}}, {}}, z{Point3{0, 0, 1}, {}};
  // arms of the cross parallel
  expect_derivatives_near("universal",
                          {{"points", origin}, {"axes", {std::vector<Point3>{{1, 0, 0}, {0, 1, 0}}, {}}}}, {},
                          turned({0, 0, 1}, -quarter));
  // the second Cardan angle a quarter turn
  expect_derivatives_near("spherical", {{"points", origin}}, {}, turned({0, 1, 0}, quarter));
  // half a turn away from the drawing
  expect_derivatives_near("weld", {}, {}, turned(unit({1, 2, -1}), half));
  expect_derivatives_near("translational", {{"axis", z}}, {}, turned(unit({1, 2, -1}), half));
  // axes at right angles, where the angle of one pair of directions is lost, and opposed
  for (const char* name : {"revolute", "cylindrical", "planar"}) {
    expect_derivatives_near(name, {{"points", origin}, {"axis", z}}, {}, turned({0, 1, 0}, quarter));
    expect_derivatives_near(name, {{"points", origin}, {"axis", z}}, {}, turned({0, 1, 0}, half));
    expect_derivatives_near(name, {{"points", origin}, {"axis", z}}, {}, {});
  }
  // a disc that lies flat
  Place upright = turned({1, 0, 0}, quarter);
  upright.r[1] = {0, 0, 0.5};
  expect_derivatives_near("rolling_disc", {{"radius", {0.5, {}}}, {"axis", z}, {"axle", z}}, upright, {});
  // a short rod, and its ends together
  Place apart;
  apart.r[1] = {1e-3, 0, 0};
  expect_derivatives_near("distance", {{"points", origin}}, apart, {});
}

}  // namespace
}  // namespace freeplay
