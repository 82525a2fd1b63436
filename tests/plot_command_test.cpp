// SPDX-License-Identifier: Apache-2.0
// freeplay plot as a user meets it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/record_test_data.h"
#include "tests/kit/files.h"
#include "tests/kit/program.h"
#include "tests/kit/text.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;
using testing::Called;
using testing::slurp;
using testing::spill;

class PlotCommand : public ::testing::Test {
 protected:
  Called call(const std::string& arguments) const { return testing::call_program(folder_.path(), arguments); }
  void SetUp() override {
    ASSERT_EQ(call("run -q '" + testing::source_path("examples/slider_crank/model.toml") +
                   "' --set run.end=0.02 -o a.h5")
                  .code,
              0);
  }
  void expect_refusal(const std::string& arguments, const std::string& why) const {
    const Called outcome = call(arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_CONTAINS(outcome.err, why) << arguments;
  }

  testing::TempFolder folder_;
};

TEST_F(PlotCommand, OnePictureHoldsAllFiguresAskedFor) {
  const Called outcome = call("plot a.h5 --figure corners,phase --figure energy -o b.svg");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "b.svg\n");
  const std::string svg = slurp(folder_ / "b.svg");
  EXPECT_CONTAINS(svg, "<title>Corners of sliders in their guides; Phase portraits; Energy</title>");
  EXPECT_EQ(call("plot -q a.h5 --figure energy -o b.png --dpi 50").code, 0);
  EXPECT_TRUE(slurp(folder_ / "b.png").starts_with("\x89PNG"));
  EXPECT_EQ(call("plot -q a.h5 --figure energy -o b.pdf --width 90mm").code, 0);
  EXPECT_TRUE(slurp(folder_ / "b.pdf").starts_with("%PDF"));
}

TEST_F(PlotCommand, AFolderHoldsAFileForEachFigure) {
  EXPECT_EQ(call("plot -q a.h5").code, 0);
  for (const char* name : {"motion_1", "motion_3", "phase", "corners", "impacts", "energy", "reactions"})
    EXPECT_TRUE(fs::exists(folder_.path() / "a_figures" / (std::string(name) + ".svg"))) << name;
  const Called outcome = call("plot --json a.h5 --figure modes -o new/ --format png --dpi 40");
  EXPECT_EQ(nlohmann::json::parse(outcome.out),
            nlohmann::json::parse(R"([{"file": "new/modes.png", "figures": ["modes"]}])"));
}

TEST_F(PlotCommand, AWindowAndNames) {
  EXPECT_EQ(call("plot -q a.h5 --figure motion -o b.svg --only slider --from 5ms --to 0.01").code, 0);
  const std::string svg = slurp(folder_ / "b.svg");
  EXPECT_CONTAINS(svg, "Motion of slider");
  EXPECT_LACKS(svg, "Motion of crank");
  EXPECT_EQ(call("plot -q a.h5 --figure motion -o c.svg --only slider").code, 0);
  EXPECT_NE(svg, slurp(folder_ / "c.svg"));
}

TEST_F(PlotCommand, SeveralResultsAreCompared) {
  ASSERT_EQ(call("run -q '" + testing::source_path("examples/slider_crank/model.toml") +
                 "' --set run.end=0.02 --set joint.guide.clearance=0.5mm -o b.h5")
                .code,
            0);
  EXPECT_EQ(call("plot -q a.h5 b.h5 --figure corners -o c.svg").code, 0);
  EXPECT_CONTAINS(slurp(folder_ / "c.svg"), "joint.guide.clearance=0.5mm</text>");
}

TEST_F(PlotCommand, MistakesAreNamed) {
  expect_refusal("plot a.h5 --figure orbits -o b.svg", "there is no figure 'orbits'");
  expect_refusal("plot a.h5 --figure orbits -o b.svg", "did you mean 'orbit'?");
  expect_refusal("plot a.h5 --figure orbit -o b.svg",
                 "the figure 'orbit' has nothing to show; it draws /joint/NAME/orbit_x");
  expect_refusal("plot nothing.h5", "nothing.h5");
  expect_refusal("plot a.h5 -o b.jpg", "the name of a picture ends in .svg, .png or .pdf");
  expect_refusal("plot a.h5 -o b.svg --format png", "contradict");
  expect_refusal("plot a.h5 -o new/ --format gif", "pictures are svg, png or pdf");
  expect_refusal("plot a.h5 -o b.svg --only slidr", "did you mean 'slider'?");
  expect_refusal("plot a.h5 -o b.svg --from 5kg", "--from 5kg");
  expect_refusal("plot a.h5 -o b.svg --from 2 --to 1", "--from must be before --to");
  expect_refusal("plot a.h5 -o b.svg --from 2", "no sample from 2 s");
  expect_refusal("plot a.h5 -o b.svg --width 5", "--width 5");
  spill(folder_ / "text.svg", "freeplay = 1\n");
  expect_refusal("plot a.h5 -o text.svg", "exists and is no .svg picture");
  EXPECT_EQ(slurp(folder_ / "text.svg"), "freeplay = 1\n");
  expect_refusal("plot text.svg -o b.svg", "text.svg");
  EXPECT_FALSE(fs::exists(folder_.path() / "b.svg"));
  EXPECT_EQ(call("plot a.h5 -o b.svg --dpi 0").code, 1);
}

}  // namespace
}  // namespace freeplay
