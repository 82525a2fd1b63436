// SPDX-License-Identifier: Apache-2.0
// The FCLIB format: one group `fclib_local` or `fclib_global` with `spacedim`, sparse matrices and `vectors`.
//
//   local    u = W r + q
//   global   M v = H r + f,  u = Hᵀ v + w       =>  W = Hᵀ M⁻¹ H,  q = w + Hᵀ M⁻¹ f
//
// A matrix is a group with m, n, nz, nzmax, p, i, x: compressed columns (nz = −1), compressed rows (nz = −2),
// or nz triplets. Problems with bilateral rows beside the contacts (G, V, R) are refused.
#include <fmt/format.h>

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/index.h"
#include "io/hdf5_driver.h"
#include "io/hdf5_handle.h"
#include "io/problems/problem_file.h"

namespace freeplay {
namespace {

using hdf5::Handle;
using Sparse = Eigen::SparseMatrix<double>;

constexpr long long kMostNumbers = 200'000'000;

[[noreturn]] void fail(const std::string& path, const std::string& key, const std::string& message) {
  throw ModelError({{Severity::error, {path, 0, 0}, key, message, ""}});
}

class Fclib {
 public:
  explicit Fclib(const std::string& path) : path_(path) {
    bytes_.open(path);
    file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, hdf5::access_through(bytes_)), H5Fclose,
                   "open the file");
    for (const char* group : {"fclib_local", "fclib_global"}) {
      if (exists(group)) root_ = group;
    }
    if (root_.empty()) {
      fail(path_, "", "is no FCLIB problem: neither group fclib_local nor fclib_global is there");
    }
  }

  bool global() const { return root_ == "fclib_global"; }
  bool has(const std::string& name) const { return exists(root_ + "/" + name); }

  template <class T>
  std::vector<T> read(const std::string& name) const {
    const std::string key = root_ + "/" + name;
    if (!exists(key)) fail(path_, key, "is missing");
    const Handle set = hdf5::open_own_dataset(file_, key, sizeof(T));
    const Handle space(H5Dget_space(set), H5Sclose, "read a size");
    const long long count = H5Sget_simple_extent_npoints(space);
    if (count < 0 || count > kMostNumbers) fail(path_, key, "has a size that cannot be");
    std::vector<T> values(idx(count));
    const hid_t type = std::is_same_v<T, int> ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE;
    if (count > 0)
      hdf5::check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "read numbers");
    for (const T value : values) {
      if (!std::isfinite(static_cast<double>(value))) fail(path_, key, "holds a number that is not finite");
    }
    return values;
  }

  int integer(const std::string& name) const {
    const std::vector<int> values = read<int>(name);
    if (values.size() != 1) fail(path_, root_ + "/" + name, "should be one number");
    return values[0];
  }

  /// The sizes follow from vectors that were read: what the file says of them is only compared.
  Sparse matrix(const std::string& name, std::size_t rows, std::size_t columns) const {
    const std::string key = root_ + "/" + name;
    const int m = integer(name + "/m"), n = integer(name + "/n"), nz = integer(name + "/nz");
    if (m < 0 || n < 0 || idx(m) != rows || idx(n) != columns) {
      fail(path_, key,
           fmt::format("has {} rows and {} columns where the vectors need {} and {}", m, n, rows, columns));
    }
    const std::vector<int> p = read<int>(name + "/p"), i = read<int>(name + "/i");
    const std::vector<double> x = read<double>(name + "/x");
    if (nz < -2)
      fail(path_, key,
           fmt::format("has nz = {}; expected -1 (columns), -2 (rows) or a number of triplets", nz));
    std::vector<Eigen::Triplet<double>> entries;
    const auto add = [&](int row, int column, std::size_t k) {
      if (row < 0 || row >= m || column < 0 || column >= n || k >= x.size()) {
        fail(path_, key,
             fmt::format("entry {} lies outside of the matrix of {} rows and {} columns", k, m, n));
      }
      entries.emplace_back(row, column, x[k]);
    };
    if (nz >= 0) {
      const auto count = idx(nz);
      if (p.size() < count || i.size() < count) fail(path_, key, "has fewer indices than nz");
      for (std::size_t k = 0; k < count; ++k) add(i[k], p[k], k);
    } else {
      const int lines = nz == -1 ? n : m;
      if (p.size() < idx(lines) + 1) fail(path_, key, "p is too short");
      for (int line = 0; line < lines; ++line) {
        const int first = p[idx(line)], last = p[idx(line) + 1];
        if (first < 0 || last < first || idx(last) > i.size()) {
          fail(path_, key, fmt::format("p[{}] and p[{}] are no range of i", line, line + 1));
        }
        for (int k = first; k < last; ++k) {
          const int other = i[idx(k)];
          add(nz == -1 ? other : line, nz == -1 ? line : other, idx(k));
        }
      }
    }
    Sparse A(m, n);
    A.setFromTriplets(entries.begin(), entries.end());
    return A;
  }

  std::string title() const {
    const std::string key = root_ + "/info/title";
    if (!exists(root_ + "/info") || !exists(key)) return {};
    const Handle set = hdf5::open_own_dataset(file_, key, 1);
    const Handle type(H5Dget_type(set), H5Tclose, "read a type");
    const Handle space(H5Dget_space(set), H5Sclose, "read a size");
    constexpr std::size_t kLongest = 10000;
    if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 ||
        H5Sget_simple_extent_npoints(space) != 1 || H5Tget_size(type) > kLongest) {
      return {};
    }
    std::vector<char> text(H5Tget_size(type) + 1, '\0');
    if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) return {};
    return text.data();
  }

  [[noreturn]] void fail_at(const std::string& name, const std::string& message) const {
    fail(path_, root_ + "/" + name, message);
  }

 private:
  bool exists(const std::string& name) const { return hdf5::has_own_link(file_, name); }

  std::string path_, root_;
  CommitFile bytes_;  ///< outlives the HDF5 objects
  Handle file_;
};

