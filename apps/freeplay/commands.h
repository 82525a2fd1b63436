// SPDX-License-Identifier: Apache-2.0
// The commands of the program. Each returns an exit code.
#pragma once

#include <string>
#include <vector>

namespace freeplay {

enum ExitCode { kOk = 0, kUsage = 1, kModel = 2, kSolver = 3, kLimit = 4, kInterrupted = 130 };

struct CommonOptions {
  bool quiet = false;
  bool json = false;
};

struct ModelOptions {
  std::string file;
  std::vector<std::string> assignments;  ///< "joint.guide.clearance=0.2mm"
};

int run_command(const ModelOptions& model, const std::string& output, const CommonOptions& common);
int check_command(const ModelOptions& model, bool echo, const CommonOptions& common);
int list_command(const std::string& registry_name, const CommonOptions& common);
int info_command(const std::string& file, bool verbose, const CommonOptions& common);
int export_command(const std::string& file, const std::string& directory,
                   const std::vector<std::string>& channels, const CommonOptions& common);
int schema_command();

}  // namespace freeplay
