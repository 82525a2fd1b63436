// SPDX-License-Identifier: Apache-2.0
#include "tests/results/results_table.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "freeplay/assemble.h"
#include "model/words.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::results {

namespace {

/// FNV-1a over the bits of numbers; −0 and 0 are the same number.
class Hash {
 public:
  void add(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x == 0 ? 0.0 : x);
    for (int k = 0; k < 8; ++k) value_ = (value_ ^ ((bits >> (8 * k)) & 0xff)) * 0x100000001b3u;
  }
  std::string text() const { return fmt::format("{:016x}", value_); }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

void probe_blas(Hash& hash) {
  using Dgemv = void (*)(const char*, const int*, const int*, const double*, const double*, const int*,
                         const double*, const int*, const double*, double*, const int*);
  const auto dgemv = reinterpret_cast<Dgemv>(dlsym(RTLD_DEFAULT, "dgemv_"));
  if (dgemv == nullptr) return;
  constexpr int n = 37;
  std::vector<double> A(n * n), x(n), y(n);
  for (int i = 0; i < n * n; ++i) A[static_cast<std::size_t>(i)] = 1.0 / (1 + i % 101);
  for (int i = 0; i < n; ++i) x[static_cast<std::size_t>(i)] = 1.0 / (3 + i);
  const double one = 1, zero = 0;
  const int step = 1;
  dgemv("N", &n, &n, &one, A.data(), &n, x.data(), &step, &zero, y.data(), &step);
  dgemv("T", &n, &n, &one, A.data(), &n, y.data(), &step, &one, x.data(), &step);
  for (const double value : x) hash.add(value);
}

std::vector<Assignment> assignments(const std::string& variant) {
  std::vector<Assignment> all;
  if (variant == "-") return all;
  std::istringstream words(variant);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    all.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return all;
}

struct Outcome {
  RunSummary summary;
  std::vector<double> numbers[4];  ///< of all bodies: position, orientation, velocity, angular velocity
  Hash state, impacts;
};

int kind_of(const std::string& path) {
  static constexpr const char* kWords[][2] = {
      {"/position", ""}, {"/angle", "/orientation"}, {"/velocity", ""}, {"/angular_velocity", ""}};
  if (!path.starts_with("/body/")) return -1;
  for (int k = 0; k < 4; ++k) {
    for (const char* word : kWords[k]) {
      if (*word != 0 && path.ends_with(word)) return k;
    }
  }
  return -1;
}

Outcome run(const Row& row, double end) {
  Model model = read_model(source_folder() + "/" + row.model, assignments(row.variant));
  if (is_dynamic(model.run)) model.run.end = end;
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run));
  Outcome outcome;
  outcome.summary = simulate(*assembly.system, model.method, model.run, record);
  for (const Channel& channel : record.layout().channels) {
    const int kind = kind_of(channel.path);
    if (kind < 0) continue;
    const std::vector<double> values = record.values(channel.path);
    for (std::size_t k = values.size() - static_cast<std::size_t>(channel.width); k < values.size(); ++k) {
      outcome.numbers[kind].push_back(values[k]);
      outcome.state.add(values[k]);
    }
  }
  for (const freeplay::Table& table : record.layout().tables) {
    if (table.path != "/impacts" && table.path != "/events") continue;
    for (const std::vector<double>& cells : record.rows(table.path)) {
      for (const double cell : cells) outcome.impacts.add(cell);
    }
  }
  return outcome;
}

/// False where the end is shorter than the model's shortest step.
bool runs(const Row& row, double end) {
  Model model = read_model(source_folder() + "/" + row.model, assignments(row.variant));
  if (is_dynamic(model.run)) model.run.end = end;
  try {
    assemble(model);
    return true;
  } catch (const ModelError&) {
    return false;
  }
}

/// The whole run, or as much of it as takes a tenth of a second or so where the table is first made.
double find_end(const Row& row) {
  constexpr double kSeconds = 0.05;
  const Model model = read_model(source_folder() + "/" + row.model, assignments(row.variant));
  if (!is_dynamic(model.run)) return model.run.end;
  double end = model.run.end / 65536;
  while (end < model.run.end) {
    const std::clock_t start = std::clock();
    if (runs(row, end)) {
      const RunSummary summary = run(row, end).summary;
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      if (summary.status != RunStatus::complete || seconds > kSeconds) return end;
    }
    end *= 2;
  }
  return std::min(end, model.run.end);
}

}  // namespace

std::string compiler() {
#ifdef __clang__
  return "clang++";
#else
  return "g++";
#endif
}

