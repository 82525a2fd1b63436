// SPDX-License-Identifier: Apache-2.0
// Contract of every registered joint, ideal or with play, at random poses and with random parameters:
//   D = ∂Φ/∂q by central differences, γ = −d²Φ/dt² along a path of constant u, the same for the free
//   coordinate; w_N = ∂g_N/∂q, and w_N, w_T give the relative velocity of the two material points at the
//   contact.
// Then the same for the rows of an assembled system, with the ground as either body, with drivers.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "clearances/planar/clearance.h"
#include "freeplay/assemble.h"
#include "freeplay/planar_joint.h"
#include "model/words.h"
#include "tests/kit/random.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

constexpr int kTrials = 50;
// Central differences over h of functions of order 1: truncation h²/6 = 2e-11, rounding 1e-16/h = 1e-11.
constexpr double kStep = 1e-5, kTolerance = 1e-9;
// Second derivatives from five points: truncation h⁴/90 f⁗'' = 1e-14 times powers of ω ≤ 2 up to 64, rounding
// 1e-15/h².
constexpr double kStep2 = 1e-3, kTolerance2 = 5e-8;

using testing::Random;
using testing::uniform;
bool coin(Random& random) { return random() % 2 == 0; }

std::vector<double> random_list(Random& random, bool increasing) {
  std::vector<double> list;
  double sum = uniform(random, -1, 0);
  for (int i = 0; i < 5; ++i)
    list.push_back(increasing ? sum += uniform(random, 0.2, 1) : uniform(random, -1, 1));
  return list;
}

/// A lift that fills the turn: up, a dwell, and down again, at once or not.
std::vector<Choice> random_segments(Random& random) {
  const double rise = uniform(random, 1.5, 2.5), dwell = uniform(random, 0.5, 1), turn = 2 * std::acos(-1.0);
  const auto segment = [](const char* lift, double angle, std::optional<double> to) {
    Choice choice{lift, {}, {}};
    if (angle > 0) choice.values["angle"].data = angle;
    if (to) choice.values["to"].data = *to;
    return choice;
  };
  const char* const laws[] = {"cycloidal", "polynomial_345", "polynomial_4567"};
  const double lift = uniform(random, 0.05, 0.2);
  std::vector<Choice> segments{segment(laws[random() % 3], rise, lift)};
  if (coin(random)) {
    segments.push_back(segment("dwell", dwell, {}));
    segments.push_back(segment(laws[random() % 3], turn - rise - dwell, 0.0));
  } else {
    segments.push_back(segment("drop", 0, 0.0));
    segments.push_back(segment("dwell", turn - rise, {}));
  }
  return segments;
}

/// Any allowed value for every required parameter, and for about half of the optional ones.
Values random_values(const EntryInfo& entry, Random& random) {
  Values values;
  for (const Param& param : entry.params) {
    const bool required = std::isnan(param.fallback) && !param.optional;
    if (!required && coin(random)) continue;
    const auto point = [&] { return Point{uniform(random, 0.1, 1), uniform(random, -1, 1)}; };
    Value value;
    switch (param.kind) {
      case ParamKind::number:
        value.data =
            param.low >= 0 ? uniform(random, 0.2, std::min(1.2, param.high)) : uniform(random, -1, 1);
        break;
      case ParamKind::boolean: value.data = coin(random); break;
      case ParamKind::choice: {
        const std::vector<std::string> words = words_of(param.choices);
        value.data = words[random() % words.size()];
        break;
      }
      case ParamKind::point: value.data = point(); break;
      case ParamKind::points: value.data = std::vector<Point>{point(), point()}; break;
      case ParamKind::polygon: value.data = std::vector<Point>{{0, 0}, {1, 0}, point()}; break;
      case ParamKind::numbers: value.data = random_list(random, std::string(param.key) == "times"); break;
      case ParamKind::method: ADD_FAILURE() << entry.name << "." << param.key; break;
      case ParamKind::methods: value.data = Choices(random_segments(random)); break;
      case ParamKind::texts: value.data = Texts({"text"}); break;
      case ParamKind::text: value.data = std::string("text"); break;
      case ParamKind::vector:  // of space; this test is about the plane
      case ParamKind::vectors:
      case ParamKind::vertices:
      case ParamKind::orientation: continue;
    }
    values.emplace(param.key, value);
  }
  return values;
}

