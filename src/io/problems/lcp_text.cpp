// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "io/problems/problem_file.h"

#include "base/index.h"

namespace freeplay {
namespace {

constexpr int kMostRows = 20000;  // a dense file of this size has 3 GB

/// Numbers of a text, one after the other, with their places.
class Numbers {
 public:
  Numbers(const std::string& text, const std::string& name) : text_(text) { where_ = {name, 1, 1}; }

  double number(const std::string& what) {
    skip_blanks();
    if (at_ >= text_.size()) fail(fmt::format("the file ends where {} should stand", what));
    std::size_t end = at_;
    while (end < text_.size() && !is_blank(text_[end])) ++end;
    const std::string word = text_.substr(at_, end - at_);
    char* stop = nullptr;
    const double value = std::strtod(word.c_str(), &stop);
    if (stop != word.c_str() + word.size()) fail(fmt::format("expected {}, a number; got '{}'", what, word));
    if (!std::isfinite(value)) fail(fmt::format("{} is not finite: '{}'", what, word));
    move(end);
    return value;
  }

  int count(const std::string& what, int low, int high) {
    skip_blanks();
    const Where before = where_;
    const double value = number(what);
    if (value != std::floor(value) || value < low || value > high) {
      where_ = before;
      fail(fmt::format("expected {}, a whole number from {} to {}; got {:g}", what, low, high, value));
    }
    return static_cast<int>(value);
  }

  /// What is left, without the blanks around it.
  std::string rest() const {
    const std::size_t first = text_.find_first_not_of(" \t\r\n#", at_);
    if (first == std::string::npos) return {};
    const std::size_t last = text_.find_last_not_of(" \t\r\n");
    std::string remark = text_.substr(first, last + 1 - first);
    for (char& c : remark) {
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    return remark;
  }

  [[noreturn]] void fail(const std::string& message) const {
    Diagnostics problems;
    problems.error(
        where_, "", message,
        "a problem file holds the size, the storage (0 dense, 1 blocks), rows, columns, the matrix "
        "column by column, and q");
    problems.throw_if_errors();
    std::abort();  // throw_if_errors has thrown
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
  void skip_blanks() {
    std::size_t end = at_;
    while (end < text_.size() && is_blank(text_[end])) ++end;
    move(end);
  }
  void move(std::size_t end) {
    for (; at_ < end; ++at_) {
      where_.column = text_[at_] == '\n' ? 1 : where_.column + 1;
      where_.line += text_[at_] == '\n' ? 1 : 0;
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  Where where_;
};

struct Entry {
  int row, column;
  double value;
};
using Entries = std::vector<Entry>;  ///< only those of the file: memory grows with what was read

void expect(Numbers& in, const std::string& what, int value) { in.count(what, value, value); }

void read_dense(Numbers& in, int n, Entries& M) {
  expect(in, "the number of rows again", n);
  expect(in, "the number of columns again", n);
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < n; ++r) {
      M.push_back({r, c, in.number(fmt::format("entry ({}, {}) of the matrix", r + 1, c + 1))});
    }
  }
}

/// The last row (or column) of every block, ascending, the last one n.
std::vector<int> read_ends(Numbers& in, int blocks, int n, const char* what) {
  std::vector<int> ends{0};
  for (int i = 0; i < blocks; ++i) {
    const int low = i + 1 == blocks ? n : ends.back() + 1;
    ends.push_back(in.count(fmt::format("the last {} of block {} {}", what, what, i), low, n));
  }
  return ends;
}

void read_blocks(Numbers& in, int n, Entries& M) {
  const int blocks = in.count("the number of blocks", 0, kMostRows * 100);
  const int block_rows = in.count("the number of block rows", 1, n);
  const int block_columns = in.count("the number of block columns", 1, n);
  const std::vector<int> row_end = read_ends(in, block_rows, n, "row");
  const std::vector<int> column_end = read_ends(in, block_columns, n, "column");
  expect(in, "the length of the list of begins, one more than block rows", block_rows + 1);
  expect(in, "the length of the list of columns, the number of blocks", blocks);
  std::vector<int> begin;
  for (int i = 0; i <= block_rows; ++i) {
    const int low = i == 0 ? 0 : i == block_rows ? blocks : begin.back();
    begin.push_back(in.count(fmt::format("the begin of block row {}", i), low, i == 0 ? 0 : blocks));
  }
  std::vector<int> column;
  for (int k = 0; k < blocks; ++k) {
    column.push_back(in.count(fmt::format("the column of block {}", k), 0, block_columns - 1));
  }
  for (int i = 0; i < block_rows; ++i) {
    for (int k = begin[idx(i)]; k < begin[idx(i) + 1]; ++k) {
      expect(in, "the number of the block", k);
      const auto j = idx(column[idx(k)]);
      for (int c = column_end[j]; c < column_end[j + 1]; ++c) {
        for (int r = row_end[idx(i)]; r < row_end[idx(i) + 1]; ++r) {
          M.push_back(
              {r, c, in.number(fmt::format("entry ({}, {}) of the matrix, in block {}", r + 1, c + 1, k))});
        }
      }
    }
  }
}

/// Row by row; the diagonal is always there. Of an entry that the file has twice the last counts.
void fill(Entries& M, int n, BlockMatrix& G) {
  std::stable_sort(M.begin(), M.end(), [](const Entry& a, const Entry& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  if (G.dense()) {
    for (int r = 0; r < n; ++r) {
      for (int c = 0; c < n; ++c) G.entry(r, c) = 0;
    }
    for (const Entry& entry : M) G.entry(entry.row, entry.column) = entry.value;
    return;
  }
  auto next = M.begin();
  for (int r = 0; r < n; ++r) {
    bool diagonal = false;
    const auto add = [&](int column, double value) {
      if (!diagonal && column > r) *G.append(r) = 0;
      diagonal = diagonal || column >= r;
      if (value != 0 || column == r) *G.append(column) = value;
    };
    for (; next != M.end() && next->row == r; ++next) {
      const auto after = next + 1;
      const bool again = after != M.end() && after->row == r && after->column == next->column;
      if (!again) add(next->column, next->value);
    }
    if (!diagonal) *G.append(r) = 0;
    G.end_row();
  }
}

}  // namespace

ProblemFile parse_lcp(const std::string& text, const std::string& name) {
  Numbers in(text, name);
  const int n = in.count("the size of the problem", 1, kMostRows);
  const int storage = in.count("the storage of the matrix: 0 dense, 1 blocks", 0, 1);
  expect(in, "the number of rows, which is the size", n);
  expect(in, "the number of columns, which is the size", n);
  Entries M;
  if (storage == 0) {
    read_dense(in, n, M);
  } else {
    read_blocks(in, n, M);
  }
  std::vector<double> q;
  for (int r = 0; r < n; ++r) q.push_back(in.number(fmt::format("entry {} of q", r + 1)));
  ProblemFile file{"LCP", "", ContactProblem(n, 1)};  // now that the file has so many numbers
  ContactProblem& problem = file.problem;
  problem.resize(n);
  fill(M, n, problem.matrix());
  for (int r = 0; r < n; ++r) problem.b(r) = q[idx(r)];
  file.title = in.rest();
  return file;
}

}  // namespace freeplay
