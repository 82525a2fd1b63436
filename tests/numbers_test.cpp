// SPDX-License-Identifier: Apache-2.0
// Every number that has an address is the number of the file: setting it in an assembled system gives, bit by
// bit, what the file with that number gives, and so does setting it back.
#include "freeplay/numbers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "freeplay/given_parameters.h"
#include "freeplay/simulation.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

using testing::refusal_of;
using testing::source_path;

constexpr int kSteps = 3;

/// What a method has, given or not.
void add_numbers(const std::string& name, const Choice& choice, std::vector<double>& all) {
  const EntryInfo& entry = *registry(name).find(choice.name);
  const Parameters given(entry, choice.values);
  for (const Param& param : entry.params) {
    const bool known = given.given(param.key) || !std::isnan(param.fallback);
    if (param.kind == ParamKind::number && known) all.push_back(given.number(param.key));
  }
}

/// The start, what follows from it in a few steps, and the numbers of the method and the run, as bits.
std::vector<double> motion(const Method& method, const Run& run, const System& system) {
  const State state = system.initial_state();
  std::vector<double> all(state.block().begin(), state.block().end());
  const SystemInfo& info = system.info();
  Evaluation ev(info);
  system.load(state.features(), ev);
  system.place(0, state.q(), ev);
  system.mass(state.q(), ev);
  system.forces(0, state.q(), state.u(), ev);
  system.constraints(0, state.q(), ev);
  system.gaps(0, state.q(), ev);
  using Part = const std::vector<double>*;
  for (const Part part : {Part(&ev.M), Part(&ev.h), Part(&ev.Phi), Part(&ev.Phi_t), Part(&ev.D),
                          Part(&ev.gap), Part(&info.sizes)})
    all.insert(all.end(), part->begin(), part->end());
  for (const ContactData& contact : ev.contacts)
    all.insert(all.end(), {contact.mu, contact.restitutionN, contact.restitutionT, contact.length});
  add_numbers("stepper", method.stepper, all);
  add_numbers("solver", method.solver, all);
  if (method.formulation) add_numbers("formulation", *method.formulation, all);
  all.insert(all.end(), {run.end, run.energy_error_max.value_or(0), run.penetration_max.value_or(0)});
  if (!is_dynamic(run)) return all;
  Simulation simulation(system, method);
  for (int i = 0; i < kSteps; ++i) {
    const StepReport report = simulation.dt() > 0 ? simulation.step() : simulation.step_to(run.end);
    if (report.status != StepStatus::ok) break;
    all.insert(all.end(), simulation.state().block().begin(), simulation.state().block().end());
  }
  return all;
}

