// SPDX-License-Identifier: Apache-2.0
#include "studies/read_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/index.h"
#include "freeplay/assemble.h"
#include "freeplay/run.h"
#include "model/file_text.h"
#include "model/read_lists.h"
#include "model/read_value.h"
#include "model/reader.h"
#include "model/scope.h"
#include "model/tree.h"
#include "studies/design.h"
#include "studies/read_measures.h"
#include "studies/read_sections.h"
#include "studies/read_variables.h"
#include "studies/search.h"
#include "studies/sobol_sequence.h"

namespace freeplay {
namespace {

constexpr double kMostRuns = 1e9;

constexpr Param kFormat{.key = "study", .low = 1, .high = 1, .help = "version of the format of study files"};
constexpr Param kName{.key = "name", .help = "for titles", .kind = ParamKind::text, .optional = true};
constexpr Param kModel{
    .key = "model", .help = "file of the model, seen from the study's folder", .kind = ParamKind::text};
constexpr Param kSteps{
    .key = "steps", .low = 1, .high = 1e12, .help = "most steps of a run", .optional = true};

constexpr Param kRepeats{.key = "repeats",
                         .fallback = 1,
                         .low = 1,
                         .high = kMostRuns,
                         .help = "runs of each point, with other random values each"};
constexpr Param kCount{.key = "count", .low = 1, .high = kMostRuns, .help = "runs"};
constexpr Param kSeed{
    .key = "seed", .fallback = 0, .low = 0, .high = 9e15, .help = "random numbers follow from it"};
constexpr Param kOfLists[] = {kRepeats, kSeed};
constexpr Param kOfSamples[] = {kCount, kSeed};
constexpr Param kBasePoints{
    .key = "count", .low = 2, .high = 1e8, .help = "base points; runs: count × (variables + 2)"};
constexpr Param kOfIndices[] = {kBasePoints, kSeed};
constexpr Param kGoal{.key = "goal", .help = "measure whose best value is sought", .kind = ParamKind::text};
constexpr Param kSeek{.key = "seek",
                      .help = "which value is the best",
                      .kind = ParamKind::choice,
                      .optional = true,
                      .choices = {"least", "greatest"}};
constexpr Param kOver{.key = "over",
                      .help = "what counts of the runs of a point",
                      .kind = ParamKind::choice,
                      .optional = true,
                      .choices = {"mean", "worst"}};
constexpr Param kMethod{.key = "method",
                        .help = "everywhere, then near the best; or near the middle of the ranges only",
                        .kind = ParamKind::choice,
                        .optional = true,
                        .choices = {"global", "local"}};
constexpr Param kPoints{
    .key = "count", .low = 1, .high = 1e6, .help = "points at most; runs: count × repeats"};
constexpr Param kOfSearch[] = {kGoal, kPoints, kSeek, kOver, kMethod, kRepeats, kSeed};
constexpr Param kTrajectories{
    .key = "trajectories", .low = 1, .high = 1e6, .help = "walks through all variables"};
constexpr Param kLevels{
    .key = "levels", .fallback = 4, .low = 2, .high = 1000, .help = "classes of values, an even number"};
constexpr Param kOfMorris[] = {kTrajectories, kLevels, kSeed};
constexpr EntryInfo kPlans[] = {
    {"grid", "", "every value of each variable with every value of all others", kOfLists},
    {"list", "", "the first values together, the second values together, …", kOfLists},
    {"one_at_a_time", "", "the model as it is, then each variable by itself", kOfLists},
    {"latin_hypercube", "McKay1979", "each variable evenly, in random combinations", kOfSamples},
    {"sobol", "JoeKuo2008", "all variables evenly together", kOfSamples},
    {"monte_carlo", "", "at random", kOfSamples},
    {"morris", "Morris1991", "one variable after the other, from many points", kOfMorris},
    {"sobol_indices", "Saltelli2010", "which part of the variance comes from which variable", kOfIndices},
    {"optimise", "GablonskyKelley2001", "one point after the other, towards the best value of a measure",
     kOfSearch}};
constexpr PlanKind kKinds[] = {
    PlanKind::grid,    PlanKind::list,        PlanKind::one_at_a_time, PlanKind::latin_hypercube,
    PlanKind::sobol,   PlanKind::monte_carlo, PlanKind::morris,        PlanKind::sobol_indices,
    PlanKind::optimise};

/// A text, a number or a word as `--set` takes it.
std::string assigned_text(const tree::Node& node) {
  if (const auto* text = node.as<std::string>()) return *text;
  if (const auto* whole = node.as<long long>()) return fmt::format("{}", *whole);
  if (const auto* real = node.as<double>()) return fmt::format("{}", *real);
  if (const auto* flag = node.as<bool>()) return *flag ? "true" : "false";
  return {};
}

class StudyReader {
 public:
  StudyReader(Reader& reader, Study& study, const KnownFunctions& known)
      : reader_(reader), study_(study), known_(known) {}

