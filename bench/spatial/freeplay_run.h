// SPDX-License-Identifier: Apache-2.0
// Freeplay's side of the spatial benchmarks.
#pragma once

#include <string>

#include "bench/spatial/spatial.h"
#include "freeplay/system.h"

namespace freeplay::bench {

/// A method as a model file writes it.
struct Method {
  std::string stepper;      ///< "name = \"runge_kutta\", order = 8"
  std::string formulation;  ///< "baumgarte"
  double accuracy = 1e-6;
};

/// examples/spatial_slider_crank for as long as `model` says, steps only.
Drift run_slider_crank(const SliderCrank& model, const Method& method);

/// CPU time of one right-hand side (q̇, u̇ and works) [s], at points along the motion, all different: nothing
/// is known from the point before. The fastest of some repetitions.
double right_side_seconds(const System& system, const std::string& formulation);

/// A chain of `bodies` rods that hangs from the ground by its first joint, its joints listed along it or not.
enum class ChainJoint { spherical, revolute };
enum class ChainOrder { along, shuffled, closed };
std::string chain_model(int bodies, ChainJoint joint, ChainOrder order);

/// Cost against the number of bodies.
void print_chains();

}  // namespace freeplay::bench
