// SPDX-License-Identifier: Apache-2.0
#include "io/problems/problem_file.h"

#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "base/files.h"

namespace freeplay {
namespace {

constexpr std::uint64_t kLargestText = std::uint64_t{4}
                                       << 30;  // a dense matrix of 14 000 rows with all digits

}  // namespace

ProblemFile read_problem(const std::string& path) {
  const std::string head = first_bytes(path, 4);
  if (head.size() == 4 && head.substr(1) == "HDF") return read_fclib(path);
  std::string text;
  const std::string wrong = read_plain_file(path, kLargestText, text);
  if (!wrong.empty()) throw std::runtime_error("'" + path + "' " + wrong);
  return parse_lcp(text, path);
}

namespace {

/// x projected on the cone |x_T| ≤ μ x_N.
void project_cone(double* x, int d, double mu) {
  if (d == 1) {
    x[0] = std::max(x[0], 0.0);
    return;
  }
  const double length = d == 2 ? std::abs(x[1]) : std::hypot(x[1], x[2]);
  if (length <= mu * x[0]) return;
  if (mu * length <= -x[0]) {  // in the polar cone
    for (int a = 0; a < d; ++a) x[a] = 0;
    return;
  }
  const double normal = (x[0] + mu * length) / (1 + mu * mu);
  for (int a = 1; a < d; ++a) x[a] *= mu * normal / length;
  x[0] = normal;
}

}  // namespace

double file_residual(const ContactProblem& problem, bool cone) {
  const int d = problem.d();
  double sum = 0, scale = 0;
  for (int i = 0; i < problem.size(); ++i) {
    double xi[3] = {0, 0, 0}, map[3] = {0, 0, 0};
    problem.xi(i, xi);
    if (cone) {
      const double slip = d == 1 ? 0 : d == 2 ? std::abs(xi[1]) : std::hypot(xi[1], xi[2]);
      xi[0] += problem.mu(i) * slip;
      for (int a = 0; a < d; ++a) map[a] = problem.P(d * i + a) - xi[a];
      project_cone(map, d, problem.mu(i));
      for (int a = 0; a < d; ++a) map[a] = problem.P(d * i + a) - map[a];
    } else {
      problem.natural_map(i, xi, map);
    }
    for (int a = 0; a < d; ++a) {
      sum += map[a] * map[a];
      scale += problem.b(d * i + a) * problem.b(d * i + a);
    }
  }
  return std::sqrt(sum) / (scale > 0 ? std::sqrt(scale) : 1);
}

}  // namespace freeplay
