// SPDX-License-Identifier: Apache-2.0
// What the commands that read and run models share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "run/simulate.h"

namespace freeplay {

/// Diagnostics for programs.
nlohmann::ordered_json to_json(const std::vector<Diagnostic>& diagnostics);

/// A model file read and assembled; messages hold warnings and notes.
struct Loaded {
  Model model;
  Assembly assembly;
  Diagnostics messages;
};

/// Reads and assembles; prints what is wrong. Returns an exit code, kOk when `loaded` is ready.
int load(const ModelOptions& options, const CommonOptions& common, Loaded& loaded);

/// What was adjusted at the start so that the joints fit, a line per body.
std::string moved_text(const InitialReport& report);

/// Patterns of record.channels that select nothing are mistakes.
std::vector<Diagnostic> channel_mistakes(const Model& model, const System& system);

/// The same, printed; false when there are some.
bool channels_exist(const Model& model, const System& system);

/// What a result says about itself before the run: channels, tables, model, options, warnings of the reader.
RecordLayout result_layout(const Loaded& loaded, const std::vector<std::string>& assignments);

/// "slider_crank/model.toml" → "slider_crank.h5", "rod.toml" → "rod.h5".
std::string default_output(const std::string& model_file);

/// Refuses to write over the model or over anything that is not an HDF5 file, and says so.
bool may_write(const std::string& file, const std::string& model_file);

}  // namespace freeplay
