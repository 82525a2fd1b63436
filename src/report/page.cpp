// SPDX-License-Identifier: Apache-2.0
#include "report/page.h"

#include <fmt/format.h>

#include <stdexcept>

#include "base/files.h"
#include "freeplay/version.h"
#include "report/paper.h"
#include "report/picture.h"
#include "report/svg_text.h"
#include "report/viewer_files.h"

namespace freeplay {
namespace {

constexpr const char* kGenerator = "<meta name=\"generator\" content=\"Freeplay ";

/// An existing file is replaced only when it is a report.
void check_replaceable(const std::string& file) {
  const std::string head = first_bytes(file, 2048);
  if (!head.empty() && head.find(kGenerator) == std::string::npos)
    throw std::runtime_error(file + " exists and is not a report; give another name with -o");
}

}  // namespace

std::string page_title(const std::vector<Result>& results, const PageOptions& options) {
  if (!options.title.empty()) return options.title;
  if (results.empty()) return "Freeplay";
  const std::string name = results[0].attribute("name");
  for (const Result& result : results) {
    if (result.attribute("name") != name) return "Comparison";
  }
  return name.empty() ? results[0].file : name;
}

std::string page_head(const std::string& title, const std::string& policy) {
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}{}\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{}'; "
      "style-src 'unsafe-inline'; img-src data: blob:; {}base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n<style>",
      kGenerator, kVersion, viewer_hash(), policy, plotting::xml_escape(title));
  page += viewer_style();
  page +=
      "</style>\n</head>\n<body>\n<div id=\"app\"><noscript>This report shows its plots and the machine "
      "with a script that stands in this very file; allow scripts to see them.</noscript></div>\n"
      "<script type=\"application/json\" id=\"freeplay-data\">";
  return page;
}

std::string page_tail() {
  std::string page = "</script>\n<script>";
  page += viewer_script();
  page += "</script>\n</body>\n</html>\n";
  return page;
}

std::string report_page(const std::vector<Result>& results, const PageOptions& options) {
  return page_head(page_title(results, options)) + report_payload(results, options) + page_tail();
}

void write_page(const std::string& path, const std::string& title,
                const std::function<void(JsonWriter& json)>& write) {
  check_replaceable(path);
  NewFile file(path);
  file.write(page_head(title));
  JsonWriter json([&file](std::string_view piece) { file.write(piece); });
  write(json);
  file.write(page_tail());
  file.keep();
}

void write_report(const std::vector<Result>& results, const std::string& path, const PageOptions& options) {
  if (picture_kind(path) == PictureKind::pdf) return write_pdf(paper_pages(results, options), path);
  write_page(path, page_title(results, options),
             [&](JsonWriter& json) { write_payload(results, options, json); });
}

}  // namespace freeplay