/// W = Hᵀ M⁻¹ H, column by column; w becomes q = w + Hᵀ M⁻¹ f.
void reduce(const Fclib& file, Sparse& W, std::vector<double>& w) {
  const std::vector<double> f = file.read<double>("vectors/f");
  const Sparse M = file.matrix("M", f.size(), f.size()), H = file.matrix("H", f.size(), w.size());
  Eigen::SparseLU<Sparse> lu;
  lu.compute(M);
  if (lu.info() != Eigen::Success) file.fail_at("M", "is singular");
  const Sparse transposed = H.transpose();
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd column(M.rows());
  for (Eigen::Index c = 0; c < H.cols(); ++c) {
    column = H.col(c);
    column = lu.solve(column).eval();
    const Eigen::VectorXd product = transposed * column;
    for (Eigen::Index r = 0; r < product.size(); ++r) {
      if (product(r) != 0) entries.emplace_back(to_int(r), static_cast<int>(c), product(r));
    }
  }
  W.resize(H.cols(), H.cols());
  W.setFromTriplets(entries.begin(), entries.end());
  column = lu.solve(Eigen::Map<const Eigen::VectorXd>(f.data(), M.rows()));
  const Eigen::VectorXd shift = transposed * column;
  for (std::size_t k = 0; k < w.size(); ++k) w[k] += shift(static_cast<Eigen::Index>(k));
}

/// Blocks of the sparse matrix, row by row.
void fill(const Sparse& W, BlockMatrix& G) {
  const int n = G.size(), d = G.d();
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = W;
  std::vector<int> columns;
  if (G.dense()) {
    for (int r = 0; r < G.rows(); ++r) {
      for (int c = 0; c < G.rows(); ++c) G.entry(r, c) = 0;
    }
  }
  for (int i = 0; i < n; ++i) {
    columns.assign(1, i);
    for (int r = d * i; r < d * i + d; ++r) {
      for (decltype(by_rows)::InnerIterator it(by_rows, r); it; ++it) {
        columns.push_back(static_cast<int>(it.col()) / d);
        if (G.dense()) G.entry(r, static_cast<int>(it.col())) = it.value();
      }
    }
    if (G.dense()) continue;
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const int j : columns) G.append(j);
    G.end_row();
  }
  if (G.dense()) return;
  for (int r = 0; r < G.rows(); ++r) {
    for (decltype(by_rows)::InnerIterator it(by_rows, r); it; ++it) {
      G.stored(r, static_cast<int>(it.col())) = it.value();
    }
  }
}

}  // namespace

ProblemFile read_fclib(const std::string& path) {
  const hdf5::Scope scope;
  try {
    const Fclib file(path);
    const int d = file.integer("spacedim");
    if (d != 2 && d != 3) file.fail_at("spacedim", fmt::format("is {}; expected 2 or 3", d));
    for (const char* bilateral : {"G", "V", "R"}) {
      if (file.has(bilateral))
        file.fail_at(bilateral, "bilateral rows beside the contacts are not supported");
    }
    const std::vector<double> mu = file.read<double>("vectors/mu");
    const auto n = int_size(mu);
    const char* const shift = file.global() ? "vectors/w" : "vectors/q";
    std::vector<double> q = file.read<double>(shift);
    if (q.size() != mu.size() * idx(d)) {
      file.fail_at(shift, fmt::format("has {} numbers; {} contacts in {} dimensions need {}", q.size(), n, d,
                                      mu.size() * idx(d)));
    }
    Sparse W;
    if (file.global()) {
      reduce(file, W, q);
    } else {
      W = file.matrix("W", q.size(), q.size());
    }
    ProblemFile result{file.global() ? "FCLIB global" : "FCLIB local", file.title(), ContactProblem(n, d)};
    result.problem.resize(n);
    fill(W, result.problem.matrix());
    for (int i = 0; i < n; ++i) {
      if (mu[idx(i)] < 0) file.fail_at("vectors/mu", "is negative");
      result.problem.mu(i) = mu[idx(i)];
    }
    for (int k = 0; k < n * d; ++k) result.problem.b(k) = q[idx(k)];
    return result;
  } catch (const ModelError&) {
    throw;
  } catch (const std::runtime_error& error) {  // of HDF5, or of the file
    throw ModelError({{Severity::error, {path, 0, 0}, "", error.what(), ""}});
  }
}

}  // namespace freeplay
