// SPDX-License-Identifier: Apache-2.0
#include "freeplay/state.h"

#include <algorithm>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {

State::State(const StateSizes& sizes) : sizes_(sizes) {
  q_ = 1;
  u_ = q_ + sizes.q;
  z_ = u_ + sizes.u;
  m_ = z_ + sizes.z;
  impulses_ = m_ + sizes.m;
  modes_ = impulses_ + sizes.dimension * sizes.contacts;
  features_ = modes_ + sizes.contacts;
  block_.assign(idx(features_ + sizes.features), 0.0);
}

void State::restore(const State& other) {
  FREEPLAY_ASSERT(block_.size() == other.block_.size());
  std::copy(other.block_.begin(), other.block_.end(), block_.begin());
}

}  // namespace freeplay
