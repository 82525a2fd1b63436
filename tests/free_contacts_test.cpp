// SPDX-License-Identifier: Apache-2.0
// Free contacts in whole models: closed forms, the pool against fixed contacts, what is recorded.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <sstream>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/kit/run.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::example;
using testing::Ran;
using testing::run;

/// The word in a cell of a table.
std::string word(const MemoryRecord& record, const std::string& table, std::size_t row, const char* column) {
  for (const Table& each : record.layout().tables) {
    if (each.path != table) continue;
    for (std::size_t c = 0; c < each.columns.size(); ++c) {
      if (each.columns[c].name == column)
        return each.columns[c].words.at(static_cast<std::size_t>(record.rows(table)[row][c]));
    }
  }
  throw std::out_of_range(column);
}

// ------------------------------------------------------------------------------------------ closed forms
TEST(FreeContacts, BallBouncesAndComesToRest) {
  const Ran ball = run(example("bouncing_ball"));
  const double times[] = {0.4515236409857309, 0.9030472819714618, 1.1288091024643272,
                          1.24169001271076,   1.2981304678339762, 1.3263506953955846};
  const auto& impacts = ball.record.rows("/impacts");
  ASSERT_GE(impacts.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(impacts[i][0], times[i], 1e-9) << i;
  const auto& events = ball.record.rows("/events");
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0][0], 1.3545709229571927, 1e-6);
  EXPECT_NEAR(ball.last("/body/ball/position", 1), 0.002, 1e-11);
  EXPECT_EQ(ball.last("/contact/ball/floor/mode"), 1);  // stick
}

TEST(FreeContacts, BrickSlidesToRest) {
  const Ran brick = run(example("brick_sliding"));
  EXPECT_NEAR(brick.record.rows("/events")[2][0], 0.6795786612300374, 1e-6);
  EXPECT_NEAR(brick.last("/body/brick/position"), 0.6795786612300374, 1e-6);
  EXPECT_NEAR(brick.last("/body/brick/angle"), 0, 1e-9);
}

TEST(FreeContacts, BrickOnAnIncline) {
  const Ran slides = run(example("brick_on_incline"));
  const double way = 0.5 * 1.5067163155498617;  // after 1 s
  EXPECT_NEAR(slides.last("/body/brick/position", 0), -0.025 - way * std::cos(std::numbers::pi / 6), 1e-10);
  const double tan = std::tan(std::numbers::pi / 6);
  for (const double share : {1.0001, 0.9999}) {
    const Model model = example("brick_on_incline", {{"contact.friction.mu", std::to_string(share * tan)},
                                                     {"method.stepper.step", "0.01"},
                                                     {"run.end", "10"},
                                                     {"run.record.every", "1"}});
    const Ran brick = run(model);
    const double moved = std::hypot(brick.last("/body/brick/position", 0) + 0.025,
                                    brick.last("/body/brick/position", 1) - 0.0433012701892219);
    if (share > 1) {
      EXPECT_LT(moved, 1e-10);
    } else {
      EXPECT_NEAR(moved, 0.5 * 100 * 9.81 * (0.5 - std::stod(std::to_string(share * tan)) * std::sqrt(0.75)),
                  1e-9);
    }
  }
}

/// Housner: ω⁺ = ω⁻ (1 − 3/2 sin² α) when the other corner hits without restitution and without slip.
TEST(FreeContacts, BlockRocks) {
  Model model = example("rocking_block");
  model.run.record.every = 0;
  const Ran block = run(model);
  const auto& impacts = block.record.rows("/impacts");
  ASSERT_GE(impacts.size(), 3u);
  const std::vector<double> time = block.record.values("/time"),
                            omega = block.record.values("/body/block/angular_velocity"),
                            angle = block.record.values("/body/block/angle");
  const double sin = 0.1 / std::hypot(0.1, 0.5);
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t k = 0;
    while (time[k] < impacts[i][0]) ++k;
    // upright within a step of the impact: no torque but of order of the tilt, but gravity acts for a step
    EXPECT_NEAR(omega[k + 1] / omega[k - 1], 1 - 1.5 * sin * sin, 0.02);
    EXPECT_LT(std::abs(angle[k]), 2 * model.run.end * 1e-3);
  }
  EXPECT_EQ(block.record.layout().channels.size() > 0, true);
}

