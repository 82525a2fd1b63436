// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "tests/test_models.h"

namespace freeplay::testing {

double Ran::last(const std::string& path, int component) const {
  const std::vector<double> all = values(path);
  const std::size_t width = all.size() / static_cast<std::size_t>(record.samples());
  return all.at(all.size() - width + static_cast<std::size_t>(component));
}

Vec3 Ran::point(const std::string& path, std::size_t sample) const {
  const std::vector<double> all = values(path);
  const std::size_t width = all.size() / static_cast<std::size_t>(record.samples());
  Vec3 out{};
  for (std::size_t k = 0; k < std::min<std::size_t>(width, 3); ++k) out[k] = all.at(width * sample + k);
  return out;
}

Vec3 Ran::last_point(const std::string& path) const {
  return point(path, static_cast<std::size_t>(record.samples()) - 1);
}

Ran try_run(const Model& model) {
  Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(assembly), std::move(summary), std::move(record)};
}

Ran try_run(const std::string& text) { return try_run(read_model_text(text, "test.toml")); }

Ran run(const Model& model) {
  Ran ran = try_run(model);
  EXPECT_EQ(ran.summary.status, RunStatus::complete) << ran.summary.message;
  return ran;
}

Ran run(const std::string& text) { return run(read_model_text(text, "test.toml")); }

Ran run(const std::string& text, double step, double end, std::vector<Assignment> changes) {
  changes.emplace_back("method.stepper.step", fmt::format("{:.17g}", step));
  changes.emplace_back("run.end", fmt::format("{:.17g}", end));
  Ran ran = run(read_model_text(text, "test.toml", changes));
  EXPECT_NEAR(ran.summary.t_end, end, 1e-12);
  return ran;
}

namespace {

struct NoSink final : RecordSink {
  void append(std::span<const double>) override {}
  void append_row(int, std::span<const double>) override {}
  void close(const std::string&, const std::map<std::string, Attribute>&) override {}
};

}  // namespace

RunSummary try_unrecorded(const Model& model) {
  const Assembly assembly = assemble(model);
  NoSink sink;
  return simulate(*assembly.system, model.method, model.run, sink);
}

Model example(const std::string& name, const std::vector<Assignment>& changes) {
  return read_model(source_path("examples/" + name + "/model.toml"), changes);
}

std::string wrong_with_model(const std::string& text, const std::vector<Assignment>& changes) {
  try {
    assemble(read_model_text(text, "test.toml", changes));
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

}  // namespace freeplay::testing
