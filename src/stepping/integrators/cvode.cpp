// SPDX-License-Identifier: Apache-2.0
// Adams–Moulton and backward differentiation methods of variable order and step: CVODE [HindmarshEtAl2005].
//   adams  the corrector is solved by fixed-point iteration, which needs h |∂f/∂y| < 1: not for stiff motion
//   bdf    by Newton's method with a Jacobian of difference quotients, of the numbers that act on others (newton_matrix.h)
// Both carry the history of past steps along, so a step cannot be remade. A veto of the right-hand side is a
// recoverable failure: CVODE takes a quarter of the step and keeps its history. The corrected y at the end of
// a step is a point where the right-hand side was not asked: whoever vetoes looks at it again.
// Between the ends of a step: the polynomial of the method itself, of the step's order.
#include <cvode/cvode.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <limits>

#include "base/index.h"
#include "stepping/integrators/newton_matrix.h"
#include "stepping/integrators/scaled_equations.h"
#include "stepping/integrators/sundials.h"

namespace freeplay {
namespace {

constexpr int kTries = 60;  // 4⁻⁶⁰: far below rounding of any first trial
constexpr int kIterations = 4;
constexpr int kMostAge = 50;    // steps that a Jacobian serves, as in CVODE
constexpr double kAside = 100;  // errors of a step: by how much quotients look aside from zero
constexpr double kBound = 0.5;  // of h |∂f/∂y|: beyond it fixed-point iterations hardly converge
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct CvodeDeleter {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct MatrixDeleter {
  void operator()(SUNMatrix matrix) const { SUNMatFreeEmpty(matrix); }
};
struct LinearSolverDeleter {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFreeEmpty(solver); }
};
struct NonlinearSolverDeleter {
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};

struct CvodeEquations : SunEquations {
  CvodeEquations(Equations& given, bool is_implicit)
      : SunEquations(given),
        matrix(is_implicit ? given.size() : 0),
        w(idx(n), 0),
        direction(idx(n), 1),
        image(idx(n), 0),
        roles(idx(n), Role::acts),
        roles_now(roles) {}

  void* memory = nullptr;
  bool scaled = false;
  NewtonMatrix matrix;
  double radius = 0;  ///< of the last Jacobian: about its largest eigenvalue
  std::vector<double> w, direction, image;
  std::vector<Role> roles, roles_now;
  // A Jacobian outlives an event, after which CVODE would ask for a new one: the first steps are short, and when Newton's
  // method does not converge with it there is a new one at once.
  int age = -1;         ///< steps since it was taken; −1: there is none
  bool begins = false;  ///< this is the first step

  /// By a few products with the direction in which the last one was largest. Directions without weight do not act on others.
  void take_radius() {
    constexpr int kProducts = 4;
    const std::span<const int> acting = matrix.acting(), rows = matrix.rows();
    for (int k = 0; k < kProducts; ++k) {
      std::fill(image.begin(), image.end(), 0.0);
      double size = 0, length = 0;
      for (std::size_t j = 0; j < acting.size(); ++j) {
        const std::size_t at = idx(acting[j]);
        if (!(w[at] > 0)) continue;
        const double *column = matrix.column(to_int(j)), x = direction[at] / w[at];
        length += direction[at] * direction[at];
        for (std::size_t i = 0; i < rows.size(); ++i) image[idx(rows[i])] += column[i] * x;
      }
      for (const int i : rows) {
        image[idx(i)] *= w[idx(i)];
        size += image[idx(i)] * image[idx(i)];
      }
      size = std::sqrt(size);
      radius = size / std::sqrt(length);
      if (!(size > 0) || !std::isfinite(size)) {  // the next one begins anew
        std::fill(direction.begin(), direction.end(), 1.0);
        return;
      }
      for (std::size_t i = 0; i < idx(n); ++i) direction[i] = image[i] / size;
    }
  }

