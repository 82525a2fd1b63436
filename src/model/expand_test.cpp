// SPDX-License-Identifier: Apache-2.0
#include "model/expand.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "freeplay/model.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

Model expanded(const std::string& text, const std::vector<Assignment>& changes = {},
               Diagnostics* messages = nullptr) {
  return read_model_text(text, "f", changes, messages);
}

std::string what_is_wrong(const std::string& text, const std::vector<Assignment>& changes = {}) {
  return testing::refusal_of([&] { expanded(text, changes); });
}

/// A body of that name; `key` is where its block stands: "body", "repeat.body".
std::string body_text(const std::string& key, const std::string& name, const std::string& x = "0") {
  return fmt::format("[[{}]]\nname = \"{}\"\nmass = 1\ninertia = 0.01\nposition = [{}, 0]\n", key, name, x);
}

std::string model_text(const std::string& blocks, const std::string& parameters = "") {
  return "freeplay = 1\n" + parameters + blocks + "[run]\nend = 1\n";
}

std::vector<std::string> names(const Model& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.name);
  return names;
}

const std::string kChain = model_text("[[repeat]]\ncount = \"= links\"\n" +
                                          body_text("repeat.body", "link{i}", "\"= (i + 0.5)*pitch\"") +
                                          "[[repeat]]\ncount = \"= links - 1\"\nfirst = 1\n[[repeat.joint]]\n"
                                          "name = \"pin{i}\"\ntype = \"revolute\"\n"
                                          "bodies = [\"link{i - 1}\", \"link{i}\"]\n"
                                          "points = [[\"= pitch/2\", 0], [\"= -pitch/2\", 0]]\n",
                                      "[parameters]\nlinks = 3\npitch = \"20 mm\"\n");

// Bit by bit what the same blocks give when each is written out.
TEST(Repeat, IsTheBlocksWrittenOut) {
  std::string blocks;
  for (const char* place : {"0.5", "1.5", "2.5"})
    blocks += body_text("body", fmt::format("link{}", place[0]), fmt::format("\"= {}*pitch\"", place));
  for (int i = 1; i < 3; ++i)
    blocks += fmt::format(
        "[[joint]]\nname = \"pin{}\"\ntype = \"revolute\"\nbodies = [\"link{}\", \"link{}\"]\n"
        "points = [[0.01, 0], [-0.01, 0]]\n",
        i, i - 1, i);
  const Model written = expanded(model_text(blocks, "[parameters]\npitch = \"20 mm\"\n"));
  EXPECT_EQ(write_model(expanded(kChain)), write_model(written));
}

// What `freeplay check --echo` prints is the model without repeats, and the same numbers.
TEST(Repeat, EchoIsTheSameModel) {
  const std::string echo = write_model(expanded(kChain));
  EXPECT_LACKS(echo, "repeat");
  EXPECT_CONTAINS(echo, "name = \"pin2\"");
  EXPECT_EQ(write_model(expanded(echo)), echo);
}

TEST(Repeat, ParametersChangeTheCount) {
  EXPECT_EQ(expanded(kChain, {{"parameters.links", "30"}}).joints.size(), 29u);
  EXPECT_EQ(expanded(kChain, {{"parameters.pitch", "1m"}}).bodies[2].position[0], 2.5);
}

TEST(Repeat, EveryCopyIsFoundByAssignments) {
  const std::vector<Assignment> changes{{"body.link1.mass", "2kg"},
                                        {"body.link*.inertia", "3"},
                                        {"joint.pin2", "none"},
                                        {"body.link2.angle", "= 2*1.5"}};
  Diagnostics messages;
  const Model changed = expanded(kChain, changes, &messages);
  EXPECT_EQ(changed.bodies[0].mass, 1);
  EXPECT_EQ(changed.bodies[1].mass, 2);
  EXPECT_EQ(changed.bodies[2].inertia, 3);
  EXPECT_EQ(changed.bodies[2].angle, 3);
  EXPECT_EQ(changed.joints.size(), 1u);
  EXPECT_CONTAINS(to_string(messages.all().front()), "matches \"link0\", \"link1\" and \"link2\"");
  // The index is known where the file wrote it, and nowhere else.
  EXPECT_CONTAINS(what_is_wrong(kChain, {{"body.link1.mass", "= i*1 kg"}}), "there is no parameter \"i\"");
  EXPECT_CONTAINS(what_is_wrong(kChain, {{"repeat[0].count", "3"}}), "[[repeat]] has no name");
}