  /// Up to what must be known before its model is read.
  void read_head(Block& top) {
    const tree::Node* format = top.take(kFormat.key);
    if (format == nullptr) {
      top.missing(kFormat.key, "the format version", "begin the file with study = 1");
    } else {
      read_value(reader_, *format, kFormat.key, kFormat, "-");
    }
    study_.name = text(top, kName);
    study_.model_file = text(top, kModel);
    one(top, "set", false, [this](Block& block) { read_set(block); });
    one(top, "limits", false, [this](Block& block) {
      if (const tree::Node* node = block.take(kSteps.key)) {
        if (const auto steps = read_value(reader_, *node, block.path_of(kSteps.key), kSteps, "-"))
          study_.most_steps = std::llround(std::get<double>(steps->data));
      }
      block.finish();
    });
    read_plan(top);
  }

  void read_body(Block& top, const Model& model) {
    const Assembly assembly = assemble(model);
    VariableReader variables(reader_, study_, *assembly.numbers);
    Names names;
    each(top, "vary", names, [&](Block& block) { variables.read(block); });
    if (study_.variables.empty() && study_.plan.kind != PlanKind::monte_carlo)
      top.missing("vary", "at least one [[vary]]",
                  "name what varies by its path: path = \"joint.pin.clearance\"");
    if (!top.has("measure") && !top.has("section"))
      top.missing("measure", "at least one [[measure]] or [[section]]",
                  "name what counts: channel = \"driver/motor/power\", what = \"peak\"");
    check_plan();
    if (reader_.diagnostics().has_errors()) {
      each(top, "measure", names, [](Block& block) { take_measure_keys(block); });
      top.take("section");  // what it names is not known
      return;
    }
    const Assembly* first = &assembly;
    const Model* first_model = &model;
    Rebuilt rebuilt = rebuild(study_);
    if (!rebuilt.problems.empty()) {
      for (const Diagnostic& problem : rebuilt.problems) reader_.diagnostics().add(problem);
    } else if (rebuilt.assembly.system) {
      first = &rebuilt.assembly;
      first_model = &rebuilt.model;
    }
    Run everything = first_model->run;
    everything.record.channels.clear();
    const RecordLayout layout = record_layout(*first->system, first_model->method, everything);
    MeasureReader measures(reader_, study_, layout, known_);
    each(top, "measure", names, [&](Block& block) { measures.read(block); });
    each(top, "section", names, [&](Block& block) { read_section(block, layout, study_); });
    check_search();
  }

 private:
  /// The model with the first values of what it is read again for.
  struct Rebuilt {
    Model model;
    Assembly assembly;
    std::vector<Diagnostic> problems;
  };
  static Rebuilt rebuild(const Study& study) {
    Rebuilt rebuilt;
    std::vector<Assignment> changes = study.set;
    const Variable* last = nullptr;
    for (const Variable& variable : study.variables) {
      if (!variable.rebuilds || variable.values.empty()) continue;
      last = &variable;
      for (const std::string& path : variable.paths)
        changes.emplace_back(path, written(variable, variable.values.front()));
    }
    if (last == nullptr) return rebuilt;
    try {
      rebuilt.model = read_model_text(study.model_text, study.model_file, changes);
      rebuilt.assembly = assemble(rebuilt.model);
    } catch (const ModelError& error) {
      for (const Diagnostic& problem : error.diagnostics()) {
        if (problem.severity != Severity::error) continue;
        const Variable* of = last;
        for (const Variable& variable : study.variables) {
          const auto& paths = variable.paths;
          if (std::find(paths.begin(), paths.end(), problem.key) != paths.end()) of = &variable;
        }
        rebuilt.problems.push_back({Severity::error, of->where, problem.key,
                                    "the model with its first value is refused: " + problem.message,
                                    problem.hint});
      }
    }
    return rebuilt;
  }

