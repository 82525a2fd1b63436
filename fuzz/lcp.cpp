// SPDX-License-Identifier: Apache-2.0
// The text format of linear complementarity problems.
#include "fuzz/input.h"
#include "fuzz/target.h"
#include "io/problems/problem_file.h"

FREEPLAY_FUZZ_TARGET(lcp) {
  try {
    freeplay::parse_lcp(freeplay::fuzzing::text_of(data, size), "problem.dat");
  } catch (const freeplay::ModelError&) {
  }
  return 0;
}
