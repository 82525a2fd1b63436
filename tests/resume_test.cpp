// SPDX-License-Identifier: Apache-2.0
// A run that goes on from a checkpoint is the run that was never interrupted: every channel, table and
// attribute, to the bit, but for the methods of SUNDIALS, which begin anew.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "freeplay/assemble.h"
#include "run/simulate.h"
#include "tests/results/results_table.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

/// Records, and keeps the checkpoint at one sample.
class Keeper final : public RecordSink {
 public:
  explicit Keeper(std::size_t tables, long long at = -1) : tables_(tables), at_(at) {}
  void append(std::span<const double> row) override { rows_.emplace_back(row.begin(), row.end()); }
  void append_row(int table, std::span<const double> cells) override {
    tables_[static_cast<std::size_t>(table)].emplace_back(cells.begin(), cells.end());
  }
  void checkpoint(const std::function<std::vector<double>()>& state, bool) override {
    if (!kept.state.empty() || at_ < 0 || static_cast<long long>(rows_.size()) < at_) return;
    kept.state = state();
    kept.samples = static_cast<long long>(rows_.size());
    for (const auto& table : tables_) kept.rows.push_back(static_cast<long long>(table.size()));
  }
  void close(const std::string& the_status, const std::map<std::string, Attribute>& attributes) override {
    status = the_status;
    final = attributes;
    final.erase("wall_seconds");
  }
  /// What was recorded up to the other's checkpoint.
  void begin_as(const Keeper& other) {
    rows_.assign(other.rows_.begin(), other.rows_.begin() + other.kept.samples);
    for (std::size_t i = 0; i < tables_.size(); ++i)
      tables_[i].assign(other.tables_[i].begin(), other.tables_[i].begin() + other.kept.rows[i]);
  }
  const std::vector<std::vector<double>>& rows() const { return rows_; }

  /// Bits of all numbers.
  std::vector<std::uint64_t> bits() const {
    std::vector<std::uint64_t> all;
    const auto add = [&](const std::vector<std::vector<double>>& rows) {
      all.push_back(rows.size());
      for (const std::vector<double>& row : rows) {
        for (const double value : row) all.push_back(std::bit_cast<std::uint64_t>(value));
      }
    };
    add(rows_);
    for (const auto& table : tables_) add(table);
    return all;
  }

  Checkpoint kept;
  std::string status;
  std::map<std::string, Attribute> final;

 private:
  std::vector<std::vector<double>> rows_;
  std::vector<std::vector<std::vector<double>>> tables_;
  long long at_;
};

std::vector<Assignment> assignments(const std::string& variant) {
  std::vector<Assignment> all;
  std::istringstream words(variant == "-" ? "" : variant);
  for (std::string word; words >> word;)
    all.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
  return all;
}

bool begins_anew(const Method& method) {
  const std::string& word = method.stepper.name;
  return word == "adams" || word == "bdf" || word == "runge_kutta";
}

/// Where the first number differs, in words.
std::string difference(const Keeper& a, const Keeper& b, const RecordLayout& layout) {
  if (a.rows().size() != b.rows().size()) return "other numbers of samples";
  for (std::size_t i = 0; i < a.rows().size(); ++i) {
    std::size_t column = 0;
    for (const Channel& channel : layout.channels) {
      for (int k = 0; k < channel.width; ++k, ++column) {
        if (std::bit_cast<std::uint64_t>(a.rows()[i][column]) !=
            std::bit_cast<std::uint64_t>(b.rows()[i][column]))
          return channel.path + " of sample " + std::to_string(i);
      }
    }
  }
  return a.bits() == b.bits() ? "" : "a table";
}

/// Runs the model whole, and once more from a checkpoint in the middle; false: it is too short for that.
bool check_resumed(Model model) {
  std::optional<Assembly> assembled;
  try {
    assembled = assemble(model);
  } catch (const ModelError&) {  // an end that is shorter than a step
    return false;
  }
  const System& system = *assembled->system;
  const RecordLayout layout = record_layout(system, model.method, model.run);
  Keeper counted(layout.tables.size());
  long long samples = simulate(system, model.method, model.run, counted).samples;
  if (samples < 3) model.run.record.every = 0;  // the record is coarse: every step is a sample
  if (samples < 3) samples = simulate(system, model.method, model.run, counted).samples;
  Keeper whole(layout.tables.size(), std::max(1LL, samples * 2 / 5));
  simulate(system, model.method, model.run, whole);
  if (whole.kept.state.empty()) return false;
  Keeper resumed(layout.tables.size());
  resumed.begin_as(whole);
  RunHooks hooks;
  hooks.resume = whole.kept.state;
  simulate(system, model.method, model.run, resumed, hooks);
  EXPECT_EQ(resumed.status, whole.status);
  if (begins_anew(model.method)) return true;
  EXPECT_EQ(difference(resumed, whole, layout), "");
  EXPECT_EQ(resumed.final, whole.final);
  return true;
}

/// The models of the table, with ends that are short, or long if asked for.
std::vector<std::pair<std::string, Model>> models() {
  std::vector<std::pair<std::string, Model>> all;
  for (const results::Row& row : results::read(testing::source_path("tests/results/g++.txt")).rows) {
    Model model = read_model(testing::source_path(row.model), assignments(row.variant));
    if (!is_dynamic(model.run) || row.status != "complete") continue;
    model.run.end = std::getenv("FREEPLAY_KILLS") != nullptr ? row.end : row.brief;
    all.emplace_back(row.model + " " + row.variant, model);
  }
  return all;
}

TEST(Resume, EveryModelGoesOnAsIfNothingHadHappened) {
  int checked = 0;
  for (const auto& [name, model] : models()) {
    SCOPED_TRACE(name);
    checked += check_resumed(model);
  }
  EXPECT_GT(checked, 80);
}

TEST(Resume, Rk4GoesOnWithEveryFormulationOfJointsAndTheirFriction) {
  int checked = 0;
  for (auto& [name, model] : models()) {
    if (model.method.stepper.name != "runge_kutta") continue;
    SCOPED_TRACE(name);
    model.method.stepper = {"rk4", {{"step", {model.run.end / 400, {}}}}, {}};
    static constexpr const char* kFormulations[] = {"baumgarte", "coordinate_partitioning", "projection"};
    const int turn = checked % 3;
    model.method.formulation = Choice{kFormulations[turn], {}, {}};
    if (turn > 0) model.method.joint_friction = turn == 1 ? "previous_signs" : "iterated";
    checked += check_resumed(model);
  }
  EXPECT_GT(checked, 10);
}

}  // namespace
}  // namespace freeplay