  std::string text(Block& top, const Param& param) {
    const tree::Node* node = top.take(param.key);
    if (node == nullptr) {
      if (!param.optional) top.missing(param.key, expected_of(param, ""), param.help);
      return {};
    }
    const auto value = read_value(reader_, *node, param.key, param, "");
    return value ? std::get<std::string>(value->data) : std::string();
  }

  void read_set(Block& block) {
    for (const tree::Member& member : block.table()) {
      const tree::Node& node = *block.take(member.key);
      const std::string value = assigned_text(node);
      if (value.empty()) {
        reader_.error(node.position, block.path_of(member.key),
                      fmt::format("expected a number, a text or true or false; found {}", kind_name(node)),
                      "write paths in quotes: \"run.end\" = \"0.1 s\"");
        continue;
      }
      study_.set.emplace_back(member.key, value);
    }
  }

  void read_plan(Block& top) {
    const tree::Node* node = top.take("plan");
    if (node == nullptr) {
      top.missing("plan", "[plan] with its name", "known: " + list_words(study_plans().names()));
      return;
    }
    const Choice choice = read_choice(reader_, *node, "plan", study_plans(), "name", nullptr);
    plan_position_ = node->position;
    for (std::size_t i = 0; i < std::size(kPlans); ++i) {
      if (choice.name == kPlans[i].name) study_.plan.kind = kKinds[i];
    }
    const auto whole = [&](const char* key, auto& to) {
      const auto found = choice.values.find(key);
      if (found == choice.values.end()) return;
      const double number = std::get<double>(found->second.data);
      if (number != std::floor(number)) {
        reader_.diagnostics().error(found->second.where, std::string("plan.") + key,
                                    "must be a whole number");
      } else {
        to = static_cast<std::remove_reference_t<decltype(to)>>(number);
      }
    };
    whole("count", study_.plan.count);
    whole("trajectories", study_.plan.count);
    whole("levels", study_.plan.levels);
    whole("repeats", study_.plan.repeats);
    if (study_.plan.levels % 2 != 0)
      reader_.error(node->position, "plan.levels", "must be an even number",
                    "half of them are below the others");
    whole("seed", study_.plan.seed);
    read_search(choice);
  }

  void read_search(const Choice& choice) {
    const auto word = [&choice](const char* key) {
      const auto found = choice.values.find(key);
      return found == choice.values.end() ? std::string() : std::get<std::string>(found->second.data);
    };
    study_.plan.goal = word(kGoal.key);
    study_.plan.greatest = word(kSeek.key) == "greatest";
    study_.plan.worst = word(kOver.key) == "worst";
    study_.plan.local = word(kMethod.key) == "local";
    if (study_.plan.kind == PlanKind::optimise && searcher() == nullptr)
      reader_.error(plan_position_, "plan.name", "this program was built without NLopt, which searches",
                    "install Debian's libnlopt-dev and build again, or take \"sobol\" and its best row");
  }

  /// The measure that is sought, and ranges to search.
  void check_search() {
    if (study_.plan.kind != PlanKind::optimise || reader_.diagnostics().has_errors()) return;
    std::vector<std::string> names;
    for (const Measure& measure : study_.measures) names.push_back(measure.name);
    if (std::find(names.begin(), names.end(), study_.plan.goal) == names.end())
      reader_.error(plan_position_, "plan.goal", fmt::format("no measure is called \"{}\"", study_.plan.goal),
                    reader_.suggest_from(study_.plan.goal, names, "measured: "));
    for (const Variable& variable : study_.variables) {
      if (!variable.random)
        reader_.diagnostics().error(variable.where, "vary." + variable.name, "a list cannot be searched",
                                    "give the ends of a range: from and to");
    }
    if (std::none_of(study_.variables.begin(), study_.variables.end(),
                     [](const Variable& variable) { return variable.searched; }))
      reader_.error(plan_position_, "plan.name", "there is nothing to search",
                    "give at least one [[vary]] a range: from and to");
  }

