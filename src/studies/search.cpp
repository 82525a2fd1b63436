// SPDX-License-Identifier: Apache-2.0
#include "studies/search.h"

namespace freeplay {
namespace {

Searcher& current() {
  static Searcher one = nullptr;
  return one;
}

}  // namespace

Searcher searcher() { return current(); }
void use_searcher(Searcher given) { current() = given; }

}  // namespace freeplay
