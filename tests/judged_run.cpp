// SPDX-License-Identifier: Apache-2.0
#include "tests/judged_run.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>

#include "freeplay/assemble.h"
#include "freeplay/diagnostics.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/run.h"
#include "run/warnings.h"

namespace freeplay::testing {
namespace {

constexpr double kEnergy = 1e-2;   // of the ledger's scale: no more is left unsaid
constexpr double kOverlap = 1e-1;  // of the clearance or size

std::atomic<bool> used_up{false};

double& number(Values& values, const char* key, double otherwise) {
  Value& value = values[key];
  if (!std::holds_alternative<double>(value.data)) value.data = otherwise;
  return std::get<double>(value.data);
}

/// Steps, or what steps are chosen by, a tenth of what they were.
void refine(Choice& stepper) {
  const bool chooses = stepper.values.count("accuracy") > 0;
  if (stepper.name == "gauss_optimisation") {
    number(stepper.values, "step_min", 1e-4) /= 10;
    number(stepper.values, "step_max", 1e-3) /= 10;
  } else if (stepper.name == "rk4" || stepper.name == "moreau" || (stepper.name == "symmetric" && !chooses)) {
    number(stepper.values, "step", 1e-5) /= 10;
  } else {
    double& accuracy = number(stepper.values, "accuracy", 1e-8);
    accuracy = std::max(accuracy / 10, 1e-14);
  }
}

/// Samples at the same times whatever the step: whole numbers of the longer one, and an end that is one, too.
void align_samples(Model& model) {
  const Choice& stepper = model.method.stepper;
  const auto given = stepper.values.find("step");
  if (given == stepper.values.end() || stepper.values.count("accuracy") > 0) {
    model.run.record.every = model.run.end / 10;
    return;
  }
  const double step = std::get<double>(given->second.data), steps = std::ceil(model.run.end / step - 1e-6);
  model.run.end = steps * step;
  model.run.record.every = std::max(1.0, std::floor(steps / 10)) * step;
}

void disturb(Model& model, double speed, double size) {
  double sign = 1;
  for (Body& body : model.bodies) {
    for (double& v : body.velocity) v += sign * speed;
    for (double& v : body.space.velocity) v += sign * speed;
    body.angular_velocity += sign * speed / size;
    for (double& v : body.space.angular_velocity) v -= sign * speed / size;
    sign = -sign;
  }
}

/// Deepest gap of a record in units of what the contact is judged by.
double overlap(const MemoryRecord& record, const SystemInfo& info) {
  double deepest = 0;
  for (const ContactInfo& contact : info.contacts) {
    const std::string path = "/contact/" + contact.name + "/gap";
    const auto& channels = record.layout().channels;
    if (std::none_of(channels.begin(), channels.end(), [&](const Channel& c) { return c.path == path; }))
      continue;
    for (const double gap : record.values(path))
      if (contact.length > 0) deepest = std::max(deepest, -gap / contact.length);
  }
  return deepest;
}

nlohmann::json run_here(const std::string& text, Variant variant) {
  Model model = read_model_text(text, "mechanism.toml");
  nlohmann::json out;
  align_samples(model);
  if (variant == Variant::tenth) refine(model.method.stepper);
  double size = 0;
  if (variant == Variant::twin) {
    const Assembly drawn = assemble(model);
    size = drawn.system->info().length;
    const double g = std::max(std::hypot(model.gravity[0], model.gravity[1]),
                              std::hypot(model.gravity3[0], model.gravity3[1], model.gravity3[2]));
    disturb(model, kTwin * std::sqrt(std::max(g, 1e-3) * size), size);
  }
  const Assembly assembly = assemble(model);
  const SystemInfo& info = assembly.system->info();
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run));
  RunHooks hooks;
  hooks.stop_now = &used_up;
  hooks.stop = &used_up;
  const RunSummary summary = simulate(*assembly.system, model.method, model.run, record, hooks);
  const double scale = summary.energy_scale > 0 ? summary.energy_scale : 1;
  const Works& works = summary.works;
  out["status"] = summary.status == RunStatus::interrupted ? "no end" : to_string(summary.status);
  out["message"] = summary.message;
  out["warnings"] = summary_warnings(summary);
  out["done"] = summary.t_end / model.run.end;
  out["energy_error"] = std::abs(summary.worst_numerical) / scale;
  out["gained"] = (std::max(0.0, works.impact + works.friction - summary.gain.total) +
                   std::max(0.0, works.stabilisation)) /
                  scale;
  out["overlap"] = is_compliant(model) ? 0 : overlap(record, info);
  out["size"] = info.length;
  std::vector<double> all;
  for (const Body& body : model.bodies) {
    const std::vector<double> of = record.values("/body/" + body.name + "/position");
    const std::size_t width = of.size() / static_cast<std::size_t>(record.samples());
    for (std::size_t i = 0; i < of.size(); ++i) {
      all.push_back(of[i]);
      if (width == 2 && i % 2 == 1) all.push_back(0);
    }
  }
  out["positions"] = all;
  out["bodies"] = model.bodies.size();
  return out;
}