  // Forward differences, backward where forward is vetoed. CVODE's own would divide by weights of zero.
  bool take_jacobian(double t, double* y, const double* f, double* g) {
    realtype h = 0;
    CVodeGetCurrentStep(memory, &h);
    age = -1;
    equations.roles(roles);
    matrix.begin(roles);
    const std::span<const int> acting = matrix.acting(), rows = matrix.rows();
    const double terms = static_cast<double>(rows.size());
    equations.weights(y, w.data());
    double norm = 0;
    for (const int i : rows) norm = std::max(norm, std::abs(f[i]) * w[idx(i)]);
    const double root = std::sqrt(kEpsilon);
    for (std::size_t k = 0; k < acting.size(); ++k) {
      const int j = acting[k];
      const double kept = y[j], its = w[idx(j)];
      const double least =
          its > 0 ? 1000 * std::abs(h) * kEpsilon * terms * norm / its : root * std::abs(h * f[j]);
      double shift = std::max(root * std::abs(kept), least);
      if (!(shift > 0)) shift = scaled && its > 0 ? kAside / its : root;  // at zero and at rest
      RightSide answer = RightSide::vetoed;
      for (const double sign : {1.0, -1.0}) {
        y[j] = kept + sign * shift;
        answer = call(t, y, g);
        if (answer == RightSide::ok) break;
      }
      const double moved = y[j] - kept;
      y[j] = kept;
      if (answer != RightSide::ok) return false;
      double* column = matrix.column(to_int(k));
      for (std::size_t i = 0; i < rows.size(); ++i) column[i] = (g[rows[i]] - f[rows[i]]) / moved;
    }
    take_radius();
    age = 0;
    return true;
  }

  bool outlives() {
    const bool first = begins;
    begins = false;
    if (!first || age < 0 || age > kMostAge) return false;
    equations.roles(roles_now);
    return roles_now == roles;
  }

  /// I − γ J for CVODE, with the last J when it will do; factorised here, so that there is nothing left to set up.
  static int linear_system(realtype t, N_Vector y, N_Vector f, SUNMatrix, booleantype old_will_do,
                           booleantype* is_new, realtype gamma, void* self, N_Vector shifted, N_Vector,
                           N_Vector) {
    CvodeEquations& its = *static_cast<CvodeEquations*>(static_cast<SunEquations*>(self));
    if (its.outlives()) old_will_do = SUNTRUE;
    *is_new = old_will_do ? SUNFALSE : SUNTRUE;
    if (!old_will_do &&
        !its.take_jacobian(t, N_VGetArrayPointer(y), N_VGetArrayPointer(f), N_VGetArrayPointer(shifted)))
      return 1;
    return its.matrix.factorise(gamma) ? 0 : 1;
  }
};

SUNMatrix_ID custom_matrix(SUNMatrix) { return SUNMATRIX_CUSTOM; }
SUNLinearSolver_Type direct_solver(SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; }
int nothing_to_set_up(SUNLinearSolver, SUNMatrix) { return SUNLS_SUCCESS; }
int solve_newton(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  N_VScale(1, b, x);
  static_cast<NewtonMatrix*>(solver->content)->solve({N_VGetArrayPointer(x), idx(N_VGetLength(x))});
  return SUNLS_SUCCESS;
}

// Newton's iteration has converged when what is still to come, ‖Δ‖ θ/(1 − θ), is below the tolerance; θ is
// the ratio of the last two corrections [HairerWanner1996, IV.8]. CVODE's own test takes a first correction
// that is small for a proof; with the Jacobian of a contact that has opened since, every correction is small.
struct NewtonTest {
  double before = 0;

  static int converged(SUNNonlinearSolver solver, N_Vector, N_Vector correction, realtype tolerance,
                       N_Vector weights, void* self) {
    double& before = static_cast<NewtonTest*>(self)->before;
    int iteration = 0;
    SUNNonlinSolGetCurIter(solver, &iteration);
    const double now = N_VWrmsNorm(correction, weights), theta = now / before;
    before = now;
    if (now == 0) return SUN_NLS_SUCCESS;
    if (iteration == 0) return SUN_NLS_CONTINUE;
    if (now < kNoise * tolerance) return SUN_NLS_SUCCESS;  // of rounding only
    if (!(theta < 1)) return SUN_NLS_CONV_RECVR;
    return now * theta <= (1 - theta) * tolerance ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
  }

