// SPDX-License-Identifier: Apache-2.0
// Explicit Runge–Kutta methods with an embedded error estimate: ERKStep of ARKODE [ReynoldsEtAl2023]. The
// solution of the higher order is continued. Tables by order(order of the estimate):
//   2(1) Heun–Euler, 3(2) Bogacki–Shampine, 4(3) Zonneveld, 5(4) Dormand–Prince, 6(5) Verner, 8(7) Fehlberg.
// There is no table of order 7 in ARKODE 5.4; 7 takes that of order 8. Fehlberg's estimate is zero where f
// depends on t alone.
// Between the ends of a step: the quartic of dense_output.h, order 4, with one more evaluation per step
// looked into. ERKStep takes any failure of the right-hand side as the end. Here the step is tried again from
// its beginning at a quarter of its length, as CVODE does.
#include <arkode/arkode_erkstep.h>

#include <limits>

#include "stepping/integrators/dense_output.h"
#include "stepping/integrators/sundials.h"

namespace freeplay {
namespace {

constexpr int kTries = 60;    // 4⁻⁶⁰: far below rounding of any first trial
constexpr int kParts = 1000;  // of a remade step
// Regions of stability reach to 2 (order 2), 2.8 (4), 3.3 (5) and further; steps that are bounded by accuracy stay far inside.
constexpr double kBound = 1.8;

ARKODE_ERKTableID table_of(int order) {
  switch (order) {
    case 2: return ARKODE_HEUN_EULER_2_1_2;
    case 3: return ARKODE_BOGACKI_SHAMPINE_4_2_3;
    case 4: return ARKODE_ZONNEVELD_5_3_4;
    case 5: return ARKODE_DORMAND_PRINCE_7_4_5;
    case 6: return ARKODE_VERNER_8_5_6;
    default: return ARKODE_FEHLBERG_13_7_8;
  }
}

struct TableDeleter {
  void operator()(ARKodeButcherTable table) const { ARKodeButcherTable_Free(table); }
};
using Table = std::unique_ptr<std::remove_pointer_t<ARKodeButcherTable>, TableDeleter>;

// ARKODE 5.4 reuses the last stage as the first of the next step wherever its c is 1, even if it is not
// taken at the new y (Heun, Verner, Fehlberg), and loses the order. Such a table gets one more stage that is:
// the evaluation that the next step would begin with.
Table make_table(int order) {
  Table table(ARKodeButcherTable_LoadERK(table_of(order)));
  FREEPLAY_ASSERT(table != nullptr);
  const int s = table->stages;
  const double* last = table->A[s - 1];
  if (table->c[s - 1] != 1 || std::equal(last, last + s, table->b)) return table;
  Table more(ARKodeButcherTable_Alloc(s + 1, SUNTRUE));
  FREEPLAY_ASSERT(more != nullptr);
  more->q = table->q;
  more->p = table->p;
  for (int i = 0; i <= s; ++i) {
    const double* row = i < s ? table->A[i] : table->b;
    for (int j = 0; j <= s; ++j) more->A[i][j] = j < s ? row[j] : 0;
    more->c[i] = i < s ? table->c[i] : 1;
    more->b[i] = i < s ? table->b[i] : 0;
    more->d[i] = i < s ? table->d[i] : 0;
  }
  return more;
}

struct ErkDeleter {
  void operator()(void* memory) const { ERKStepFree(&memory); }
};

class RungeKutta final : public Integrator {
 public:
  RungeKutta(Equations& equations, int order)
      : Integrator(equations.size()),
        calls_(equations),
        parts_(equations.size()),
        context_(make_sun_context()),
        from_(y_),
        to_(y_),
        rates_before_(y_),
        rates_after_(y_),
        from_vector_(make_sun_vector(from_, parts_, context_)),
        to_vector_(make_sun_vector(to_, parts_, context_)),
        before_vector_(make_sun_vector(rates_before_, parts_, context_)),
        after_vector_(make_sun_vector(rates_after_, parts_, context_)),
        dense_(equations, DenseOutput::Degree::quartic) {
    FREEPLAY_ASSERT(order >= 2 && order <= 8);
    memory_.reset(ERKStepCreate(SunEquations::rates, 0, from_vector_.get(), context_.get()));
    FREEPLAY_ASSERT(memory_ != nullptr);
    void* memory = memory_.get();
    const bool ok = ERKStepSetErrHandlerFn(memory, ignore_sundials_error, nullptr) == ARK_SUCCESS &&
                    ERKStepSetUserData(memory, &calls_) == ARK_SUCCESS &&
                    ERKStepWFtolerances(memory, SunEquations::weights) == ARK_SUCCESS &&
                    ERKStepSetTable(memory, make_table(order).get()) == ARK_SUCCESS &&
                    // Degree 3 needs y and ẏ at the ends only: reaching the limit costs no evaluation.
                    ERKStepSetInterpolantType(memory, ARK_INTERP_HERMITE) == ARK_SUCCESS &&
                    ERKStepSetInterpolantDegree(memory, 3) == ARK_SUCCESS &&
                    ERKStepSetMaxErrTestFails(memory, kTries) == ARK_SUCCESS &&
                    ERKStepSetMaxHnilWarns(memory, -1) == ARK_SUCCESS;
    FREEPLAY_ASSERT(ok);
  }

