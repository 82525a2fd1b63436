// SPDX-License-Identifier: Apache-2.0
// The step problem by the interior-point method of Ipopt (WaechterBiegler2006), all unknowns at once.
//
//   min  Z/Z₀  over  h, u, Λ, P   s.t.   r = 0,  Φ = 0,  g ≥ 0,  P ≥ 0,  g_i P_i ≤ ε,  h⁻ ≤ h ≤ h⁺
//
// Complementarity is relaxed by ε (Scholtes2001), since g P = 0 leaves no interior; the polish that follows
// solves it exactly. Unknowns and rows are made dimensionless by the masses, the speed of the start and the
// mobility of rows, so that one ε and one tolerance serve every machine. Second derivatives are estimated by
// Ipopt (limited memory).
//
// Friction is complementarity of two cones, with De Saxcé's bipotential [DeSaxceFeng1998]: with a bound s of the slip,
//   |T| ≤ μ P,   |γ_T| ≤ s,   γ_Tᵀ T + μ P s ≤ ε
// where the last sum is never negative, and zero only if T is Coulomb's friction: s = |γ_T| and T = −μ P γ_T/|γ_T|,
// or γ_T = s = 0, or P = 0. In the plane the cones are pairs of straight lines.
#include "io/ipopt.h"

#include <IpIpoptApplication.hpp>
#include <IpTNLP.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "base/index.h"
#include "stepping/gauss/gauss_problem.h"

// Of OpenBLAS, when that is the BLAS behind Ipopt: its threads would only wait for each other on small
// matrices.
extern "C" __attribute__((weak)) void openblas_set_num_threads(int);

namespace freeplay {
namespace {

constexpr double kRelaxed = 1e-7;    // ε, of the dimensionless product
constexpr double kTolerance = 1e-6;  // of Ipopt, on the dimensionless problem
constexpr double kReach = 100;       // gaps that much larger than the way of the step are left out
constexpr int kMostIterations = 150;

using Ipopt::Index;
using Ipopt::Number;

std::size_t at(int i) { return idx(i); }

// Unknowns: h, u, Λ, P, and of rough contacts T, s. Rows: r, Φ, g, g P, and of rough contacts both cones and the product.
// The Jacobian is dense, row by row. Contacts that the step cannot reach are left out, and so are empty slots of a pool.
class StepNlp final : public Ipopt::TNLP {
 public:
  explicit StepNlp(GaussEquations& equations)
      : eq_(equations), nu_(eq_.velocities()), joints_(eq_.joints()), tangents_(eq_.tangents()) {
    u_.assign(at(nu_), 0);
    r_.assign(at(nu_), 0);
    jacobian_.assign(at(nu_) * at(nu_), 0);
    lambda_.assign(at(joints_), 0);
    joint_unit_.assign(at(joints_), 1);
    joint_row_.assign(at(joints_), 1);
    const std::size_t rows = at(eq_.rows());
    P_.assign(rows, 0);
    P_unit_.assign(rows, 1);
    gap_unit_.assign(rows, 1);
    start_.assign(at(1 + nu_ + joints_) + at(2 + tangents_) * rows, 0);
    by_P_.assign(rows, 0);
    by_T_.assign(at(eq_.slips()), 0);
    T_.assign(at(eq_.slips()), 0);
    slip_jacobian_.assign(at(eq_.slips()) * at(nu_), 0);
    slip_rate_.assign(at(eq_.slips()), 0);
    near_.reserve(rows);
    rough_.reserve(rows);
  }

