// SPDX-License-Identifier: Apache-2.0
#include "system/initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "system/closest.h"
#include "system/constraint_space.h"
#include "system/initial_correction.h"
#include "system/placing.h"

namespace freeplay {

namespace initial {

/// Rows that are combinations of earlier ones (Gram–Schmidt, twice for safety); `partners` gets the rows
/// each of them depends on.
std::vector<int> dependent_rows(const Eigen::MatrixXd& A, std::vector<std::vector<int>>& partners) {
  std::vector<int> dependent;
  std::vector<int> kept;
  Eigen::MatrixXd basis(A.rows(), A.cols());
  Eigen::MatrixXd mix =
      Eigen::MatrixXd::Identity(A.rows(), A.rows());  // basis row = combination of the rows of A
  int rank = 0;
  for (int r = 0; r < A.rows(); ++r) {
    Eigen::RowVectorXd rest = A.row(r);
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < rank; ++k) {
        const double part = rest.dot(basis.row(k));
        rest -= part * basis.row(k);
        mix.row(r) -= part * mix.row(kept[idx(k)]);
      }
    }
    const double length = rest.norm();
    if (length > kDependentRow) {
      basis.row(rank++) = rest / length;
      mix.row(r) /= length;
      kept.push_back(r);
      continue;
    }
    dependent.push_back(r);
    std::vector<int> with;
    for (int k = 0; k < A.rows(); ++k) {
      if (k != r && std::abs(mix(r, k)) > 1e-6) with.push_back(k);
    }
    partners.push_back(with);
  }
  return dependent;
}

}  // namespace initial

namespace {

using initial::Flags;
using initial::Initial;

/// The block of the file that a row stands for: "joint.shaft".
std::string key_of(const SystemInfo& info, int row) {
  const ConstraintInfo& constraint = info.constraints[idx(row)];
  return (constraint.driver >= 0 ? "driver."
          : constraint.coupling  ? "coupling."
                                 : "joint.") +
         constraint.name.substr(0, constraint.name.rfind('.'));
}

/// The row with the largest error, relative to the size of the system.
int worst_row(const SystemInfo& info, const std::vector<double>& errors) {
  std::size_t worst = 0;
  const auto size = [&](std::size_t row) { return std::abs(errors[row]) / info.row_scale(row); };
  for (std::size_t row = 1; row < errors.size(); ++row) {
    if (size(row) > size(worst)) worst = row;
  }
  return static_cast<int>(worst);
}

Flags not_given(const Flags& given) {
  Flags free = given;
  free.flip();
  return free;
}

/// Rows that cannot hold together, the first such set; a single row is one without any direction.
template <int Most>
std::vector<int> contradiction(Initial<Most>& initial, const Flags& without) {
  std::vector<std::vector<int>> partners;
  const std::vector<int> dependent = initial.dependent(without, partners);
  for (std::size_t i = 0; i < dependent.size(); ++i) {
    if (without[idx(dependent[i])]) continue;
    std::vector<int> rows = partners[i];
    rows.push_back(dependent[i]);
    return rows;
  }
  return {};
}

constexpr double kStays = 1e-9;  // a relative change this small is rounding

/// Size of some components; one alone, an angle of the plane, keeps its sign.
double size_of(const std::vector<double>& of, std::size_t from, std::size_t to) {
  if (to - from == 1) return of[from];
  double sum = 0;
  for (std::size_t k = from; k < to; ++k) sum = std::hypot(sum, of[k]);
  return sum;
}

/// Changes of what the user gave; the rest was free to be found.
void report_moves(const System& system, const GivenCoordinates& given, const State& before,
                  const State& after, InitialReport& report) {
  const SystemInfo& info = system.info();
  double speed_scale = 0;
  for (std::size_t i = 0; i < after.u().size(); ++i) {
    const double size = initial::is_translation(info, to_int(i)) ? 1.0 : info.length;
    speed_scale = std::max({speed_scale, std::abs(after.u()[i]) * size, std::abs(before.u()[i]) * size});
  }
  const double length = info.length;
  std::vector<double> change(after.u().size()), faster(after.u().size());
  system.difference(before.q(), after.q(), change);
  for (std::size_t i = 0; i < change.size(); ++i) {
    if (!given.q[i]) change[i] = 0;
    faster[i] = given.u[i] ? after.u()[i] - before.u()[i] : 0;
  }
  const auto per = idx(initial::per_body(info)), lengths = idx(info.dimension);
  for (std::size_t b = 0; b < info.bodies.size(); ++b) {
    const std::size_t first = per * b, turns = first + lengths, end = first + per;
    MovedBody moved{info.bodies[b].name, size_of(change, first, turns), size_of(change, turns, end),
                    size_of(faster, first, turns), size_of(faster, turns, end)};
    if (moved.distance <= kStays * length) moved.distance = 0;
    if (std::abs(moved.angle) <= kStays) moved.angle = 0;
    const bool position = moved.distance != 0 || moved.angle != 0;
    const bool velocity =
        moved.speed > kStays * speed_scale || std::abs(moved.angular_speed) * length > kStays * speed_scale;
    if (!velocity) moved.speed = moved.angular_speed = 0;
    if (position || velocity) report.moved.push_back(moved);
  }
}

}  // namespace

