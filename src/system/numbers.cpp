// SPDX-License-Identifier: Apache-2.0
#include "system/numbers.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "base/index.h"
#include "base/units.h"
#include "model/read_value.h"
#include "system/addresses.h"

namespace freeplay {
namespace {

class NumbersOfSystem final : public Numbers {
 public:
  NumbersOfSystem(std::unique_ptr<Assembled> assembled, const Model& given)
      : assembled_(std::move(assembled)) {
    AddressBook book = list_numbers(assembled_->written(), given);
    numbers_ = std::move(book.numbers);
    left_out_ = std::move(book.left_out);
    for (const AddressedNumber& number : numbers_) {
      addresses_.push_back(number.address);
      last_.push_back(number.get());
      given_.push_back(number.at != nullptr);
    }
    set_.reserve(numbers_.size());
    changed_.reserve(numbers_.size());
  }

  std::span<const Address> all() const override { return addresses_; }
  const std::vector<std::string>& left_out() const override { return left_out_; }
  double get(int index) const override { return at(index).get(); }
  const Method& method() const override { return assembled_->written().model.method; }
  const Run& run() const override { return assembled_->written().model.run; }

  void set(int index, double value) override {
    AddressedNumber& number = at(index);
    std::string wrong = magnitude_error(value);
    if (wrong.empty()) wrong = range_error(value, *number.param, number.address.unit);
    if (!wrong.empty()) throw ModelError({{Severity::error, {}, number.address.path, wrong, {}}});
    number.set(value);
    if (std::find(set_.begin(), set_.end(), index) == set_.end()) set_.push_back(index);
    if (std::find(changed_.begin(), changed_.end(), number.block) == changed_.end())
      changed_.push_back(number.block);
  }

  void reset() override {
    try {
      refill();
    } catch (const ModelError&) {
      for (const int index : set_) {
        const auto i = idx(index);
        if (given_[i]) {
          numbers_[i].set(last_[i]);
        } else {
          numbers_[i].take_back();
        }
      }
      refill();
      done();
      throw;
    }
    done();
  }

 private:
  AddressedNumber& at(int index) { return const_cast<AddressedNumber&>(std::as_const(*this).at(index)); }
  const AddressedNumber& at(int index) const {
    if (index < 0 || index >= int_size(numbers_))
      throw ModelError({{Severity::error, {}, "", "there is no number with this index", {}}});
    return numbers_[idx(index)];
  }
  void refill() {
    static const std::string kNone;
    for (const int index : set_) at(index).settle(assembled_->written().model);
    assembled_->refill(changed_, set_.empty() ? kNone : at(set_.back()).address.path);
  }
  void done() {
    for (const int index : set_) {
      last_[idx(index)] = get(index);
      given_[idx(index)] = at(index).at != nullptr;
    }
    set_.clear();
    changed_.clear();
  }

  std::unique_ptr<Assembled> assembled_;
  std::vector<AddressedNumber> numbers_;
  std::vector<Address> addresses_;
  std::vector<std::string> left_out_;
  std::vector<double> last_;  ///< as of the last reset
  std::vector<bool> given_;   ///< likewise: not left to their defaults
  std::vector<int> set_;      ///< since then
  std::vector<const void*> changed_;
};

}  // namespace

int Numbers::find(std::string_view path) const {
  const std::span<const Address> known = all();
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const Address& address) { return address.path == path; });
  return found == known.end() ? -1 : static_cast<int>(found - known.begin());
}

std::unique_ptr<Numbers> make_numbers(std::unique_ptr<Assembled> assembled, const Model& given) {
  return std::make_unique<NumbersOfSystem>(std::move(assembled), given);
}

}  // namespace freeplay
