// SPDX-License-Identifier: Apache-2.0
// Random mechanisms (random_mechanisms.h) end within a bounded time, keep their energies and surfaces, and say where they are
// wrong (judged_run.h). The suite has a few. With FREEPLAY_MECHANISMS=FIRST:COUNT (`make mechanisms`) as many are run, each with
// at most FREEPLAY_MECHANISMS_LIMIT seconds of processor time (10; with FREEPLAY_MECHANISMS_COMPARE=0 how they end is all that is asked), and two tables say how they ended and which were warned of
// and wrong. Models that are out of order are left in FREEPLAY_MECHANISMS_FOLDER, as they are and, with FREEPLAY_SHRINK=1,
// shrunk. FREEPLAY_SHRINK=MODEL.toml shrinks that model to whatever else is out of order in the same way.
#include "tests/random_mechanisms.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "tests/joint_kinds.h"
#include "tests/judged_run.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"
#include "tests/shrink.h"

namespace freeplay {
namespace {

using testing::Judged;
using testing::Mechanism;

std::string setting(const char* name, const char* otherwise) {
  const char* given = std::getenv(name);
  return given == nullptr ? otherwise : given;
}

TEST(RandomMechanisms, AreModelsAndTheSameEveryTime) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Mechanism mechanism = testing::random_mechanism(seed);
    EXPECT_EQ(mechanism.text, testing::random_mechanism(seed).text);
    EXPECT_NO_THROW(assemble(read_model_text(mechanism.text, "mechanism.toml")))
        << seed << " " << mechanism.name;
  }
}

TEST(RandomMechanisms, HaveEveryJoint) {
  const auto has = [](const auto& kinds, const char* type) {
    return std::any_of(std::begin(kinds), std::end(kinds),
                       [&](const auto& kind) { return kind.type == type; });
  };
  for (const EntryInfo* joint : registry("joint").entries)
    EXPECT_TRUE(has(testing::kPlaneJoints, joint->name)) << joint->name;
  for (const EntryInfo* joint : registry("spatial_joint").entries)
    EXPECT_TRUE(has(testing::kSpaceJoints, joint->name)) << joint->name;
}

/// Plane and space, rigid and compliant, each three times: every stepper, most joints, none that takes half a second.
constexpr std::uint64_t kSuite[] = {12, 105, 102, 131, 104, 133, 134, 11, 132, 161, 110, 111};

TEST(RandomMechanisms, ASmallSetIsInOrder) {
  for (const std::uint64_t seed : kSuite) {
    const Mechanism mechanism = testing::random_mechanism(seed);
    SCOPED_TRACE(fmt::format("{} {}", seed, mechanism.name));
    const Judged judged = testing::judge(mechanism.text, 20, true);
    EXPECT_EQ(judged.run.status, "complete") << judged.run.message;
    EXPECT_TRUE(judged.compared);
    EXPECT_EQ(judged.verdict(), "");
  }
}

/// The small model that is out of order in the same way.
std::string shrunk(const std::string& text, const Judged& judged, double limit) {
  const std::string verdict = judged.verdict();
  const bool compare = judged.run.status == "complete";
  return testing::shrink(text, [&](const std::string& smaller) {
    return testing::judge(smaller, limit, compare).verdict() == verdict;
  });
}

// Friction that does not settle, and a contact problem without a solution, in steps too long for what happens in them: they
// ended these runs once.
TEST(RandomMechanisms, StepsThatCannotBeMadeInOneAreDividedAndSaidSo) {
  int divided = 0;
  for (const std::uint64_t seed : {std::uint64_t{113}, std::uint64_t{512}}) {
    const Mechanism mechanism = testing::random_mechanism(seed);
    SCOPED_TRACE(fmt::format("{} {}", seed, mechanism.name));
    const testing::SingleRun run = testing::run_apart(mechanism.text, testing::Variant::as_is, 20);
    EXPECT_EQ(run.status, "complete") << run.message;
    EXPECT_LE(run.energy_error, 1e-5);
    divided += std::any_of(run.warnings.begin(), run.warnings.end(), [](const std::string& warning) {
      return warning.find("could not be made in one") != std::string::npos;
    });
  }
  EXPECT_GT(divided, 0);  // one of them can be made in one since contacts in space are solved more closely
}

/// A crank of 100 mm, a link of 60 mm and a rod of 1 m that cannot follow it around: they lock. The rest has nothing to do with it.
constexpr const char* kLocks = R"(
freeplay = 1
name = "a crank and more"
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = 1.234567
inertia = 0.00123
position = [0.05, 0]
[[body]]
name = "link"
mass = 0.4321
inertia = 0.001
position = [0.13, 0]
[[body]]
name = "bystander"
mass = 2
inertia = 0.1
position = [3, 0]
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], [-0.05, 0]]
[[joint]]
name = "pin"
type = "revolute"
bodies = ["crank", "link"]
points = [[0.05, 0], [-0.03, 0]]
[[joint]]
name = "rod"
type = "distance"
bodies = ["ground", "link"]
points = [[0.16, 1], [0.03, 0]]
[[joint]]
name = "hook"
type = "revolute"
bodies = ["ground", "bystander"]
points = [[3.1, 0], [0.1, 0]]
[[driver]]
name = "motor"
joint = "shaft"
motion = { law = "constant_speed", speed = 10.0 }
[[force]]
name = "push"
type = "point_force"
body = "bystander"
force = [1.5, 0]
[method]
stepper = { name = "symmetric", step = 1e-4 }
[run]
end = 0.8
)";