  void set(const GaussPoint& start, double lower, double upper) {
    lower_ = lower, upper_ = upper;
    Z_unit_ = start.Z;
    eq_.evaluate(start.h, start.u);
    double change = 0;
    for (int j = 0; j < nu_; ++j) {
      change += std::pow(eq_.mass_root(j) * (start.u[at(j)] - eq_.u_A()[at(j)]), 2);
    }
    speed_ = std::max(std::sqrt(change), std::sqrt(start.Z) * start.h);  // of the step, and of its impulses
    const auto unit = [&](const double* row) {
      const double mobility = eq_.row_mobility(row);
      return mobility > 0 ? speed_ / std::sqrt(mobility) : speed_;
    };
    start_[0] = start.h / upper_;
    for (int j = 0; j < nu_; ++j) {
      start_[at(1 + j)] = (start.u[at(j)] - eq_.u_A()[at(j)]) * eq_.mass_root(j) / speed_;
    }
    for (int r = 0; r < joints_; ++r) {
      joint_unit_[at(r)] = unit(eq_.D(r));
      joint_row_[at(r)] = upper_ * speed_ * speed_ / joint_unit_[at(r)];
      start_[at(1 + nu_ + r)] = start.lambda[at(r)] / joint_unit_[at(r)];
    }
    near_.clear();
    rough_.clear();
    std::fill(P_.begin(), P_.end(), 0.0);
    std::fill(T_.begin(), T_.end(), 0.0);
    for (int i = 0; i < eq_.rows(); ++i) {
      const double force = unit(eq_.W(i)), way = upper_ * speed_ * speed_ / force;
      if (start.P[at(i)] == 0 && eq_.gap(i) > kReach * way) continue;
      const std::size_t k = near_.size();
      near_.push_back(i);
      P_unit_[k] = force;
      gap_unit_[k] = way;
      start_[at(1 + nu_ + joints_) + k] = start.P[at(i)] / force;
      if (tangents_ > 0 && eq_.mu(i) > 0) rough_.push_back(to_int(k));
    }
    for (int k = 0; k < rough(); ++k) {
      const int place = near_place(k);
      double slip = 0;
      for (int a = 0; a < tangents_; ++a) {
        start_[at(first_T(k) + a)] = start.T[at(slip_of(k, a))] / P_unit_[at(place)];
        slip = std::hypot(slip, start.slip[at(slip_of(k, a))] / slip_unit(k));
      }
      start_[at(first_T(k) + tangents_)] = slip;
    }
    h_ = start.h;
  }

  double h() const { return h_; }

  bool get_nlp_info(Index& n, Index& m, Index& jacobian, Index& hessian, IndexStyleEnum& style) override {
    n = unknowns();
    m = constraints();
    jacobian = n * m;
    hessian = 0;
    style = C_STYLE;
    return true;
  }

  bool get_bounds_info(Index n, Number* x_l, Number* x_u, Index m, Number* g_l, Number* g_u) override {
    constexpr double kNone = 1e20;  // Ipopt's word for no bound
    std::fill(x_l, x_l + n, -kNone);
    std::fill(x_u, x_u + n, kNone);
    x_l[0] = lower_ / upper_;
    x_u[0] = 1;
    std::fill(x_l + 1 + nu_ + joints_, x_l + 1 + nu_ + joints_ + rows(), 0.0);
    for (int k = 0; k < rough(); ++k) x_l[first_T(k) + tangents_] = 0;
    std::fill(g_l, g_l + m, 0.0);
    std::fill(g_u, g_u + nu_ + joints_, 0.0);
    std::fill(g_u + nu_ + joints_, g_u + nu_ + joints_ + rows(), kNone);
    std::fill(g_l + nu_ + joints_ + rows(), g_l + first_cone(0), -kNone);
    std::fill(g_u + nu_ + joints_ + rows(), g_u + first_cone(0), kRelaxed);
    for (int k = 0; k < rough(); ++k) {
      const int product = first_cone(k) + 2 * cone_rows();
      std::fill(g_u + first_cone(k), g_u + product, kNone);
      g_l[product] = -kNone;
      g_u[product] = kRelaxed;
    }
    return true;
  }

  bool get_starting_point(Index, bool, Number* x, bool, Number*, Number*, Index, bool, Number*) override {
    std::copy(start_.begin(), start_.begin() + unknowns(), x);
    return true;
  }

  bool eval_f(Index, const Number* x, bool, Number& value) override {
    read(x);
    value = eq_.objective(impulses()) / Z_unit_;
    return std::isfinite(value);
  }

