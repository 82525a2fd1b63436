// SPDX-License-Identifier: Apache-2.0
// The commands of the program. Each returns an exit code.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace freeplay {

// Exit codes of the program.
inline constexpr int kOk = 0;
inline constexpr int kUsage = 1;  // wrong words on the command line, or a file that cannot be read or written
inline constexpr int kModel = 2;  // mistakes in the model
inline constexpr int kSolver = 3;  // no solver solved a contact problem, or numbers ceased to be finite
inline constexpr int kLimit = 4;   // a limit that the user set was exceeded
inline constexpr int kInterrupted = 130;

struct CommonOptions {
  bool quiet = false;
  bool json = false;
};

struct ModelOptions {
  std::string file;
  std::vector<std::string> assignments;  ///< "joint.guide.clearance=0.2mm"
};

struct RunOptions {
  std::string output{};  ///< result file; "": from the model's name, or the one that is gone on with
  std::string resume{};  ///< result of a run to go on with; "": a new run
  bool report = true;    ///< write a page beside it
  bool ideal = false;    ///< run the same mechanism with ideal joints too, to compare with
};

struct ReportOptions {
  std::vector<std::string> results{};
  std::string output{};  ///< page; "": from the result's name
  std::string title{};
  double megabytes = 24;  ///< most numbers in the page
};

struct ViewOptions {
  std::string output{};  ///< result file; "": a temporary one
  int port = 0;          ///< 0: one that is free
  bool open = false;     ///< in the user's browser
};

struct SolveOptions {
  std::string file;
  std::string solver = "auto";
  bool all = false;
  double tolerance = 0;  ///< 0: 1e-10 for complementarity problems, 1e-8 with friction cones
  int iterations = 0;    ///< 0: the solver's own limit
};

struct FrictionOptions {
  std::vector<std::string> laws;                             ///< none: all
  std::vector<std::string> assignments;                      ///< "mu=0.2"
  std::string normal, velocity, amplitude, frequency, rate;  ///< as written; "": chosen from the laws
  std::string what;                                          ///< "velocity,lag"; "": everything
  std::string output;                                        ///< folder for CSV and SVG; "": no files
};

struct PlotOptions {
  std::vector<std::string> files;    ///< results
  std::vector<std::string> figures;  ///< words, or lists of them with commas; none: all that show something
  std::vector<std::string> only;     ///< patterns of names, likewise
  std::string output, format;        ///< picture, or folder with / at the end; "svg", "png", "pdf"
  std::string from, to, width;       ///< with units; "": everything, and 720 px
  double dpi = 300;
};

struct ExportOptions {
  std::string file;
  std::string format = "csv";         ///< or "vtk", "gltf"
  std::string output = ".";           ///< a folder; of glTF also a file
  std::vector<std::string> channels;  ///< of CSV: patterns; none: all
  std::string from, to, every;        ///< of the others: times as written
  long long frames = 0;               ///< 0: not given
  bool frames_given = false;
};

/// `KEY=VALUE` texts, taken apart; throws std::invalid_argument naming the bad one.
std::vector<std::pair<std::string, std::string>> parse_assignments(
    const std::vector<std::string>& texts, const char* example = "joint.guide.clearance=0.2mm");

int run_command(const ModelOptions& options, const RunOptions& run, const CommonOptions& common);
int check_command(const ModelOptions& model, bool echo, const CommonOptions& common);
int list_command(const std::string& registry_name, const CommonOptions& common);
int info_command(const std::string& file, bool verbose, const CommonOptions& common);
int export_command(const ExportOptions& options, const CommonOptions& common);
int report_command(const ReportOptions& options, const CommonOptions& common);
int view_command(const ModelOptions& options, const ViewOptions& view, const CommonOptions& common);
int schema_command();
int plot_command(const PlotOptions& options, const CommonOptions& common);
int solve_command(const SolveOptions& options, const CommonOptions& common);
/// `only`: one law; empty: all.
int laws_restitution_command(const std::string& only, bool csv, const CommonOptions& common);
int laws_friction_command(const FrictionOptions& options, const CommonOptions& common);

}  // namespace freeplay
