// SPDX-License-Identifier: Apache-2.0
// Contact problems that grow, for tests and benchmarks: layers of discs in a box, each resting on the two
// below. The step of discs that have just been poured, with the impulses of gravity over a step and a little
// random motion: about three contacts per disc, all closed at once.
#pragma once

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "base/index.h"
#include "complementarity/contact_problem.h"

namespace freeplay::samples {

struct DiscContact {
  int a, b;       // discs; a = −1 is the box
  double nx, ny;  // normal, from a to b
};

inline constexpr double kDiscRadius = 0.01;

/// Those of the pile, layer by layer.
inline std::vector<DiscContact> disc_contacts(int layers, int discs_per_layer) {
  const auto disc = [&](int layer, int k) { return layer * discs_per_layer + k; };
  std::vector<DiscContact> contacts;
  const double lean = 0.5, rise = std::sqrt(3.0) / 2;
  for (int layer = 0; layer < layers; ++layer) {
    const bool shifted = layer % 2 == 1;
    for (int k = 0; k < discs_per_layer; ++k) {
      const int self = disc(layer, k);
      if (layer == 0) contacts.push_back({-1, self, 0, 1});
      if (k > 0) contacts.push_back({disc(layer, k - 1), self, 1, 0});
      if (k == 0 && !shifted) contacts.push_back({-1, self, 1, 0});
      if (k == discs_per_layer - 1 && shifted) contacts.push_back({-1, self, -1, 0});
      if (layer == 0) continue;
      const int left = shifted ? k : k - 1, right = left + 1;  // in the layer below
      if (left >= 0) contacts.push_back({disc(layer - 1, left), self, lean, rise});
      if (right < discs_per_layer) contacts.push_back({disc(layer - 1, right), self, -lean, rise});
    }
  }
  return contacts;
}

/// Row a of a contact on one of its discs: w_N = ±(n, 0), w_T = ±(t, ·) with t = n turned by +90°.
inline void disc_row(const DiscContact& c, int body, int a, double* out) {
  const double sign = body == c.b ? 1 : -1;
  out[0] = sign * (a == 0 ? c.nx : -c.ny);
  out[1] = sign * (a == 0 ? c.ny : c.nx);
  out[2] = a == 0 ? 0 : -kDiscRadius;  // both rims move the same way for opposite signs of the lever
}

inline ContactProblem disc_layers(int layers, int discs_per_layer, double mu, unsigned seed = 1) {
  constexpr double kMass = 0.1, kGravity = 9.81, kStep = 1e-3;
  const double inertia = 0.5 * kMass * kDiscRadius * kDiscRadius;
  const int n = layers * discs_per_layer;
  const std::vector<DiscContact> contacts = disc_contacts(layers, discs_per_layer);
  const int count = int_size(contacts);
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, 0.2 * kGravity * kStep);
  std::vector<double> velocity;
  for (int k = 0; k < n; ++k) {
    velocity.push_back(normal(random));
    velocity.push_back(normal(random) - kGravity * kStep);
    velocity.push_back(normal(random) / kDiscRadius);
  }
  std::vector<std::vector<int>> touching(idx(n));
  for (int i = 0; i < count; ++i) {
    for (const int body : {contacts[idx(i)].a, contacts[idx(i)].b}) {
      if (body >= 0) touching[idx(body)].push_back(i);
    }
  }
  ContactProblem problem(count);
  problem.resize(count);
  BlockMatrix& G = problem.matrix();
  std::vector<int> neighbours;
  for (int i = 0; i < count; ++i) {
    const DiscContact& c = contacts[idx(i)];
    neighbours.clear();
    for (const int body : {c.a, c.b}) {
      if (body < 0) continue;
      const std::vector<int>& more = touching[idx(body)];
      neighbours.insert(neighbours.end(), more.begin(), more.end());
    }
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
    if (G.dense()) {
      for (int r = 2 * i; r < 2 * i + 2; ++r) {
        for (int k = 0; k < 2 * count; ++k) G.entry(r, k) = 0;
      }
    }
    for (const int j : neighbours) {
      const DiscContact& other = contacts[idx(j)];
      double* block = G.dense() ? nullptr : G.append(j);
      for (int a = 0; a < 2; ++a) {
        for (int b = 0; b < 2; ++b) {
          double sum = 0;
          for (const int body : {c.a, c.b}) {
            if (body < 0 || (body != other.a && body != other.b)) continue;
            double one[3], two[3];
            disc_row(c, body, a, one);
            disc_row(other, body, b, two);
            sum += (one[0] * two[0] + one[1] * two[1]) / kMass + one[2] * two[2] / inertia;
          }
          (block ? block[2 * a + b] : G.entry(2 * i + a, 2 * j + b)) = sum;
        }
      }
    }
    if (!G.dense()) G.end_row();
    for (int a = 0; a < 2; ++a) {
      double sum = 0;
      for (const int body : {c.a, c.b}) {
        if (body < 0) continue;
        double w[3];
        disc_row(c, body, a, w);
        for (int k = 0; k < 3; ++k) sum += w[k] * velocity[idx(3 * body + k)];
      }
      problem.b(2 * i + a) = sum;
    }
    problem.mu(i) = mu;
    problem.mode(i) = ContactMode::slip_plus;
  }
  return problem;
}

}  // namespace freeplay::samples