std::string probe() {
  Hash hash;
  for (int i = 1; i <= 4000; ++i) {
    volatile double x = 0.37 * i / 41.0;  // volatile: the compiler must not compute it
    const double v = x;
    for (const double y : {std::sin(v), std::cos(v), std::tan(v), std::exp(-v), std::log(v), std::pow(v, 1.5),
                           std::pow(v, 0.31), std::atan2(v, 3.0), std::atan(v), std::acos(1 / (1 + v)),
                           std::asin(1 / (1 + v)), std::tanh(v), std::cosh(v), std::sinh(v),
                           std::hypot(v, 2.0), std::cbrt(v), std::log1p(v), std::expm1(v)}) {
      hash.add(y);
    }
  }
  probe_blas(hash);
  return hash.text();
}

std::vector<Row> models() {
  std::vector<Row> rows;
  for (const char* folder : {"examples", "validation"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() + "/" + folder)) {
      if (entry.path().extension() != ".toml") continue;
      const std::string path = std::filesystem::relative(entry.path(), source_folder()).generic_string();
      Model model;
      try {
        model = read_model(entry.path().string());
      } catch (const ModelError&) {
        continue;  // not a model of its own
      }
      std::vector<std::string> variants = {"-"};
      const bool play =
          !model.shapes.empty() || std::any_of(model.joints.begin(), model.joints.end(), has_play);
      if (is_dynamic(model.run) && play && !is_compliant(model)) {
        variants.emplace_back("contact.world=compliant method.stepper=runge_kutta");
        if (model.method.stepper.name == "symmetric") {
          variants.emplace_back("method.stepper.name=moreau method.joints.drift=none");
        }
      }
      for (const std::string& variant : variants) {
        try {
          assemble(read_model(entry.path().string(), assignments(variant)));
        } catch (const ModelError&) {
          continue;  // the model does not have this variant
        }
        Row row;
        row.model = path;
        row.variant = variant;
        rows.push_back(row);
      }
    }
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.model, a.variant) < std::tie(b.model, b.variant);
  });
  return rows;
}

Row compute(Row row) {
  if (row.end == 0) row.end = find_end(row);
  if (row.brief == 0) row.brief = runs(row, row.end / 8) ? row.end / 8 : row.end;
  const Outcome outcome = run(row, row.end);
  row.status = to_string(outcome.summary.status);
  row.state = outcome.state.text();
  row.impacts = outcome.impacts.text();
  const Outcome brief = run(row, row.brief);
  for (std::size_t kind = 0; kind < 4; ++kind) {
    row.sums[kind] = row.sizes[kind] = 0;
    double weight = 1;  // no two alike, so that bodies that change places are seen
    for (const double x : brief.numbers[kind]) {
      row.sums[kind] += weight * x;
      row.sizes[kind] += std::abs(weight * x);
      weight *= 0.97;
    }
  }
  return row;
}

Table read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path + "; make results-table writes it");
  Table table;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# probe ")) table.probe = line.substr(8);
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string> cells;
    std::istringstream parts(line);
    for (std::string cell; std::getline(parts, cell, '\t');) cells.push_back(cell);
    if (cells.size() != 15) throw std::runtime_error(path + ": a row of " + cells[0] + " has other columns");
    Row row{cells[0], cells[1], std::stod(cells[2]), std::stod(cells[3]), cells[4], cells[5], cells[6],
            {},       {}};
    for (std::size_t k = 0; k < 4; ++k) {
      row.sums[k] = std::stod(cells[7 + 2 * k]);
      row.sizes[k] = std::stod(cells[8 + 2 * k]);
    }
    table.rows.push_back(row);
  }
  return table;
}

void write(const Table& table, const std::string& path) {
  std::ofstream out(path);
  out << "# What every model computes: see tests/results/results_table.h. Written by `make results-table`.\n"
      << "# probe " << table.probe << "\n"
      << "# model\tvariant\tend\tbrief\tstatus\tstate\timpacts\tposition\tsize\torientation\tsize\tvelocity"
         "\tsize\tangular velocity\tsize\n";
  for (const Row& row : table.rows) {
    out << fmt::format("{}\t{}\t{:.17g}\t{:.17g}\t{}\t{}\t{}", row.model, row.variant, row.end, row.brief,
                       row.status, row.state, row.impacts);
    for (std::size_t k = 0; k < 4; ++k) out << fmt::format("\t{:.12g}\t{:.3g}", row.sums[k], row.sizes[k]);
    out << "\n";
  }
}

}  // namespace freeplay::results