TEST(RandomMechanisms, FailuresShrinkToModelsThatFailAlike) {
  const std::string text = kLocks;
  const Judged judged = testing::judge(text, 10, false);
  ASSERT_EQ(judged.verdict(), "failed: the mechanism locks:") << judged.run.message;
  const std::string small = shrunk(text, judged, 10);
  EXPECT_EQ(testing::judge(small, 10, false).verdict(), judged.verdict());
  for (const char* idle : {"bystander", "hook", "push", "gravity", "1.234567", "a crank and more"})
    EXPECT_EQ(small.find(idle), std::string::npos) << small;
  for (const char* needed : {"crank", "link", "motor"})
    EXPECT_NE(small.find(needed), std::string::npos) << small;
  // and the program says so, too
  const testing::TempFolder folder;
  testing::spill(folder / "small.toml", small);
  const testing::Called called =
      testing::call_program(folder.path(), "run small.toml -o small.h5 --no-report", 60);
  EXPECT_EQ(called.code, 3) << called.err;
  EXPECT_NE(called.err.find("the mechanism locks"), std::string::npos) << called.err;
}

/// By hand: FREEPLAY_SHRINK=MODEL.toml.
TEST(RandomMechanisms, AnyModelThatIsOutOfOrder) {
  const std::string path = setting("FREEPLAY_SHRINK", "");
  if (path.empty() || path == "1") GTEST_SKIP() << "set FREEPLAY_SHRINK=MODEL.toml";
  const double limit = std::stod(setting("FREEPLAY_MECHANISMS_LIMIT", "10"));
  const std::string text = testing::slurp(path);
  const Judged judged = testing::judge(text, limit, true);
  fmt::print("{}: {}\n{}\n", path, judged.verdict(), judged.run.message);
  ASSERT_NE(judged.verdict(), "") << "nothing is out of order";
  std::filesystem::path small = path;
  small.replace_extension("small.toml");
  testing::spill(small, shrunk(text, judged, limit));
  fmt::print("{}\n", small.string());
}

/// Prints a line per mechanism and, at last, what became of them.
TEST(RandomMechanisms, AsManyAsAreAskedFor) {
  const std::string range = setting("FREEPLAY_MECHANISMS", ""),
                    kept = setting("FREEPLAY_MECHANISMS_FOLDER", "");
  if (range.empty()) GTEST_SKIP() << "set FREEPLAY_MECHANISMS=FIRST:COUNT";
  const double limit = std::stod(setting("FREEPLAY_MECHANISMS_LIMIT", "10"));
  const bool compare = setting("FREEPLAY_MECHANISMS_COMPARE", "1") != "0";
  const std::size_t colon = range.find(':');
  ASSERT_NE(colon, std::string::npos) << "FREEPLAY_MECHANISMS=FIRST:COUNT";
  const std::uint64_t first = std::stoull(range.substr(0, colon)),
                      count = std::stoull(range.substr(colon + 1));
  std::map<std::string, int> verdicts, ends;
  int table[2][2] = {}, out_of_order = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const Mechanism mechanism = testing::random_mechanism(seed);
    const Judged judged = testing::judge(mechanism.text, limit, compare);
    const std::string verdict = judged.verdict();
    ++ends[judged.run.status];
    if (judged.compared) ++table[judged.warned()][judged.wrong];
    if (!verdict.empty()) ++verdicts[verdict], ++out_of_order;
    const std::string said = !judged.run.message.empty() ? judged.run.message
                             : judged.warned()           ? judged.run.warnings.front()
                                                         : "";
    fmt::print("{}\t{}\t{:.2f}\t{:.2f}\t{:.1e}\t{:.1e}\t{:.1e}\t{:.1e}\t{}\t{}\t{}\n", seed,
               judged.run.status, judged.run.done, judged.run.cpu, judged.run.energy_error,
               judged.run.overlap, judged.tenth, judged.twins, verdict.empty() ? "-" : verdict,
               mechanism.name, said.substr(0, said.find('\n')));
    std::fflush(stdout);
    if (verdict.empty() || kept.empty()) continue;
    std::filesystem::create_directories(kept);
    const std::filesystem::path folder(kept);
    testing::spill(folder / fmt::format("mechanism_{}.toml", seed), mechanism.text);
    if (setting("FREEPLAY_SHRINK", "") != "1") continue;
    testing::spill(folder / fmt::format("mechanism_{}_small.toml", seed),
                   shrunk(mechanism.text, judged, limit));
  }
  for (const auto& [end, times] : ends) fmt::print("{}: {}\n", end, times);
  fmt::print("not warned: {} right, {} wrong; warned: {} right, {} wrong\n", table[0][0], table[0][1],
             table[1][0], table[1][1]);
  for (const auto& [verdict, times] : verdicts) fmt::print("{} of {}: {}\n", times, count, verdict);
  EXPECT_EQ(out_of_order, 0);
}

}  // namespace
}  // namespace freeplay
