// SPDX-License-Identifier: Apache-2.0
// Adams–Moulton and backward differentiation methods of variable order and step: CVODE [HindmarshEtAl2005].
//   adams  the corrector is solved by fixed-point iteration, which needs h |∂f/∂y| < 1: not for stiff motion
//   bdf    by Newton's method with a dense Jacobian of difference quotients
// Both carry the history of past steps along, so a step cannot be remade. A veto of the right-hand side is a
// recoverable failure: CVODE takes a quarter of the step and keeps its history. The corrected y at the end of
// a step is a point where the right-hand side was not asked: whoever vetoes looks at it again.
// Between the ends of a step: the polynomial of the method itself, of the step's order.
#include <cvode/cvode.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <limits>

#include "base/index.h"
#include "stepping/integrators/sundials.h"

namespace freeplay {
namespace {

constexpr int kTries = 60;  // 4⁻⁶⁰: far below rounding of any first trial
constexpr int kIterations = 4;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

struct CvodeDeleter {
  void operator()(void* memory) const { CVodeFree(&memory); }
};
struct MatrixDeleter {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
struct LinearSolverDeleter {
  void operator()(SUNLinearSolver solver) const { SUNLinSolFree(solver); }
};
struct NonlinearSolverDeleter {
  void operator()(SUNNonlinearSolver solver) const { SUNNonlinSolFree(solver); }
};

struct CvodeEquations : SunEquations {
  explicit CvodeEquations(Equations& given) : SunEquations(given), w(idx(n), 0) {}

  void* memory = nullptr;
  std::vector<double> w;

  // Forward differences, backward where forward is vetoed. CVODE's own would divide by weights of zero.
  static int jacobian(realtype t, N_Vector at, N_Vector f_at, SUNMatrix out, void* self, N_Vector shifted,
                      N_Vector, N_Vector) {
    CvodeEquations& its = *static_cast<CvodeEquations*>(static_cast<SunEquations*>(self));
    double *y = N_VGetArrayPointer(at), *f = N_VGetArrayPointer(f_at), *g = N_VGetArrayPointer(shifted);
    realtype h = 0;
    CVodeGetCurrentStep(its.memory, &h);
    its.equations.weights(y, its.w.data());
    double norm = 0;
    for (int i = 0; i < its.n; ++i) norm = std::max(norm, std::abs(f[i]) * its.w[idx(i)]);
    const double root = std::sqrt(kEpsilon);
    for (int j = 0; j < its.n; ++j) {
      const double kept = y[j], weight = its.w[idx(j)];
      const double least =
          weight > 0 ? 1000 * std::abs(h) * kEpsilon * its.n * norm / weight : root * std::abs(h * f[j]);
      double shift = std::max(root * std::abs(kept), least);
      if (!(shift > 0)) shift = root;  // at zero and at rest: nothing says how large it is
      RightSide answer = RightSide::vetoed;
      for (const double sign : {1.0, -1.0}) {
        y[j] = kept + sign * shift;
        answer = its.call(t, y, g);
        if (answer == RightSide::ok) break;
      }
      const double moved = y[j] - kept;
      y[j] = kept;
      if (answer != RightSide::ok) return 1;
      double* column = SUNDenseMatrix_Column(out, j);
      for (int i = 0; i < its.n; ++i) column[i] = (g[i] - f[i]) / moved;
    }
    return 0;
  }
};

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
  Cvode(Equations& equations, int method)
      : Integrator(equations.size()),
        calls_(equations),
        context_(make_sun_context()),
        from_(y_),
        to_(y_),
        from_vector_(make_sun_vector(from_, context_)),
        to_vector_(make_sun_vector(to_, context_)) {
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
      const sunindextype n = equations.size();
      matrix_.reset(SUNDenseMatrix(n, n, context_.get()));
      linear_.reset(SUNLinSol_Dense(from_vector_.get(), matrix_.get(), context_.get()));
      nonlinear_.reset(SUNNonlinSol_Newton(from_vector_.get(), context_.get()));
      ok = matrix_ && linear_ && nonlinear_ &&
           CVodeSetNonlinearSolver(memory, nonlinear_.get()) == CV_SUCCESS &&
           SUNNonlinSolSetConvTestFn(nonlinear_.get(), NewtonTest::converged, &newton_test_) ==
               SUN_NLS_SUCCESS &&
           CVodeSetMaxNonlinIters(memory, kIterations) == CV_SUCCESS &&
           CVodeSetLinearSolver(memory, linear_.get(), matrix_.get()) == CV_SUCCESS &&
           CVodeSetJacFn(memory, CvodeEquations::jacobian) == CV_SUCCESS;
    }
    FREEPLAY_ASSERT(ok);
  }

  void start(double t, std::span<const double> y, double first_step) override {
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
    t_old_ = t_;
    t_ = t_new_;
    first_ = false;
    return IntegrationStatus::ok;
  }

  void interpolate(double t, std::span<double> out) override {
    // At the ends what has been said of them, to the last digit.
    if (t >= t_ || t <= t_old_ || CVodeGetDky(memory_.get(), t, 0, to_vector_.get()) != CV_SUCCESS) {
      const std::vector<double>& end = t - t_old_ < t_ - t ? y_old_ : y_;
      std::copy(end.begin(), end.end(), out.begin());
    } else {
      std::copy(to_.begin(), to_.end(), out.begin());
    }
  }

  double next_step() const override {
    if (first_) return first_step_;
    realtype h = 0;
    CVodeGetCurrentStep(memory_.get(), &h);
    return h;
  }

 private:
  void begin_anew() {
    from_ = y_;
    const bool ok = CVodeReInit(memory_.get(), t_, from_vector_.get()) == CV_SUCCESS &&
                    CVodeSetInitStep(memory_.get(), first_step_) == CV_SUCCESS;
    FREEPLAY_ASSERT(ok);
    first_ = true;
    anew_ = false;
    counted_ = 0;
  }

  int call(double t_limit) {
    if (CVodeSetStopTime(memory_.get(), t_limit) != CV_SUCCESS) return CV_ILL_INPUT;
    calls_.last = RightSide::ok;
    const long long before = calls_.evaluations;
    const int flag = CVode(memory_.get(), t_limit, to_vector_.get(), &t_new_, CV_ONE_STEP);
    evaluations_ += calls_.evaluations - before;
    long errors = 0, unsolved = 0;
    CVodeGetNumErrTestFails(memory_.get(), &errors);
    CVodeGetNumStepSolveFails(memory_.get(), &unsolved);
    rejected_ += errors + unsolved - counted_;
    counted_ = errors + unsolved;
    return flag;
  }

  CvodeEquations calls_;
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
  long counted_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_adams(Equations& equations) {
  return std::make_unique<Cvode>(equations, CV_ADAMS);
}

std::unique_ptr<Integrator> make_bdf(Equations& equations) {
  return std::make_unique<Cvode>(equations, CV_BDF);
}

}  // namespace freeplay
