// SPDX-License-Identifier: Apache-2.0
#include "report/picture.h"

#include <cairo-pdf.h>
#include <cairo.h>
#include <fmt/format.h>
#include <librsvg/rsvg.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "base/files.h"
#include "base/index.h"

#ifdef FREEPLAY_SANITIZED
// Fonts that the libraries keep until the program ends are no leaks.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfontconfig\nleak:libpango\nleak:libglib\nleak:libcairo\nleak:librsvg\n";
}
#endif

namespace freeplay {
namespace {

constexpr double kPixelsPerInch = 96;   // of a figure
constexpr double kPointsPerInch = 72;   // of a page
constexpr double kLargestSide = 32000;  // px; cairo's pictures end at 32767

using namespace std::string_view_literals;

struct Kind {
  PictureKind kind;
  const char* extension;
  std::string_view head;  // how such files begin
};
constexpr Kind kKinds[] = {{PictureKind::svg, ".svg", "<svg"sv},
                           {PictureKind::png, ".png", "\x89PNG"sv},
                           {PictureKind::pdf, ".pdf", "%PDF"sv}};

const Kind& about(PictureKind kind) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds), [&](const Kind& k) { return k.kind == kind; });
}

struct Release {
  void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Handle = std::unique_ptr<RsvgHandle, Release>;
using Surface = std::unique_ptr<cairo_surface_t, Release>;
using Context = std::unique_ptr<cairo_t, Release>;

[[noreturn]] void fail(const std::string& path, const std::string& why) {
  throw std::runtime_error(fmt::format("cannot write the picture {}: {}", path, why));
}

void check(cairo_status_t status, const std::string& path) {
  if (status != CAIRO_STATUS_SUCCESS) fail(path, cairo_status_to_string(status));
}

/// A drawing with its size in px.
struct Drawing {
  Handle handle;
  double width = 0, height = 0;
};

Drawing load(const std::string& svg, const std::string& path) {
  GError* error = nullptr;
  Drawing drawing;
  drawing.handle.reset(
      rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
  if (!drawing.handle) {
    const std::string why = error ? error->message : "it cannot be drawn";
    if (error) g_error_free(error);
    fail(path, why);
  }
  rsvg_handle_set_dpi(drawing.handle.get(), kPixelsPerInch);
  if (!rsvg_handle_get_intrinsic_size_in_pixels(drawing.handle.get(), &drawing.width, &drawing.height))
    fail(path, "it has no size");
  return drawing;
}

/// Draws at `scale` from the upper left corner.
void render(const Drawing& drawing, cairo_surface_t* surface, double scale, const std::string& path) {
  const Context context(cairo_create(surface));
  cairo_set_source_rgb(context.get(), 1, 1, 1);  // pixels at the edge that the figure covers in part
  cairo_paint(context.get());
  cairo_scale(context.get(), scale, scale);
  const RsvgRectangle all{0, 0, drawing.width, drawing.height};
  GError* error = nullptr;
  if (!rsvg_handle_render_document(drawing.handle.get(), context.get(), &all, &error)) {
    const std::string why = error ? error->message : "it cannot be drawn";
    if (error) g_error_free(error);
    fail(path, why);
  }
  check(cairo_status(context.get()), path);
}

/// Into `part`; `path` is what the user calls it.
void write_png(const std::string& svg, const std::string& path, double dpi, const std::string& part) {
  const Drawing drawing = load(svg, path);
  const double scale = dpi / kPixelsPerInch;
  const double width = std::ceil(drawing.width * scale), height = std::ceil(drawing.height * scale);
  if (width > kLargestSide || height > kLargestSide) {
    fail(path,
         fmt::format("{:.0f} × {:.0f} pixels are too many; a side has {:.0f} at most: fewer figures, or "
                     "less --dpi",
                     width, height, kLargestSide));
  }
  const Surface surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
  check(cairo_surface_status(surface.get()), path);
  render(drawing, surface.get(), scale, path);
  check(cairo_surface_write_to_png(surface.get(), part.c_str()), path);
}

void draw_pages(const std::vector<std::string>& pages, const std::string& path, const std::string& part) {
  constexpr double kScale = kPointsPerInch / kPixelsPerInch;
  const Surface surface(cairo_pdf_surface_create(part.c_str(), 1, 1));
  check(cairo_surface_status(surface.get()), path);
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Freeplay");
  for (const std::string& page : pages) {
    const Drawing drawing = load(page, path);
    cairo_pdf_surface_set_size(surface.get(), drawing.width * kScale, drawing.height * kScale);
    render(drawing, surface.get(), kScale, path);
    cairo_surface_show_page(surface.get());
  }
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()), path);
}

/// Refuses what is there and is not such a picture; an empty file may be replaced.
void check_target(const std::string& path, const Kind& kind) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  if (!std::filesystem::is_regular_file(path, error)) fail(path, "it is not a file");
  const std::string head = first_bytes(path, kind.head.size());
  const bool declared = kind.kind == PictureKind::svg && head == "<?xm";
  if (!head.empty() && head != kind.head && !declared)
    fail(path, fmt::format("it exists and is no {} picture; give another name", kind.extension));
}

}  // namespace

std::optional<PictureKind> picture_kind(const std::string& path) {
  std::string end = std::filesystem::path(path).extension().string();
  std::transform(end.begin(), end.end(), end.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const Kind& kind : kKinds) {
    if (end == kind.extension) return kind.kind;
  }
  return std::nullopt;
}

const char* extension_of(PictureKind kind) { return about(kind).extension; }

void write_picture(const std::vector<Figure>& figures, const std::string& path, PictureKind kind,
                   double dpi) {
  if (kind != PictureKind::pdf) return write_svg(to_svg(figures), path, kind, dpi);
  std::vector<std::string> pages;
  for (const Figure& figure : figures) pages.push_back(to_svg(figure));
  write_pdf(pages, path);
}

void write_svg(const std::string& svg, const std::string& path, PictureKind kind, double dpi) {
  if (kind == PictureKind::pdf) return write_pdf({svg}, path);
  check_target(path, about(kind));
  NewFile file(path);
  if (kind == PictureKind::svg) {
    file.write(svg);
  } else {
    write_png(svg, path, dpi, file.part());
  }
  file.keep();
}

void write_pdf(const std::vector<std::string>& pages, const std::string& path) {
  check_target(path, about(PictureKind::pdf));
  NewFile file(path);
  draw_pages(pages, path, file.part());
  file.keep();
}

}  // namespace freeplay
