// SPDX-License-Identifier: Apache-2.0
// `freeplay import`: a robot from another program's file (URDF) as a model, with play in its joints if asked for.
#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "base/files.h"
#include "base/units.h"
#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "io/robots/robot.h"

namespace freeplay {
namespace {

constexpr std::uint64_t kLargestFile = 16 << 20;

struct ImportOptions {
  std::string file, output;
  std::string clearance, axial, radius, length;  ///< as written
  std::vector<std::string> positions;            ///< "elbow=30deg"
  bool floating = false;
  CommonOptions common;
};

/// A length as written; throws std::invalid_argument naming the option. 0: not given.
double length_of(const char* option, const std::string& text) {
  if (text.empty()) return 0;
  const Quantity length = parse_quantity(text, "m");
  if (!length) throw std::invalid_argument(fmt::format("{} {}: {}", option, text, length.error));
  if (!(length.value > 0))
    throw std::invalid_argument(fmt::format("{} {}: it must be above 0", option, text));
  return length.value;
}

/// An angle or a length, whichever the text is.
double position_of(const std::string& name, const std::string& text) {
  if (double plain = 0; parse_number(text, plain)) return plain;
  const Quantity angle = parse_quantity(text, "rad");
  if (angle) return angle.value;
  const Quantity length = parse_quantity(text, "m");
  if (length) return length.value;
  throw std::invalid_argument(fmt::format("--position {}={}: {}", name, text, angle.error));
}

RobotOptions robot_options(const ImportOptions& given) {
  RobotOptions options;
  options.clearance = length_of("--clearance", given.clearance);
  options.axial = length_of("--axial", given.axial);
  options.radius = length_of("--bearing-radius", given.radius);
  options.length = length_of("--bearing-length", given.length);
  options.floating = given.floating;
  for (const auto& [name, text] : parse_assignments(given.positions, "elbow=30deg"))
    options.positions[name] = position_of(name, text);
  return options;
}

void print(const Diagnostics& messages, bool quiet) {
  for (const Diagnostic& message : messages.all()) {
    if (!quiet || message.severity != Severity::note) say_to(stderr, "{}\n", to_string(message));
  }
}

#ifdef FREEPLAY_URDF
int run(const ImportOptions& given) {
  Diagnostics messages;
  try {
    const RobotOptions options = robot_options(given);
    std::string text;
    if (const std::string wrong = read_plain_file(given.file, kLargestFile, text); !wrong.empty()) {
      say_error(fmt::format("{}: the file {}", given.file, wrong));
      return kUsage;
    }
    const Robot robot = read_urdf(text, given.file, messages);
    messages.throw_if_errors();
    const std::string model = robot_model(robot, options, messages);
    messages.throw_if_errors();
    std::filesystem::path output = given.output;
    if (output.empty()) output = std::filesystem::path(given.file).replace_extension(".toml");
    // What is written is a model; meshes are found from the folder of the robot.
    read_model_text(model, given.file, {}, nullptr);
    if (output == "-") {
      say("{}", model);
    } else {
      if (std::filesystem::exists(output)) {
        say_error(fmt::format("{} exists already; give another name with -o", output.string()));
        return kUsage;
      }
      write_text(output.string(), model);
      if (!given.common.quiet)
        say("{}: {} links, {} joints\n", output.string(), robot.links.size(), robot.joints.size());
    }
    print(messages, given.common.quiet);
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const ModelError& error) {
    say_to(stderr, "{}\n", error.what());
    return kModel;
  }
  return kOk;
}
#else
int run(const ImportOptions& given) {
  say_error(fmt::format(
      "{}: this build cannot read URDF; build it where urdfdom is installed (Debian: liburdfdom-dev)",
      given.file));
  return kUsage;
}
#endif

void add(Options& options, ImportOptions& given) {
  options.text("file", given.file, "robot to read: a URDF file");
  options.required();
  options.text("-o,--output", given.output,
               "model to write, beside the meshes' folder; default: NAME.toml; - prints it");
  options.text("--clearance", given.clearance,
               "play of every joint: radial, or on each side of a slider (20um)");
  options.text("--axial", given.axial, "play along the axes; default: as much as --clearance");
  options.text("--bearing-radius", given.radius, "of every bearing, for --clearance");
  options.text("--bearing-length", given.length, "of every bearing, for --clearance");
  options.repeated("--position", given.positions, "where a joint stands at the start; default: 0",
                   "JOINT=VALUE");
  options.flag("--floating", given.floating, "the root link is a body; by default it is the ground");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(import) = {"import", "a robot of a URDF file as a model, with play if asked for", 85,
                            declare<ImportOptions, add, run>};

}  // namespace freeplay
