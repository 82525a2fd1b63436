// SPDX-License-Identifier: Apache-2.0
// `freeplay explain`: what a message means and what helps.
#include <fmt/format.h>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "apps/freeplay/topics.h"
#include "freeplay/diagnostics.h"

namespace freeplay {
namespace {

struct ExplainOptions {
  std::string what;
};

int run(const ExplainOptions& options) {
  if (options.what.empty()) {
    for (const Topic& topic : topics()) say("  {:<22}{}\n", topic.name, topic.phrases.front());
    return kOk;
  }
  const Topic* topic = topic_named(options.what);
  if (topic == nullptr) topic = topic_of(options.what);
  if (topic == nullptr) {
    std::vector<std::string> names;
    for (const Topic& one : topics()) names.push_back(one.name);
    const std::string near = did_you_mean(options.what, names);
    say_error(fmt::format("explain: there is nothing about '{}'{}; `freeplay explain` lists what there is",
                          options.what, near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return kUsage;
  }
  say("{}: \"… {} …\"\n\n{}", topic->name, topic->phrases.front(), topic->text);
  return kOk;
}

void add(Options& options, ExplainOptions& given) {
  options.text("what", given.what, "a word of the list, or the message in quotes (default: the list)");
}

}  // namespace

FREEPLAY_COMMAND(explain) = {"explain", "what a message means, and what helps", 75,
                             declare<ExplainOptions, add, run>};

}  // namespace freeplay