using Six = std::array<double, 6>;

Six random_six(Random& random, bool ground_a, bool ground_b) {
  Six q;
  for (double& x : q) x = uniform(random, -2, 2);
  if (ground_a) q[0] = q[1] = q[2] = 0;
  if (ground_b) q[3] = q[4] = q[5] = 0;
  return q;
}

Pose pose(const Six& q, std::size_t body) {
  const double angle = q[3 * body + 2];
  return {q[3 * body], q[3 * body + 1], angle, std::cos(angle), std::sin(angle)};
}
Twist twist(const Six& u, std::size_t body) { return {u[3 * body], u[3 * body + 1], u[3 * body + 2]}; }

Six moved(const Six& q, const Six& u, double t) {
  Six out = q;
  for (std::size_t i = 0; i < 6; ++i) out[i] += t * u[i];
  return out;
}

double first_derivative(const std::function<double(double)>& f) {
  return (f(kStep) - f(-kStep)) / (2 * kStep);
}

/// (−f(2h) + 16 f(h) − 30 f(0) + 16 f(−h) − f(−2h)) / 12 h²
double second_derivative(const std::function<double(double)>& f) {
  const double h = kStep2;
  return (-f(2 * h) + 16 * f(h) - 30 * f(0) + 16 * f(-h) - f(-2 * h)) / (12 * h * h);
}

/// A scalar function of the six coordinates, its row and its γ, against differences.
void expect_row(const std::function<double(const Six&)>& value, const double* row, double gamma, const Six& q,
                const Six& u) {
  for (std::size_t c = 0; c < 6; ++c) {
    Six direction{};
    direction[c] = 1;
    const double slope = first_derivative([&](double t) { return value(moved(q, direction, t)); });
    EXPECT_NEAR(row[c], slope, kTolerance) << "column " << c;
  }
  EXPECT_NEAR(gamma, -second_derivative([&](double t) { return value(moved(q, u, t)); }), kTolerance2);
}

TEST(JointsContract, RowsAndGammaAreDerivativesOfPhi) {
  for (const JointEntry* entry : entries_of<JointEntry>()) {
    Random random(11);
    for (int trial = 0; trial < kTrials; ++trial) {
      SCOPED_TRACE(std::string(entry->name) + ", trial " + std::to_string(trial));
      const Values values = random_values(*entry, random);
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six drawn = random_six(random, ground_a, ground_b), q = random_six(random, ground_a, ground_b);
      const Six u = random_six(random, ground_a, ground_b);
      const auto joint = entry->make(Parameters(*entry, values), pose(drawn, 0), pose(drawn, 1));
      ASSERT_LE(joint->rows(), 3);
      double Phi[3], D[3 * kPlanarRow], gamma[3];
      joint->evaluate(pose(q, 0), pose(q, 1), Phi, D);
      joint->gamma(pose(q, 0), pose(q, 1), twist(u, 0), twist(u, 1), gamma);
      for (int r = 0; r < joint->rows(); ++r) {
        SCOPED_TRACE(joint->row_name(r));
        const auto value = [&](const Six& at) {
          double phi[3], unused[3 * kPlanarRow];
          joint->evaluate(pose(at, 0), pose(at, 1), phi, unused);
          return phi[r];
        };
        expect_row(value, D + r * kPlanarRow, gamma[r], q, u);
      }
      ASSERT_EQ(joint->has_coordinate(), (*entry->coordinate != '\0'));
      if (!joint->has_coordinate()) continue;
      SCOPED_TRACE("coordinate");
      double row[kPlanarRow];
      joint->coordinate_row(pose(q, 0), pose(q, 1), row);
      expect_row([&](const Six& at) { return joint->coordinate(pose(at, 0), pose(at, 1)); }, row,
                 joint->coordinate_gamma(pose(q, 0), pose(q, 1), twist(u, 0), twist(u, 1)), q, u);
    }
  }
}

