// SPDX-License-Identifier: Apache-2.0
#include "io/problems/kept_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/index.h"
#include "io/problems/problem_file.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr std::ptrdiff_t kMostNumbers = 200'000;  // of W in one file, 2 MB: larger ones are only counted

std::string title_of(const std::string& name, double t, const SolveReport& report) {
  const std::string who = !report.solved    ? "solved by none"
                          : report.accepted ? fmt::format("accepted from {}", report.by)
                                            : fmt::format("solved by {}", report.by);
  return fmt::format("{}, step from t = {:.9g} s, {} of {} tried, residual {:.1e}", name, t, who,
                     report.attempts, report.residual);
}

}  // namespace

KeptProblems::KeptProblems(const std::string& folder, const std::string& name, int most)
    : folder_(folder), name_(name), most_(idx(most)) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    throw std::runtime_error(fmt::format("cannot make the folder {}: {}", folder,
                                         error ? error.message() : "a file of that name is there"));
  }
}

void KeptProblems::posed(const ContactProblem& problem) {
  fits_ = failure_.empty() && problem.matrix().blocks() * problem.d() * problem.d() <= kMostNumbers;
  if (!fits_) return;
  last_ = problem;
}

void KeptProblems::hard(const SolveReport& report) {
  const long long number = hard_++;
  while (files_.size() == most_ && number % stride_ == 0) thin_out();
  if (!fits_ || number % stride_ != 0) return;
  const ContactProblem& problem = *last_;
  const std::string path =
      (fs::path(folder_) / fmt::format("{}_{:06}.{}", name_, number, problem.d() == 1 ? "dat" : "hdf5"))
          .string();
  try {
    write_problem(path, problem, title_of(name_, t_, report));
    files_.push_back({number, path});
  } catch (const std::exception& error) {
    failure_ = error.what();  // the run is worth more than the files
  }
}

/// Every other one goes.
void KeptProblems::thin_out() {
  stride_ *= 2;
  std::erase_if(files_, [&](const File& file) {
    if (file.number % stride_ == 0) return false;
    std::error_code none;
    fs::remove(file.path, none);
    return true;
  });
}

}  // namespace freeplay
