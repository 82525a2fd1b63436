// SPDX-License-Identifier: Apache-2.0
// Study files, of a machine with play: of what is read the plan has rows, each row has values of its own, and the
// changes of the model that make it are given.
#include "studies/read_study.h"

#include <set>
#include <vector>

#include "freeplay/model.h"
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "studies/design.h"
#include "studies/study_runner.h"

namespace {

constexpr const char* kMachine = R"(freeplay = 1
gravity = [0, -9.81]
[[body]]
name = "crank"
mass = "38 g"
inertia = 7.4e-5
position = [0.0765, 0]
velocity = [0, 11.475]
angular_velocity = "150 rad/s"
[[body]]
name = "slider"
mass = 0.076
inertia = 2.8e-5
position = [0.459, 0]
[[joint]]
name = "shaft"
type = "revolute"
bodies = ["ground", "crank"]
points = [[0, 0], ["-76.5 mm", 0]]
[[joint]]
name = "guide"
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
length = 0.1
width = 0.05
clearance = "1 mm"
[[joint]]
name = "rod"
type = "distance"
bodies = ["crank", "slider"]
points = [[0.0765, 0], [0, 0]]
[[force]]
name = "load"
type = "point_force"
body = "crank"
force = [0, "-2 N"]
[contact]
world = "rigid"
impact = { law = "newton", restitution = 0.4 }
friction = { law = "coulomb", mu = 0.01 }
[method]
stepper = { name = "symmetric", step = "10 us" }
[run]
end = 0.02
record = { every = 1e-4 }
[[force]]
name = "spring"
type = "spring_damper"
bodies = ["crank", "ground"]
points = [[0, 0], [0, 1]]
stiffness = "240 N/m"
damping = "10 N*s/m"
)";

}  // namespace

FREEPLAY_FUZZ_TARGET(study) {
  using namespace freeplay;
  try {
    const Study study = read_study_text(fuzzing::text_of(data, size), "study.toml", kMachine, "model.toml");
    const long long rows = rows_of(study);
    if (rows < 1) fuzzing::found("a study without runs");
    StudyRunner runner(study);
    for (const long long row : std::set<long long>{0, rows / 2, rows - 1}) {
      std::vector<double> values(study.variables.size()), again(values);
      fill_design(study, row, values);
      fill_design(study, row, again);
      for (std::size_t i = 0; i < values.size(); ++i) {
        const bool none = values[i] != values[i];  // that of the model
        if (!(none ? again[i] != again[i] : values[i] == again[i])) fuzzing::found("a row with two values");
      }
      runner.changes_of(values);
    }
  } catch (const ModelError&) {
  }
  return 0;
}
