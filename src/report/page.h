// SPDX-License-Identifier: Apache-2.0
// A report: one HTML file that holds everything, needs no network and opens by double-click.
//
// Nothing in a result can become markup or script: data stands in a JSON block in which < is escaped, the
// page puts texts in as texts, and its content security policy allows the one script it was built with.
#pragma once

#include <string>
#include <vector>

#include "report/result.h"

namespace freeplay {

struct PageOptions {
  std::string title{};  ///< "": from the results
  /// Most bytes of numbers in the page; longer results are thinned so that peaks stay.
  double most_bytes = 24e6;
};

/// What the page shows, as JSON: viewer/src/data.ts.
std::string report_payload(const std::vector<Result>& results, const PageOptions& options = {});

/// The whole page.
std::string report_page(const std::vector<Result>& results, const PageOptions& options = {});

/// Writes it to a file; throws std::runtime_error when that fails, or when the file exists and is not a
/// report.
void write_report(const std::vector<Result>& results, const std::string& file,
                  const PageOptions& options = {});

/// The heading: of the options, or from the results.
std::string page_title(const std::vector<Result>& results, const PageOptions& options);

/// The page around a payload. `policy`: more directives of its content security policy, such as
/// "connect-src 'self'; ".
std::string page_around(const std::string& title, const std::string& payload, const std::string& policy);

}  // namespace freeplay
