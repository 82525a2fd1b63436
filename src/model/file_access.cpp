// SPDX-License-Identifier: Apache-2.0
#include "model/file_access.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace freeplay {

namespace fs = std::filesystem;

std::string FileAccess::real_path(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, failed), failed);
  return failed ? path : real.string();
}

FileAccess::FileAccess(const std::string& model, const std::vector<std::string>* trusted)
    : folder_(fs::path(real_path(model)).parent_path().string()) {
  if (trusted == nullptr) return;
  trusted_.emplace();
  for (const std::string& file : *trusted) trusted_->push_back(real_path(file));
}

bool FileAccess::may_open(const std::string& real) const {
  if (!trusted_ || std::find(trusted_->begin(), trusted_->end(), real) != trusted_->end()) return true;
  const fs::path path = real, folder = folder_;
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace freeplay
