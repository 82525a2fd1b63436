// SPDX-License-Identifier: Apache-2.0
// The program in a folder of its own, as a user calls it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/kit/files.h"
#include "tests/kit/program.h"
#include "tests/test_models.h"

namespace freeplay::testing {

class CommandLine : public ::testing::Test {
 protected:
  Called call(const std::string& arguments) const { return call_program(folder_, arguments); }
  static std::string read(const std::filesystem::path& path) { return slurp(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string example() { return source_path("examples/slider_crank/model.toml"); }

  const TempFolder temporary_;
  const std::filesystem::path& folder_ = temporary_.path();
};

}  // namespace freeplay::testing