nlohmann::json run_or_refuse(const std::string& text, Variant variant) {
  try {
    return run_here(text, variant);
  } catch (const std::exception& refused) {
    return {{"status", "refused"}, {"message", refused.what()}};
  }
}

double seconds_of(const rusage& usage) {
  const auto seconds = [](const timeval& t) { return double(t.tv_sec) + 1e-6 * double(t.tv_usec); };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// Largest distance between two runs of a body in one sample, over the longest way of all bodies.
double distance(const SingleRun& a, const SingleRun& b) {
  if (a.positions.size() != b.positions.size() || a.bodies == 0) return 1;
  const std::size_t of_one = a.positions.size() / static_cast<std::size_t>(a.bodies);
  double apart = 0, way = 1e-6 * a.size;  // what rests is compared with the machine
  const auto between = [](const double* x, const double* y) {
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  };
  for (std::size_t i = 0; i < a.positions.size(); i += 3) {
    const double* start = b.positions.data() + i / of_one * of_one;
    apart = std::max(apart, between(a.positions.data() + i, b.positions.data() + i));
    way = std::max(way, between(start, b.positions.data() + i));
  }
  return std::isfinite(apart) ? apart / way : 1;
}

}  // namespace

SingleRun run_apart(const std::string& text, Variant variant, double seconds) {
  SingleRun out;
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    std::signal(SIGXCPU, [](int) { used_up = true; });
    const auto limit = static_cast<rlim_t>(std::ceil(seconds));
    const rlimit within{limit, limit + 3};
    setrlimit(RLIMIT_CPU, &within);
    const std::string said =
        run_or_refuse(text, variant).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    for (std::size_t at = 0; at < said.size();) {
      const ssize_t wrote = write(ends[1], said.data() + at, said.size() - at);
      if (wrote <= 0) break;
      at += static_cast<std::size_t>(wrote);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string said;
  char buffer[4096];
  for (ssize_t got = 0; (got = read(ends[0], buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(got));
  close(ends[0]);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  out.cpu = seconds_of(usage);
  const nlohmann::json json = nlohmann::json::parse(said, nullptr, false);
  if (!WIFEXITED(status) || json.is_discarded()) {
    out.status = out.cpu > seconds ? "no end" : "crashed";
    return out;
  }
  const auto real = [&](const char* key) {
    return !json.contains(key) ? 0 : json[key].is_number() ? json[key].get<double>() : HUGE_VAL;
  };
  out.status = json["status"];
  out.message = json["message"];
  if (!json.contains("positions")) return out;
  out.warnings = json["warnings"].get<std::vector<std::string>>();
  out.done = real("done");
  out.energy_error = real("energy_error");
  out.gained = real("gained");
  out.overlap = real("overlap");
  out.size = real("size");
  out.bodies = json["bodies"];
  for (const nlohmann::json& x : json["positions"])
    out.positions.push_back(x.is_number() ? x.get<double>() : HUGE_VAL);
  return out;
}

Judged judge(const std::string& text, double seconds, bool compare) {
  Judged out;
  out.run = run_apart(text, Variant::as_is, seconds);
  if (!compare || out.run.status != "complete") return out;
  const SingleRun tenth = run_apart(text, Variant::tenth, 10 * seconds);
  const SingleRun twin = run_apart(text, Variant::twin, seconds);
  if (tenth.status != "complete" || twin.status != "complete") return out;
  out.compared = true;
  out.tenth = distance(out.run, tenth);
  out.twins = distance(out.run, twin);
  out.wrong = out.tenth > std::max(kWrong, out.twins);
  return out;
}

std::string Judged::verdict() const {
  if (run.status != "complete") {
    std::istringstream words(run.message);
    std::string first = run.status + ":", word;
    for (int k = 0; k < 3 && words >> word; ++k) first += " " + word;
    return first;
  }
  if (warned()) return "";
  if (!(run.energy_error <= kEnergy)) return "energy error without a word";
  if (!(run.gained <= kEnergy)) return "energy out of nothing without a word";
  if (!(run.overlap <= kOverlap)) return "overlap without a word";
  return wrong ? "wrong without a word" : "";
}

}  // namespace freeplay::testing
