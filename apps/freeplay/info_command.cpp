// SPDX-License-Identifier: Apache-2.0
// `freeplay info`: what is in a result file.
#include <fmt/format.h>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "freeplay/results.h"
#include "io/info.h"

namespace freeplay {
namespace {

struct InfoOptions {
  std::string file;
  bool verbose = false;
  CommonOptions common;
};

int run(const InfoOptions& options) {
  try {
    const RecordFile record = open_record(options.file);
    say("{}{}", options.common.json ? describe_json(record) : describe(record, options.verbose),
        options.common.json ? "\n" : "");
    return kOk;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

void add(Options& options, InfoOptions& given) {
  options.text("result", given.file, "result file (.h5)");
  options.required();
  options.flag("-v,--verbose", given.verbose, "what each channel is, all attributes, more rows");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(info) = {"info", "look inside a result file", 40, declare<InfoOptions, add, run>};

}  // namespace freeplay
