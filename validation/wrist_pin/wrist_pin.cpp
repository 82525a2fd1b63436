// SPDX-License-Identifier: Apache-2.0
#include "validation/wrist_pin/wrist_pin.h"

#include "validation/page.h"
#include "validation/wrist_pin/runs.h"

namespace freeplay::validation {
namespace {

using wrist_pin::Contact;

constexpr double kBound = 1e-8;     // of times, relative
constexpr double kSpeeds = 1e-7;    // of speeds
constexpr std::size_t kFirst = 20;  // contacts that must agree to it
constexpr double kEnd = 0.03;       // one turn of the crank

void reference(Page& page, const std::vector<Contact>& exact, const std::vector<Contact>& coarse) {
  page.heading("The reference");
  page.paragraph(
      fmt::format("Two coordinates, extrapolated midpoint rules of order 14 in 80-bit arithmetic, contacts "
                  "begun and ended where their gap "
                  "is zero ([reference.h](reference.h)): {} contacts in one turn. With ten times the error "
                  "per step, {} of them begin at the "
                  "same time to {:.0e} of it.",
                  exact.size(), agreeing(coarse, exact, kBound), kBound));
  page.at_least("reference: contacts that ten times the error leaves unchanged to 1e-8",
                static_cast<double>(agreeing(coarse, exact, kBound)), 27);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < std::min(kFirst, exact.size()); ++i) {
    rows.push_back({fmt::format("{}", i + 1), fmt::format("{:.9f}", 1e3 * exact[i].begin),
                    fmt::format("{:.9f}", exact[i].approach), fmt::format("{:.9f}", 1e3 * exact[i].end),
                    fmt::format("{:.9f}", exact[i].parting)});
  }
  page.table({"contact", "begins [ms]", "approach [m/s]", "ends [ms]", "parting [m/s]"}, rows);
}

void convergence(Page& page, const std::vector<Contact>& exact) {
  page.heading("Contacts converge to those of the printed law");
  page.paragraph(
      fmt::format("`lankarani_nikravesh` with everything else at its default. How many contacts, from the "
                  "first on, begin at the time of the "
                  "reference to {:.0e} of it, and the largest differences of the first {}: times over the "
                  "time, speeds over the speed.",
                  kBound, kFirst));
  std::vector<std::vector<std::string>> rows;
  for (const char* stepper : {"runge_kutta", "adams"}) {
    for (const double accuracy : {1e-9, 1e-11, 1e-13}) {
      const wrist_pin::Ran ran = wrist_pin::run(stepper, accuracy, kEnd);
      const wrist_pin::Difference worst = wrist_pin::difference(ran.contacts, exact, kFirst);
      const std::size_t agree = wrist_pin::agreeing(ran.contacts, exact, kBound);
      rows.push_back({accuracy == 1e-9 ? fmt::format("`{}`", stepper) : "", fmt::format("{:.0e}", accuracy),
                      fmt::format("{}", ran.contacts.size()), fmt::format("{}", agree),
                      short_number(worst.begin), short_number(worst.approach), short_number(worst.end),
                      short_number(worst.parting)});
      if (accuracy > 1e-13 || std::string(stepper) != "runge_kutta") continue;
      const std::string what = fmt::format("{}, accuracy {:.0e}: ", stepper, accuracy);
      page.at_least(what + "contacts that agree", static_cast<double>(agree), 27);
      page.at_most(what + "begin of the first 20", worst.begin, 2e-9);
      page.at_most(what + "approach of the first 20", worst.approach, kSpeeds);
      page.at_most(what + "end of the first 20", worst.end, 2e-9);
      page.at_most(what + "parting of the first 20", worst.parting, kSpeeds);
    }
  }
  page.table({"stepper", "accuracy", "contacts", "agree", "begin", "approach", "end", "parting"}, rows);
}

void bounded(Page& page, const std::vector<Contact>& exact) {
  page.heading("What the bound of slow contacts does");
  page.paragraph(
      "`slow_start` is the part of v_s below which a contact counts as one that begins without speed. 0 is "
      "the printed law "
      "everywhere; 1 bounds every contact that begins slower than v_s, as no paper does. Contacts in one "
      "turn, and how "
      "far the journal is after it from where it is with 0, over the play.");
  std::vector<std::vector<std::string>> rows;
  const wrist_pin::Ran printed = wrist_pin::run("runge_kutta", 1e-13, kEnd, "0");
  const std::size_t at = printed.t.size() - 1;
  for (const char* slow : {"0", "0.01", "0.1", "1"}) {
    const wrist_pin::Ran ran = wrist_pin::run("runge_kutta", 1e-13, kEnd, slow);
    const double away =
        std::hypot(ran.orbit_x[at] - printed.orbit_x[at], ran.orbit_y[at] - printed.orbit_y[at]) / 5e-4;
    const std::size_t agree = wrist_pin::agreeing(ran.contacts, exact, kBound);
    rows.push_back(
        {slow, fmt::format("{}", ran.contacts.size()), fmt::format("{}", agree), short_number(away)});
    if (std::string(slow) == "0.01")
      page.at_most("slow_start = 0.01, the default: journal after the turn, of the play", away, 0);
    if (std::string(slow) == "1")
      page.at_least("slow_start = 1: journal after the turn, of the play", away, 0.01);
  }
  page.table({"`slow_start`", "contacts", "agree with the reference", "journal after the turn, of the play"},
             rows);
}

}  // namespace

int validate_wrist_pin(const std::string& folder) {
  Page page("Contacts of a loose wrist pin: results");
  const std::vector<Contact> exact = wrist_pin::integrate({}, kEnd, 1e-15L),
                             coarse = wrist_pin::integrate({}, kEnd, 1e-14L);
  reference(page, exact, coarse);
  convergence(page, exact);
  bounded(page, exact);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation
