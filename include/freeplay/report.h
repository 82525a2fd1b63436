// SPDX-License-Identifier: Apache-2.0
// Results as people look at them (freeplay::report): the closing summary of a run, pictures of figures, and a page with
// the machine moving, of one result or of several that are compared.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/figure.h"
#include "freeplay/model.h"
#include "freeplay/results.h"
#include "freeplay/run.h"

namespace freeplay {

/// A result file as reports see it: the record, and the model that was run as far as the record tells.
struct Result {
  std::string label;  ///< in legends; unique among the results of one report
  std::string file;   ///< name of the file, without folder
  RecordFile record;
  /// Read again from the attribute `understood`, with bodies of a grid spelled out; none for a system of the
  /// user's own, or when another version wrote what this one cannot read.
  std::optional<Model> model;

  /// A recorded channel, or nullptr.
  const Channel* channel(const std::string& path) const;
  bool has(const std::string& path) const { return channel(path) != nullptr; }
  /// The k-th number of every sample; empty when the channel was not recorded.
  std::vector<double> values(const std::string& path, int component = 0) const;
  /// A recorded table, or nullptr.
  const Table* table(const std::string& path) const;
  /// Names that stand between `head` and the last part of paths: names("/body/", "/position") are the bodies,
  /// in the order of the record.
  std::vector<std::string> names(const std::string& head, const std::string& tail) const;
  std::string attribute(const std::string& key) const;  ///< as text; "" when it is not there
};

/// Opens result files and gives them labels: the models' names, where these are alike what differs between
/// their options, or else the files' names. Throws std::runtime_error as read_record does.
std::vector<Result> read_results(const std::vector<std::string>& files);

/// The same for a record that is at hand.
Result make_result(RecordFile record, const std::string& file);
/// Makes labels unique as read_results does.
void label_results(std::vector<Result>& results);

/// What a person wants to know when a run has ended, in lines.
std::string summary_text(const RunSummary& summary, const System& system);

struct PageOptions {
  std::string title{};  ///< "": from the results
  /// Most bytes of numbers in the page; longer results are thinned so that peaks stay.
  double most_bytes = 24e6;
};
/// One HTML page that holds everything, needs no network and opens by double-click.
std::string report_page(const std::vector<Result>& results, const PageOptions& options = {});
/// Writes it to a file, or, when its name ends in .pdf, a report for paper: A4 pages with the summary, the machine, loads,
/// figures and what was run. Throws std::runtime_error when that fails, or when the file exists and is not a report.
void write_report(const std::vector<Result>& results, const std::string& file,
                  const PageOptions& options = {});

struct FigureOptions {
  static constexpr double kLeastWidth = 200, kMostWidth = 4000;
  std::vector<std::string> figures{};  ///< words of figure_words(); none: all that have something to show
  std::vector<std::string> only{};     ///< patterns on names of bodies, joints or contacts; none: all
  std::string format{};                ///< "svg", "png" or "pdf", of the files of a folder; "": svg
  double width = 720;                  ///< of a picture [px], 1/96 inch each, from kLeastWidth to kMostWidth
  double dpi = 300;                    ///< pixels of a PNG per inch, from 10 to 2400
};
/// A picture and the words of the figures in it.
struct Picture {
  std::string file;
  std::vector<std::string> figures;
};
/// The words of all figures, in the order of a report.
std::vector<std::string> figure_words();
/// Figures of results with their numbers. Throws std::runtime_error for a word or name that does not exist, and for a figure
/// that has nothing to show.
std::vector<Figure> figures_of(const std::vector<Result>& results, const FigureOptions& options = {});
/// Draws figures of results: `output` is one picture for all of them, by the end of its name .svg, .png or .pdf, or a
/// folder, with / at the end, that gets a file for each. Returns what was written. Throws std::runtime_error when that
/// fails, and as figures_of does.
std::vector<Picture> write_figures(const std::vector<Result>& results, const std::string& output,
                                   const FigureOptions& options = {});

/// The machine at its start as one <svg> element, at most this wide and high [px]; "" where there is nothing to draw. Throws
/// ModelError as assemble() does.
std::string machine_svg(const Model& model, double width = 480, double most_height = 320);

}  // namespace freeplay
