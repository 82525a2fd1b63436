// SPDX-License-Identifier: Apache-2.0
// A study: a model, what varies in it, the plan by which it varies, and what is measured of every run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "formula/formula.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/study.h"
#include "studies/distribution.h"

namespace freeplay {

/// Something that varies: numbers of the model by their paths, or, where a path is none of Numbers, texts of its file.
struct Variable {
  enum class As {
    value,   ///< it is the number of the model
    offset,  ///< it is added to the number of the model
    factor,  ///< the number of the model is multiplied with it
  };
  std::string name;
  std::vector<std::string> paths;  ///< all of them take it
  As as = As::value;
  std::string unit;                    ///< of its values: SI, or that which is written behind plain numbers
  bool rebuilds = false;               ///< a path is none of Numbers: the model is read again for each value
  bool searched = false;               ///< a range in which the plan optimise looks for the best value
  std::vector<double> values;          ///< a list, or a range as a list
  std::vector<std::string> words;      ///< of a list of texts; values are then places in it
  std::optional<Distribution> random;  ///< a distribution; of a range the uniform one that samples take
  Where where;

  bool is_listed() const { return !values.empty(); }
};

enum class PlanKind {
  grid,
  list,
  one_at_a_time,
  latin_hypercube,
  sobol,
  monte_carlo,
  morris,
  sobol_indices,
  optimise
};

struct Plan {
  PlanKind kind = PlanKind::grid;
  long long count =
      0;  ///< runs, of plans that are samples; of morris trajectories, of sobol_indices base points
  long long repeats = 1;  ///< of each point of the others
  std::uint64_t seed = 0;
  long long levels = 4;  ///< of morris
  // of optimise:
  std::string goal{};     ///< measure
  bool greatest = false;  ///< it is sought; else the least one
  bool worst = false;     ///< of the runs of a point; else their mean
  bool local = false;     ///< only what is near the middle of the ranges
};

/// A number that a run is reduced to.
struct Measure {
  enum class What {
    peak,
    least,
    mean,
    rms,
    final,
    sum,
    count,
    percentile,
    crossing,
    crossings,
    time_above,
    period,          ///< of returns
    chaos,           ///< of returns
    lyapunov,        ///< of the whole machine
    lyapunov_error,  ///< of the measure before it
    formula,         ///< of what varies and of measures before it
    own,             ///< by a function of the program that makes the study
  };
  /// What a name in a formula stands for.
  struct Operand {
    bool is_variable = false;  ///< else a measure
    std::size_t index = 0;
    double factor = 1;  ///< to SI units
  };
  enum class Direction { up, down, either };
  std::string name;
  std::string source;     ///< channel, or table
  bool of_table = false;  ///< its rows are measured, not samples
  std::string component;  ///< of a channel of several numbers: "x", …, or "size"
  std::string column;     ///< of a table
  What what = What::peak;
  bool absolute = false;  ///< of the numbers without their signs
  double percent = 50, level = 0;
  double every = 0;      ///< from one return to the next [s]; of a table its rows are the returns
  double tolerance = 0;  ///< of a period
  double distance = 0;   ///< of twins
  Direction direction = Direction::up;
  double from = 0, to = std::numeric_limits<double>::infinity();  ///< [s]
  std::string text;                                               ///< of the formula, with "="
  std::optional<formula::Formula> formula;                        ///<
  std::vector<Operand> operands;                                  ///< of its names
  std::string function;                                           ///< its name
  std::vector<std::string> channels;  ///< what it is given, patterns as of record.channels; none: all of them
  RunMeasure own;                     ///< none: it is not known here
  std::string unit;
  Where where;
};

/// Numbers of each run at its returns, kept in a table of the result.
struct Section {
  std::string name;
  std::string source;           ///< table; "": channels
  bool of_table = false;        ///< its rows are the returns
  std::vector<Measure> values;  ///< where the numbers are, with the names of their columns
  double every = 0;             ///< from one return to the next [s], of channels
  double from = 0, to = std::numeric_limits<double>::infinity();  ///< [s]
  Where where;
};

struct Study {
  std::string name;
  std::string file, text;              ///< of the study
  std::string model_file, model_text;  ///< of its model
  std::vector<Assignment> set;         ///< changes that all runs share
  std::vector<Variable> variables;
  std::vector<Measure> measures;
  std::vector<Section> sections;
  Plan plan;
  long long most_steps = 0;  ///< of a run; 0: no limit
};

}  // namespace freeplay