/// Position at time t of the point of the body that is at p now, moving with constant velocities.
Vec2 carried(const Vec2& p, const Six& q, const Six& u, std::size_t body, double t) {
  const Pose now = pose(q, body), later = pose(moved(q, u, t), body);
  const Vec2 d = p - now.centre();
  return later.point({now.c * d[0] + now.s * d[1], -now.s * d[0] + now.c * d[1]});
}

/// A joint with play and values that it accepts; they may have to fit each other.
std::unique_ptr<PlanarClearance> make_random(const ClearanceEntry& entry, Random& random, Values& values) {
  static constexpr EntryInfo kNoIdeal{"", "", "", {}};
  const JointEntry* same = find_entry<JointEntry>(entry.name);  // a cam has no ideal form
  const EntryInfo& ideal = same ? static_cast<const EntryInfo&>(*same) : kNoIdeal;
  for (int attempt = 0; attempt < 1000; ++attempt) {
    values = random_values(entry, random);
    values.merge(random_values(ideal, random));
    Diagnostics problems;
    auto play = entry.make(Parameters(entry, values), Parameters(ideal, values), "joint", problems);
    EXPECT_EQ(play == nullptr, problems.has_errors());
    if (play) return play;
  }
  return nullptr;
}

/// Moves body b along the gap's direction until the contact touches.
bool bring_to_contact(const PlanarClearance& play, int contact, Six& q) {
  std::vector<double> gaps(static_cast<std::size_t>(play.contacts()));
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Pose a = pose(q, 0), b = pose(q, 1);
    play.gaps({a, b}, gaps.data());
    const double gap = gaps[static_cast<std::size_t>(contact)];
    if (std::abs(gap) < 1e-15) return true;
    double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
    play.rows(contact, {a, b}, w_N, w_T, w_tilde);
    const double slope = w_N[3] * w_N[3] + w_N[4] * w_N[4];
    q[3] -= gap * w_N[3] / slope;
    q[4] -= gap * w_N[4] / slope;
  }
  return false;
}

TEST(ClearancesContract, RowsAreTheGapRate) {
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(12);
    for (int trial = 0; trial < kTrials; ++trial) {
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six q = random_six(random, ground_a, ground_b);
      const double now = uniform(random, 0, 1);
      Values values;
      const auto play = make_random(*entry, random, values);
      ASSERT_NE(play, nullptr) << entry->name;
      EXPECT_GT(play->length(), 0);
      const double branch = play->branch({pose(q, 0), pose(q, 1), now});
      for (int i = 0; i < play->contacts(); ++i) {
        SCOPED_TRACE(std::string(entry->name) + "." + play->contact_name(i) + ", trial " +
                     std::to_string(trial));
        double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
        play->rows(i, {pose(q, 0), pose(q, 1), now, &branch}, w_N, w_T, w_tilde);
        const auto gap = [&](const Six& at, double time) {
          std::vector<double> all(static_cast<std::size_t>(play->contacts()));
          play->gaps({pose(at, 0), pose(at, 1), time, &branch}, all.data());
          return all[static_cast<std::size_t>(i)];
        };
        for (std::size_t c = 0; c < 6; ++c) {
          Six direction{};
          direction[c] = 1;
          EXPECT_NEAR(w_N[c], first_derivative([&](double x) { return gap(moved(q, direction, x), now); }),
                      kTolerance);
        }
        EXPECT_NEAR(w_tilde[0], first_derivative([&](double x) { return gap(q, now + x); }), kTolerance);
      }
    }
  }
}