 private:
  static constexpr double kNoise = 1e-6;
};

class Cvode final : public Integrator {
 public:
  Cvode(Equations& equations, int method, bool scaled)
      : Integrator(equations.size()),
        implicit_(method == CV_BDF),
        scaled_(equations),
        calls_(scaled ? scaled_ : equations, implicit_),
        parts_(equations.size()),
        context_(make_sun_context()),
        from_(y_),
        to_(y_),
        from_vector_(make_sun_vector(from_, parts_, context_)),
        to_vector_(make_sun_vector(to_, parts_, context_)) {
    calls_.scaled = scaled;
    memory_.reset(CVodeCreate(method, context_.get()));
    FREEPLAY_ASSERT(memory_ != nullptr);
    void* memory = calls_.memory = memory_.get();
    bool ok = CVodeSetErrHandlerFn(memory, ignore_sundials_error, nullptr) == CV_SUCCESS &&
              CVodeInit(memory, SunEquations::rates, 0, from_vector_.get()) == CV_SUCCESS &&
              CVodeSetUserData(memory, static_cast<SunEquations*>(&calls_)) == CV_SUCCESS &&
              CVodeWFtolerances(memory, SunEquations::weights) == CV_SUCCESS &&
              CVodeSetMaxConvFails(memory, kTries) == CV_SUCCESS &&
              CVodeSetMaxErrTestFails(memory, kTries) == CV_SUCCESS &&
              CVodeSetMaxHnilWarns(memory, -1) == CV_SUCCESS;
    FREEPLAY_ASSERT(ok);
    if (method == CV_ADAMS) {
      nonlinear_.reset(SUNNonlinSol_FixedPoint(from_vector_.get(), 0, context_.get()));
      ok = nonlinear_ && CVodeSetNonlinearSolver(memory, nonlinear_.get()) == CV_SUCCESS;
    } else {
      matrix_.reset(SUNMatNewEmpty(context_.get()));  // stands for that of calls_
      linear_.reset(SUNLinSolNewEmpty(context_.get()));
      nonlinear_.reset(SUNNonlinSol_Newton(from_vector_.get(), context_.get()));
      FREEPLAY_ASSERT(matrix_ && linear_ && nonlinear_);
      matrix_->ops->getid = custom_matrix;
      linear_->content = &calls_.matrix;
      linear_->ops->gettype = direct_solver;
      linear_->ops->setup = nothing_to_set_up;
      linear_->ops->solve = solve_newton;
      ok = CVodeSetNonlinearSolver(memory, nonlinear_.get()) == CV_SUCCESS &&
           SUNNonlinSolSetConvTestFn(nonlinear_.get(), NewtonTest::converged, &newton_test_) ==
               SUN_NLS_SUCCESS &&
           CVodeSetMaxNonlinIters(memory, kIterations) == CV_SUCCESS &&
           CVodeSetLinearSolver(memory, linear_.get(), matrix_.get()) == CV_SUCCESS &&
           CVodeSetLinSysFn(memory, CvodeEquations::linear_system) == CV_SUCCESS;
    }
    FREEPLAY_ASSERT(ok);
  }

  void start(double t, std::span<const double> y, double first_step) override {
    if (!(t > t_old_ && t <= t_)) calls_.age = -1;  // it is another motion
    t_ = t_old_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_old_ = y_;
    first_step_ = first_step;
    begin_anew();
  }

  IntegrationStatus step(double t_limit) override {
    FREEPLAY_ASSERT(t_limit > t_);
    const double proposal = next_step();
    if (anew_) begin_anew();
    // CVODE looks for a first step itself only if the end is far enough.
    if (first_ && !(first_step_ > 0) && t_limit - t_ < 1000 * kEpsilon * std::abs(t_))
      CVodeSetInitStep(memory_.get(), t_limit - t_);
    int flag = call(t_limit);
    if (flag < 0 && first_ && !(first_step_ > 0) && calls_.last != RightSide::ok &&
        flag != CV_FIRST_RHSFUNC_ERR) {
      // The search for a first step met a veto, and gives up earlier than a step does.
      first_step_ = 1e-3 * (t_limit - t_);
      begin_anew();
      flag = call(t_limit);
    }
    IntegrationStatus status = IntegrationStatus::ok;
    if (flag < 0 || !(t_new_ > t_))  // or a step below rounding
      status = calls_.last == RightSide::ok ? IntegrationStatus::stalled : calls_.failure();
    else if (!std::all_of(to_.begin(), to_.end(), [](double value) { return std::isfinite(value); }))
      status = IntegrationStatus::not_finite;
    if (status != IntegrationStatus::ok) {
      // CVODE is left with a step of nothing: whoever tries again begins anew.
      first_ = anew_ = true;
      first_step_ = proposal;
      return status;
    }
    std::swap(y_old_, y_);
    y_ = to_;
    if (calls_.scaled) scaled_.unscale(y_);
    t_old_ = t_;
    t_ = t_new_;
    first_ = false;
    if (calls_.age >= 0) ++calls_.age;
    return IntegrationStatus::ok;
  }