  bool eval_grad_f(Index n, const Number* x, bool, Number* gradient) override {
    read(x);
    std::fill(gradient, gradient + n, 0.0);
    gradient[0] = eq_.objective_rates(impulses(), r_, by_P_, by_T_) * upper_ / Z_unit_;
    for (int j = 0; j < nu_; ++j) gradient[1 + j] = r_[at(j)] * speed_ / eq_.mass_root(j) / Z_unit_;
    for (int k = 0; k < rows(); ++k) {
      gradient[1 + nu_ + joints_ + k] = by_P_[at(contact(k))] * P_unit_[at(k)] / Z_unit_;
    }
    for (int k = 0; k < rough(); ++k) {
      for (int a = 0; a < tangents_; ++a)
        gradient[first_T(k) + a] = by_T_[at(slip_of(k, a))] * P_unit_[at(near_place(k))] / Z_unit_;
    }
    return true;
  }

  bool eval_g(Index, const Number* x, bool, Index, Number* g) override {
    read(x);
    eq_.momentum(impulses(), r_);
    int k = 0;
    for (int j = 0; j < nu_; ++j) g[k++] = r_[at(j)] / (eq_.mass_root(j) * speed_);
    for (int r = 0; r < joints_; ++r) g[k++] = eq_.joint_error(r) / joint_row_[at(r)];
    for (int i = 0; i < rows(); ++i) g[k++] = scaled_gap(i);
    for (int i = 0; i < rows(); ++i) g[k++] = scaled_gap(i) * x[1 + nu_ + joints_ + i];
    for (int i = 0; i < rough(); ++i, k += 2 * cone_rows() + 1) {
      double slip[2] = {0, 0}, work = 0;
      const double* T = x + first_T(i);
      const double bound = eq_.mu(rough_contact(i)) * x[1 + nu_ + joints_ + near_place(i)], s = T[tangents_];
      for (int a = 0; a < tangents_; ++a) {
        slip[a] = eq_.slip(slip_of(i, a)) / slip_unit(i);
        work += slip[a] * T[a];
      }
      put_cone(bound, T, g + k);
      put_cone(s, slip, g + k + cone_rows());
      g[k + 2 * cone_rows()] = work + bound * s;
    }
    return std::all_of(g, g + k, [](double value) { return std::isfinite(value); });
  }

  bool eval_jac_g(Index n, const Number* x, bool, Index m, Index, Index* row, Index* column,
                  Number* values) override {
    if (values == nullptr) {
      for (Index i = 0, k = 0; i < m; ++i) {
        for (Index j = 0; j < n; ++j, ++k) row[k] = i, column[k] = j;
      }
      return true;
    }
    read(x);
    std::fill(values, values + static_cast<std::ptrdiff_t>(n) * m, 0.0);
    const auto line = [&](int i) { return values + static_cast<std::ptrdiff_t>(i) * n; };
    const int first_joint = 1 + nu_, first_P = 1 + nu_ + joints_;
    eq_.jacobian(impulses(), jacobian_, slip_jacobian_);
    eq_.step_rates(impulses(), r_, slip_rate_);
    for (int i = 0; i < nu_; ++i) {
      const double unit = 1 / (eq_.mass_root(i) * speed_);
      line(i)[0] = r_[at(i)] * upper_ * unit;
      for (int j = 0; j < nu_; ++j) {
        line(i)[1 + j] = jacobian_[at(i) * at(nu_) + at(j)] * speed_ / eq_.mass_root(j) * unit;
      }
      for (int r = 0; r < joints_; ++r) line(i)[first_joint + r] = -eq_.D(r)[i] * joint_unit_[at(r)] * unit;
      for (int k = 0; k < rows(); ++k) line(i)[first_P + k] = -eq_.W(contact(k))[i] * P_unit_[at(k)] * unit;
      for (int k = 0; k < rough(); ++k) {
        for (int a = 0; a < tangents_; ++a)
          line(i)[first_T(k) + a] = -eq_.W_T(slip_of(k, a))[i] * P_unit_[at(near_place(k))] * unit;
      }
    }
    const auto position = [&](double* out, const double* w, double rate, double unit) {
      out[0] = rate * upper_ / unit;
      for (int j = 0; j < nu_; ++j) out[1 + j] = eq_.h() * w[j] * speed_ / eq_.mass_root(j) / unit;
    };
    for (int r = 0; r < joints_; ++r) {
      position(line(nu_ + r), eq_.D(r), eq_.joint_rate(r), joint_row_[at(r)]);
    }
    for (int k = 0; k < rows(); ++k) {
      double* gap = line(nu_ + joints_ + k);
      double* product = line(nu_ + joints_ + rows() + k);
      position(gap, eq_.W(contact(k)), eq_.gap_rate(contact(k)), gap_unit_[at(k)]);
      for (int j = 0; j <= nu_; ++j) product[j] = gap[j] * x[first_P + k];
      product[first_P + k] = scaled_gap(k);
    }
    for (int k = 0; k < rough(); ++k) friction_rates(k, x, n, line(first_cone(k)));
    return true;
  }