TEST(FreeContacts, CradlePassesTheSpeedOn) {
  const Ran cradle = run(example("newtons_cradle", {{"run.end", "0.55"}}));
  EXPECT_EQ(cradle.record.rows("/impacts").size(), 4u);
  // the last ball flies off with the energy of the first; the others hang still but for the 10 µm between
  // them
  EXPECT_GT(cradle.last("/body/ball_5/position", 0), 0.2 + 0.05);
  for (const char* ball : {"ball_1", "ball_2", "ball_3", "ball_4"}) {
    EXPECT_LT(std::abs(cradle.last(std::string("/body/") + ball + "/angular_velocity")), 0.01) << ball;
  }
  EXPECT_NEAR(cradle.summary.end.total(), cradle.summary.start.total(), 1e-8);
}

/// With ε_N = ε_T = 1 and enough friction the slip is reversed as the approach is; energy is kept.
TEST(FreeContacts, SuperBallComesBack) {
  const Ran ball = run(example("super_ball"));
  const auto& impacts = ball.record.rows("/impacts");
  ASSERT_EQ(impacts.size(), 3u);
  for (const auto& impact : impacts) {
    EXPECT_NEAR(impact[3], -impact[2], 1e-12);  // normal
    EXPECT_NEAR(impact[5], -impact[4], 1e-12);  // slip
  }
  // floor, table, floor: v = 3 → 3·(3/7) → … by v⁺ = v⁻ (1 − 2c) ∓ 2c r ω⁻, c = 1/(1 + m r²/J) = 2/7
  double v = 3, spin = 0;  // spin = r ω
  const double c = 2.0 / 7;
  for (const double side : {1.0, -1.0, 1.0}) {  // floor below, table above
    const double slip = v + side * spin;
    v -= 2 * c * slip;
    spin -= side * 2 * (1 - c) * slip;
  }
  EXPECT_NEAR(ball.last("/body/ball/velocity", 0), v, 1e-11);
  EXPECT_NEAR(ball.last("/body/ball/angular_velocity") * 0.025, spin, 1e-11);
  EXPECT_LT(v, 0);  // back towards the hand
  EXPECT_NEAR(ball.summary.end.total(), ball.summary.start.total(), 1e-14);
}

TEST(FreeContacts, StackComesToRestStraight) {
  const Ran stack = run(example("block_stack"));
  for (int i = 1; i <= 10; ++i) {
    const std::string body = "/body/brick_" + std::to_string(i) + "/";
    EXPECT_NEAR(stack.last(body + "position", 0), 0, 1e-9);
    EXPECT_NEAR(stack.last(body + "position", 1), 0.1 * i - 0.05, 1e-7);
    EXPECT_NEAR(stack.last(body + "angle", 0), 0, 1e-8);
  }
  // the floor carries all ten: impulses of the last 10 ms
  double carried = 0;
  const auto& rows = stack.record.rows("/contacts");
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r][0] < stack.summary.t_end - 1e-9 || word(stack.record, "/contacts", r, "second") != "floor")
      continue;
    carried += rows[r][5];
  }
  EXPECT_NEAR(carried, 20 * 9.81 * 0.01, 1e-6);
}

TEST(FreeContacts, ArchStands) {
  const Ran arch = run(example("arch", {{"run.end", "0.3"}}));
  EXPECT_LT(arch.summary.end.kinetic, 1e-12);
  EXPECT_NEAR(arch.summary.end.total(), arch.summary.start.total(), 1e-6);
  // with little friction the stones slide out
  const Ran falls = run(example(
      "arch", {{"run.end", "0.1"}, {"contact.friction.mu", "0.05"}, {"method.stepper.name", "moreau"}}));
  EXPECT_GT(falls.summary.end.kinetic, 10);
}

