// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <csignal>

#include "apps/freeplay/commands.h"
#include "freeplay/version.h"
#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif

int main(int argc, char** argv) {
  using namespace freeplay;
#ifdef FREEPLAY_IPOPT
  use_ipopt();
#endif
  CLI::App app{"Freeplay simulates machines whose joints have play."};
  app.set_version_flag("--version", std::string("freeplay ") + kVersion);
  app.require_subcommand(1);
  app.footer("Exit codes: 0 ok, 1 usage, 2 model, 3 solver, 4 a limit was exceeded, 130 interrupted.");
  CommonOptions common;
  ModelOptions model;
  RunOptions running;
  std::string file, registry_name;
  bool echo = false, verbose = false;

  const auto add_common = [&](CLI::App* command) {
    command->add_flag("-q,--quiet", common.quiet, "say only what went wrong");
    command->add_flag("--json", common.json, "print JSON for programs");
  };
  const auto add_model = [&](CLI::App* command) {
    command->add_option("model", model.file, "model file (TOML)")->required();
    command->add_option("--set", model.assignments, "change one value: joint.guide.clearance=0.2mm")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_common(command);
  };

  CLI::App* run = app.add_subcommand("run", "simulate a model and write NAME.h5");
  add_model(run);
  run->get_option("model")->required(false);
  run->add_option("--resume", running.resume,
                  "go on with the run of this result, which was interrupted, killed, or ends too early "
                  "(--set run.end=2)")
      ->type_name("RESULT")
      ->excludes("model");
  run->add_option("-o,--output", running.output,
                  "result file (default: the model file's name, or its folder's for "
                  "model.toml, with .h5, in the current folder)");
  bool no_report = false;
  run->add_flag("--no-report", no_report, "write no report (NAME.html beside the result)");
  run->add_flag("--ideal", running.ideal,
                "run the same mechanism without play too (NAME.ideal.h5); the report compares the two");
  CLI::App* check = app.add_subcommand("check", "read a model, assemble it, and say what was understood");
  add_model(check);
  check->add_flag("--echo", echo, "print the model in SI units as it was understood");
  CLI::App* list = app.add_subcommand("list", "joints, forces, laws, solvers, steppers and their parameters");
  list->add_option("what", registry_name, "one of the lists, such as `joint` or `solver`");
  add_common(list);
  CLI::App* info = app.add_subcommand("info", "look inside a result file");
  info->add_option("result", file, "result file (.h5)")->required();
  info->add_flag("-v,--verbose", verbose, "what each channel is, all attributes, more rows");
  add_common(info);
  ExportOptions exporting;
  CLI::App* exporter = app.add_subcommand("export", "write a result as CSV, or its motion as VTK or glTF");
  exporter->add_option("result", exporting.file, "result file (.h5)")->required();
  exporter->add_option("--format", exporting.format, "csv (default), vtk for ParaView, gltf for Blender");
  exporter->add_option("-o,--output", exporting.output,
                       "folder for the files (default: current folder); of glTF also a file NAME.glb");
  exporter
      ->add_option("--channel", exporting.channels, "only channels that match: 'body/crank/*' (repeatable)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  CLI::Option* frames =
      exporter->add_option("--frames", exporting.frames, "so many frames, evenly (default: at most 1000)");
  exporter->add_option("--every", exporting.every, "time from one frame to the next, such as 1ms");
  exporter->add_option("--from", exporting.from, "time of the first frame, such as 0.1s");
  exporter->add_option("--to", exporting.to, "time of the last frame");
  add_common(exporter);
  ReportOptions reporting;
  CLI::App* reporter = app.add_subcommand("report", "results as one page: the machine moving, linked plots");
  reporter->add_option("results", reporting.results, "result files (.h5); several are compared")->required();
  reporter->add_option("-o,--output", reporting.output,
                       "page (default: the result's name with .html, of several comparison.html)");
  reporter->add_option("--title", reporting.title, "heading (default: the model's name)");
  reporter
      ->add_option("--megabytes", reporting.megabytes, "most numbers in the page; longer runs are thinned")
      ->check(CLI::Range(0.1, 1000.0))
      ->capture_default_str();
  add_common(reporter);
  ViewOptions viewing;
  CLI::App* viewer =
      app.add_subcommand("view", "a local page: the model with its mistakes, runs as you edit, the report");
  add_model(viewer);
  viewer->add_option("-o,--output", viewing.output,
                     "result file, replaced by every run (default: a temporary one)");
  viewer->add_option("--port", viewing.port, "port of 127.0.0.1 (default: one that is free)")
      ->check(CLI::Range(1, 65535));
  viewer->add_flag("--open", viewing.open, "open the page in the browser (xdg-open)");
  CLI::App* schema = app.add_subcommand("schema", "print the JSON Schema of the model file");

  PlotOptions plotting;
  CLI::App* plot = app.add_subcommand("plot", "figures of results as SVG, PNG or PDF");
  plot->add_option("results", plotting.files, "result files (.h5); several are compared")->required();
  plot->add_option("--figure", plotting.figures,
                   "some of `freeplay list figure`: orbit,phase (default: all that have something to show)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  plot->add_option("-o,--output", plotting.output,
                   "picture.svg, .png or .pdf with all figures, or folder/ with a file for each (default: "
                   "RESULT_figures/)");
  plot->add_option("--only", plotting.only,
                   "only bodies, joints and contacts of these names: 'slider,guide*'")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  plot->add_option("--from", plotting.from, "first time shown, such as 20ms");
  plot->add_option("--to", plotting.to, "last time shown");
  plot->add_option("--width", plotting.width, "of the picture, in px or as a length: 90mm (default: 720)");
  plot->add_option("--dpi", plotting.dpi, "pixels of a PNG per inch, 96 for one per px (default: 300)")
      ->check(CLI::Range(10.0, 2400.0));
  plot->add_option("--format", plotting.format, "svg, png or pdf for the files of a folder (default: svg)");
  add_common(plot);

  SolveOptions solving;
  CLI::App* solve = app.add_subcommand("solve", "solve a contact problem from a file: LCP text or FCLIB");
  solve->add_option("problem", solving.file, "problem file (.dat, .hdf5)")->required();
  solve->add_option("--solver", solving.solver, "one of `freeplay list solver` (default: auto)");
  solve->add_flag("--all", solving.all, "compare all solvers in a table");
  solve->add_option("--tolerance", solving.tolerance, "largest residual (default: 1e-10, with friction 1e-8)")
      ->check(CLI::Range(1e-16, 1.0));
  solve->add_option("--iterations", solving.iterations, "most iterations (default: the solver's own)")
      ->check(CLI::Range(1, 1000000000));
  add_common(solve);

  std::string law;
  bool csv = false;
  CLI::App* laws = app.add_subcommand("laws", "what laws really do, by simulation");
  laws->require_subcommand(1);
  CLI::App* restitution =
      laws->add_subcommand("restitution", "the restitution that each contact force law delivers");
  restitution->add_option("--law", law, "only this one of `freeplay list contact_force`");
  add_common(restitution);
  restitution->add_flag("--csv", csv, "print CSV, one line per impact")->excludes("--json");

  FrictionOptions friction;
  CLI::App* rubbing = laws->add_subcommand(
      "friction", "friction against slip, displacement and rate, of one friction law or all");
  rubbing->add_option("laws", friction.laws, "some of `freeplay list friction` (default: all)");
  rubbing->add_option("--set", friction.assignments, "change a parameter of the laws: mu=0.2")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  rubbing->add_option("--what", friction.what,
                      "some of velocity, displacement, lag, breakaway: velocity,lag (default: all)");
  rubbing->add_option("--normal", friction.normal, "normal force (default: 9.81 N)");
  rubbing->add_option("--velocity", friction.velocity, "largest slip, such as 10mm/s");
  rubbing->add_option("--amplitude", friction.amplitude, "of the cyclic displacement, such as 20um");
  rubbing->add_option("--frequency", friction.frequency, "of the swinging slip, such as 5Hz");
  rubbing->add_option("--rate", friction.rate, "of the growing pull, LOW,HIGH: 0.1N/s,100N/s");
  rubbing->add_option("-o,--output", friction.output, "folder for CSV files and SVG pictures");
  add_common(rubbing);

  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of the record, which says so
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kOk : kUsage;
  }
  running.report = !no_report;
  if (run->parsed() && model.file.empty() && running.resume.empty())
    return app.exit(CLI::RequiredError("model")) == 0 ? kOk : kUsage;
  if (run->parsed()) return run_command(model, running, common);
  if (reporter->parsed()) return report_command(reporting, common);
  if (viewer->parsed()) return view_command(model, viewing, common);
  if (check->parsed()) return check_command(model, echo, common);
  if (list->parsed()) return list_command(registry_name, common);
  if (info->parsed()) return info_command(file, verbose, common);
  exporting.frames_given = frames->count() > 0;
  if (exporter->parsed()) return export_command(exporting, common);
  if (schema->parsed()) return schema_command();
  if (plot->parsed()) return plot_command(plotting, common);
  if (solve->parsed()) return solve_command(solving, common);
  if (restitution->parsed()) return laws_restitution_command(law, csv, common);
  if (rubbing->parsed()) return laws_friction_command(friction, common);
  return kUsage;
}
