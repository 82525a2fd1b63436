// SPDX-License-Identifier: Apache-2.0
// Results are those of the checked-in table: see results/results_table.h. With FREEPLAY_WRITE_RESULTS set
// (`make results-table`) the table is written instead; ends that it has are kept.
#include "tests/results/results_table.h"
#include "tests/kit/places.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>

namespace freeplay::results {
namespace {

std::string table_path() { return source_folder() + "/tests/results/" + compiler() + ".txt"; }

using Key = std::pair<std::string, std::string>;
std::map<Key, Row> by_key(const Table& table) {
  std::map<Key, Row> rows;
  for (const Row& row : table.rows) rows[{row.model, row.variant}] = row;
  return rows;
}

void write_table() {
  std::map<Key, Row> old;
  for (const char* known : {"g++", "clang++"}) {
    try {  // ends are the same for all compilers
      old.merge(by_key(read(source_folder() + "/tests/results/" + std::string(known) + ".txt")));
    } catch (const std::runtime_error&) {  // not written yet
    }
  }
  Table table{probe(), {}};
  for (Row row : models()) {
    if (const auto known = old.find({row.model, row.variant}); known != old.end()) {
      row.end = known->second.end;
      row.brief = known->second.brief;
    }
    table.rows.push_back(compute(row));
  }
  write(table, table_path());
}

TEST(ResultsTable, EveryModelComputesWhatTheTableSays) {
  if (std::getenv("FREEPLAY_WRITE_RESULTS") != nullptr) return write_table();
  // A compiler without a table of its own must agree with g++ to nine digits.
  const bool own = std::filesystem::exists(table_path());
  const Table table = read(own ? table_path() : source_folder() + "/tests/results/g++.txt");
  const std::map<Key, Row> known = by_key(table);
  const bool exact = own && table.probe == probe();
  std::size_t met = 0;
  for (const Row& model : models()) {
    SCOPED_TRACE(model.model + " " + model.variant);
    const auto at = known.find({model.model, model.variant});
    if (at == known.end()) {
      ADD_FAILURE() << "has no row in " << table_path() << "; make results-table";
      continue;
    }
    ++met;
    const Row row = compute(at->second);
    EXPECT_EQ(row.status, at->second.status);
    if (exact) {
      EXPECT_EQ(row.state, at->second.state) << "final state at " << row.end << " s";
      EXPECT_EQ(row.impacts, at->second.impacts) << "impacts until " << row.end << " s";
    }
    // what stands still has velocities and impulses of rounding, which no two machines share
    const double rounding = 1e-15 * *std::max_element(row.sizes.begin(), row.sizes.end());
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(row.sums[k], at->second.sums[k], 1e-9 * row.sizes[k] + rounding)
          << "number " << k << " at " << row.brief;
    }
  }
  EXPECT_EQ(met, table.rows.size()) << "the table has rows of models that are no longer there";
}

}  // namespace
}  // namespace freeplay::results
