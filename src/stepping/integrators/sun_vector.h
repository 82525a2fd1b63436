// SPDX-License-Identifier: Apache-2.0
// Vectors of SUNDIALS that leave out what is idle. A heap has room for hundreds of contacts, each with the states of its
// friction, and a few of them touch: the sums that a step is made of go over those alone. What is idle does not change from
// one beginning of an integrator to the next; in vectors that SUNDIALS makes it is zero.
#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "base/assert.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {

struct SunContextDeleter {
  void operator()(SUNContext context) const { SUNContext_Free(&context); }
};
using SunContext = std::unique_ptr<std::remove_pointer_t<SUNContext>, SunContextDeleter>;

struct SunVectorDeleter {
  void operator()(N_Vector vector) const { N_VDestroy(vector); }
};
using SunVector = std::unique_ptr<std::remove_pointer_t<N_Vector>, SunVectorDeleter>;

inline SunContext make_sun_context() {
  SUNContext context = nullptr;
  FREEPLAY_ASSERT(SUNContext_Create(nullptr, &context) == 0);
  return SunContext(context);
}

/// What of a vector is not idle: numbers from `begin` to before `end`.
struct SunPart {
  sunindextype begin = 0, end = 0;
};

class SunParts {
 public:
  explicit SunParts(int size);
  /// Takes what is not idle now; vectors of SUNDIALS must begin anew with it.
  void take(const Equations& equations);
  std::span<const SunPart> now() const { return parts_; }

 private:
  std::vector<Role> roles_;
  std::vector<SunPart> parts_;
};

/// A vector of SUNDIALS on the numbers of `values`, which must stay where they are, as `parts` must. Its clones have them too.
SunVector make_sun_vector(std::vector<double>& values, const SunParts& parts, const SunContext& context);

}  // namespace freeplay
