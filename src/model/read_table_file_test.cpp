// SPDX-License-Identifier: Apache-2.0
#include "model/read_table_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "tests/kit/files.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

const std::string kHead =
    "freeplay = 1\n[run]\nend = 1\n[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\nposition = [0, 0]\n";

class TableFile : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }
  Model read(const std::string& keys, const std::vector<Assignment>& changes = {}) const {
    write("model.toml", kHead + "[[table]]\nname = \"gas\"\n" + keys + "\n");
    return read_model(folder / "model.toml", changes);
  }
  FunctionTable table(const std::string& csv, const std::string& keys = "") const {
    write("gas.csv", csv);
    return read("file = \"gas.csv\"\n" + keys).tables.at(0);
  }
  std::string refusal(const std::string& csv, const std::string& keys = "") const {
    std::string said = testing::refusal_of([&] { table(csv, keys); });
    const std::string path = folder / "";
    for (std::size_t at = said.find(path); at != std::string::npos; at = said.find(path))
      said.erase(at, path.size());
    return said;
  }

  testing::TempFolder folder;
};

using Numbers = std::vector<double>;

TEST_F(TableFile, IsReadAsInstrumentsWriteIt) {
  const char* const same[] = {
      "0,1\n1,2.5\n2,-3e2\n",
      "0;1\r\n1;2.5\r\n2;-3e2\r\n",
      "0;1\n1;2,5\n2;-3e2\n",  // decimal comma
      "angle\tpressure\n0\t1\n1\t2,5\n2\t-3e2",
      "# measured in spring\n\n  0   1\n 1\t2.5\n2 -3e2 \n",
      "\xEF\xBB\xBF\"angle, turned\",\"p \"\"gas\"\"\"\n0,1\n1 , 2.5\n2,-3e2\n\n",
  };
  for (const char* csv : same) {
    const FunctionTable found = table(csv);
    EXPECT_EQ(found.x, (Numbers{0, 1, 2})) << csv;
    EXPECT_EQ(found.y, (Numbers{1, 2.5, -300})) << csv;
  }
}

TEST_F(TableFile, ColumnsAreFoundByNumberAndByName) {
  const std::string csv = "t,angle [deg],\"p, gas\"\n5,0,1\n4,10,2\n3,20,4\n";
  EXPECT_EQ(table(csv, "columns = [2, 3]").y, (Numbers{1, 2, 4}));
  const FunctionTable named = table(
      csv, "columns = [\"angle [deg]\", \"p, gas\"]\nunits = [\"deg\", \"bar\"]\ninterpolation = \"linear\"");
  EXPECT_EQ(named.x[1], 10 * M_PI / 180);
  EXPECT_EQ(named.y, (Numbers{1e5, 2e5, 4e5}));
  EXPECT_EQ(named.interpolation, "linear");
  EXPECT_EQ(table(csv, "columns = [\"angle [deg]\", 1]").y, (Numbers{5, 4, 3}));
}

// What the file says is in the echo: a result can be read, and a run resumed, without it.
TEST_F(TableFile, EchoHasThePoints) {
  write("gas.csv", "0,1\n0.1,2\n");
  const Model model = read("file = \"gas.csv\"\nunits = [\"mm\", \"N\"]");
  EXPECT_EQ(model.tables[0].x[1], 1e-4) << "as a decimal scale of the text";
  EXPECT_EQ(model.included, (std::vector<std::string>{folder / "gas.csv"}));
  const std::string echo = write_model(model);
  EXPECT_LACKS(echo, "gas.csv");
  std::filesystem::remove(folder / "gas.csv");
  EXPECT_EQ(write_model(read_model_text(echo, "f")), echo);
}

TEST_F(TableFile, IsBesideTheFileThatNamesIt) {
  write("parts/gas.csv", "0,1\n1,2\n");
  write("parts/engine.toml", "freeplay = 1\n[[table]]\nname = \"gas\"\nfile = \"gas.csv\"\n");
  write("hot.csv", "0,1\n1,20\n");
  const std::string file = folder / "model.toml";
  write("model.toml", kHead +
                          "[[include]]\nfile = \"parts/engine.toml\"\nprefix = \"one_\"\n"
                          "[[repeat]]\ncount = 2\n[[repeat.table]]\nname = \"t{i}\"\nfile = \"hot.csv\"\n");
  EXPECT_EQ(read_model(file).tables[0].y[1], 2);
  EXPECT_EQ(read_model(file).tables[2].y[1], 20);
  EXPECT_EQ(read_model(file, {{"table.one_gas.file", "hot.csv"}}).tables[0].y[1], 20);
  write("parts/gas.csv", "0,1\n1,two\n");
  const std::string said = testing::refusal_of([&] { read_model(file); });
  EXPECT_CONTAINS(said, "parts/gas.csv:2:3: error: expected a number; found \"two\"");
  EXPECT_CONTAINS(said, "included at " + (folder / "parts/engine.toml") + ":4:8");
  EXPECT_CONTAINS(said, "included at " + file + ":9:1");
}

