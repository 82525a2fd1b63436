// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>
#include <vector>

#include "base/files.h"
#include "base/index.h"
#include "io/hdf5_handle.h"
#include "io/problems/problem_file.h"

namespace freeplay {
namespace {

using hdf5::Handle;

constexpr std::size_t kPacked = 256;  // numbers from which on packing saves room

/// The format of groups since HDF5 1.8 takes a fifth of the room.
Handle compact_groups() {
  Handle how(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "create the file");
  hdf5::check(H5Pset_libver_bounds(how, H5F_LIBVER_V18, H5F_LIBVER_LATEST), "create the file");
  return how;
}

class Writer {
 public:
  explicit Writer(const std::string& path)
      : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, compact_groups()), H5Fclose,
              "create the file") {}

  void group(const char* name) {
    const Handle made(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose,
                      "write a group");
  }
  void put(const char* name, const std::vector<int>& values) {
    write(name, H5T_NATIVE_INT, values.size(), values.data());
  }
  void put(const char* name, const std::vector<double>& values) {
    write(name, H5T_NATIVE_DOUBLE, values.size(), values.data());
  }
  void put(const char* name, const std::string& text) {
    const Handle type = hdf5::text_type(text.size() + 1),
                 space(H5Screate(H5S_SCALAR), H5Sclose, "write a text");
    const Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose,
                     "write a text");
    hdf5::check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "write a text");
  }
  void close() { hdf5::check(file_.reset(), "close the file"); }

 private:
  void write(const char* name, hid_t type, std::size_t count, const void* data) {
    const hsize_t size[1] = {count};
    const Handle space(H5Screate_simple(1, size, nullptr), H5Sclose, "write numbers");
    const Handle how(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "write numbers");
    if (count >= kPacked) {
      hdf5::check(H5Pset_chunk(how, 1, size), "write numbers");
      hdf5::check(H5Pset_shuffle(how), "write numbers");
      hdf5::check(H5Pset_deflate(how, 6), "write numbers");
    } else {
      hdf5::check(H5Pset_layout(how, H5D_COMPACT), "write numbers");
    }
    const Handle set(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, how, H5P_DEFAULT), H5Dclose,
                     "write numbers");
    if (count > 0) hdf5::check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write numbers");
  }

  Handle file_;
};

/// W by rows (nz = −2), without its zeros.
void put_matrix(Writer& out, const ContactProblem& problem) {
  const int d = problem.d(), rows = problem.rows();
  std::vector<int> p{0}, i;
  std::vector<double> x;
  for (int row = 0; row < rows; ++row) {
    problem.matrix().for_row(row / d, [&](int j, const double* block, int stride) {
      for (int b = 0; b < d; ++b) {
        const double value = block[(row % d) * stride + b];
        if (value == 0) continue;
        i.push_back(d * j + b);
        x.push_back(value);
      }
    });
    p.push_back(int_size(i));
  }
  out.group("fclib_local/W");
  out.put("fclib_local/W/m", std::vector<int>{rows});
  out.put("fclib_local/W/n", std::vector<int>{rows});
  out.put("fclib_local/W/nz", std::vector<int>{-2});
  out.put("fclib_local/W/nzmax", std::vector<int>{int_size(x)});
  out.put("fclib_local/W/p", p);
  out.put("fclib_local/W/i", i);
  out.put("fclib_local/W/x", x);
}

void write_fclib(const std::string& path, const ContactProblem& problem, const std::string& title) {
  NewFile file(path);
  const hdf5::Scope scope;
  Writer out(file.part());
  out.group("fclib_local");
  out.put("fclib_local/spacedim", std::vector<int>{problem.d()});
  put_matrix(out, problem);
  std::vector<double> q, mu;
  for (int k = 0; k < problem.rows(); ++k) q.push_back(problem.b(k));
  for (int k = 0; k < problem.size(); ++k) mu.push_back(problem.mu(k));
  out.group("fclib_local/vectors");
  out.put("fclib_local/vectors/q", q);
  out.put("fclib_local/vectors/mu", mu);
  out.group("fclib_local/info");
  out.put("fclib_local/info/title", title);
  out.close();
  file.keep();
}

void write_lcp(const std::string& path, const ContactProblem& problem, const std::string& title) {
  const int n = problem.size();
  NewFile out(path);
  out.write(fmt::format("{0} 0 {0} {0}\n{0} {0}\n", n));
  for (int c = 0; c < n; ++c) {
    for (int r = 0; r < n; ++r) out.write(fmt::format("{}{}", problem.G(r, c), r + 1 == n ? '\n' : ' '));
  }
  for (int r = 0; r < n; ++r) out.write(fmt::format("{}{}", problem.b(r), r + 1 == n ? '\n' : ' '));
  out.write(fmt::format("# {}\n", title));
  out.keep();
}

}  // namespace

void write_problem(const std::string& path, const ContactProblem& problem, const std::string& title) {
  if (problem.d() == 1) {
    write_lcp(path, problem, title);
    return;
  }
  try {
    write_fclib(path, problem, title);
  } catch (const hdf5::Failure& error) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path, error.what()));
  }
}

}  // namespace freeplay
