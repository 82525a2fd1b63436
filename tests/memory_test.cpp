// SPDX-License-Identifier: Apache-2.0
// How much memory the program takes: results are read by the block, and what does not act takes none.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>

#include "freeplay/results.h"
#include "tests/kit/command_line.h"

namespace freeplay {
namespace {

using testing::Called;

constexpr long long kSamples = 18'000;
constexpr int kPairs = 60;

/// What the machine of a model would have recorded: 60 bodies in the plane, and a table.
void write_large(const std::string& path, long long samples) {
  RecordLayout layout;
  layout.channels.push_back({"/time", "s", "time", 1, {}});
  for (int i = 0; i < kPairs; ++i)
    layout.channels.push_back({"/body/b" + std::to_string(i) + "/position", "m", "", 2, {}});
  layout.tables.push_back({"/contacts", "", {{"time", "s", {}}, {"first", "", {"a", "b"}}, {"x", "m", {}}}});
  layout.attributes = {{"name", std::string("large")}};
  const auto sink = write_hdf5(path, layout);
  std::vector<double> row(static_cast<std::size_t>(layout.row_width()));
  for (long long i = 0; i < samples; ++i) {
    const double t = 1e-3 * static_cast<double>(i);
    for (std::size_t k = 1; k < row.size(); ++k)
      row[k] = static_cast<double>((i * 7 + static_cast<long long>(k)) % 1024);
    row[0] = t;
    sink->append(row);
    for (int k = 0; k < 4; ++k) sink->append_row(0, std::vector<double>{t, static_cast<double>(k % 2), 0.25});
  }
  sink->close("complete", {});
}

class Memory : public testing::CommandLine {
 protected:
  void SetUp() override {
#if defined(FREEPLAY_SANITIZED)
    GTEST_SKIP() << "a sanitizer keeps what was freed";
#endif
  }
  /// The most memory that a child had so far [MB].
  static double most_of_children() {
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return static_cast<double>(used.ru_maxrss) / 1024;
  }
  /// How much more of it this takes with the large result than with the small one.
  double growth(const std::string& before, const std::string& after) const {
    EXPECT_EQ(call(before + " small.h5" + after).code, 0);
    const double small = most_of_children();
    EXPECT_EQ(call(before + " large.h5" + after).code, 0);
    return most_of_children() - small;
  }
};

TEST_F(Memory, ResultsAreReadByTheBlock) {
  write_large((folder_ / "small.h5").string(), 2000);
  write_large((folder_ / "large.h5").string(), kSamples);
  const double file = static_cast<double>(std::filesystem::file_size(folder_ / "large.h5")) / 1e6;
  EXPECT_GT(file, 18);
  const double info = growth("info", ""), csv = growth("export", " -o csv"),
               page = growth("report", " --megabytes 1 -o page.html");
  std::printf("a result of %.0f MB: info took %.1f MB more than for a small one, export %.1f, report %.1f\n",
              file, info, csv, page);
  EXPECT_LT(info, 10);
  EXPECT_LT(csv, 10);
  EXPECT_LT(page, 10);
}

// Three matrices over all slots of contacts took 850 MB.
TEST_F(Memory, ContactsWithoutFrictionTakeNoMatrices) {
  const std::string model = write("discs.toml", R"(freeplay = 1
name = "1600 discs without friction"
gravity = [0, -9.81]
[[body]]
name = "disc"
mass = "0.8 g"
inertia = 1e-8
position = [0, 0.006]
grid = { count = [40, 40], spacing = ["12 mm", "12 mm"] }
[[shape]]
body = "disc"
type = "circle"
radius = "5 mm"
[[shape]]
body = "ground"
type = "half_plane"
point = [0, 0]
normal = [0, 1]
[contact]
world = "compliant"
force = { law = "lankarani_nikravesh", restitution = 0.9, young = "2 MPa", poisson = 0.3 }
[run]
end = 1e-5
record = { channels = ["energy/*"] }
)");
  EXPECT_EQ(call("run " + model + " --no-report").code, 0);
  EXPECT_LT(most_of_children(), 250);
}

}  // namespace
}  // namespace freeplay