std::string place_text(const SystemInfo& info, const BodyMotion& at, const std::string& name) {
  const auto clean = [&](double x) {  // rounding is no place
    return std::abs(x) < 1e-12 * info.length ? 0.0 : x;
  };
  if (info.dimension != 3)
    return fmt::format("{} at [{:.6g}, {:.6g}] m, angle {:.6g} rad", name, clean(at.x), clean(at.y),
                       std::abs(at.angle) < 1e-12 ? 0.0 : at.angle);
  std::array<double, 4> e = at.orientation;
  for (double& x : e) x = std::abs(x) < 1e-12 ? 0.0 : x;
  return fmt::format("{} at [{:.6g}, {:.6g}, {:.6g}] m, Euler parameters [{:.6g}]", name, clean(at.x),
                     clean(at.y), clean(at.z), fmt::join(e, ", "));
}

namespace {

/// What to write in the model to have the one or the other way.
std::string remedy_text(const SystemInfo& info, const std::string& body, const BodyMotion& taken,
                        const BodyMotion& other) {
  if (info.dimension == 3) return fmt::format("{}.orientation or {}.position", body, body);
  if (std::abs(taken.angle - other.angle) > 1e-6)
    return fmt::format("{}.angle = {:.6g} for this one, {:.6g} for the other", body, taken.angle,
                       other.angle);
  return fmt::format("{}.position = [{:.6g}, {:.6g}] for this one, [{:.6g}, {:.6g}] for the other", body,
                     taken.x, taken.y, other.x, other.y);
}

}  // namespace

void report_places(const System& system, const GivenCoordinates& given, const State& drawn, const State& now,
                   InitialReport& report) {
  const SystemInfo& info = system.info();
  std::vector<double> change(given.q.size());
  system.difference(drawn.q(), now.q(), change);
  const auto per = idx(initial::per_body(info)), lengths = idx(info.dimension);
  report.placed.clear();
  for (std::size_t b = 0; b < info.bodies.size(); ++b) {
    PlacedBody placed{info.bodies[b].name, size_of(change, per * b, per * b + lengths),
                      size_of(change, per * b + lengths, per * (b + 1)), given.q[per * b],
                      given.q[per * b + lengths]};
    if (placed.distance < kStays * info.length) placed.distance = 0;
    if (std::abs(placed.angle) < kStays) placed.angle = 0;
    report.placed.push_back(placed);
  }
}

class ConsistentStart::Start {
 public:
  virtual ~Start() = default;
  virtual bool make(State& state, Diagnostics& problems, InitialReport* report) = 0;
};

namespace {

template <int Most>
class StartOf final : public ConsistentStart::Start {
 public:
  StartOf(const System& system, const State& like, GivenCoordinates given)
      : system_(system),
        given_(std::move(given)),
        free_u_(not_given(given_.u)),
        everything_(given_.u.size(), true),
        state_(like),
        drawn_(like),
        initial_(system, state_),
        placing_(system, given_, state_, initial_) {}

  bool make(State& state, Diagnostics& problems, InitialReport* report) override {
    state_.restore(state);
    drawn_.restore(state);
    initial_.weigh();
    const bool made = make(problems, report);
    state.restore(state_);
    return made;
  }

 private:
  bool make(Diagnostics& problems, InitialReport* report) {
    if (!placing_.place() && !folds()) {
      report_apart(problems);
      return false;
    }
    std::vector<std::vector<int>> partners;
    if (report != nullptr) report_redundant(problems, *report, partners);
    if (report != nullptr && placing_.two_ways()) report_two_ways(problems);
    // given velocities change only when they must, from the closest that the others can come
    const bool moves = initial_.velocities(free_u_) || initial_.velocities(everything_);
    if (!moves || !initial_.accelerations()) {
      report_contradiction(moves, problems);
      return false;
    }
    if (report != nullptr) report_moves(system_, given_, drawn_, state_, *report);
    return true;
  }

  /// A row without any direction is a mistake in the drawing: a rod whose ends were drawn in one point.
  bool folds() { return contradiction(initial_, given_.relative).size() != 1 && placing_.fold(); }