/// Its stones hinge by a few tens of micrometres until all joints are pressed. Friction that is zero at rest creeps: the
/// keystone comes down by less than 1 mm/s.
TEST(FreeContacts, ArchStandsOnCompliantContacts) {
  const Ran arch = run(example("arch", {{"run.end", "0.1"},
                                        {"contact.world", "compliant"},
                                        {"method.stepper", R"({ name = "runge_kutta" })"}}));
  ASSERT_EQ(arch.summary.status, RunStatus::complete) << arch.summary.message;
  EXPECT_LT(arch.summary.end.kinetic, 1e-3);
  EXPECT_GT(arch.summary.end.gravity, arch.summary.start.gravity - 9 * 96.2 * 9.81 * 0.5e-3);
}

// -------------------------------------------------------------------------------------------- the pool
const char* const kDiscs = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 0.01
inertia = 1.25e-7
position = [-0.03, 0.012]
velocity = [0.3, 0]
angular_velocity = 5
grid = { count = [3, 3], spacing = [0.0215, 0.022] }
[[shape]]
body = "disc"
type = "circle"
radius = "10 mm"
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[[shape]]
name = "wall"
body = "ground"
type = "half_plane"
point = [0.05, 0]
normal = [-1, 0]
[[pair]]
shapes = ["wall", "disc"]
contact = { impact = { law = "newton", restitution = 0.9 } }
[contact]
impact = { law = "newton", restitution = 0.3, tangential = 0.3 }
friction = { law = "coulomb", mu = 0.3 }
[method]
stepper = { name = "moreau", step = 2e-4 }
[run]
end = 0.2
record = { every = 0.01 }
)";

/// A polygon with many corners far away: more contacts are possible than can have one each.
Model pooled(const std::string& text) {
  std::stringstream far;
  far << "[[body]]\nname = \"far\"\nmass = 1\ninertia = 1\nposition = [-50, 50]\n"
      << "[[shape]]\nbody = \"far\"\ntype = \"polygon\"\npoints = [";
  for (int i = 0; i < 60; ++i) {
    const double angle = 2 * std::numbers::pi * i / 60;
    far << (i > 0 ? ", " : "") << "[" << std::cos(angle) << ", " << std::sin(angle) << "]";
  }
  return read_model_text(text + far.str() + "]\n", "pooled.toml");
}

TEST(FreeContacts, PoolAndFixedContactsGiveTheSameMotion) {
  for (const char* stepper : {"moreau", "symmetric"}) {
    SCOPED_TRACE(stepper);
    Model fixed = read_model_text(kDiscs, "discs.toml"), pool = pooled(kDiscs);
    fixed.method.stepper.name = pool.method.stepper.name = stepper;
    fixed.run.end = pool.run.end = 0.1;
    fixed.run.record.every = pool.run.record.every = 0.005;
    EXPECT_EQ(assemble(fixed).system->info().first_slot, -1);
    EXPECT_EQ(assemble(fixed).system->info().contacts.size(), 36u + 9 + 9);
    EXPECT_EQ(assemble(pool).system->info().first_slot, 0);
    const Ran a = run(fixed), b = run(pool);
    EXPECT_GT(a.record.rows("/impacts").size(), 15u);
    // chaotic: the first impacts agree, in time and impulse, whatever the order of the contacts
    for (std::size_t i = 0; i < 10; ++i) {
      EXPECT_NEAR(a.record.rows("/impacts")[i][0], b.record.rows("/impacts")[i][0], 1e-9);
    }
    const std::vector<double> x = a.record.values("/body/disc_5/position"),
                              y = b.record.values("/body/disc_5/position");
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(x[i], y[i], 1e-9) << i;
  }
}