TEST(ClearancesContract, RowsAreTheRelativeVelocityWhereItTouches) {
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(15);
    int touched = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      const bool ground_a = trial % 3 == 1, ground_b = trial % 3 == 2;
      const Six u = random_six(random, ground_a, ground_b);
      Values values;
      const auto play = make_random(*entry, random, values);
      ASSERT_NE(play, nullptr) << entry->name;
      for (int i = 0; i < play->contacts(); ++i) {
        SCOPED_TRACE(std::string(entry->name) + "." + play->contact_name(i) + ", trial " +
                     std::to_string(trial));
        Six q = random_six(random, ground_a, false);
        if (!bring_to_contact(*play, i, q)) continue;
        ++touched;
        double w_N[kPlanarRow], w_T[kPlanarRow], w_tilde[2] = {0, 0};
        play->rows(i, {pose(q, 0), pose(q, 1)}, w_N, w_T, w_tilde);
        double gamma_N = 0, gamma_T = 0;
        for (std::size_t c = 0; c < 6; ++c) gamma_N += w_N[c] * u[c], gamma_T += w_T[c] * u[c];
        // normal and tangent are unit vectors at right angles, and the rows measure v_b − v_a along them
        const Vec2 n{w_N[3], w_N[4]}, t{w_T[3], w_T[4]}, p = play->point(i, {pose(q, 0), pose(q, 1)});
        EXPECT_NEAR(norm(n), 1, 1e-13);
        EXPECT_NEAR(norm(t), 1, 1e-13);
        EXPECT_NEAR(dot(n, t), 0, 1e-13);
        const auto apart = [&](double time) { return carried(p, q, u, 1, time) - carried(p, q, u, 0, time); };
        EXPECT_NEAR(gamma_N, first_derivative([&](double time) { return dot(n, apart(time)); }), kTolerance);
        EXPECT_NEAR(gamma_T, first_derivative([&](double time) { return dot(t, apart(time)); }), kTolerance);
        // what acts on a acts against b, in the same line: no net force, no net moment about the origin
        for (const double* w : {w_N, w_T}) {
          EXPECT_NEAR(w[0] + w[3], 0, 1e-14);
          EXPECT_NEAR(w[1] + w[4], 0, 1e-14);
          EXPECT_NEAR(q[0] * w[1] - q[1] * w[0] + w[2] + q[3] * w[4] - q[4] * w[3] + w[5], 0, 1e-13);
        }
      }
    }
    EXPECT_GT(touched, kTrials / 2) << entry->name;
  }
}

Body body_named(const char* name, Random& random) {
  Body body;
  body.name = name;
  body.mass = uniform(random, 0.5, 2);
  body.inertia = uniform(random, 0.5, 2);
  body.position = {uniform(random, -1, 1), uniform(random, -1, 1)};
  body.angle = uniform(random, -1, 1);
  return body;
}

/// A system's stored row spread over all velocities.
std::vector<double> spread(const RowShape& shape, const double* row, int nu) {
  std::vector<double> all(static_cast<std::size_t>(nu), 0);
  for (std::size_t block = 0; block < 2; ++block) {
    for (int k = 0; k < shape.size[block]; ++k)
      all[static_cast<std::size_t>(shape.start[block] + k)] += *row++;
  }
  return all;
}

/// Φ, D, Φ_t and γ of an assembled system at a random (t, q, u).
void expect_system_rows(const System& system, Random& random) {
  const SystemInfo& info = system.info();
  const auto nu = static_cast<std::size_t>(info.nu);
  Evaluation ev(info), other(info);
  std::vector<double> q(nu), u(nu), at(nu);
  for (double& x : q) x = uniform(random, -2, 2);
  for (double& x : u) x = uniform(random, -2, 2);
  const double t = uniform(random, 0.1, 0.9);
  system.place(t, q, ev);
  system.constraints(t, q, ev);
  system.constraint_gamma(t, q, u, ev);
  const auto value = [&](std::size_t row, const std::vector<double>& direction, double length, double time) {
    for (std::size_t i = 0; i < nu; ++i) at[i] = q[i] + length * direction[i];
    system.place(time, at, other);
    system.constraints(time, at, other);
    return other.Phi[row];
  };
  const std::vector<double> still(nu, 0);
  for (std::size_t r = 0; r < info.constraints.size(); ++r) {
    SCOPED_TRACE(info.constraints[r].name);
    const std::vector<double> row = spread(info.constraints[r].shape, ev.row_D(static_cast<int>(r)), info.nu);
    for (std::size_t c = 0; c < nu; ++c) {
      std::vector<double> direction(nu, 0);
      direction[c] = 1;
      EXPECT_NEAR(row[c], first_derivative([&](double x) { return value(r, direction, x, t); }), kTolerance);
    }
    EXPECT_NEAR(ev.Phi_t[r], first_derivative([&](double x) { return value(r, still, 0, t + x); }),
                kTolerance);
    EXPECT_NEAR(ev.gamma[r], -second_derivative([&](double x) { return value(r, u, x, t + x); }),
                kTolerance2);
  }
}

