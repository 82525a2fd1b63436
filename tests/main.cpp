// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
