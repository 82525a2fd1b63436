// SPDX-License-Identifier: Apache-2.0
// What the paper announces as its next steps: friction, and mechanisms in space.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "stepping/gauss/gauss_judge.h"
#include "stepping/steppers/stepper.h"
#include "tests/kit/places.h"
#include "validation/prismatic_clearance/prismatic_clearance.h"
#include "validation/prismatic_clearance/runs.h"

namespace freeplay::validation::prismatic {
namespace {

constexpr double kGravity = 9.81, kMass = 5, kPull = 50, kMu = 0.2;  // of friction.toml and space.toml
constexpr double kPaperMin = 1e-4, kPaperMax = 1e-3;
constexpr double kCrankSpeed = 0.31416;  // of the centre of the crank of spatial_slider_crank_play [m/s]

Model example(const std::string& file, const std::vector<Assignment>& changes = {}) {
  return read_model(source_folder() + "/examples/" + file, changes);
}

struct Outcome {
  RunSummary summary;
  MemoryRecord record;

  double last(const std::string& path, std::size_t component, std::size_t components) const {
    const std::vector<double> values = record.values(path);
    return values[values.size() - components + component];
  }
  double speed(const std::string& body) const {
    const std::vector<double> v = record.values("/body/" + body + "/velocity");
    return std::hypot(v[v.size() - 3], v[v.size() - 2], v[v.size() - 1]);
  }
};

Outcome run(const Model& model, const Choice& stepper, double end, double every = 0) {
  const Assembly assembly = assemble(model);
  Method method = model.method;
  method.stepper = stepper;
  Run wishes = model.run;
  wishes.end = end;
  wishes.record.every = every;
  Outcome result{{}, MemoryRecord(record_layout(*assembly.system, method, wishes.record))};
  result.summary = simulate(*assembly.system, method, wishes, result.record);
  return result;
}

/// The slider at rest on the lower face of its guide, tilted by 20°: gravity is turned instead.
Model block(double mu) {
  const double slope = 20 * std::numbers::pi / 180;
  Model model = example("prismatic_clearance/friction.toml");
  model.gravity = {-kGravity * std::sin(slope), -kGravity * std::cos(slope)};
  model.forces.clear();
  model.bodies[0].position = {0, -kClearance};
  model.contact.friction->values["mu"] = {mu, {}};
  return model;
}

void slope(Page& page) {
  page.heading("Friction: a block on a slope");
  page.paragraph(
      "The slider lies in its guide, which rises by 20°; μ as a part of tan 20°. Velocity after 6 ms less "
      "that of "
      "the closed form, 0 or −g (sin α − μ cos α) t [m/s]. Sticking is exact.");
  const double angle = 20 * std::numbers::pi / 180, end = 0.006;
  std::vector<std::vector<std::string>> rows;
  for (const double part : {0.5, 0.999, 1.001, 2.0}) {
    const double mu = part * std::tan(angle);
    const double exact = part < 1 ? -kGravity * (std::sin(angle) - mu * std::cos(angle)) * end : 0;
    std::vector<std::string> row{fmt::format("{}", part)};
    for (const Variant& variant : {Variant{"sqp", gauss("sqp", kPaperMin, kPaperMax)},
                                   Variant{"interior_point", gauss("interior_point", kPaperMin, kPaperMax)},
                                   Variant{"moreau", fixed("moreau", kPaperMax)},
                                   Variant{"symmetric", fixed("symmetric", kPaperMax)}}) {
      const double error = run(block(mu), variant.stepper, end).last("/body/slider/velocity", 0, 2) - exact;
      row.push_back(std::abs(error) < 1e-15 ? "0" : signed_number(error));
      page.at_most(fmt::format("slope, μ = {} tan α, {}: error of the velocity [m/s]", part, variant.label),
                   std::abs(error), 1e-14);
    }
    rows.push_back(row);
  }
  page.table({"μ / tan α", "sqp", "interior_point", "moreau", "symmetric"}, rows);
}

void pulled(Page& page) {
  page.heading("Friction: the pulled slider");
  page.paragraph(
      "Case 2 with μ = 0.2 (`friction.toml`) after 50 ms. However the ends share the load, their impulses "
      "add up to m g t "
      "once the slider lies, so that v = (F/m − μ g) t exactly. The friction "
      "that the "
      "ledger books is compared with that of `symmetric`.");
  const double end = 0.05, v = (kPull / kMass - kMu * kGravity) * end;
  const Model model = example("prismatic_clearance/friction.toml");
  const double exact = run(model, fixed("symmetric", 1e-6), end, end).summary.works.friction;
  std::vector<std::vector<std::string>> rows;
  for (const double step : {1e-3, 1e-4}) {
    for (const Variant& variant : {Variant{"sqp", gauss("sqp", step, step)},
                                   Variant{"interior_point", gauss("interior_point", step, step)},
                                   Variant{"moreau", fixed("moreau", step)}}) {
      const Outcome found = run(model, variant.stepper, end, end);
      const double error = found.last("/body/slider/velocity", 0, 2) - v;
      const double work = found.summary.works.friction / exact - 1;
      rows.push_back({variant.label, fmt::format("{:.0e}", step),
                      std::abs(error) < 1e-14 ? "0" : signed_number(error), signed_number(work)});
      const std::string name = fmt::format("pulled slider, {}, Δt = {:.0e}: ", variant.label, step);
      page.at_most(name + "error of the velocity [m/s]", std::abs(error), 1e-13);
      page.at_most(name + "error of the friction work, of it", std::abs(work),
                   variant.label != "moreau" ? 3e-4 : (step == 1e-3 ? 6e-4 : 6e-5));
    }
  }
  page.table({"stepper", "Δt [s]", "error of v [m/s]", "friction work / that of `symmetric` − 1"}, rows);
}

void every_step(Page& page) {
  page.heading("Friction: every step");
  page.paragraph(
      "The largest mistakes of all steps of 20 ms, from the states and the booked impulses alone: momentum "
      "as above, "
      "|T| beyond μ P, and what slips, T against −μ P γ_T/|γ_T| (or the momentum of the slip if that is "
      "less), both "
      "over m g h⁺. `space.toml` starts with 20 mm/s and 30 mm/s across the guide, turning about all axes.");
  std::vector<std::vector<std::string>> rows;
  for (const char* file : {"friction", "space"}) {
    Model model = example(fmt::format("prismatic_clearance/{}.toml", file));
    model.bodies[0].space.velocity = {0, 0.02, 0.03};
    model.bodies[0].space.angular_velocity = {1, 2, -1};
    const std::unique_ptr<System> system = assemble(model).system;
    for (const char* algorithm : {"sqp", "interior_point"}) {
      StepperOptions options;
      options.stepper = gauss(algorithm, kPaperMin, kPaperMax);
      const std::unique_ptr<Stepper> stepper =
          find_entry<StepperEntry>("gauss_optimisation")->make(*system, options);
      State state = system->initial_state();
      StepMistakes worst;
      double momentum = 0;
      int steps = 0;
      bool failed = false;
      for (; state.t() < 0.02 && !failed; ++steps) {
        const State A = state;
        stepper->book().clear_impulses();
        failed = stepper->step(state, 0.02 - A.t()).status != StepStatus::ok;
        const StepMistakes found = judge_step(*system, A, state, stepper->book());
        momentum = std::max(momentum, 1e-12 * found.momentum / found.allowed);
        worst.overlap = std::max(worst.overlap, found.overlap);
        worst.beyond = std::max(worst.beyond, found.beyond / (kMass * kGravity * kPaperMax));
        worst.against = std::max(worst.against, found.against / (kMass * kGravity * kPaperMax));
      }
      rows.push_back({file, algorithm, fmt::format("{}", steps), short_number(momentum),
                      short_number(worst.overlap), short_number(worst.beyond), short_number(worst.against),
                      stepper->solver_statistics().handed_over > 0 ? "some" : "none"});
      const std::string name = fmt::format("{}, {}: ", file, algorithm);
      page.at_most(name + "run incomplete", failed ? 1 : 0, 0);
      page.at_most(name + "equations of motion / max(m |v|, 1e-3 N s)", momentum, 3e-15);
      page.at_most(name + "overlap / clearance", worst.overlap, 1e-12);
      page.at_most(name + "friction beyond μ P, of m g h⁺", worst.beyond, 1e-15);
      // Newton's steps for more than four contacts in space end at a residual of 1e-13.
      page.at_most(name + "friction against the law, of m g h⁺", worst.against, 1e-13);
    }
  }
  page.table({"model", "algorithm", "steps", "equations of motion", "overlap / c", "beyond μ P",
              "against the law", "handed over"},
             rows);
}

void plane_and_space(Page& page) {
  page.heading("In space");
  const Choice stepper = gauss("sqp", kPaperMin, kPaperMax);
  const Outcome plane = run(example("prismatic_clearance/friction.toml"), stepper, 0.05),
                space = run(example("prismatic_clearance/space.toml"), stepper, 0.05);
  const std::vector<double> a = plane.record.values("/body/slider/position"),
                            b = space.record.values("/body/slider/position");
  double apart = a.size() / 2 == b.size() / 3 ? 0 : kInfinity;
  for (std::size_t i = 0; i < a.size() / 2 && i < b.size() / 3; ++i) {
    for (std::size_t k = 0; k < 2; ++k) apart = std::max(apart, std::abs(a[2 * i + k] - b[3 * i + k]));
    apart = std::max(apart, std::abs(b[3 * i + 2]));
  }
  page.at_most("space.toml against friction.toml: positions of all steps apart [m]", apart, 1e-14);
  const double angle = 20 * std::numbers::pi / 180, end = 0.02;
  const Assignment rest{"body.box.velocity", "[0, 0, 0]"};
  const double held =
      run(example("box_on_incline_3d/model.toml", {rest, {"contact.friction.mu", "0.37"}}), stepper, end)
          .speed("box");
  const double slides =
      run(example("box_on_incline_3d/model.toml", {rest, {"contact.friction.mu", "0.2"}}), stepper, end)
              .speed("box") /
          (kGravity * (std::sin(angle) - 0.2 * std::cos(angle)) * end) -
      1;
  page.at_most("box on a slope, μ = 0.37 > tan α: speed after 20 ms [m/s]", held, 1e-13);
  page.at_most("box on a slope, μ = 0.2: error of the speed", std::abs(slides), 1e-13);
  page.paragraph(
      fmt::format("The pulled slider as a model in space (`space.toml`) makes the steps of the plane: "
                  "positions differ by {} m at "
                  "most. The box of examples/box_on_incline_3d, started from rest on its slope of 20°, stays "
                  "for μ = 0.37, {} "
                  "m/s after 20 ms, and for μ = 0.2 slides with g (sin α − μ cos α) t to {}.",
                  apart < 1e-15 ? "less than 1e-15" : short_number(apart),
                  held < 1e-15 ? "less than 1e-15" : short_number(held), short_number(std::abs(slides))));
}

void crank(Page& page) {
  page.heading("In space: slider-crank with play in its shaft");
  page.paragraph(
      "examples/spatial_slider_crank_play with rigid contacts, ε = 0, for 40 ms from the journal's first "
      "contacts on. "
      "Slider and crank against `symmetric` at 1e-6 s, in micrometres, and the energy that impacts and "
      "friction took, "
      "in mJ; `gauss_optimisation` by `sqp` with steps from a tenth of Δt to Δt.");
  std::vector<std::vector<std::string>> rows;
  for (const double mu : {0.0, 0.1}) {
    const Model model = example("spatial_slider_crank_play/model.toml",
                                {{"contact.world", "rigid"},
                                 {"contact.impact.restitution", "0"},
                                 {"contact.friction", fmt::format("{{ law = \"coulomb\", mu = {} }}", mu)}});
    const double end = 0.04;
    double last = 0;
    const Outcome exact = run(model, fixed("symmetric", 1e-6), end, end);
    const auto apart = [&](const Outcome& found, const std::string& body) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k)
        sum += std::pow(
            found.last("/body/" + body + "/position", k, 3) - exact.last("/body/" + body + "/position", k, 3),
            2);
      return 1e6 * std::sqrt(sum);
    };
    for (const double step : {2e-4, 1e-4}) {
      for (const Variant& variant :
           {Variant{"sqp", gauss("sqp", 0.1 * step, step)}, Variant{"moreau", fixed("moreau", step)}}) {
        const Outcome found = run(model, variant.stepper, end, end);
        const Works& works = found.summary.works;
        rows.push_back({fmt::format("{}", mu), variant.label, fmt::format("{:.0e}", step),
                        short_number(apart(found, "slider")), short_number(apart(found, "crank")),
                        fmt::format("{:.3f}", 1e3 * works.impact),
                        fmt::format("{:.3f}", 1e3 * works.friction)});
        const std::string name =
            fmt::format("slider-crank, μ = {}, {}, Δt = {:.0e}: ", mu, variant.label, step);
        page.at_most(name + "run incomplete", found.summary.status == RunStatus::complete ? 0 : 1, 0);
        page.at_most(name + "crank against the reference, of its way in a step",
                     1e-6 * apart(found, "crank") / (kCrankSpeed * step), 2);
        if (variant.label == "sqp" && last > 0) {
          page.at_most(fmt::format("slider-crank, μ = {}, sqp: error of the crank as Δt is halved", mu),
                       apart(found, "crank") / last, 0.75);
        }
        if (variant.label == "sqp") {
          last = apart(found, "crank");
        } else {
          const std::string both = fmt::format("slider-crank, μ = {}, Δt = {:.0e}: ", mu, step);
          page.at_least(both + "error of the crank with sqp over that with moreau",
                        last / apart(found, "crank"), 1.5);
          page.at_most(both + "error of the crank with sqp over that with moreau",
                       last / apart(found, "crank"), 2.5);
        }
        const double taken = works.impact + works.friction;
        const double reference = exact.summary.works.impact + exact.summary.works.friction;
        page.at_most(name + "energy taken by contacts, part apart", std::abs(taken / reference - 1), 0.1);
      }
    }
    rows.push_back({fmt::format("{}", mu), "symmetric", "1e-06", "", "",
                    fmt::format("{:.3f}", 1e3 * exact.summary.works.impact),
                    fmt::format("{:.3f}", 1e3 * exact.summary.works.friction)});
  }
  page.table({"μ", "stepper", "Δt [s]", "slider [µm]", "crank [µm]", "impacts [mJ]", "friction [mJ]"}, rows);
}

}  // namespace

void friction_and_space(Page& page) {
  slope(page);
  pulled(page);
  every_step(page);
  plane_and_space(page);
  crank(page);
}

}  // namespace freeplay::validation::prismatic