TEST(JointsContract, SystemsPutTheRowsInTheRightColumns) {
  const std::array<std::string, 2> pairs[] = {{"ground", "b"}, {"b", "ground"}, {"a", "b"}, {"c", "a"}};
  for (const JointEntry* entry : entries_of<JointEntry>()) {
    Random random(13);
    for (const auto& bodies : pairs) {
      SCOPED_TRACE(std::string(entry->name) + " between " + bodies[0] + " and " + bodies[1]);
      Model model;
      for (const char* name : {"a", "b", "c"}) model.bodies.push_back(body_named(name, random));
      model.joints.push_back({"joint", entry->name, bodies, random_values(*entry, random), {}, {}});
      if (*entry->coordinate != '\0') {
        Choice motion{"sine", {}, {}};
        motion.values["amplitude"].data = 0.3;
        motion.values["frequency"].data = 0.4;
        motion.values["phase"].data = 0.5;
        model.drivers.push_back({"motor", "joint", motion, {}});
      }
      const Assembly assembly = assemble(model);
      EXPECT_EQ(assembly.initial.degrees_of_freedom,
                9 - static_cast<int>(assembly.system->info().constraints.size()));
      expect_system_rows(*assembly.system, random);
    }
  }
}

/// A joint with play among three bodies. What only pushes, as a cam, may start anywhere but inside.
Assembly random_assembly(const ClearanceEntry& entry, const std::array<std::string, 2>& bodies,
                         Random& random) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    Model model;
    for (const char* name : {"a", "b", "c"}) model.bodies.push_back(body_named(name, random));
    Values values;
    make_random(entry, random, values);
    model.joints.push_back({"joint", entry.name, bodies, values, {}, {}});
    model.contact.impact = Choice{"newton", {{"restitution", {0.5, {}}}}, {}};
    model.run.initial = "ideal";
    try {
      return assemble(model);
    } catch (const ModelError& error) {
      if (!always_pushes(entry.name)) throw;
      EXPECT_CONTAINS(error.what(), "inside its surface");
    }
  }
  return {};
}

TEST(ClearancesContract, SystemsPutTheRowsInTheRightColumns) {
  const std::array<std::string, 2> pairs[] = {{"ground", "b"}, {"b", "ground"}, {"a", "b"}, {"c", "a"}};
  for (const ClearanceEntry* entry : entries_of<ClearanceEntry>()) {
    Random random(14);
    for (const auto& bodies : pairs) {
      SCOPED_TRACE(std::string(entry->name) + " between " + bodies[0] + " and " + bodies[1]);
      const Assembly assembly = random_assembly(*entry, bodies, random);
      ASSERT_NE(assembly.system, nullptr);
      const SystemInfo& info = assembly.system->info();
      ASSERT_FALSE(info.contacts.empty());
      EXPECT_TRUE(info.constraints.empty());
      Evaluation ev(info), other(info);
      std::vector<double> q(9), at(9);
      for (double& x : q) x = uniform(random, -2, 2);
      assembly.system->load(assembly.system->initial_state().features(), ev);
      assembly.system->load(assembly.system->initial_state().features(), other);
      assembly.system->place(0, q, ev);
      for (int i = 0; i < static_cast<int>(info.contacts.size()); ++i) {
        assembly.system->contact_rows(0, q, i, ev);
        const auto k = static_cast<std::size_t>(i);
        const std::vector<double> w_N = spread(info.contacts[k].shape, ev.row_W(2 * i), 9);
        for (std::size_t c = 0; c < 9; ++c) {
          const auto gap = [&](double x) {
            at = q;
            at[c] += x;
            assembly.system->place(0, at, other);
            assembly.system->gaps(0, at, other);
            return other.gap[k];
          };
          EXPECT_NEAR(w_N[c], first_derivative(gap), kTolerance) << info.contacts[k].name << " column " << c;
        }
      }
    }
  }
}

}  // namespace
}  // namespace freeplay
