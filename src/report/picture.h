// SPDX-License-Identifier: Apache-2.0
// Figures as files: SVG as it is, PNG and PDF drawn from it by librsvg and cairo.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/plot.h"

namespace freeplay {

enum class PictureKind { svg, png, pdf };

/// By the end of a file's name, whatever its case.
std::optional<PictureKind> picture_kind(const std::string& path);
const char* extension_of(PictureKind kind);  ///< ".svg"

/// Writes figures into one file: below each other, in PDF a page each. One px of a figure is 1/96 inch; `dpi`
/// is for PNG. Throws std::runtime_error when that fails, or when a file is there that is not such a picture.
void write_picture(const std::vector<Figure>& figures, const std::string& path, PictureKind kind,
                   double dpi = 300);

/// One <svg> element as such a file; throws as write_picture does.
void write_svg(const std::string& svg, const std::string& path, PictureKind kind, double dpi = 300);

/// Pages, each an <svg> element with its size, as one PDF; throws as write_picture does.
void write_pdf(const std::vector<std::string>& pages, const std::string& path);

}  // namespace freeplay
