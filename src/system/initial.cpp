// SPDX-License-Identifier: Apache-2.0
#include "system/initial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "system/closest.h"
#include "system/constraint_space.h"
#include "system/initial_correction.h"

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
        mix.row(r) -= part * mix.row(kept[static_cast<std::size_t>(k)]);
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
  const ConstraintInfo& constraint = info.constraints[static_cast<std::size_t>(row)];
  return (constraint.driver >= 0 ? "driver." : "joint.") +
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
    if (without[static_cast<std::size_t>(dependent[i])]) continue;
    std::vector<int> rows = partners[i];
    rows.push_back(dependent[i]);
    return rows;
  }
  return {};
}

/// Changes of what the user gave; the rest was free to be found.
void report_moves(const System& system, const GivenCoordinates& given, const State& before,
                  const State& after, InitialReport& report) {
  const SystemInfo& info = system.info();
  double speed_scale = 0;
  for (std::size_t i = 0; i < after.u().size(); ++i) {
    const double size = initial::is_translation(info, static_cast<int>(i)) ? 1.0 : info.length;
    speed_scale = std::max({speed_scale, std::abs(after.u()[i]) * size, std::abs(before.u()[i]) * size});
  }
  const double length = info.length;
  std::vector<double> change(after.u().size()), faster(after.u().size());
  system.difference(before.q(), after.q(), change);
  for (std::size_t i = 0; i < change.size(); ++i) {
    if (!given.q[i]) change[i] = 0;
    faster[i] = given.u[i] ? after.u()[i] - before.u()[i] : 0;
  }
  const auto per = static_cast<std::size_t>(initial::per_body(info)),
             lengths = static_cast<std::size_t>(info.dimension);
  for (std::size_t b = 0; b < info.bodies.size(); ++b) {
    const auto size = [&](const std::vector<double>& of, std::size_t from, std::size_t to) {
      if (to - from == 1) return of[per * b + from];  // an angle of the plane keeps its sign
      double sum = 0;
      for (std::size_t k = from; k < to; ++k) sum = std::hypot(sum, of[per * b + k]);
      return sum;
    };
    MovedBody moved{info.bodies[b].name, size(change, 0, lengths), size(change, lengths, per),
                    size(faster, 0, lengths), size(faster, lengths, per)};
    const bool position = moved.distance > 1e-9 * length || std::abs(moved.angle) > 1e-9;
    const bool velocity =
        moved.speed > 1e-9 * speed_scale || std::abs(moved.angular_speed) * length > 1e-9 * speed_scale;
    if (!position) moved.distance = moved.angle = 0;
    if (!velocity) moved.speed = moved.angular_speed = 0;
    if (position || velocity) report.moved.push_back(moved);
  }
}

}  // namespace

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
        free_q_(not_given(given_.q)),
        free_u_(not_given(given_.u)),
        everything_(free_q_.size(), true),
        state_(like),
        drawn_(like),
        closest_(like),
        initial_(system, state_) {
    change_.reserve(free_q_.size());
  }

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
    if (!place()) {
      report_apart(problems);
      return false;
    }
    std::vector<std::vector<int>> partners;
    if (report != nullptr) report_redundant(problems, *report, partners);
    // given velocities change only when they must, from the closest that the others can come
    const bool moves = initial_.velocities(free_u_) || initial_.velocities(everything_);
    if (!moves || !initial_.accelerations()) {
      report_contradiction(moves, problems);
      return false;
    }
    if (report != nullptr) report_moves(system_, given_, drawn_, state_, *report);
    return true;
  }

  /// Positions, in the order of what may give way: coordinates that were not given, the start of relative
  /// drivers, given coordinates. Of two ways to move the latter, the one that moves them less is taken.
  bool place() {
    if (initial_.positions(free_q_)) return true;
    state_.restore(drawn_);
    if (initial_.positions(free_q_, given_.relative)) return true;
    const bool from_closest = initial_.positions(everything_, given_.relative);
    closest_.restore(state_);
    state_.restore(drawn_);
    const bool from_drawn = initial_.positions(everything_, given_.relative);
    if (from_closest && (!from_drawn || moved(closest_) < moved(state_))) state_.restore(closest_);
    return from_closest || from_drawn;
  }

  /// How far given coordinates are from where they were drawn.
  double moved(const State& now) {
    change_.assign(free_q_.size(), 0);
    system_.difference(drawn_.q(), now.q(), change_);
    for (std::size_t i = 0; i < change_.size(); ++i) {
      if (free_q_[i]) change_[i] = 0;
    }
    return initial_.relative(Eigen::Map<const Eigen::VectorXd>(change_.data(), system_.info().nu));
  }

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

  void report_redundant(Diagnostics& problems, InitialReport& report,
                        std::vector<std::vector<int>>& partners) {
    const SystemInfo& info = system_.info();
    const std::vector<int> dependent = initial_.dependent({}, partners);
    for (std::size_t i = 0; i < dependent.size(); ++i) {
      const std::string& name = info.constraints[static_cast<std::size_t>(dependent[i])].name;
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
  Flags free_q_, free_u_, everything_;
  State state_, drawn_, closest_;
  std::vector<double> change_;
  Initial<Most> initial_;
};

}  // namespace

ConsistentStart::ConsistentStart(const System& system, const State& like, GivenCoordinates given) {
  const SystemInfo& info = system.info();
  if (info.nu <= kSmall && static_cast<int>(info.constraints.size()) <= kSmall) {
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
