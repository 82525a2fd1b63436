// SPDX-License-Identifier: Apache-2.0
#include "stepping/integrators/sun_vector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/index.h"

namespace freeplay {
namespace {

/// What the functions of SUNDIALS for serial vectors know, and the parts behind it.
struct SunContent : _N_VectorContent_Serial {
  const SunParts* parts;
};

std::span<const SunPart> parts_of(N_Vector vector) {
  return static_cast<const SunContent*>(vector->content)->parts->now();
}

/// Makes room for the parts behind the content; N_VDestroy frees both.
void add_parts(N_Vector vector, const SunParts* parts) {
  void* content = std::realloc(vector->content, sizeof(SunContent));
  FREEPLAY_ASSERT(content != nullptr);
  vector->content = content;
  static_cast<SunContent*>(content)->parts = parts;
}

N_Vector clone_parts(N_Vector from) {
  N_Vector vector = N_VCloneEmpty_Serial(from);
  if (vector == nullptr) return nullptr;
  add_parts(vector, static_cast<const SunContent*>(from->content)->parts);
  auto& content = *static_cast<SunContent*>(vector->content);
  const std::size_t size = std::max<std::size_t>(idx(N_VGetLength_Serial(from)), 1);
  content.data = static_cast<realtype*>(std::calloc(size, sizeof(realtype)));
  content.own_data = SUNTRUE;
  if (content.data != nullptr) return vector;
  N_VDestroy(vector);
  return nullptr;
}

/// z = a x + b y, with the roundings of SUNDIALS' own.
void linear_sum(realtype a, N_Vector x, realtype b, N_Vector y, N_Vector z) {
  const double *from = N_VGetArrayPointer(x), *other = N_VGetArrayPointer(y);
  double* out = N_VGetArrayPointer(z);
  for (const SunPart& part : parts_of(z)) {
    if (a == b) {
      for (sunindextype i = part.begin; i < part.end; ++i) out[i] = a * (from[i] + other[i]);
    } else if (a == -b) {
      for (sunindextype i = part.begin; i < part.end; ++i) out[i] = a * (from[i] - other[i]);
    } else {
      for (sunindextype i = part.begin; i < part.end; ++i) out[i] = a * from[i] + b * other[i];
    }
  }
}

void scale_by(realtype c, N_Vector x, N_Vector z) {
  const double* from = N_VGetArrayPointer(x);
  double* out = N_VGetArrayPointer(z);
  for (const SunPart& part : parts_of(z)) {
    for (sunindextype i = part.begin; i < part.end; ++i) out[i] = c * from[i];
  }
}

/// √(Σ (x_i w_i)²/n), n of all numbers: weights are made for that.
realtype weighted_norm(N_Vector x, N_Vector w) {
  const double *values = N_VGetArrayPointer(x), *weights = N_VGetArrayPointer(w);
  double sum = 0;
  for (const SunPart& part : parts_of(x)) {
    for (sunindextype i = part.begin; i < part.end; ++i) {
      const double product = values[i] * weights[i];
      sum += product * product;
    }
  }
  return std::sqrt(sum / static_cast<double>(N_VGetLength_Serial(x)));
}

/// z = Σ c_i x_i in one pass over z, where SUNDIALS makes one for every i; the same sums in the same order.
int linear_combination(int count, realtype* c, N_Vector* x, N_Vector z) {
  constexpr int kMost = 16;
  if (count > kMost) {  // no table has as many stages
    const int flag = linear_combination(kMost, c, x, z);
    for (int i = kMost; i < count; ++i) N_VLinearSum(c[i], x[i], 1, z, z);
    return flag;
  }
  const double* from[kMost];
  for (int i = 0; i < count; ++i) from[i] = N_VGetArrayPointer(x[i]);
  const double* first = from[0];
  double* out = N_VGetArrayPointer(z);
  for (const SunPart& part : parts_of(z)) {
    sunindextype j = part.begin;
    for (; j + 4 <= part.end; j += 4) {
      double sum[4] = {c[0] * first[j], c[0] * first[j + 1], c[0] * first[j + 2], c[0] * first[j + 3]};
      for (int i = 1; i < count; ++i) {
        const double* at = from[i] + j;
        for (int k = 0; k < 4; ++k) sum[k] += c[i] * at[k];
      }
      for (int k = 0; k < 4; ++k) out[j + k] = sum[k];
    }
    for (; j < part.end; ++j) {
      double sum = c[0] * first[j];
      for (int i = 1; i < count; ++i) sum += c[i] * from[i][j];
      out[j] = sum;
    }
  }
  return 0;
}

}  // namespace

SunParts::SunParts(int size) : roles_(idx(size), Role::acts) {
  parts_.reserve(idx(size) / 2 + 1);
  parts_.push_back({0, size});
}

void SunParts::take(const Equations& equations) {
  equations.roles(roles_);
  parts_.clear();
  for (int i = 0; i < int_size(roles_); ++i) {
    if (roles_[idx(i)] == Role::idle) continue;
    if (parts_.empty() || parts_.back().end != i) parts_.push_back({i, i});
    parts_.back().end = i + 1;
  }
}

SunVector make_sun_vector(std::vector<double>& values, const SunParts& parts, const SunContext& context) {
  SunVector vector(N_VMake_Serial(static_cast<sunindextype>(values.size()), values.data(), context.get()));
  FREEPLAY_ASSERT(vector != nullptr);
  add_parts(vector.get(), &parts);
  N_Vector_Ops ops = vector->ops;  // clones take them over
  ops->nvclone = clone_parts;
  ops->nvlinearsum = linear_sum;
  ops->nvscale = scale_by;
  ops->nvwrmsnorm = weighted_norm;
  ops->nvlinearcombination = linear_combination;
  return vector;
}

}  // namespace freeplay