  /// Whether the variables go with the plan, and how many runs there are.
  void check_plan() {
    const Plan& plan = study_.plan;
    const bool sampled = is_sample(plan.kind);
    for (const Variable& variable : study_.variables) {
      if (sampled && !variable.random && !variable.is_listed())
        reader_.diagnostics().error(variable.where, "vary." + variable.name, "has no values to sample from");
      if (plan.kind != PlanKind::list || variable.random || study_.variables.empty()) continue;
      const auto first = std::find_if(study_.variables.begin(), study_.variables.end(),
                                      [](const Variable& other) { return !other.random; });
      if (variable.values.size() != first->values.size())
        reader_.diagnostics().error(
            variable.where, "vary." + variable.name,
            fmt::format("has {} values, and {} has {}", variable.values.size(), first->name,
                        first->values.size()),
            "with the plan \"list\" all have equally many; every combination is the plan \"grid\"");
    }
    check_dimensions();
    if (!reader_.diagnostics().has_errors() && estimated_rows(study_) > kMostRuns)
      reader_.error(plan_position_, "plan", fmt::format("{:.3g} runs are absurd", estimated_rows(study_)),
                    "take fewer values, or a plan that samples");
  }

  void check_dimensions() {
    const bool indices = study_.plan.kind == PlanKind::sobol_indices;
    if (study_.plan.kind != PlanKind::sobol && !indices) return;
    const int most = indices ? kSobolDimensions / 2 : kSobolDimensions;
    if (study_.variables.size() <= idx(most)) return;
    reader_.error(
        plan_position_, "plan.name",
        fmt::format("{} here have up to {} variables; there are {}",
                    indices ? "Sobol' indices" : "Sobol' sequences", most, study_.variables.size()),
        indices ? "find those that matter with \"morris\", and fix the others" : "take \"latin_hypercube\"");
  }

  Reader& reader_;
  Study& study_;
  const KnownFunctions& known_;
  tree::Position plan_position_{1, 1};
};

Study read_texts_of(Study study, const std::string* model_text, const KnownFunctions& known) {
  Diagnostics diagnostics;
  const tree::Node root = tree::parse_toml(study.text, study.file, diagnostics);
  diagnostics.throw_if_errors();
  Reader reader(study.file, diagnostics);
  const tree::Table& table = *root.as<tree::Table>();
  Scope scope(reader, table);
  reader.use(&scope);
  Block top(reader, table, {1, 1}, "");
  top.take("parameters");  // read by the Scope
  StudyReader parts(reader, study, known);
  parts.read_head(top);
  diagnostics.throw_if_errors();
  if (model_text != nullptr) {
    study.model_text = *model_text;
  } else {
    const std::filesystem::path folder = std::filesystem::path(study.file).parent_path();
    study.model_file = (folder / study.model_file).string();
    study.model_text = text_of_file(study.model_file, "a model");
  }
  const Model model = read_model_text(study.model_text, study.model_file, study.set);
  parts.read_body(top, model);
  top.finish();
  scope.finish();
  diagnostics.throw_if_errors();
  return study;
}

}  // namespace

const RegistryInfo& study_plans() {
  static const RegistryInfo all = [] {
    RegistryInfo info{"plan", "plans", {}};
    for (const EntryInfo& plan : kPlans) info.entries.push_back(&plan);
    return info;
  }();
  return all;
}

const char* plan_name(PlanKind kind) {
  for (std::size_t i = 0; i < std::size(kPlans); ++i) {
    if (kKinds[i] == kind) return kPlans[i].name;
  }
  return "";
}

Study read_study(const std::string& path, const RunMeasures& functions) {
  Study study;
  study.file = path;
  study.text = text_of_file(path, "a study");
  return read_texts_of(std::move(study), nullptr, {functions, false});
}

Study read_study_text(const std::string& text, const std::string& file, const std::string& model_text,
                      const std::string& model_file, const KnownFunctions& known) {
  Study study;
  study.file = file;
  study.text = text;
  Study read = read_texts_of(std::move(study), &model_text, known);
  read.model_file = model_file;
  return read;
}

}  // namespace freeplay
