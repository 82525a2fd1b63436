// SPDX-License-Identifier: Apache-2.0
// The parts of a report, report_page(): what it shows, and the page around that.
//
// Nothing in a result can become markup or script: data stands in a JSON block in which < is escaped, the
// page puts texts in as texts, and its content security policy allows the one script it was built with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "freeplay/report.h"
#include "io/json_writer.h"

namespace freeplay {

/// What the page shows, as JSON: viewer/src/data.ts.
std::string report_payload(const std::vector<Result>& results, const PageOptions& options = {});
/// The same, as it comes.
void write_payload(const std::vector<Result>& results, const PageOptions& options, JsonWriter& json);

/// The heading: of the options, or from the results.
std::string page_title(const std::vector<Result>& results, const PageOptions& options);

/// The page before its payload, and after it. `policy`: more directives of its content security policy, such as
/// "connect-src 'self'; ".
std::string page_head(const std::string& title, const std::string& policy = "");
std::string page_tail();

/// A page as a file, with the payload that `write` gives. An existing file is replaced only when it is a report. Throws
/// std::runtime_error.
void write_page(const std::string& path, const std::string& title,
                const std::function<void(JsonWriter& json)>& write);

}  // namespace freeplay
