// SPDX-License-Identifier: Apache-2.0
// Everything a rejected step must restore: one contiguous block of numbers, copied as a whole.
#pragma once

#include <span>
#include <vector>

namespace freeplay {

/// What a contact does. The signs are those of the slip velocity gamma_T; in space slip_plus is slip in any
/// direction.
enum class ContactMode { open = 0, stick = 1, slip_plus = 2, slip_minus = 3 };

/// Sizes of a State. z (law states) and m (law memory) belong to laws with history.
struct StateSizes {
  int q = 0;          ///< coordinates
  int u = 0;          ///< velocities
  int z = 0;          ///< internal states of laws, integrated with the motion
  int m = 0;          ///< discrete memory of laws, changed only when a step is accepted
  int contacts = 0;   ///< modes and warm-start impulses: of contacts, then of joints that rub
  int features = 0;   ///< which pair a contact slot holds, on which branch a gap is; inputs
  int dimension = 2;  ///< impulses per contact: SystemInfo::dimension
  int inputs = 0;     ///< the last of the features
};

class State {
 public:
  State() = default;
  explicit State(const StateSizes& sizes);

  double t() const { return block_[0]; }
  void set_t(double t) { block_[0] = t; }
  std::span<double> q() { return part(q_, sizes_.q); }
  std::span<const double> q() const { return part(q_, sizes_.q); }
  std::span<double> u() { return part(u_, sizes_.u); }
  std::span<const double> u() const { return part(u_, sizes_.u); }
  std::span<double> z() { return part(z_, sizes_.z); }
  std::span<const double> z() const { return part(z_, sizes_.z); }
  std::span<double> m() { return part(m_, sizes_.m); }
  std::span<const double> m() const { return part(m_, sizes_.m); }
  /// Impulses (P_N, P_T, …) of the last piece between impacts per contact, for warm starts.
  std::span<double> impulses() { return part(impulses_, sizes_.dimension * sizes_.contacts); }
  std::span<const double> impulses() const { return part(impulses_, sizes_.dimension * sizes_.contacts); }

  /// Numbers that are constant within a step: which surfaces touch, then the inputs. See System::load.
  std::span<double> features() { return part(features_, sizes_.features); }
  std::span<const double> features() const { return part(features_, sizes_.features); }

  std::span<double> inputs() { return part(features_ + sizes_.features - sizes_.inputs, sizes_.inputs); }
  std::span<const double> inputs() const {
    return part(features_ + sizes_.features - sizes_.inputs, sizes_.inputs);
  }

  ContactMode mode(int contact) const {
    return static_cast<ContactMode>(static_cast<int>(block_[static_cast<std::size_t>(modes_ + contact)]));
  }
  void set_mode(int contact, ContactMode mode) {
    block_[static_cast<std::size_t>(modes_ + contact)] = static_cast<double>(static_cast<int>(mode));
  }

  /// The whole block, for saving, comparing and restoring.
  std::span<const double> block() const { return block_; }
  /// Copies the numbers of a state of the same sizes; allocates nothing.
  void restore(const State& other);
  const StateSizes& sizes() const { return sizes_; }

 private:
  std::span<double> part(int start, int size) {
    return {block_.data() + start, static_cast<std::size_t>(size)};
  }
  std::span<const double> part(int start, int size) const {
    return {block_.data() + start, static_cast<std::size_t>(size)};
  }

  StateSizes sizes_;
  int q_ = 1, u_ = 1, z_ = 1, m_ = 1, impulses_ = 1, modes_ = 1, features_ = 1;
  std::vector<double> block_;
};

}  // namespace freeplay
