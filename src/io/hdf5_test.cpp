// SPDX-License-Identifier: Apache-2.0
// What is written is read back, whatever the names, lengths and sizes; what cannot be read is explained.
#include <gtest/gtest.h>
#include <hdf5.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <limits>
#include <random>
#include <thread>

#include "freeplay/results.h"
#include "io/record_test_data.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

using testing::append_samples;
using testing::sample_layout;
using testing::slurp;
using testing::spill;
using testing::TempFolder;
using testing::wrong_with;

void write_sample(const std::string& path, long long samples, const std::string& status = "complete") {
  const auto sink = write_hdf5(path, sample_layout());
  append_samples(*sink, 0, samples);
  sink->close(status, {{"steps", 123LL}, {"wall_time", 0.25}, {"note", "ok"}});
}

std::string reading_error(const std::string& path) {
  try {
    read_record(path);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

// Whatever happened before, HDF5 is left with nothing open.
void expect_all_closed() { EXPECT_EQ(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0); }

TEST(Hdf5, RoundTripOfEveryLengthAroundABlock) {
  const TempFolder folder;
  for (const long long samples : {0, 1, 2, 7, 511, 512, 513, 1024, 3000}) {
    const std::string path = folder / "run.h5";
    write_sample(path, samples);
    const RecordFile record = read_record(path);
    EXPECT_EQ(record.samples, samples);
    EXPECT_EQ(record.status, "complete");
    EXPECT_EQ(wrong_with(record), "");
    EXPECT_EQ(record.tables.at("/impacts").size(), static_cast<std::size_t>((samples + 4) / 5));
    EXPECT_EQ(record.tables.at("/events").size(), static_cast<std::size_t>(samples / 100));
  }
  expect_all_closed();
}

TEST(Hdf5, KeepsLayoutAndAttributes) {
  const TempFolder folder;
  write_sample(folder / "run.h5", 10);
  const RecordFile record = read_record(folder / "run.h5");
  const RecordLayout layout = sample_layout();
  ASSERT_EQ(record.layout.channels.size(), layout.channels.size());
  for (std::size_t i = 0; i < layout.channels.size(); ++i) {
    EXPECT_EQ(record.layout.channels[i].path, layout.channels[i].path);
    EXPECT_EQ(record.layout.channels[i].unit, layout.channels[i].unit);
    EXPECT_EQ(record.layout.channels[i].help, layout.channels[i].help);
    EXPECT_EQ(record.layout.channels[i].width, layout.channels[i].width);
    EXPECT_EQ(record.layout.channels[i].words, layout.channels[i].words);
  }
  ASSERT_EQ(record.layout.tables.size(), layout.tables.size());
  for (std::size_t i = 0; i < layout.tables.size(); ++i) {
    EXPECT_EQ(record.layout.tables[i].path, layout.tables[i].path);
    EXPECT_EQ(record.layout.tables[i].help, layout.tables[i].help);
    ASSERT_EQ(record.layout.tables[i].columns.size(), layout.tables[i].columns.size());
    for (std::size_t k = 0; k < layout.tables[i].columns.size(); ++k) {
      EXPECT_EQ(record.layout.tables[i].columns[k].name, layout.tables[i].columns[k].name);
      EXPECT_EQ(record.layout.tables[i].columns[k].unit, layout.tables[i].columns[k].unit);
      EXPECT_EQ(record.layout.tables[i].columns[k].words, layout.tables[i].columns[k].words);
    }
  }
  std::map<std::string, Attribute> expected = layout.attributes;
  expected.insert({{"steps", 123LL}, {"wall_time", 0.25}, {"note", "ok"}, {"nan_values", 0LL}});
  EXPECT_EQ(record.attributes, expected);
}

TEST(Hdf5, TextsOfAnyLengthAndManyNames) {
  const TempFolder folder;
  RecordLayout layout = sample_layout();
  std::string model(1 << 20, 'x');
  for (std::size_t i = 0; i < model.size(); i += 61) model[i] = '\n';
  layout.attributes["model"] = model;
  layout.attributes["empty"] = "";
  layout.attributes["zero"] = std::string("a\0b", 3);
  for (int i = 0; i < 5000; ++i) {
    layout.channels[3].words.push_back("word " + std::to_string(i));
    layout.tables[0].columns[1].words.push_back("contact " + std::to_string(i));
  }
  for (int i = 0; i < 300; ++i) layout.attributes["option " + std::to_string(i)] = std::to_string(i);
  const auto sink = write_hdf5(folder / "run.h5", layout);
  append_samples(*sink, 0, 100);
  sink->append_row(0, std::vector<double>{0.5, 5001, 1});
  sink->close("failed: " + std::string(100000, '!'), {{"log", model}});

  const RecordFile record = read_record(folder / "run.h5");
  EXPECT_EQ(std::get<std::string>(record.attributes.at("model")), model);
  EXPECT_EQ(std::get<std::string>(record.attributes.at("log")), model);
  EXPECT_EQ(std::get<std::string>(record.attributes.at("empty")), "");
  EXPECT_EQ(std::get<std::string>(record.attributes.at("zero")), "a\uFFFDb");
  EXPECT_EQ(std::get<std::string>(record.attributes.at("option 299")), "299");
  EXPECT_EQ(record.status.size(), 100008u);
  EXPECT_EQ(record.layout.channels[3].words, layout.channels[3].words);
  EXPECT_EQ(record.tables.at("/impacts").back()[1], 5001);
}

TEST(Hdf5, ManyChannels) {
  const TempFolder folder;
  RecordLayout layout;
  layout.channels.push_back({"/time", "s", "", 1, {}});
  for (int i = 0; i < 5000; ++i)
    layout.channels.push_back({"/body/b" + std::to_string(i) + "/angle", "rad", "", 1, {}});
  const auto sink = write_hdf5(folder / "run.h5", layout);
  std::vector<double> row(5001);
  for (int i = 0; i < 5; ++i) {
    row[5000] = i;
    sink->append(row);
  }
  sink->close("complete", {});
  const RecordFile record = read_record(folder / "run.h5");
  EXPECT_EQ(record.layout.channels.size(), 5001u);
  EXPECT_EQ(record.channels.at("/body/b4999/angle"), (std::vector<double>{0, 1, 2, 3, 4}));
}

TEST(Hdf5, SameRowsGiveTheSameBytes) {
  const TempFolder folder;
  write_sample(folder / "a.h5", 1234);
  {
    // Other numbers on the heap and in HDF5's free lists must not show up in the padding of the next file.
    std::vector<std::string> noise(1000, std::string(777, 'n'));
    const auto sink = write_hdf5(folder / "noise.h5", sample_layout());
    for (int i = 0; i < 700; ++i) sink->append(std::vector<double>(9, 1e300));
  }
  write_sample(folder / "b.h5", 1234);
  const std::string a = slurp(folder / "a.h5");
  EXPECT_GT(a.size(), 80000u);
  EXPECT_TRUE(a == slurp(folder / "b.h5"));
}

TEST(Hdf5, OtherProgramsOpenItPlainly) {
  const TempFolder folder;
  write_sample(folder / "run.h5", 600);
  const hid_t file = H5Fopen((folder / "run.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  ASSERT_GE(file, 0);
  const hid_t dataset = H5Dopen2(file, "/energy/kinetic", H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  std::vector<double> values(600);
  EXPECT_GE(H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
  EXPECT_EQ(values[599], -599.0 / 3);
  H5Dclose(dataset);
  H5Fclose(file);
}

TEST(Hdf5, CountsNumbersThatAreNone) {
  const TempFolder folder;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> row = testing::sample_row(0);
  row[1] = row[4] = nan;
  MemoryRecord memory(sample_layout());
  const auto file = write_hdf5(folder / "run.h5", sample_layout());
  for (RecordSink* sink : {static_cast<RecordSink*>(&memory), file.get()}) {
    sink->append(row);
    sink->append(testing::sample_row(1));
    sink->append_row(0, std::vector<double>{0, nan, nan});
    sink->close("complete", {});
  }
  const RecordFile record = read_record(folder / "run.h5");
  EXPECT_EQ(std::get<long long>(record.attributes.at("nan_values")), 4);
  EXPECT_EQ(std::get<long long>(memory.final_attributes().at("nan_values")), 4);
  EXPECT_TRUE(std::isnan(record.channels.at("/body/slider/orientation")[1]));
  EXPECT_TRUE(std::isnan(record.tables.at("/impacts")[0][1]));
}

TEST(Hdf5, AnAbandonedSinkSaysInterrupted) {
  const TempFolder folder;
  { append_samples(*write_hdf5(folder / "run.h5", sample_layout()), 0, 700); }
  const RecordFile record = read_record(folder / "run.h5");
  EXPECT_EQ(record.status, "interrupted");
  EXPECT_EQ(record.samples, 700);
  EXPECT_EQ(wrong_with(record), "");
}

TEST(Hdf5, ReadableWhileTheRunGoesOn) {
  const TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", sample_layout());
  EXPECT_EQ(read_record(folder / "run.h5").samples, 0);
  long long samples = 0;
  for (int round = 0; round < 40; ++round) {
    append_samples(*sink, samples, 50);
    samples += 50;
    const RecordFile record = read_record(folder / "run.h5");
    EXPECT_EQ(record.status, "interrupted");
    EXPECT_EQ(wrong_with(record), "");
    EXPECT_GE(record.samples, std::min(samples * 4 / 5 - 1, samples - 512));
  }
  sink->close("complete", {});
  EXPECT_EQ(read_record(folder / "run.h5").samples, samples);
}

TEST(Hdf5, RunsInParallelThreads) {
  const TempFolder folder;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&folder, i] {
      const std::string path = folder / ("run" + std::to_string(i) + ".h5");
      write_sample(path, 1500);
      EXPECT_EQ(wrong_with(read_record(path)), "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(slurp(folder / "run0.h5") == slurp(folder / "run3.h5"));
}

TEST(Hdf5, ReplacesAnOlderResultAndFollowsLinks) {
  const TempFolder folder;
  write_sample(folder / "run.h5", 100);
  std::filesystem::create_symlink(folder / "run.h5", folder / "link.h5");
  write_sample(folder / "link.h5", 20);
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link.h5"));
  EXPECT_EQ(read_record(folder / "run.h5").samples, 20);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) files += entry.exists();
  EXPECT_EQ(files, 2u);  // no temporary file is left
}

TEST(Hdf5, RefusesWhatItCannotStore) {
  const TempFolder folder;
  const auto refused = [&](const std::string& path, const auto& change) -> std::string {
    RecordLayout layout = sample_layout();
    change(layout);
    try {
      write_hdf5(path, layout);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "accepted";
  };
  const std::string path = folder / "run.h5";
  const auto name = [&](const std::string& channel) {
    return refused(path, [&](RecordLayout& layout) { layout.channels[1].path = channel; });
  };
  EXPECT_CONTAINS(name("/time"), "two channels");
  EXPECT_CONTAINS(name("/body/./x"), "'/body/./x' has a part that is empty or '.'");
  EXPECT_CONTAINS(name("/body//x"), "empty");
  EXPECT_CONTAINS(name("/body/"), "empty");
  EXPECT_CONTAINS(name("body"), "start with '/'");
  EXPECT_CONTAINS(name("/time/x"), "inside of '/time'");
  EXPECT_CONTAINS(name(""), "start with '/'");
  EXPECT_EQ(name("/.. /ü\n,"), "accepted");
  const auto nothing = [](RecordLayout&) {};
  EXPECT_EQ(refused(folder / "no/run.h5", nothing),
            "result file '" + folder / "no/run.h5" + "': cannot be created: No such file or directory");
  EXPECT_EQ(refused(folder.path().string(), nothing),
            "result file '" + folder.path().string() + "': is not a regular file");
  EXPECT_EQ(refused("/dev/full", nothing), "result file '/dev/full': is not a regular file");
  expect_all_closed();
}

TEST(Hdf5, ARowOfTheWrongLengthIsReportedByClose) {
  const TempFolder folder;
  const auto sink = write_hdf5(folder / "run.h5", sample_layout());
  append_samples(*sink, 0, 10);
  sink->append(std::vector<double>(3));
  sink->append(testing::sample_row(0));
  try {
    sink->close("complete", {});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_CONTAINS(error.what(), "3 numbers instead of 9");
  }
  EXPECT_EQ(read_record(folder / "run.h5").status, "interrupted");
}

// In a process of its own, since the limit counts for all its files.
int run_with_file_limit(const std::string& path, rlim_t limit) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit size{limit, limit};
    ::setrlimit(RLIMIT_FSIZE, &size);
    int result = 0;
    try {
      const auto sink = write_hdf5(path, sample_layout());
      result = 1;
      append_samples(*sink, 0, 3000);
      sink->close("complete", {});
      result = 2;
    } catch (const std::runtime_error& error) {
      const std::string what = error.what();
      if (what.find(path) == std::string::npos || what.find("File too large") == std::string::npos)
        result = 3;
    }
    if (H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL) != 0) result = 4;
    ::_exit(result);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 5;
}

TEST(Hdf5, AFullDiskIsReportedAndLeavesAWholeFile) {
  const TempFolder folder;
  write_sample(folder / "whole.h5", 3000);
  const rlim_t whole = std::filesystem::file_size(folder / "whole.h5");
  int kinds[6] = {};
  for (rlim_t limit = 100; limit < whole + 20000; limit += 8765) {
    const std::string path = folder / "run.h5";
    std::filesystem::remove(path);
    const int result = run_with_file_limit(path, limit);
    ++kinds[result];
    ASSERT_LT(result, 3) << limit;
    if (result == 0) {
      EXPECT_FALSE(std::filesystem::exists(path));
      continue;
    }
    const RecordFile record = read_record(path);
    EXPECT_EQ(wrong_with(record), "") << limit;
    EXPECT_EQ(record.status, result == 2 ? "complete" : "interrupted");
  }
  EXPECT_GT(kinds[0], 0);
  EXPECT_GT(kinds[1], 10);
  EXPECT_GT(kinds[2], 0);
}

TEST(Hdf5, ExplainsWhatItCannotRead) {
  const TempFolder folder;
  const auto said = [&](const std::string& name) {
    const std::string error = reading_error(folder / name);
    const std::string lead = "result file '" + (folder / name) + "' ";
    EXPECT_EQ(error.substr(0, lead.size()), lead);
    return error.substr(std::min(error.size(), lead.size()));
  };
  EXPECT_EQ(said("missing.h5"), "cannot be opened: No such file or directory");
  EXPECT_EQ(said(""), "is not a regular file");
  spill(folder / "empty.h5", "");
  EXPECT_EQ(said("empty.h5"), "is empty");
  spill(folder / "text.h5", "time,x\n0,1\n");
  EXPECT_EQ(said("text.h5"), "is not an HDF5 file");
  H5Fclose(H5Fcreate((folder / "foreign.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_EQ(said("foreign.h5"), "is an HDF5 file but not a Freeplay record");

  write_sample(folder / "newer.h5", 1);
  const hid_t file = H5Fopen((folder / "newer.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t version = H5Aopen(file, "record_format", H5P_DEFAULT);
  const long long two = 2;
  H5Awrite(version, H5T_NATIVE_LLONG, &two);
  H5Aclose(version);
  H5Fclose(file);
  EXPECT_EQ(said("newer.h5"), "was written by a newer Freeplay (record format 2; this one reads up to 1)");
  expect_all_closed();
}

TEST(Hdf5, EveryTruncationIsRefused) {
  const TempFolder folder;
  write_sample(folder / "run.h5", 600);
  const std::string whole = slurp(folder / "run.h5");
  const std::size_t seal = 48;  // without it the file is whole, only unguarded
  for (std::size_t length = 0; length < whole.size() - seal; length += length < 600 ? 1 : 331) {
    spill(folder / "cut.h5", whole.substr(0, length));
    EXPECT_NE(reading_error(folder / "cut.h5"), "no error") << length;
  }
  spill(folder / "cut.h5", whole.substr(0, whole.size() - seal - 1));
  EXPECT_NE(reading_error(folder / "cut.h5"), "no error");
  spill(folder / "cut.h5", whole.substr(0, whole.size() - 5));
  EXPECT_EQ(wrong_with(read_record(folder / "cut.h5")), "");
  expect_all_closed();
}

TEST(Hdf5, AFlippedByteInAFinishedFileIsNoticed) {
  const TempFolder folder;
  write_sample(folder / "run.h5", 200);
  const std::string whole = slurp(folder / "run.h5");
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::string bytes = whole;
    bytes[random() % (bytes.size() - 48)] ^= static_cast<char>(1 + random() % 255);
    spill(folder / "flipped.h5", bytes);
    EXPECT_NE(reading_error(folder / "flipped.h5"), "no error");
  }
}

}  // namespace
}  // namespace freeplay
