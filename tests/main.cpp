// SPDX-License-Identifier: Apache-2.0
// The suite. Beside gtest's own options:
//   freeplay_tests --file=src/base/units_test.cpp      runs the tests of one file, as ctest does
//   freeplay_tests --files=LIST                        says whether the files named in LIST, one a line, hold every
//                                                      test, so that none is left out when each of them is run
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <string>

#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif
#ifdef FREEPLAY_NLOPT
#include "freeplay/study.h"
#endif

namespace {

/// Names of all tests, by the file they stand in; files are named from the root of the checkout.
std::map<std::string, std::set<std::string>> tests_by_file() {
  std::map<std::string, std::set<std::string>> tests;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      tests[test.file()].insert(std::string(suite.name()) + "." + test.name());
    }
  }
  return tests;
}

/// A compiler cache may have made the compiler's name of a file one relative to the build folder.
bool same_file(const std::string& given, const std::string& name) {
  return given == name || (given.size() > name.size() &&
                           given.compare(given.size() - name.size() - 1, name.size() + 1, "/" + name) == 0);
}

/// As gtest wants it; empty if there are none.
std::string filter_of(const std::string& wanted) {
  std::string filter;
  for (const auto& [file, names] : tests_by_file()) {
    if (!same_file(file, wanted)) continue;
    for (const std::string& name : names) filter += (filter.empty() ? "" : ":") + name;
  }
  return filter;
}

int check_files(const std::string& list) {
  std::ifstream in(list);
  std::set<std::string> listed;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) listed.insert(line);
  }
  int wrong = 0;
  std::size_t count = 0;
  const auto tests = tests_by_file();
  for (const auto& [file, names] : tests) {
    count += names.size();
    const auto is_this = [&given = file](const std::string& name) { return same_file(given, name); };
    if (std::any_of(listed.begin(), listed.end(), is_this)) continue;
    std::printf("%s: no run asks for its %zu tests\n", file.c_str(), names.size());
    ++wrong;
  }
  for (const std::string& name : listed) {
    if (!filter_of(name).empty()) continue;
    std::printf("%s: has no test\n", name.c_str());
    ++wrong;
  }
  std::printf("%zu tests in %zu files\n", count, tests.size());
  return wrong == 0 && count > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
#ifdef FREEPLAY_NLOPT
  freeplay::use_nlopt();
#endif
  testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.rfind("--files=", 0) == 0) return check_files(argument.substr(8));
    if (argument.rfind("--file=", 0) != 0) continue;
    const std::string filter = filter_of(argument.substr(7));
    if (filter.empty()) {
      std::printf("%s: no such file, or no test in it\n", argument.c_str() + 7);
      return 1;
    }
    GTEST_FLAG_SET(filter, filter);
  }
  return RUN_ALL_TESTS();
}
