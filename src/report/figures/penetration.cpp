// SPDX-License-Identifier: Apache-2.0
// Penetration of compliant contacts, and below it the steps with which they were followed: the integrator has
// to shorten them where a contact begins.
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostContacts = 6;

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> closed;
  std::vector<double> depth;
  for (const std::string& contact : all_names(results, "/contact/", "/penetration")) {
    const double most = largest(results, "/contact/" + contact + "/penetration");
    if (most > 0) closed.push_back(contact), depth.push_back(most);
  }
  const Shown shown = choose(closed, choice, results.size() == 1 ? kMostContacts : 4, depth);
  if (shown.empty()) return {};
  FigureSpec figure{"penetration", "Penetration and step size",
                    "How deep compliant contacts are pressed in, and the steps that were taken", 1};
  double size = 0;
  for (const std::string& contact : shown.names)
    size = std::max(size, largest(results, "/contact/" + contact + "/penetration"));
  const Unit unit = suitable_unit("m", size);
  int colour = 0;
  for (const std::string& contact : shown.names) {
    if (figure.axes.empty() || results.size() > 1)
      figure.axes.push_back(time_axes(results.size() > 1 ? contact : "", with_unit("δ", unit.name)));
    add_over_time(figure.axes.back(), results, "/contact/" + contact + "/penetration", 0, contact, colour++,
                  unit.factor);
  }
  figure.axes.back().note = shown.note("contacts");
  if (any_has(results, "/steps/step")) {
    AxesSpec axes = time_axes("", "Δt (s)");
    axes.log_y = true;
    add_over_time(axes, results, "/steps/step", 0, "", 0);
    figure.axes.push_back(axes);
  }
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(penetration) = {
    {"penetration", "", "penetration of compliant contacts, with the step size", {}},
    50,
    "/contact/NAME/penetration, of a contact that closes in the compliant world",
    make};
}  // namespace entry
}  // namespace freeplay