std::vector<double> motion(const Assembly& assembly) {
  return motion(assembly.numbers->method(), assembly.numbers->run(), *assembly.system);
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](double x, double y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

struct Count {
  int numbers = 0, refused = 0, seen = 0, models = 0;
};

using Read = std::function<Model(const std::vector<Assignment>&)>;

std::string written(double value) { return fmt::format("{:.17g}", value); }

/// What the file with these changes gives; nothing when it is refused.
std::vector<double> of_file(const Read& read, const std::vector<Assignment>& changes) {
  try {
    const Model model = read(changes);
    return motion(model.method, model.run, *assemble(model).system);
  } catch (const ModelError&) {
    return {};
  }
}

/// Of a model with more numbers than `most` every n-th.
void check_model(const Read& read, Count& count, int most = std::numeric_limits<int>::max()) {
  const Assembly assembly = assemble(read({}));
  Numbers& numbers = *assembly.numbers;
  const std::vector<double> before = motion(assembly);
  ++count.models;
  const int total = static_cast<int>(numbers.all().size());
  for (int i = 0; i < total; i += 1 + total / most) {
    const std::string& address = numbers.all()[static_cast<std::size_t>(i)].path;
    SCOPED_TRACE(address);
    ASSERT_EQ(numbers.find(address), i);
    const double value = numbers.get(i), other = value == 0 ? 1e-5 : value * (1 + 1e-3);
    const std::vector<double> expected = of_file(read, {{address, written(other)}});
    std::vector<double> found;
    try {
      numbers.set(i, other);
      numbers.reset();
      found = motion(assembly);
    } catch (const ModelError&
                 error) {  // the file must be refused too, but where corners of an outline change its parts
      const std::string_view said = error.what();
      const bool parts = said.find("alters what the system is made of") != std::string_view::npos ||
                         said.find("another number of stretches") != std::string_view::npos;
      const bool outline = address.starts_with("shape.") && address.ends_with("]");
      EXPECT_TRUE(expected.empty() || (parts && outline)) << error.what();
      if (parts && outline) {
        ++count.refused;
        ASSERT_TRUE(same(motion(assembly), before));
        continue;
      }
    }
    EXPECT_TRUE(same(found, expected));
    ++count.numbers;
    count.refused += expected.empty();
    count.seen += !found.empty() && !same(found, before);
    if (!found.empty()) {
      numbers.set(i, value);
      numbers.reset();
    }
    ASSERT_TRUE(same(motion(assembly), before));
  }
}

/// A file, and where it can be switched to the compliant world by words that too.
void check_file(const std::string& path, Count& count, int most) {
  SCOPED_TRACE(path);
  Model model;
  try {
    model = read_model(path);
    assemble(model);
  } catch (const ModelError&) {
    return;  // not a model of its own
  }
  // Addresses are those of the model in one piece: what an included file says counts from its own ground.
  const std::string whole = model.included.empty() ? "" : write_model(model);
  const auto read = [&](const std::vector<Assignment>& changes) {
    return whole.empty() ? read_model(path, changes) : read_model_text(whole, path, changes);
  };
  check_model(read, count, most);
  const bool play =
      !model.shapes.empty() || std::any_of(model.joints.begin(), model.joints.end(), [](const Joint& joint) {
        return joint.contact || joint.play || joint.values.count("clearance") != 0;
      });
  if (!play || is_compliant(model) || !model.contact.force) return;
  SCOPED_TRACE("compliant");
  const auto compliant = [&](std::vector<Assignment> changes) {
    const std::vector<Assignment> first{{"contact.world", "compliant"}, {"method.stepper", "runge_kutta"}};
    changes.insert(changes.begin(), first.begin(), first.end());
    return read(changes);
  };
  check_model(compliant, count, most);
}

/// Every model of a folder.
Count check_folder(const std::string& folder, int most = std::numeric_limits<int>::max()) {
  Count count;
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source_path(folder))) {
    if (entry.path().parent_path().filename() == "studies") continue;  // no models
    if (entry.path().extension() == ".toml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) check_file(path, count, most);
  EXPECT_LT(count.refused, count.numbers / 10);
  return count;
}

TEST(Numbers, OfEveryExampleAreThoseOfTheFile) {
  const Count count = check_folder("examples");
  EXPECT_GT(count.models, 40);
  EXPECT_GT(count.numbers, 2000);
  EXPECT_GT(count.seen, count.numbers / 2);  // not all numbers matter in the first steps
}

TEST(Numbers, OfEveryValidationModelAreThoseOfTheFile) {
  const Count count = check_folder("validation", 60);
  EXPECT_GT(count.models, 7);
  EXPECT_GT(count.seen, count.numbers / 4);  // corners of teeth that do not touch do not matter
}

/// What the examples do not have.
constexpr const char* kPlane = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = 1
inertia = 2e-4
position = [0, 0.03]
velocity = [0.1, -1]
grid = { count = [3, 2], spacing = [0.05, 0.06] }
[[body]]
name = "block"
mass = 2
inertia = 1e-3
position = [0, 0.4]
[[shape]]
body = "disc"
type = "circle"
radius = 0.02
[[shape]]
body = "ground"
type = "half_plane"
point = [0, 0]
normal = [0.1, 1]
[[shape]]
body = "block"
type = "polygon"
points = [[-0.05, -0.02], [0.05, -0.02], [0.05, 0.02], [-0.05, 0.02]]
radius = 0.005
[[pair]]
shapes = ["disc", "half_plane"]
contact = { impact = { law = "newton", restitution = 0.3 }, friction = { law = "coulomb", mu = 0.4 } }
[[pair]]
shapes = ["disc", "disc"]
enabled = false
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.1 }
force = { law = "hunt_crossley", restitution = 0.5, young = 1e7, poisson = 0.3 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 0.1
limits = { energy_error = 0.1, penetration = 1e-3 }
)";

