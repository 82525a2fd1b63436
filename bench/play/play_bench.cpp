// SPDX-License-Identifier: Apache-2.0
// What play in space costs: gaps and rows of a joint's contacts, and steps of a mechanism with play over
// steps of the same mechanism with ideal joints, in the same run. CPU time, the fastest of nine repetitions.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bench/cpu_clock.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

constexpr int kRepetitions = 9;
constexpr int kCalls = 20000;

const std::string kExamples = source_folder() + "/examples/";

template <class Work>
double fastest(const Work& work) {
  double best = 1e300;
  for (int k = 0; k < kRepetitions; ++k) {
    const double begin = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - begin);
  }
  return best;
}

/// Places the bodies a little further in every call, so that nothing is found where it was.
void contact_evaluation(const std::string& example) {
  const Assembly assembly = assemble(read_model(kExamples + example + "/model.toml"));
  const System& system = *assembly.system;
  const SystemInfo& info = system.info();
  State state = system.initial_state();
  Evaluation ev(info);
  system.load(state.features(), ev);
  std::vector<double> u(state.u().begin(), state.u().end()), q(state.q().size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 1e-3 * (1 + 0.1 * static_cast<double>(i % 7));
  const auto time = [&](auto&& evaluate) {
    return fastest([&] {
             for (int k = 0; k < kCalls; ++k) {
               system.advance(state.q(), u, 1e-6 * k, q);
               system.place(0, q, ev);
               evaluate();
             }
           }) /
           kCalls * 1e9;
  };
  const int contacts = info.fixed_contacts();
  const double place = time([] {});
  const double gaps = time([&] { system.gaps(0, q, ev); }) - place;
  const double rows = time([&] {
                        for (int c = 0; c < contacts; ++c) system.contact_rows(0, q, c, ev);
                      }) -
                      place;
  fmt::print("{:<30}{:>10}{:>12.0f}{:>16.0f}{:>16.0f}\n", example, contacts, place, gaps / contacts,
             rows / contacts);
}

struct Cost {
  double wall = 0, steps = 0, evaluations = 0;
};

Cost cost(const std::string& example, const std::vector<Assignment>& changes) {
  const Model model = read_model(kExamples + example + "/model.toml", changes);
  const Assembly assembly = assemble(model);
  Cost cost;
  cost.wall = fastest([&] {
    MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
    const RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
    cost.steps = static_cast<double>(summary.steps.steps);
    cost.evaluations = static_cast<double>(summary.compliant.evaluations);
  });
  return cost;
}

void steps() {
  const std::string example = "spatial_slider_crank_play";
  const std::vector<Assignment> common = {{"run.end", "0.1"}, {"run.record.every", "0.01"}};
  const auto with = [&](std::vector<Assignment> more) {
    more.insert(more.end(), common.begin(), common.end());
    return more;
  };
  const Assignment ideal{"joint.shaft.clearance", "none"}, none{"contact", "none"};
  const Assignment symmetric{"method.stepper", R"({ name = "symmetric", step = 1e-5 })"};
  const Assignment rk4{"method.stepper", R"({ name = "rk4", step = 1e-5 })"};
  const Assignment rk4_play{"method.stepper", R"({ name = "rk4", step = 1e-5, detection = "none" })"};
  const Cost rigid = cost(example, with({{"contact.world", "rigid"}, symmetric}));
  const Cost rigid_ideal = cost(example, with({ideal, none, symmetric}));
  const Cost soft = cost(example, with({rk4_play}));
  const Cost soft_ideal = cost(example, with({ideal, none, rk4}));
  fmt::print("\n{:<44}{:>12}{:>12}{:>8}\n", "spatial slider-crank, 0.1 s, us", "with play", "ideal", "ratio");
  const auto line = [](const char* what, double play, double ideal_joint) {
    fmt::print("{:<44}{:>12.2f}{:>12.2f}{:>8.2f}\n", what, play, ideal_joint, play / ideal_joint);
  };
  line("rigid, symmetric at 1e-5 s, per step", rigid.wall / rigid.steps * 1e6,
       rigid_ideal.wall / rigid_ideal.steps * 1e6);
  line("compliant, rk4 at 1e-5 s, per right-hand side", soft.wall / soft.evaluations * 1e6,
       soft_ideal.wall / soft_ideal.evaluations * 1e6);
}

}  // namespace
}  // namespace freeplay::bench

int main() {
  fmt::print("{:<30}{:>10}{:>12}{:>16}{:>16}\n", "ns", "contacts", "poses", "gap, each", "rows, each");
  for (const char* example : {"spatial_slider_crank_play", "door_hinge", "ball_joint_play", "guide_play"})
    freeplay::bench::contact_evaluation(example);
  freeplay::bench::steps();
  return 0;
}
