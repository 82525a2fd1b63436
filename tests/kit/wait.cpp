// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/wait.h"

#include <chrono>
#include <exception>
#include <thread>

#include "io/record_file.h"

namespace freeplay::testing {

bool wait_until(const std::function<bool()>& holds) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::minutes(10); Clock::now() < end;) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return holds();
}

bool has_samples(const std::filesystem::path& file, long long count) {
  if (!std::filesystem::exists(file)) return false;
  try {
    return read_record(file.string()).samples >= count;
  } catch (const std::exception&) {  // caught between two writes
    return false;
  }
}

}  // namespace freeplay::testing
