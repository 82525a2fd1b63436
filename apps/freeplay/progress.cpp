// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>

namespace freeplay {
namespace {

constexpr int kStops[] = {SIGINT, SIGTERM};

}  // namespace

StopSignals::StopSignals() {
  requested.store(false);
  at_once.store(false);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  has_timer_ = ::timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
  std::signal(SIGALRM, [](int) { at_once.store(true); });
  for (const int signal : kStops) std::signal(signal, on_interrupt);
}

StopSignals::~StopSignals() {
  usual();
  if (has_timer_) ::timer_delete(timer_);
  has_timer_ = false;
}

void StopSignals::on_interrupt(int) {
  constexpr long kPatience = 100'000'000;  // [ns]
  requested.store(true);
  const itimerspec soon{{0, 0}, {0, kPatience}};
  if (!has_timer_ || ::timer_settime(timer_, 0, &soon, nullptr) != 0) at_once.store(true);
  usual();  // a second one ends the program at once
}

void StopSignals::usual() {
  for (const int signal : kStops) std::signal(signal, SIG_DFL);
}

ProgressLine::ProgressLine(bool on) : on_(on && isatty(fileno(stderr)) != 0) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs(fmt::format("\r{:78}\r", "").c_str(), stderr);  // not through say(): it moves back
}

void ProgressLine::show(double share, const std::string& what, double wall) {
  if (!on_ || wall < next_) return;
  next_ = wall + 0.2;
  shown_ = true;
  const std::string line = fmt::format("\r  {:3.0f} %   {}   {:.0f} s to go      ", 100 * share, what,
                                       share > 0 ? std::ceil(wall * (1 - share) / share) : 0);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace freeplay