  void finalize_solution(Ipopt::SolverReturn, Index, const Number* x, const Number*, const Number*, Index,
                         const Number*, const Number*, Number, const Ipopt::IpoptData*,
                         Ipopt::IpoptCalculatedQuantities*) override {
    h_ = x[0] * upper_;
  }

 private:
  int rows() const { return int_size(near_); }
  int rough() const { return int_size(rough_); }
  int unknowns() const { return first_T(rough()); }
  int constraints() const { return first_cone(rough()); }
  // of the k-th rough contact: its place among those near, its number, slips, unknowns T and s, rows
  int near_place(int k) const { return rough_[at(k)]; }
  int rough_contact(int k) const { return contact(near_place(k)); }
  int slip_of(int k, int a) const { return tangents_ * rough_contact(k) + a; }
  int first_T(int k) const { return 1 + nu_ + joints_ + rows() + (tangents_ + 1) * k; }
  int cone_rows() const { return tangents_ == 1 ? 2 : 1; }
  int first_cone(int k) const { return nu_ + joints_ + 2 * rows() + (2 * cone_rows() + 1) * k; }
  double slip_unit(int k) const { return gap_unit_[at(near_place(k))] / upper_; }
  GaussImpulses impulses() const { return {lambda_, P_, T_}; }

  /// |v| ≤ bound: two rows in the plane, in space one, bound² − |v|².
  void put_cone(double bound, const double* v, Number* out) const {
    if (tangents_ == 1) {
      out[0] = bound - v[0];
      out[1] = bound + v[0];
    } else {
      out[0] = bound * bound - v[0] * v[0] - v[1] * v[1];
    }
  }

  /// Derivatives of the rows of a rough contact.
  void friction_rates(int k, const Number* x, Index n, double* out) {
    const double mu = eq_.mu(rough_contact(k));
    const int P = 1 + nu_ + joints_ + near_place(k), T = first_T(k), s = T + tangents_;
    double* product = out + static_cast<std::ptrdiff_t>(2 * cone_rows()) * n;
    double* slip_cone = out + static_cast<std::ptrdiff_t>(cone_rows()) * n;
    const auto of_slip = [&](double* row, int a, double weight) {
      const auto slip = at(slip_of(k, a));
      row[0] += weight * slip_rate_[slip] * upper_ / slip_unit(k);
      for (int j = 0; j < nu_; ++j)
        row[1 + j] +=
            weight * slip_jacobian_[slip * at(nu_) + at(j)] * speed_ / eq_.mass_root(j) / slip_unit(k);
    };
    for (int row = 0; row < cone_rows(); ++row) {
      const double sign = row == 0 ? -1 : 1;
      double *force = out + static_cast<std::ptrdiff_t>(row) * n,
             *slips = slip_cone + static_cast<std::ptrdiff_t>(row) * n;
      force[P] = tangents_ == 1 ? mu : 2 * mu * mu * x[P];
      slips[s] = tangents_ == 1 ? 1 : 2 * x[s];
      for (int a = 0; a < tangents_; ++a) {
        force[T + a] = tangents_ == 1 ? sign : -2 * x[T + a];
        of_slip(slips, a, tangents_ == 1 ? sign : -2 * eq_.slip(slip_of(k, a)) / slip_unit(k));
      }
    }
    product[P] = mu * x[s];
    product[s] = mu * x[P];
    for (int a = 0; a < tangents_; ++a) {
      product[T + a] = eq_.slip(slip_of(k, a)) / slip_unit(k);
      of_slip(product, a, x[T + a]);
    }
  }