// A text that does not come from the file itself reaches no further than the model's folder.
TEST_F(TableFile, OfATextIsBesideIt) {
  write("gas.csv", "0,1\n1,2\n");
  const std::vector<std::string> none;
  const std::string text = kHead + "[[table]]\nname = \"gas\"\nfile = \"../gas.csv\"\n";
  const std::string file = folder / "machine/model.toml";
  EXPECT_EQ(read_model_text(text, file, {}, nullptr).tables.size(), 1u);
  EXPECT_CONTAINS(testing::refusal_of([&] { read_model_text(text, file, {}, nullptr, &none); }),
                  "\"../gas.csv\" is outside of the model's folder");
}

TEST_F(TableFile, SaysWhatIsWrong) {
  struct Row {
    const char *csv, *keys;
    std::vector<const char*> words;
  };
  const Row rows[] = {
      {"", "", {"gas.csv: error: the file has no line of numbers", "included at model.toml:11:8"}},
      {"# nothing\n\n", "", {"the file has no line of numbers"}},
      {"a,b\n", "", {"the file has no line of numbers"}},
      {"0,1\n1,x\n", "", {"gas.csv:2:3: error: expected a number; found \"x\""}},
      {"0,1\n1,\n", "", {"gas.csv:2:3: error: expected a number; found nothing"}},
      {"0,1\n1,nan\n", "", {"gas.csv:2:3: error: expected a number; found \"nan\""}},
      {"0,1\n1,1e400\n", "", {"gas.csv:2:3: error"}},
      {"0,1\n\n1\n", "", {"gas.csv:3:2: error: column 2 is missing; the line has 1"}},
      {"0,1\n1,2\n1,3\n", "", {"gas.csv:3:1: error: x must increase; found 1 after 1"}},
      {"0,1\n", "", {"model.toml:9:1: error: table.gas.y: expected one y per x and at least two"}},
      {"0,1\n1,2\n", "columns = [1, 3]", {"gas.csv:1:1: error: there is no column 3; the line has 2"}},
      {"angle,force\n1,2\n",
       "columns = [\"angel\", 2]",
       {"gas.csv:1:1: error: no column is named \"angel\"", "did you mean \"angle\"?"}},
      {"0,1\n1,2\n",
       "columns = [\"a\", \"b\"]",
       {"the file has no names of columns, and \"a\" is asked for"}},
      {"0,1\n1,2\n",
       "columns = [0, 1]",
       {"model.toml:12:12: error: table.gas.columns: expected a column; found"}},
      {"0,1\n1,2\n", "columns = [1]", {"12:11: error: table.gas.columns: expected the columns of x and y"}},
      {"0,1\n1,2\n", "x = [1, 2]", {"12:5: error: table.gas.x: the points are those of the file"}},
      {"0,1\n1,2\n", "units = [\"deg\", \"mN/\"]", {"table.gas.units"}},
      {"0,1\n1,2\n", "column = [1, 2]", {"unknown key \"column\"", "did you mean \"columns\"?"}},
      {"\x01\x02,1\n\x03,2\n", "", {"gas.csv:2:1: error: expected a number; found a text"}},
  };
  for (const Row& row : rows) {
    const std::string said = refusal(row.csv, row.keys);
    for (const char* words : row.words) EXPECT_CONTAINS(said, words) << row.csv << row.keys;
  }
  EXPECT_CONTAINS(testing::refusal_of([&] { read("file = \"gsa.csv\""); }),
                  ":11:8: error: table.gas.file: \"" + (folder / "gsa.csv") + "\": the file does not exist");
  EXPECT_CONTAINS(testing::refusal_of([&] { read("file = 3"); }),
                  "expected the name of a file; found a whole number");
  EXPECT_CONTAINS(testing::refusal_of([&] { read("file = \".\""); }), "this is a directory");
}

TEST_F(TableFile, HasLimits) {
  std::string rows;
  for (std::size_t i = 0; i <= csv::kMostRows; ++i) rows += std::to_string(i) + ",1\n";
  EXPECT_CONTAINS(refusal(rows), "gas.csv:200001:1: error: more than 200000 lines of numbers");
  std::string wrong = "0,1\n";
  for (int i = 0; i < 100; ++i) wrong += "x,1\n";
  const std::string said = refusal(wrong);
  std::size_t count = 0;
  for (std::size_t at = said.find("expected a number"); at != std::string::npos;
       at = said.find("expected a number", at + 1))
    ++count;
  EXPECT_EQ(count, 10u) << "the first ten tell what it is about";
}

}  // namespace
}  // namespace freeplay
