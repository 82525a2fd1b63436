// SPDX-License-Identifier: Apache-2.0
#include "freeplay/recycled.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>

namespace freeplay {
namespace {

struct Base : Recycled {
  virtual ~Base() = default;
};
template <int N>
struct Object final : Base {
  std::array<double, N> numbers{};
};

TEST(Recycled, MemoryIsUsedAgainByTheNextOfItsSize) {
  std::unique_ptr<Base> first = std::make_unique<Object<5>>();
  const void* where = first.get();
  first.reset();
  first = std::make_unique<Object<50>>();
  EXPECT_NE(first.get(), where);
  const std::unique_ptr<Base> second = std::make_unique<Object<5>>();
  EXPECT_EQ(second.get(), where);
}

TEST(Recycled, ObjectsMayOutliveTheirThreadAndBeOfAnySize) {
  std::unique_ptr<Base> small, large;
  std::thread([&] {
    small = std::make_unique<Object<3>>();
    large = std::make_unique<Object<5000>>();
    std::make_unique<Object<3>>().reset();
  }).join();
  small.reset();
  large.reset();
  EXPECT_NE(std::make_unique<Object<5000>>(), nullptr);
}

}  // namespace
}  // namespace freeplay