  int contact(int k) const { return near_[at(k)]; }
  double scaled_gap(int k) const { return eq_.gap(contact(k)) / gap_unit_[at(k)]; }

  /// x => h, u, Λ, P, and the equations there.
  void read(const Number* x) {
    for (int j = 0; j < nu_; ++j) {
      u_[at(j)] = eq_.u_A()[at(j)] + x[1 + j] * speed_ / eq_.mass_root(j);
    }
    for (int r = 0; r < joints_; ++r) lambda_[at(r)] = x[1 + nu_ + r] * joint_unit_[at(r)];
    for (int k = 0; k < rows(); ++k) P_[at(contact(k))] = x[1 + nu_ + joints_ + k] * P_unit_[at(k)];
    for (int k = 0; k < rough(); ++k) {
      for (int a = 0; a < tangents_; ++a)
        T_[at(slip_of(k, a))] = x[first_T(k) + a] * P_unit_[at(near_place(k))];
    }
    eq_.evaluate(x[0] * upper_, u_);
  }

  GaussEquations& eq_;
  const int nu_, joints_, tangents_;
  std::vector<int> near_;   ///< rows of g that take part
  std::vector<int> rough_;  ///< places among them of contacts with friction
  double lower_ = 0, upper_ = 0, speed_ = 1, Z_unit_ = 1, h_ = 0;
  std::vector<double> u_, r_, jacobian_, lambda_, joint_unit_, joint_row_, P_, P_unit_, gap_unit_, start_,
      by_P_, by_T_, T_, slip_jacobian_, slip_rate_;
};

/// OpenBLAS takes a work space at its first product and, where there is no memory for it, asks again for ever.
void require_room_for_blas() {
  constexpr std::size_t kWorkSpace = std::size_t{128} << 20;  // as Debian builds it
  void* const room = ::mmap(nullptr, kWorkSpace, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) throw std::bad_alloc();
  ::munmap(room, kWorkSpace);
}

class GaussInteriorPoint final : public GaussMinimiser {
 public:
  explicit GaussInteriorPoint(GaussEquations& equations)
      : application_(IpoptApplicationFactory()), nlp_(new StepNlp(equations)) {
    if (&openblas_set_num_threads != nullptr) {
      require_room_for_blas();
      openblas_set_num_threads(1);
    }
    Ipopt::OptionsList& options = *application_->Options();
    options.SetIntegerValue("print_level", 0);
    options.SetStringValue("sb", "yes");  // no banner
    options.SetStringValue("hessian_approximation", "limited-memory");
    options.SetStringValue("nlp_scaling_method", "none");
    options.SetStringValue("mu_strategy", "adaptive");
    options.SetNumericValue("tol", kTolerance);
    options.SetNumericValue("acceptable_tol", 100 * kTolerance);
    options.SetIntegerValue("acceptable_iter", 5);
    options.SetIntegerValue("max_iter", kMostIterations);
    ready_ = application_->Initialize("") == Ipopt::Solve_Succeeded;  // "": no options file is read
  }

  const char* name() const override { return "interior_point"; }

  double minimise(const GaussPoint& start, double lower, double upper) override {
    if (!ready_) return std::nan("");
    static_cast<StepNlp&>(*nlp_).set(start, lower, upper);
    const Ipopt::ApplicationReturnStatus status = application_->OptimizeTNLP(nlp_);
    const bool found = status == Ipopt::Solve_Succeeded || status == Ipopt::Solved_To_Acceptable_Level;
    return found ? static_cast<StepNlp&>(*nlp_).h() : std::nan("");
  }

 private:
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application_;
  Ipopt::SmartPtr<Ipopt::TNLP> nlp_;
  bool ready_ = false;
};

}  // namespace

void use_ipopt() {
  offer_interior_point([](GaussEquations& equations) -> std::unique_ptr<GaussMinimiser> {
    return std::make_unique<GaussInteriorPoint>(equations);
  });
}

}  // namespace freeplay