constexpr const char* kSpace = R"(freeplay = 1
dimension = 3
gravity = [0, 0, -9.81]
[[body]]
name = "box"
mass = 3
centre = [0.01, 0, 0.02]
inertia = [[2e-2, 1e-3, 0], [1e-3, 3e-2, 0], [0, 0, 2.5e-2]]
inertia_axes = { axis = [0, 1, 1], angle = "20 deg" }
position = [0, 0, 0.3]
orientation = { sequence = "zyx", angles = ["10 deg", "20 deg", "-15 deg"] }
velocity = [0.2, 0, -1]
[[body]]
name = "rod"
mass = 1
inertia = [1e-3, 2e-3, 2e-3]
position = [0.6, 0, 0.5]
orientation = { quaternion = [0.8, 0, 0.6, 0] }
[[shape]]
body = "box"
type = "box"
size = [0.1, 0.2, 0.15]
position = [0.01, 0, 0]
orientation = { axis = [1, 0, 0], angle = 0.1 }
[[shape]]
body = "rod"
type = "capsule"
radius = 0.02
length = 0.2
[[shape]]
name = "floor"
body = "ground"
type = "half_space"
point = [0, 0, 0]
normal = [0, 0.05, 1]
[[force]]
name = "mount"
type = "bushing"
bodies = ["ground", "rod"]
points = [[0.6, 0, 0.7], [0, 0, 0.1]]
stiffness = [1e4, 1e4, 2e4, 10, 10, 20]
orientation = { axis = [0, 0, 1], angle = 0.3 }
[contact]
impact = { law = "newton", restitution = 0.5 }
friction = { law = "coulomb", mu = 0.1 }
[run]
end = 0.1
)";

TEST(Numbers, OfGridsPairsShapesAndOrientationsAreThoseOfTheFile) {
  for (const char* text : {kPlane, kSpace}) {
    SCOPED_TRACE(text);
    Count count;
    check_model(
        [&](const std::vector<Assignment>& changes) { return read_model_text(text, "test", changes); },
        count);
    EXPECT_LT(count.refused, 10);  // products of inertia by themselves, corners that leave the box
    EXPECT_GT(count.seen, count.numbers / 2);
  }
  Count count;
  check_model(
      [](std::vector<Assignment> changes) {
        const std::vector<Assignment> first{{"contact.world", "compliant"}, {"method.stepper", "rk4"}};
        changes.insert(changes.begin(), first.begin(), first.end());
        return read_model_text(kPlane, "test", changes);
      },
      count);
  EXPECT_GT(count.seen, count.numbers / 2);
}

TEST(Numbers, ThatBelongTogetherAreSetTogether) {
  const Assembly assembly = assemble(read_model_text(kSpace, "test"));
  Numbers& numbers = *assembly.numbers;
  const int product = numbers.find("body.box.inertia[0][2]"), other = numbers.find("body.box.inertia[2][0]");
  numbers.set(product, 2e-3);
  EXPECT_CONTAINS(refusal_of([&] { numbers.reset(); }), "is not symmetric");
  EXPECT_EQ(numbers.get(product), 0);
  numbers.set(product, 2e-3);
  numbers.set(other, 2e-3);
  numbers.reset();  // other principal axes, other shapes in them
  const Read read = [](const std::vector<Assignment>& changes) {
    return read_model_text(kSpace, "test", changes);
  };
  const std::vector<double> file =
      of_file(read, {{"body.box.inertia[0][2]", "2e-3"}, {"body.box.inertia[2][0]", "2e-3"}});
  ASSERT_FALSE(file.empty());
  EXPECT_TRUE(same(motion(assembly), file));
}

TEST(Numbers, ThatAreLeftOutAreListed) {
  const auto left_out = [](const Model& model) {
    return fmt::format("{}", fmt::join(assemble(model).numbers->left_out(), "\n"));
  };
  const std::string plane = left_out(read_model_text(kPlane, "test"));
  EXPECT_CONTAINS(plane, "run.record: ");
  EXPECT_CONTAINS(plane, "body.*: positions and velocities that are not given are found");
  const std::string drawn =
      left_out(read_model_text(kSpace, "test",
                               {{"shape.rod.contact", "false"},
                                {"contact.pool", "64"},
                                {"contact.world", "compliant"},
                                {"contact.force", "{ law = \"hertz\", stiffness = 1e9 }"}}));
  EXPECT_CONTAINS(drawn, "shape.rod: it is only drawn");
  EXPECT_CONTAINS(drawn, "contact.pool: ");
  EXPECT_CONTAINS(drawn, "method.stepper: the file names none of this world");
}

}  // namespace
}  // namespace freeplay