  /// Says which joint stays open, by how much, and why.
  void report_apart(Diagnostics& problems) {
    const SystemInfo& info = system_.info();
    std::string hint = "check points, lengths and positions of these joints";
    if (const std::vector<int> rows = contradiction(initial_, given_.relative); rows.size() > 1) {
      hint = fmt::format(
          "joints {} constrain the same motion and contradict each other: remove one of them, or "
          "make their geometry agree",
          owners_of(info, rows));
    } else if (!rows.empty()) {
      hint = fmt::format("{} has no direction to move in: draw its two points apart", owners_of(info, rows));
    }
    const Closest closest = closest_assembly(system_, drawn_, given_.relative);
    const int open[] = {closest.owner_row};
    problems.error({}, key_of(info, closest.owner_row),
                   fmt::format("the joints cannot be assembled; apart remain {}: {} stays open by {:.3g} {} "
                               "where the others fit",
                               worst_rows_text(info, closest.Phi), owners_of(info, open), closest.distance,
                               closest.angle ? "rad" : "m"),
                   hint);
  }

  /// Both ways, and what to give so that only one of them is left.
  void report_two_ways(Diagnostics& problems) {
    const SystemInfo& info = system_.info();
    std::vector<BodyMotion> taken(info.bodies.size()), other(taken);
    system_.motion(state_.t(), state_.q(), state_.u(), taken);
    system_.motion(placing_.other().t(), placing_.other().q(), placing_.other().u(), other);
    std::vector<std::string> here, there;
    std::string key, remedy;
    for (std::size_t b = 0; b < info.bodies.size(); ++b) {
      if (!placing_.differs(static_cast<int>(b))) continue;
      if (key.empty()) {
        key = "body." + info.bodies[b].name;
        remedy = remedy_text(info, key, taken[b], other[b]);
      }
      here.push_back(place_text(info, taken[b], info.bodies[b].name));
      there.push_back(place_text(info, other[b], info.bodies[b].name));
    }
    const std::string both =
        fmt::format("taken: {}; the other: {}", fmt::join(here, ", "), fmt::join(there, ", "));
    const std::string hint =
        fmt::format("give a coordinate that differs, and nothing is left to choose: {}", remedy);
    if (placing_.undecided()) {
      problems.warning({}, key, "the joints fit in two ways that are as near to what was given; " + both,
                       hint);
    } else {
      problems.note(
          {}, key, "the joints fit in another way, too, not twice as far from what was given; " + both, hint);
    }
  }

  void report_redundant(Diagnostics& problems, InitialReport& report,
                        std::vector<std::vector<int>>& partners) {
    const SystemInfo& info = system_.info();
    const std::vector<int> dependent = initial_.dependent({}, partners);
    for (std::size_t i = 0; i < dependent.size(); ++i) {
      const std::string& name = info.constraints[idx(dependent[i])].name;
      report.redundant.push_back(name);
      problems.warning({}, key_of(info, dependent[i]),
                       fmt::format("constraint {} is redundant: it follows from joints {}", name,
                                   owners_of(info, partners[i])),
                       "the motion is not affected; the reactions of these joints are not unique");
    }
    report.degrees_of_freedom = info.nu - static_cast<int>(info.constraints.size() - dependent.size());
  }

  void report_contradiction(bool moves, Diagnostics& problems) {
    const SystemInfo& info = system_.info();
    const std::vector<double> rest = initial_.rates();
    std::string key = "driver", hint = "drivers or joints ask for different motions";
    std::vector<std::vector<int>> partners;
    if (const std::vector<int> dependent = initial_.dependent({}, partners); !dependent.empty()) {
      std::vector<int> rows = partners.front();
      rows.push_back(dependent.front());
      key = key_of(info, dependent.front());
      hint =
          fmt::format("{} prescribe the same motion differently: remove one of them", owners_of(info, rows));
    } else if (!moves) {
      key = key_of(info, worst_row(info, rest));
    }
    problems.error({}, key,
                   moves ? "no acceleration satisfies all joints and drivers: they part after the start"
                         : fmt::format("no velocity satisfies all joints and drivers; left over {}",
                                       worst_rows_text(info, rest, "/s")),
                   hint);
  }

  const System& system_;
  GivenCoordinates given_;
  Flags free_u_, everything_;
  State state_, drawn_;
  Initial<Most> initial_;
  Placing placing_;
};

}  // namespace

ConsistentStart::ConsistentStart(const System& system, const State& like, GivenCoordinates given) {
  const SystemInfo& info = system.info();
  if (info.nu <= kSmall && int_size(info.constraints) <= kSmall) {
    start_ = std::make_unique<StartOf<kSmall>>(system, like, std::move(given));
  } else {
    start_ = std::make_unique<StartOf<Eigen::Dynamic>>(system, like, std::move(given));
  }
}

ConsistentStart::~ConsistentStart() = default;

bool ConsistentStart::make(State& state, Diagnostics& problems, InitialReport* report) {
  return start_->make(state, problems, report);
}

InitialReport make_consistent(const System& system, const GivenCoordinates& given, State& state,
                              Diagnostics& problems) {
  InitialReport report;
  report.failed = !ConsistentStart(system, state, given).make(state, problems, &report);
  return report;
}

}  // namespace freeplay
