// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "base/units.h"
#include "freeplay/diagnostics.h"
#include "freeplay/results.h"
#include "io/json_text.h"
#include "report/export.h"

namespace freeplay {
namespace {

struct ExportOptions {
  std::string file;
  std::string format = "csv";         ///< or "vtk", "gltf"
  std::string output = ".";           ///< a folder; of glTF also a file
  std::vector<std::string> channels;  ///< of CSV: patterns; none: all
  std::string from, to, every;        ///< of the others: times as written
  std::optional<long long> frames;
  CommonOptions common;
};

/// A time as written; throws std::invalid_argument naming the option.
std::optional<double> time_of(const char* option, const std::string& text) {
  if (text.empty()) return std::nullopt;
  if (double seconds = 0; parse_number(text, seconds)) return seconds;
  const Quantity time = parse_quantity(text, "s");
  if (!time) {
    throw std::invalid_argument(
        fmt::format("{} {}: {}{}", option, text, time.error, time.hint.empty() ? "" : "; " + time.hint));
  }
  return time.value;
}

FrameChoice frames_of(const ExportOptions& options) {
  FrameChoice choice;
  choice.from = time_of("--from", options.from);
  choice.to = time_of("--to", options.to);
  choice.every = time_of("--every", options.every);
  if (options.frames) choice.frames = *options.frames;
  return choice;
}

/// What belongs to another format would be ignored in silence.
void check_options(const ExportOptions& options) {
  const std::vector<std::string> formats{"csv", "vtk", "gltf"};
  if (std::find(formats.begin(), formats.end(), options.format) == formats.end()) {
    const std::string near = did_you_mean(options.format, formats);
    throw std::invalid_argument(fmt::format("unknown format '{}'; known are {}{}", options.format,
                                            fmt::join(formats, ", "),
                                            near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
  const bool times = options.frames || !options.every.empty() || !options.from.empty() || !options.to.empty();
  if (options.format == "csv" && times)
    throw std::invalid_argument("--frames, --every, --from and --to are for --format vtk and gltf");
  if (options.format != "csv" && !options.channels.empty())
    throw std::invalid_argument("--channel is for --format csv: a moving machine has all its bodies");
}

std::vector<std::string> write_files(const ExportOptions& options) {
  check_options(options);
  if (options.format == "csv") return export_csv(open_record(options.file), options.output, options.channels);
  const FrameChoice choice = frames_of(options);
  const Result result = make_result(open_record(options.file), options.file);
  if (options.format == "vtk") return export_vtk(result, options.output, choice);
  return {export_gltf(result, options.output, choice)};
}

int run(const ExportOptions& options) {
  const CommonOptions& common = options.common;
  try {
    const std::vector<std::string> written = write_files(options);
    if (common.json) {
      say("{}\n", json_text(nlohmann::ordered_json(written)));
    } else if (!common.quiet) {
      for (const std::string& path : written) say("{}\n", path);
    }
    return kOk;
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

void add(Options& options, ExportOptions& given) {
  options.text("result", given.file, "result file (.h5)");
  options.required();
  options.text("--format", given.format, "csv (default), vtk for ParaView, gltf for Blender");
  options.text("-o,--output", given.output,
               "folder for the files (default: current folder); of glTF also a file NAME.glb");
  options.repeated("--channel", given.channels, "only channels that match: 'body/crank/*' (repeatable)");
  options.number("--frames", given.frames, "so many frames, evenly (default: at most 1000)");
  options.text("--every", given.every, "time from one frame to the next, such as 1ms");
  options.text("--from", given.from, "time of the first frame, such as 0.1s");
  options.text("--to", given.to, "time of the last frame");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(export) = {"export", "write a result as CSV, or its motion as VTK or glTF", 50,
                            declare<ExportOptions, add, run>};

}  // namespace freeplay