  void start(double t, std::span<const double> y, double first_step) override {
    t_ = t_old_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_old_ = y_;
    dense_.begin(t, y);
    restart_with(first_step);
  }

  IntegrationStatus step(double t_limit) override {
    FREEPLAY_ASSERT(t_limit > t_);
    const double proposal = next_step();
    const long long rejected = rejected_;
    const IntegrationStatus status = part(t_, y_, t_limit);
    if (status != IntegrationStatus::ok) {
      restart_with(proposal);
      return status;
    }
    std::swap(y_old_, y_);
    t_old_ = t_;
    t_ = t_new_;
    y_ = to_;
    dense_.begin(t_old_, y_old_);
    extend_dense(t_old_, t_, y_);
    // A step that was short because the limit was near says nothing about the next one.
    if (t_ == t_limit && rejected_ == rejected) keep(proposal);
    return status;
  }

  bool remakes() const override { return true; }

  IntegrationStatus remake(double t) override {
    FREEPLAY_ASSERT(t > t_old_);
    const double proposal = next_step();
    const long long rejected = rejected_;
    part_begin_ = y_old_;
    double begin = t_old_;
    dense_.begin(t_old_, y_old_);
    restart_with(t - t_old_);
    for (int parts = 1; begin < t; ++parts) {
      const IntegrationStatus status =
          parts <= kParts ? part(begin, part_begin_, t) : IntegrationStatus::stalled;
      if (status != IntegrationStatus::ok) {
        dense_.begin(t_old_, y_old_);
        dense_.extend(t_, y_, nullptr, nullptr);
        restart_with(proposal);
        return status;
      }
      part_begin_ = to_;
      extend_dense(begin, t_new_, part_begin_);
      begin = t_new_;
    }
    t_ = t;
    y_ = part_begin_;
    if (rejected_ == rejected) keep(proposal);
    return IntegrationStatus::ok;
  }

  void interpolate(double t, std::span<double> out) override { evaluations_ += dense_.interpolate(t, out); }

  double stiffness() const override { return (t_ - t_old_) * calls_.slope; }
  bool at_its_bound() const override { return stiffness() > kBound; }

  double next_step() const override {
    if (restart_) return restart_step_;
    realtype h = 0;
    ERKStepGetCurrentStep(memory_.get(), &h);
    return h;
  }

 private:
  // The next part begins anew; only then, so that whoever starts at once again pays nothing.
  void restart_with(double first_step) {
    restart_ = true;
    restart_step_ = first_step;
  }