TEST(Repeat, BlocksKeepTheOrderOfTheFile) {
  const Model rows = expanded(model_text(body_text("body", "first") + "[[repeat]]\ncount = 2\n" +
                                         body_text("repeat.body", "row{i}") +
                                         "[[repeat.repeat]]\ncount = \"= i + 1\"\nindex = \"k\"\n" +
                                         body_text("repeat.repeat.body", "box{i}_{k}", "\"= k*10 + i\"") +
                                         body_text("repeat.body", "end{i}") + body_text("body", "last")));
  EXPECT_EQ(names(rows), (std::vector<std::string>{"first", "row0", "box0_0", "end0", "row1", "box1_0",
                                                   "box1_1", "end1", "last"}));
  EXPECT_EQ(rows.bodies[6].position[0], 11);
}

TEST(Repeat, GoesOverValuesAndWords) {
  const Model balls =
      expanded(model_text("[[repeat]]\nover = { x = [\"5 mm\", \"= 2*r\", 1], side = [\"left\", \"right\", "
                          "\"far {out}\"] }\nindex = \"k\"\n"
                          "first = 7\n" +
                              body_text("repeat.body", "{side} {k}", "\"= x\""),
                          "[parameters]\nr = \"3 mm\"\n"));
  EXPECT_EQ(names(balls), (std::vector<std::string>{"left 7", "right 8", "far {out} 9"}));
  EXPECT_EQ(balls.bodies[0].position[0], 0.005);
  EXPECT_EQ(balls.bodies[1].position[0], 2 * 0.003);
  EXPECT_EQ(balls.bodies[2].position[0], 1);
}

TEST(Repeat, BracesInTexts) {
  const auto name = [](const std::string& text) {
    return expanded(model_text("[[repeat]]\ncount = 1\nfirst = 5\n" + body_text("repeat.body", text)))
        .bodies[0]
        .name;
  };
  EXPECT_EQ(name("a{i}b{ -i + 1 }c"), "a5b-4c");
  EXPECT_EQ(name("{mod(i + 1, 3)}"), "0");
  EXPECT_EQ(name("{{i}}"), "{i}");
  EXPECT_EQ(name("{{{i}}}"), "{5}");
  EXPECT_EQ(expanded(model_text(body_text("body", "{i}"))).bodies[0].name, "{i}")
      << "outside of repeats a brace is a brace";
}

TEST(Repeat, NoTurnAtAll) {
  EXPECT_EQ(names(expanded(model_text("[[repeat]]\ncount = 0\n" + body_text("repeat.body", "b{i}") +
                                      body_text("body", "a")))),
            std::vector<std::string>{"a"});
}

// A mistake is one mistake, however often it is repeated, and stands where the file has it.
TEST(Repeat, OneMistakeIsReportedOnce) {
  const std::string said = what_is_wrong(model_text(
      "[[repeat]]\ncount = 50\n[[repeat.body]]\nname = \"b{i}\"\nmass = \"= i*1 m\"\ninertia = 1\n"));
  EXPECT_EQ(said,
            "f:6:8: error: body.b0.mass: the formula gives a length, but a mass is expected (SI unit kg)\n"
            "    its quantities are written like \"250 g\"");
  const std::string formula = what_is_wrong(model_text(
      "[[repeat]]\ncount = 50\n[[repeat.body]]\nname = \"b{i}\"\nmass = \"= 1/(i - 7)\"\ninertia = 1\n"));
  EXPECT_CONTAINS(formula, "f:6:8: error: body.b0.mass: must be positive");
}

TEST(Repeat, HasLimits) {
  const std::string inner = body_text("repeat.repeat.body", "b{i}_{k}");
  EXPECT_CONTAINS(what_is_wrong(model_text(
                      "[[repeat]]\ncount = 1000\n[[repeat.repeat]]\ncount = 1000\nindex = \"k\"\n" + inner)),
                  "f:4:1: error: repeat #1.repeat #1: more than 20000 turns of repeats in all");
  std::string deep, key = "repeat";
  for (int depth = 0; depth < 5; ++depth) {
    deep += fmt::format("[[{}]]\ncount = 1\nindex = \"k{}\"\n", key, depth);
    key += ".repeat";
  }
  EXPECT_CONTAINS(what_is_wrong(model_text(deep)), "more than 4 repeats stand in one another");
  const std::string list = "[[repeat]]\ncount = 2000\n[[repeat.shape]]\nname = \"s{i}\"\npoints = [";
  std::string numbers;
  for (int i = 0; i < 1000; ++i) numbers += "0, ";
  EXPECT_CONTAINS(what_is_wrong(model_text(list + numbers + "]\n")),
                  "more than 300000 values in repeated and included blocks");
  EXPECT_CONTAINS(what_is_wrong(model_text("[[repeat]]\ncount = 9000\n[[repeat.body]]\nname = \"" +
                                           std::string(100000, 'x') + "\"\n")),
                  "more than 300000 values in repeated and included blocks");
}

}  // namespace
}  // namespace freeplay
