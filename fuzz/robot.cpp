// SPDX-License-Identifier: Apache-2.0
// Robots as URDF: of one that is read a model is made, with play in its joints and without, which is a model file.
#include "io/robots/robot.h"

#include "freeplay/model.h"
#include "fuzz/input.h"
#include "fuzz/target.h"

FREEPLAY_FUZZ_TARGET(robot) {
#ifdef FREEPLAY_URDF
  using namespace freeplay;
  const std::string text = fuzzing::text_of(data, size);
  for (const bool loose : {false, true}) {
    Diagnostics problems;
    const Robot robot = read_urdf(text, "robot.urdf", problems);
    if (problems.has_errors()) return 0;
    RobotOptions options;
    options.floating = loose;
    if (loose) {
      options.clearance = 20e-6;
      options.radius = 0.03;
      options.length = 0.04;
    }
    const std::string model = robot_model(robot, options, problems);
    if (problems.has_errors()) continue;
    try {
      read_model_text(model, "robot.urdf");
    } catch (const ModelError& error) {  // a mesh that is not there, a mass without inertia
      for (const Diagnostic& problem : error.diagnostics()) {
        if (problem.message.find("not valid TOML") != std::string::npos)
          fuzzing::found("a robot whose model is no TOML");
      }
    }
  }
#else
  static_cast<void>(data);
  static_cast<void>(size);
#endif
  return 0;
}
