// SPDX-License-Identifier: Apache-2.0
// Reports and exports as a user makes them: with a run, from results, with ideal joints beside.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "freeplay/report.h"
#include "io/record_test_data.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using testing::Called;
using testing::TempFolder;

Called call(const TempFolder& folder, const std::string& arguments) {
  return testing::call_program(folder.path(), arguments);
}

const std::string kShort = " --set run.end=0.02";

std::string crank() { return "'" + testing::source_path("examples/slider_crank/model.toml") + "'"; }

nlohmann::json payload(const std::string& page) {
  const std::string open = "id=\"freeplay-data\">";
  const std::size_t from = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(Report, ComesWithARun) {
  const TempFolder folder;
  const Called run = call(folder, "run " + crank() + kShort);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_CONTAINS(run.out, "slider_crank.html");
  const nlohmann::json page = payload(testing::slurp(folder / "slider_crank.html"));
  EXPECT_EQ(page["title"], "slider-crank with play in the guide");
  ASSERT_EQ(page["runs"].size(), 1U);
  EXPECT_EQ(page["runs"][0]["scene"]["bodies"].size(), 3U);
  EXPECT_FALSE(page["figures"].empty());
  EXPECT_EQ(page["runs"][0]["about"]["options"], "run.end=0.02");
  EXPECT_LT(fs::file_size(folder / "slider_crank.html"), 5000000U);
}

TEST(Report, CanBeLeftOut) {
  const TempFolder folder;
  EXPECT_EQ(call(folder, "run --no-report " + crank() + kShort).code, 0);
  EXPECT_TRUE(fs::exists(folder / "slider_crank.h5"));
  EXPECT_FALSE(fs::exists(folder / "slider_crank.html"));
}

// What somebody else wrote is not lost, and neither is the run.
TEST(Report, LeavesOtherFilesAlone) {
  const TempFolder folder;
  testing::spill(folder / "slider_crank.html", "my notes");
  const Called run = call(folder, "run " + crank() + kShort);
  EXPECT_EQ(run.code, 0);
  EXPECT_CONTAINS(run.err, "slider_crank.html exists and is not a report");
  EXPECT_EQ(testing::slurp(folder / "slider_crank.html"), "my notes");
  EXPECT_TRUE(fs::exists(folder / "slider_crank.h5"));
  const Called over = call(folder, "report slider_crank.h5 -o slider_crank.h5");
  EXPECT_EQ(over.code, 1);
  EXPECT_CONTAINS(over.err, "would overwrite the result");
}

TEST(Report, HasItsOwnNameBesideTheResult) {
  const TempFolder folder;
  const Called run = call(folder, "run " + crank() + kShort + " -o a.html");
  EXPECT_EQ(run.code, 1);
  EXPECT_CONTAINS(run.err, "such as a.h5");
  EXPECT_FALSE(fs::exists(folder / "a.html"));
  EXPECT_EQ(call(folder, "run --no-report " + crank() + kShort + " -o a.html").code, 0);  // odd, but as asked
}

TEST(Report, ComparesWithIdealJoints) {
  const TempFolder folder;
  const Called run = call(folder, "run --ideal --json " + crank() + kShort);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["report"], "slider_crank.html");
  const std::vector<Result> results =
      read_results({folder / "slider_crank.h5", folder / "slider_crank.ideal.h5"});
  EXPECT_TRUE(results[0].has("/contact/guide.upper_back/gap"));
  EXPECT_FALSE(results[1].has("/contact/guide.upper_back/gap"));
  EXPECT_EQ(results[0].label, "as in the file");
  EXPECT_EQ(results[1].label, "ideal joints");
  // an ideal guide keeps the slider on its axis
  double highest = 0;
  for (const double y : results[1].values("/body/slider/position", 1))
    highest = std::max(highest, std::abs(y));
  EXPECT_LT(highest, 1e-9);
  EXPECT_EQ(payload(testing::slurp(folder / "slider_crank.html"))["runs"].size(), 2U);
}

