// SPDX-License-Identifier: Apache-2.0
// `freeplay view`: a page in the browser with the model, its runs and their report.
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>

#include <cstdio>
#include <filesystem>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "apps/freeplay/view_server.h"
#include "io/json_text.h"

extern char** environ;

namespace freeplay {
namespace {

struct ViewOptions {
  ModelOptions model;
  std::string output;  ///< result file; "": a temporary one
  int port = 0;        ///< 0: one that is free
  bool open = false;   ///< in the user's browser
  CommonOptions common;
};

/// Shows an address in the user's browser, which runs on when this program ends.
void open_browser(std::string address) {
  signal(SIGCHLD, SIG_IGN);  // nobody waits for it
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_init(&actions);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);
  for (const int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == 0 ? 0 /*read*/ : 1 /*write*/,
                                     0);
  std::string program = "xdg-open";
  char* arguments[] = {program.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, program.c_str(), &actions, &attributes, arguments, environ) != 0)
    say_to(stderr, "warning: --open: xdg-open cannot be started; open the address by hand\n");
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
}

/// Returns when Ctrl-C or a request to end comes, or the server gives up.
void wait_for_end(const ViewServer& server, const sigset_t& ends) {
  const timespec moment{1, 0};
  while (server.running() && sigtimedwait(&ends, nullptr, &moment) < 0) {
  }
}

int run(const ViewOptions& view) {
  const ModelOptions& options = view.model;
  const CommonOptions& common = view.common;
  std::error_code failed;
  if (!std::filesystem::is_regular_file(options.file, failed)) {
    Loaded nothing;
    const int code = load(options, common, nothing);  // says what is wrong with the name
    if (code == kOk) say_error(fmt::format("{} is not a file that can be shown", options.file));
    return code == kOk ? kUsage : code;
  }
  if (!view.output.empty() && !may_write(view.output, options.file)) return kUsage;
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigaddset(&ends, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);  // of all threads to come: this one waits for them
  signal(SIGPIPE, SIG_IGN);
  try {
    ViewSession session(options, view.output);
    ViewServer server(session, make_token());
    if (!server.start(view.port)) {
      say_error(view.port == 0 ? std::string("no port of 127.0.0.1 can be had")
                               : fmt::format("port {} of 127.0.0.1 is taken or not allowed; leave --port out "
                                             "for one that is free",
                                             view.port));
      return kUsage;
    }
    const std::string address = server.address();
    if (common.json) {
      say("{}\n", json_text({{"address", address}}, -1));
    } else {
      say("{}\n", address);
      if (!common.quiet) say("Open this address in a browser of this machine; Ctrl-C ends it.\n");
    }
    std::fflush(stdout);
    if (view.open) open_browser(address);
    wait_for_end(server, ends);
    pthread_sigmask(SIG_UNBLOCK, &ends, nullptr);  // a second Ctrl-C ends the program at once
    session.stop();
    server.stop();
  } catch (const std::invalid_argument& error) {
    say_error(error.what());
    return kUsage;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  return kOk;
}

void add(Options& options, ViewOptions& given) {
  add_model(options, given.model);
  add_common(options, given.common);
  options.text("-o,--output", given.output, "result file, replaced by every run (default: a temporary one)");
  options.number("--port", given.port, 1, 65535, "port of 127.0.0.1 (default: one that is free)");
  options.flag("--open", given.open, "open the page in the browser (xdg-open)");
}

}  // namespace

FREEPLAY_COMMAND(view) = {"view", "a local page: the model with its mistakes, runs as you edit, the report",
                          70, declare<ViewOptions, add, run>};

}  // namespace freeplay