  void keep(double proposal) {
    if (next_step() < 0.5 * proposal) restart_with(proposal);
  }

  // One accepted step from (t, y) to at most t_limit; its end in t_new_ and to_.
  IntegrationStatus part(double t, const std::vector<double>& y, double t_limit) {
    void* memory = memory_.get();
    IntegrationStatus failure = IntegrationStatus::stalled;
    for (int tries = 0; tries <= kTries; ++tries) {
      const bool anew = restart_;
      if (anew) begin_anew(t, y, t_limit - t);
      if (ERKStepSetStopTime(memory, t_limit) != ARK_SUCCESS) return IntegrationStatus::stalled;
      calls_.last = RightSide::ok;
      calls_.slope = 0;
      const long long before = calls_.evaluations;
      const int flag = ERKStepEvolve(memory, t_limit, to_vector_.get(), &t_new_, ARK_ONE_STEP);
      evaluations_ += calls_.evaluations - before;
      count_rejected();
      if (flag >= 0) {
        if (!(t_new_ > t)) return failure;  // a step below rounding
        const bool finite = std::all_of(to_.begin(), to_.end(), [](double v) { return std::isfinite(v); });
        return finite ? IntegrationStatus::ok : IntegrationStatus::not_finite;
      }
      if (calls_.last == RightSide::ok) return IntegrationStatus::stalled;
      failure = calls_.failure();
      if (anew && calls_.evaluations == before + 1) return failure;  // (t, y) itself
      ++rejected_;
      realtype h = 0;
      ERKStepGetCurrentStep(memory, &h);
      if (!(h > 0 && h < t_limit - t)) h = t_limit - t;
      if (anew && restart_step_ > 0) h = std::min(h, restart_step_);
      h *= 0.25;
      if (!(t + h > t)) return failure;
      restart_with(h);
    }
    return failure;
  }

  void begin_anew(double t, const std::vector<double>& y, double rest) {
    parts_.take(calls_.equations);
    from_ = to_ = y;
    double first = restart_step_;
    // ARKODE looks for a first step itself only if the end is far enough.
    if (!(first > 0) && rest < 1000 * std::numeric_limits<double>::epsilon() * std::abs(t)) first = rest;
    const bool ok = ERKStepReInit(memory_.get(), SunEquations::rates, t, from_vector_.get()) == ARK_SUCCESS &&
                    ERKStepSetInitStep(memory_.get(), first) == ARK_SUCCESS;
    FREEPLAY_ASSERT(ok);
    restart_ = false;
    counted_ = 0;
  }

  void count_rejected() {
    long fails = 0;
    ERKStepGetNumErrTestFails(memory_.get(), &fails);
    rejected_ += fails - counted_;
    counted_ = fails;
  }

  // The derivative of ARKODE's cubic at the ends is ẏ there.
  void extend_dense(double begin, double end, const std::vector<double>& y) {
    const bool known = ERKStepGetDky(memory_.get(), begin, 1, before_vector_.get()) == ARK_SUCCESS &&
                       ERKStepGetDky(memory_.get(), end, 1, after_vector_.get()) == ARK_SUCCESS;
    dense_.extend(end, y, known ? rates_before_.data() : nullptr, known ? rates_after_.data() : nullptr);
  }

  SunEquations calls_;
  SunParts parts_;
  SunContext context_;
  std::vector<double> from_, to_, rates_before_, rates_after_;
  std::vector<double> part_begin_ = from_;
  SunVector from_vector_, to_vector_, before_vector_, after_vector_;
  std::unique_ptr<void, ErkDeleter> memory_;
  DenseOutput dense_;
  bool restart_ = true;
  double restart_step_ = 0;
  realtype t_new_ = 0;
  long counted_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_runge_kutta(Equations& equations, int order) {
  return std::make_unique<RungeKutta>(equations, order);
}

}  // namespace freeplay
