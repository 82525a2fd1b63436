// SPDX-License-Identifier: Apache-2.0
// Parts of the JSON that pages show, of runs and of studies alike: viewer/src/data.ts says what is in it.
#pragma once

#include <algorithm>
#include <vector>

#include "base/base64.h"
#include "io/json_writer.h"
#include "report/figures/figure.h"
#include "report/findings.h"

namespace freeplay {

template <class To>
void write_block(JsonWriter& json, const char* type, const std::vector<double>& values) {
  std::vector<To> numbers(values.size());
  std::transform(values.begin(), values.end(), numbers.begin(), [](double v) { return static_cast<To>(v); });
  json.object([&] { json.members("type", type, "count", numbers.size(), "base64", base64_of<To>(numbers)); });
}

void write_findings(JsonWriter& json, const Findings& found);
void write_figure_specs(JsonWriter& json, const std::vector<FigureSpec>& figures);

}  // namespace freeplay