TEST(Report, IdealJointsNeedPlayToBeTakenAway) {
  const TempFolder folder;
  const Called run =
      call(folder, "run --ideal '" + testing::source_path("examples/pendulum/model.toml") + "'" + kShort);
  EXPECT_EQ(run.code, 1);
  EXPECT_CONTAINS(run.err, "no joint of");
  EXPECT_FALSE(fs::exists(folder / "pendulum.h5"));
}

TEST(Report, IdealJointsInSpaceToo) {
  const TempFolder folder;
  const Called run = call(folder, "run --ideal '" + testing::source_path("examples/door_hinge/model.toml") +
                                      "' --set run.end=0.01");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(fs::exists(folder / "door_hinge.ideal.h5"));
}

TEST(Report, ComparesResults) {
  const TempFolder folder;
  EXPECT_EQ(call(folder, "run --no-report -o a.h5 " + crank() + kShort).code, 0);
  EXPECT_EQ(
      call(folder, "run --no-report -o b.h5 " + crank() + kShort + " --set joint.guide.clearance=0.2mm").code,
      0);
  const Called report = call(folder, "report a.h5 b.h5");
  EXPECT_EQ(report.code, 0) << report.err;
  EXPECT_EQ(report.out, "comparison.html\n");
  const nlohmann::json page = payload(testing::slurp(folder / "comparison.html"));
  ASSERT_EQ(page["runs"].size(), 2U);
  EXPECT_EQ(page["runs"][1]["label"], "joint.guide.clearance=0.2mm");
}

TEST(Report, SaysWhatIsNoResult) {
  const TempFolder folder;
  testing::spill(folder / "a.h5", "no result");
  const Called report = call(folder, "report a.h5");
  EXPECT_EQ(report.code, 1);
  EXPECT_CONTAINS(report.err, "a.h5");
  EXPECT_FALSE(fs::exists(folder / "a.html"));
  EXPECT_EQ(call(folder, "report").code, 1);
  // a page instead of a result: what is wrong is that it is no result, not that it would be overwritten
  testing::spill(folder / "b.html", "<p>a page</p>");
  const Called page = call(folder, "report b.html");
  EXPECT_EQ(page.code, 1);
  EXPECT_LACKS(page.err, "overwrite");
  EXPECT_CONTAINS(page.err, "b.html");
}

TEST(Export, ReplacesFilesOfItsKindOnly) {
  const TempFolder folder;
  EXPECT_EQ(call(folder, "run --no-report -o a.h5 " + crank() + kShort).code, 0);
  testing::spill(folder / "notes.glb", "my notes");
  const Called refused = call(folder, "export a.h5 --format gltf -o notes.glb");
  EXPECT_EQ(refused.code, 1);
  EXPECT_CONTAINS(refused.err, "notes.glb");
  EXPECT_EQ(testing::slurp(folder / "notes.glb"), "my notes");
  for (const char* from : {"0.01", "10ms"}) {  // seconds, or with a unit; the second replaces the first
    const Called written = call(folder, std::string("export a.h5 --format gltf -o a.glb --from ") + from);
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_TRUE(testing::slurp(folder / "a.glb").starts_with("glTF"));
  }
}

// Names that would be markup stay names.
TEST(Report, AModelCalledScriptIsText) {
  const TempFolder folder;
  testing::spill(folder / "evil.toml",
                 "freeplay = 1\nname = \"<script>window.hacked = 1</script>\"\ngravity = [0, -9.81]\n"
                 "[[body]]\nname = \"<img src onerror>\"\nmass = 1\ninertia = 1\n[run]\nend = 0.01\n");
  const Called run = call(folder, "run evil.toml");
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string page = testing::slurp(folder / "evil.html");
  EXPECT_LACKS(page, "<script>window");
  EXPECT_LACKS(page, "<img");
  EXPECT_EQ(payload(page)["title"], "<script>window.hacked = 1</script>");
}

}  // namespace
}  // namespace freeplay
