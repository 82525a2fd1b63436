// SPDX-License-Identifier: Apache-2.0
// Keeps the contact problems of a run that needed more than one solver, as files for `freeplay solve`.
//
// At most `most` files remain, spread over the run: when there is no room, every other one is removed, and from then on
// half as many are kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/index.h"
#include "complementarity/problem_keeper.h"

namespace freeplay {

class KeptProblems final : public ProblemKeeper {
 public:
  /// Files are folder/name_NUMBER.hdf5; the folder is made. Throws std::runtime_error when it cannot be.
  KeptProblems(const std::string& folder, const std::string& name, int most);

  void at(double t) override { t_ = t; }
  void posed(const ContactProblem& problem) override;
  void hard(const SolveReport& report) override;

  long long hard_problems() const { return hard_; }  ///< all of them, kept or not
  int kept() const { return int_size(files_); }
  /// What went wrong with a file, after which nothing more is kept; empty: nothing.
  const std::string& failure() const { return failure_; }

 private:
  struct File {
    long long number;
    std::string path;
  };
  void thin_out();

  std::string folder_, name_;
  std::size_t most_;
  double t_ = 0;
  bool fits_ = false;  ///< last_ is what was posed
  std::optional<ContactProblem> last_;
  std::vector<File> files_;
  long long hard_ = 0, stride_ = 1;
  std::string failure_;
};

}  // namespace freeplay
