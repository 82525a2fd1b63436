// SPDX-License-Identifier: Apache-2.0
#include "io/result_files.h"

#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "io/commit_file.h"
#include "io/file_locks.h"

namespace freeplay {

void copy_result(const std::string& from, const std::string& to) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  if (fs::equivalent(from, to, ignored)) return;
  const std::string target = fs::is_symlink(to, ignored) ? fs::weakly_canonical(to).string() : to;
  const std::string part = target + "." + std::to_string(::getpid()) + ".part";
  std::string about = from;
  try {
    CommitFile source;
    source.open(from);
    source.keep_runs_out();
    about = to;
    fs::copy_file(from, part, fs::copy_options::overwrite_existing);
    give_name(part, target);
  } catch (const fs::filesystem_error& error) {
    fs::remove(part, ignored);
    throw std::runtime_error("result file '" + about + "': cannot be written: " + error.code().message());
  } catch (const std::runtime_error& error) {
    fs::remove(part, ignored);
    throw std::runtime_error("result file '" + about + "' " + error.what());
  }
}

}  // namespace freeplay
