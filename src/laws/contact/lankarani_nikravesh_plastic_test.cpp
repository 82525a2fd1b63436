// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "freeplay/contact_law.h"

namespace freeplay {
namespace {

class PlasticContact : public ::testing::Test {
 protected:
  void make(double restitution, bool permanent = true) {
    const auto* entry = find_entry<ContactForceEntry>("lankarani_nikravesh_plastic");
    const Values values{
        {"stiffness", {1e9, {}}}, {"restitution", {restitution, {}}}, {"permanent", {permanent, {}}}};
    law_ = entry->make(Parameters(*entry, values), {}, "c", "contact.force", problems_);
    ASSERT_EQ(law_->memory(), 2);
    law_->start({}, memory_);
  }
  double force(double delta) const { return law_->force({delta, 0, {}, memory_}); }
  void accept(double delta, double rate = 0) { law_->accept({delta, rate, {}, memory_}, memory_); }

  Diagnostics problems_;
  std::unique_ptr<ContactLaw> law_;
  double memory_[2] = {0, 0};
  double& deepest_ = memory_[0];
};

TEST_F(PlasticContact, LoadsByHertzAndUnloadsToTheDent) {
  make(0.6);
  EXPECT_TRUE(law_->turns());
  EXPECT_DOUBLE_EQ(force(1e-4), 1e9 * 1e-6);
  accept(1e-4);
  accept(0.9e-4);  // unloading does not undo it
  EXPECT_EQ(deepest_, 1e-4);
  EXPECT_NEAR(law_->dent(memory_), 0.64e-4, 1e-18);
  EXPECT_EQ(force(0.5e-4), 0);
  EXPECT_NEAR(force(0.82e-4), 1e3 * std::pow(0.5, 1.5), 1e-9);
  EXPECT_NEAR(force(1e-4 * (1 - 1e-9)), 1e3, 1e-4);
  EXPECT_DOUBLE_EQ(force(2e-4), 1e9 * std::pow(2e-4, 1.5));  // deeper than ever: loading again
  // what is stored is the part c_e² of the work
  EXPECT_NEAR(law_->energy(1e-4, memory_) / (0.36 * 1e9 * std::pow(1e-4, 2.5) / 2.5), 1, 1e-14);
  EXPECT_NEAR(law_->energy(2e-4, memory_) / (0.36 * 1e9 * std::pow(2e-4, 2.5) / 2.5), 1, 1e-14);
  EXPECT_EQ(law_->energy(0.5e-4, memory_), 0);
}

// Where the dent begins to grow, or has just ceased to, what is stored depends on the direction.
TEST_F(PlasticContact, StoresByDirectionAtTheDeepestPoint) {
  make(0.6);
  const double F = 1e9 * 1e-6;
  accept(1e-4, 1);
  EXPECT_NEAR(law_->elastic(1e-4, memory_), 0.36 * F, 1e-9);
  accept(1e-4, 0);  // it turns
  EXPECT_NEAR(law_->elastic(1e-4, memory_), F, 1e-9);
  accept(0.9e-4, -1);
  accept(1e-4 * (1 - 1e-15), 1);  // pressed in again
  EXPECT_NEAR(law_->elastic(1e-4, memory_), 0.36 * F, 1e-9);
  EXPECT_EQ(law_->corner(memory_), deepest_);
}

TEST_F(PlasticContact, DentStaysOrHeals) {
  make(0.6);
  accept(1e-4);
  law_->start({}, memory_);
  EXPECT_EQ(deepest_, 1e-4);
  make(0.6, false);
  accept(1e-4);
  EXPECT_EQ(law_->dent(memory_), 0);
  EXPECT_EQ(force(0.5e-4), 0);
  law_->start({}, memory_);
  EXPECT_EQ(deepest_, 0);
  EXPECT_GT(force(0.5e-4), 0);
}

TEST_F(PlasticContact, FullyPlasticAndFullyElastic) {
  make(0);
  accept(1e-4);
  EXPECT_EQ(force(0.9999e-4), 0);
  EXPECT_DOUBLE_EQ(force(1e-4), 1e3);
  EXPECT_EQ(law_->energy(1e-4, memory_), 0);
  deepest_ = 0;
  make(1);
  accept(1e-4);
  EXPECT_EQ(law_->dent(memory_), 0);
  EXPECT_NEAR(force(0.3e-4), 1e9 * std::pow(0.3e-4, 1.5), 1e-9);
}

}  // namespace
}  // namespace freeplay
