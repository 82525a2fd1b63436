// SPDX-License-Identifier: Apache-2.0
// Results: channels as arrays that share the memory of the record, tables, figures and pages.
#include <cmath>
#include <optional>

#include "freeplay/results.h"
#include "freeplay/study.h"
#include "module.h"

namespace freeplay::python {
namespace {

using Shared = std::shared_ptr<Outcome>;

/// "body/crank/angle" means "/body/crank/angle".
std::string absolute(const std::string& path) { return path.starts_with("/") ? path : "/" + path; }

/// All numbers of a channel: of a record in memory a view of it, of a file an array that was read for it.
py::array channel(const Shared& outcome, const std::string& given) {
  const RecordFile& record = outcome->result.record;
  const std::string path = absolute(given);
  const Channel& channel = record.channel(path);
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(record.samples)};
  if (channel.width > 1) shape.push_back(channel.width);
  if (const auto kept = record.channels.find(path); kept != record.channels.end()) {
    py::array_t<double> view(shape, kept->second.data(), py::cast(outcome));
    view.attr("setflags")(py::arg("write") = false);
    return view;
  }
  py::array_t<double> out(shape);
  record.read(path, 0, {out.mutable_data(), static_cast<std::size_t>(out.size())});
  return out;
}

py::object attribute(const Attribute& value) {
  return std::visit([](const auto& v) { return py::cast(v); }, value);
}

std::vector<Result> listed(const std::vector<Shared>& outcomes) {
  std::vector<Result> results;
  results.reserve(outcomes.size());
  for (const Shared& outcome : outcomes) results.push_back(outcome->whole());
  label_results(results);
  return results;
}

py::dict columns(const Shared& outcome, const std::string& given) {
  const RecordFile& record = outcome->result.record;
  const std::string path = absolute(given);
  py::dict out;
  for (const Column& column : record.table(path).columns) {
    const std::vector<double> cells = record.column(path, column.name);
    if (column.words.empty()) {
      out[column.name.c_str()] = array_of(cells);
      continue;
    }
    py::list words;
    for (const double cell : cells) words.append(column.words[static_cast<std::size_t>(cell)]);
    out[column.name.c_str()] = words;
  }
  return out;
}

const char* word(Series::Style style) {
  constexpr const char* kWords[] = {"line", "points", "steps", "dashed", "area", "stems"};
  return kWords[static_cast<std::size_t>(style)];
}

using MaybeRange = std::optional<std::pair<double, double>>;
py::object described(const MaybeRange& range) { return range ? py::cast(*range) : py::none(); }

py::dict described(const Axes& axes) {
  using namespace py::literals;
  py::list series, circles, rows;
  for (const Series& each : axes.series)
    series.append(py::dict("label"_a = each.label, "x"_a = array_of(each.x), "y"_a = array_of(each.y),
                           "style"_a = word(each.style), "colour"_a = each.colour));
  for (const Circle& each : axes.circles)
    circles.append(py::dict("x"_a = each.x, "y"_a = each.y, "r"_a = each.r, "label"_a = each.label));
  for (const WordRow& each : axes.rows)
    rows.append(py::dict("label"_a = each.label, "x"_a = array_of(each.x), "word"_a = array_of(each.word),
                         "words"_a = each.words));
  return py::dict("title"_a = axes.title, "x_label"_a = axes.x_label, "y_label"_a = axes.y_label,
                  "log_x"_a = axes.log_x, "log_y"_a = axes.log_y, "x_range"_a = described(axes.x_range),
                  "y_range"_a = described(axes.y_range), "equal_aspect"_a = axes.equal_aspect,
                  "series"_a = series, "h_lines"_a = axes.h_lines, "v_lines"_a = axes.v_lines,
                  "note"_a = axes.note, "circles"_a = circles, "rows"_a = rows);
}

/// Figures as dictionaries, and all of them as one <svg> element.
std::pair<py::list, std::string> figures(const std::vector<Shared>& outcomes,
                                         const std::vector<std::string>& words,
                                         const std::vector<std::string>& only, double width) {
  using namespace py::literals;
  const std::vector<Figure> made =
      figures_of(listed(outcomes), {.figures = words, .only = only, .width = width});
  py::list out;
  for (const Figure& figure : made) {
    py::list axes;
    for (const Axes& each : figure.axes) axes.append(described(each));
    out.append(py::dict("word"_a = figure.word, "title"_a = figure.title, "columns"_a = figure.columns,
                        "axes"_a = axes));
  }
  return {out, to_svg(made)};
}

template <class List>
std::vector<std::string> paths_of(const List& list) {
  std::vector<std::string> paths;
  for (const auto& each : list) paths.push_back(each.path);
  return paths;
}

}  // namespace

void bind_results(py::module_& module) {
  py::class_<Outcome, Shared>(module, "Outcome")
      .def_property_readonly("summary", [](const Outcome& o) { return o.summary; })
      .def_property_readonly("status", [](const Outcome& o) { return o.result.record.status; })
      .def_property_readonly("samples", [](const Outcome& o) { return o.result.record.samples; })
      .def_property_readonly("label", [](Outcome& o) { return o.whole().label; })
      .def("paths", [](const Outcome& o) { return paths_of(o.result.record.layout.channels); })
      .def("tables", [](const Outcome& o) { return paths_of(o.result.record.layout.tables); })
      .def("attributes",
           [](const Outcome& o) {
             py::dict out;
             for (const auto& [key, value] : o.result.record.attributes) out[key.c_str()] = attribute(value);
             return out;
           })
      .def("about",
           [](const Outcome& o, const std::string& path) {
             const Channel& c = o.result.record.channel(absolute(path));
             return py::make_tuple(c.unit, c.help, c.words);
           })
      .def("units",
           [](const Outcome& o, const std::string& path) {
             py::dict out;
             for (const Column& c : o.result.record.table(absolute(path)).columns)
               out[c.name.c_str()] = c.unit;
             return out;
           })
      .def("describe", [](const Outcome& o, bool verbose) { return describe(o.result.record, verbose); })
      .def("export_csv",
           [](const Outcome& o, const std::string& folder, const std::vector<std::string>& channels) {
             return export_csv(o.result.record, folder, channels);
           });
  module.def("channel", &channel);
  module.def("columns", &columns);
  module.def("open", [](const std::string& path) {
    auto outcome = std::make_shared<Outcome>();
    outcome->result.record = open_record(path);
    outcome->file = path;
    if (is_study(outcome->result.record)) outcome->whole();  // which says that it is one
    return outcome;
  });
  module.def("report_page", [](const std::vector<Shared>& outcomes, const std::string& title, double bytes) {
    return report_page(listed(outcomes), {.title = title, .most_bytes = bytes});
  });
  module.def("write_report",
             [](const std::vector<Shared>& outcomes, const std::string& file, const std::string& title) {
               write_report(listed(outcomes), file, {.title = title});
             });
  module.def("figure_words", &figure_words);
  module.def("figures", &figures);
  module.def("write_figures",
             [](const std::vector<Shared>& outcomes, const std::string& output,
                const std::vector<std::string>& figures, const std::vector<std::string>& only,
                const std::string& format, double width, double dpi) {
               FigureOptions options;
               options.figures = figures;
               options.only = only;
               options.format = format;
               options.width = width;
               options.dpi = dpi;
               std::vector<std::string> files;
               for (const Picture& picture : write_figures(listed(outcomes), output, options))
                 files.push_back(picture.file);
               return files;
             });
}

}  // namespace freeplay::python
