// SPDX-License-Identifier: Apache-2.0
// A study with a closed form: a ball falls on the floor, and what is measured is how hard it hits.
#pragma once

#include <string>

#include "freeplay/results.h"
#include "tests/kit/command_line.h"

namespace freeplay::testing {

/// A ball of 0.1 kg that falls 0.2 m, a study of how hard it hits.
inline constexpr const char* kBall = R"(freeplay = 1
gravity = [0, -10]
[[body]]
name = "ball"
mass = 0.1
inertia = 1e-5
position = [0, 0.21]
velocity = [0, 0]
[[shape]]
body = "ball"
type = "circle"
radius = 0.01
[[shape]]
name = "floor"
body = "ground"
type = "half_plane"
normal = [0, 1]
[contact]
impact = { law = "newton", restitution = 0.5 }
[method]
stepper = { name = "symmetric", step = 1e-3 }
[run]
end = 0.3
record = { every = 1e-3 }
)";

inline constexpr const char* kStudyHead = "study = 1\nname = \"ball\"\nmodel = \"ball.toml\"\n";
inline constexpr const char* kHit = R"([[measure]]
name = "hit"
table = "impacts"
column = "normal_impulse"
what = "peak"
)";

/// Two variables, three values of each.
inline std::string mass_and_restitution(const std::string& plan) {
  return R"([[vary]]
path = "body.ball.mass"
values = ["50 g", 0.1, "0.2 kg"]
[[vary]]
name = "restitution"
path = "contact.impact.restitution"
from = 0.2
to = 0.8
count = 3
)" + plan;
}

/// Three runs, of which a limit ends the last two.
inline constexpr const char* kTooLong = R"([[vary]]
path = "run.end"
values = [0.1, 0.3, 0.6]
[plan]
name = "grid"
[limits]
steps = 250
)";

/// In a folder with ball.toml.
class StudyCommand : public CommandLine {
 protected:
  StudyCommand() { write("ball.toml", kBall); }

  void write_study(const std::string& rest) const { write("study.toml", kStudyHead + rest); }
  RecordFile result(const std::string& name) const { return read_record((folder_ / name).string()); }
};

}  // namespace freeplay::testing