TEST(FreeContacts, TablesOfAPoolNameTheShapes) {
  const Ran discs = run(pooled(kDiscs));
  for (const Channel& channel : discs.record.layout().channels) EXPECT_LACKS(channel.path, "/contact/");
  const auto& impacts = discs.record.rows("/impacts");
  std::set<std::string> seen;
  for (std::size_t r = 0; r < impacts.size(); ++r) {
    EXPECT_EQ(word(discs.record, "/impacts", r, "contact"), "free");
    EXPECT_EQ(word(discs.record, "/impacts", r, "feature"), "-");
    const std::string second = word(discs.record, "/impacts", r, "second");
    seen.insert(second);
    if (second == "wall") {  // its own restitution
      EXPECT_NEAR(impacts[r][6] / impacts[r][5], -0.9, 0.05);
    }
  }
  EXPECT_EQ(seen.count("floor"), 1u);
  EXPECT_EQ(seen.count("wall"), 1u);
  EXPECT_EQ(seen.count("far"), 0u);
  // the impulses listed are all that the floor gave: with those of the wall they explain the change of
  // momentum
  const auto& rows = discs.record.rows("/contacts");
  double up = 0, momentum = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::string second = word(discs.record, "/contacts", r, "second");
    if (second == "floor") up += rows[r][5];
    if (second == "wall") up += rows[r][6];  // on the disc, whose surface slides up along the wall
  }
  for (int i = 1; i <= 9; ++i)
    momentum += 0.01 * discs.last("/body/disc_" + std::to_string(i) + "/velocity", 1);
  EXPECT_NEAR(up - 0.09 * 9.81 * 0.2, momentum, 1e-12);
}

TEST(FreeContacts, RecordPatternsSelectTheTable) {
  Model model = pooled(kDiscs);
  model.run.end = 0.02;
  const auto tables = [&](std::vector<std::string> channels) {
    model.run.record.channels = std::move(channels);
    return run(model).record.layout().tables.size();
  };
  EXPECT_EQ(tables({}), 3u);
  EXPECT_EQ(tables({"energy/*"}), 2u);
  EXPECT_EQ(tables({"energy/*", "contacts"}), 3u);
}

TEST(FreeContacts, JointsAndPairsDecideWhoMeets) {
  const std::string text = R"(freeplay = 1
[[body]]
name = "a"
mass = 1
inertia = 1
position = [0, 0]
[[body]]
name = "b"
mass = 1
inertia = 1
position = [3, 0]
[[joint]]
name = "rod"
type = "distance"
bodies = ["a", "b"]
points = [[0, 0], [0, 0]]
[[shape]]
body = "a"
type = "circle"
radius = 1
[[shape]]
body = "b"
type = "circle"
radius = 1
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
point = [0, -2]
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0.5 }
[run]
end = 1
)";
  const auto names = [](const std::string& model) {
    std::set<std::string> found;
    const Assembly assembly = assemble(read_model_text(model, "f"));  // outlives its names
    for (const ContactInfo& contact : assembly.system->info().contacts) found.insert(contact.name);
    return found;
  };
  EXPECT_EQ(names(text), (std::set<std::string>{"a/floor", "b/floor"}));
  EXPECT_EQ(names(text + "[[pair]]\nshapes = [\"b\", \"a\"]\n"),
            (std::set<std::string>{"a/b", "a/floor", "b/floor"}));
  EXPECT_EQ(names(text + "[[pair]]\nshapes = [\"a\", \"floor\"]\nenabled = false\n"),
            (std::set<std::string>{"b/floor"}));
}

TEST(FreeContacts, ATooSmallPoolEndsTheRun) {
  Model model = pooled(kDiscs);
  model.contact.pool = 12;
  const RunSummary summary = testing::try_run(model).summary;
  EXPECT_EQ(summary.status, RunStatus::failed);
  EXPECT_CONTAINS(summary.message, "more than 12 free contacts");
}

}  // namespace
}  // namespace freeplay