  void interpolate(double t, std::span<double> out) override {
    // At the ends what has been said of them, to the last digit.
    if (t >= t_ || t <= t_old_ || CVodeGetDky(memory_.get(), t, 0, to_vector_.get()) != CV_SUCCESS) {
      const std::vector<double>& end = t - t_old_ < t_ - t ? y_old_ : y_;
      std::copy(end.begin(), end.end(), out.begin());
    } else {
      std::copy(to_.begin(), to_.end(), out.begin());
      if (calls_.scaled) scaled_.unscale(out);
    }
  }

  void visit(Archive& a) override {
    if (a.reading()) calls_.age = -1;
    Integrator::visit(a);
  }

  double stiffness() const override { return (t_ - t_old_) * (implicit_ ? calls_.radius : calls_.slope); }
  bool at_its_bound() const override { return !implicit_ && (unsolved_in_step_ > 0 || stiffness() > kBound); }

  double next_step() const override {
    if (first_) return first_step_;
    realtype h = 0;
    CVodeGetCurrentStep(memory_.get(), &h);
    return h;
  }

 private:
  void begin_anew() {
    from_ = y_;
    if (calls_.scaled) {
      if (scaled_.choose(y_)) calls_.age = -1;
      scaled_.scale(y_, from_);
    }
    parts_.take(calls_.equations);
    to_ = from_;
    calls_.begins = true;
    const bool ok = CVodeReInit(memory_.get(), t_, from_vector_.get()) == CV_SUCCESS &&
                    CVodeSetInitStep(memory_.get(), first_step_) == CV_SUCCESS;
    FREEPLAY_ASSERT(ok);
    first_ = true;
    anew_ = false;
    counted_ = unsolved_ = 0;
  }

  int call(double t_limit) {
    if (CVodeSetStopTime(memory_.get(), t_limit) != CV_SUCCESS) return CV_ILL_INPUT;
    calls_.last = RightSide::ok;
    calls_.slope = 0;
    const long long before = calls_.evaluations;
    const int flag = CVode(memory_.get(), t_limit, to_vector_.get(), &t_new_, CV_ONE_STEP);
    evaluations_ += calls_.evaluations - before;
    long errors = 0, unsolved = 0;
    CVodeGetNumErrTestFails(memory_.get(), &errors);
    CVodeGetNumStepSolveFails(memory_.get(), &unsolved);
    unsolved_in_step_ = unsolved - unsolved_;
    unsolved_ = unsolved;
    rejected_ += errors + unsolved - counted_;
    counted_ = errors + unsolved;
    return flag;
  }

  bool implicit_;
  ScaledEquations scaled_;
  CvodeEquations calls_;
  SunParts parts_;
  NewtonTest newton_test_;
  SunContext context_;
  std::vector<double> from_, to_;
  SunVector from_vector_, to_vector_;
  std::unique_ptr<std::remove_pointer_t<SUNMatrix>, MatrixDeleter> matrix_;
  std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, LinearSolverDeleter> linear_;
  std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, NonlinearSolverDeleter> nonlinear_;
  std::unique_ptr<void, CvodeDeleter> memory_;
  bool first_ = true;  ///< no step yet since the beginning
  bool anew_ = false;  ///< the next step begins anew
  double first_step_ = 0;
  realtype t_new_ = 0;
  long counted_ = 0, unsolved_ = 0, unsolved_in_step_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_adams(Equations& equations) {
  return std::make_unique<Cvode>(equations, CV_ADAMS, false);
}

std::unique_ptr<Integrator> make_bdf(Equations& equations, bool scaled) {
  return std::make_unique<Cvode>(equations, CV_BDF, scaled);
}

}  // namespace freeplay
