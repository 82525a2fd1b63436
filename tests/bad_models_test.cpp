// SPDX-License-Identifier: Apache-2.0
// Bad models, one mistake each: the line that is reported, and the words that help.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "tests/kit/places.h"
#include "tests/kit/refusal.h"
#include "tests/kit/text.h"

namespace freeplay {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(source_folder()) / "tests" / "bad_models";

struct Row {
  const char* file;                ///< stem in tests/bad_models
  int line;                        ///< of the culprit
  std::vector<const char*> words;  ///< all of them in the text of one error
};

const std::vector<Row> rows = {
    // clang-format off
    {"unknown_key_top", 3, {"unknown key \"gravitiy\"", "did you mean \"gravity\"?"}},
    {"unknown_key_body", 7, {"unknown key \"weight\"", "known here: \"name\", \"mass\""}},
    {"unknown_key_body_typo", 9, {"body.rod.postion", "did you mean \"position\"?"}},
    {"unknown_key_joint", 15, {"joint.guide.clearence", "did you mean \"clearance\"?"}},
    {"unknown_key_law", 19, {"contact.friction.viscosity", "unknown key"}},
    {"unknown_key_method", 18, {"method.integrator", "\"stepper\""}},
    {"formulation_rigid", 18, {"method.formulation", "belongs to smooth steppers; symmetric", "leave formulation out"}},
    {"mode_unknown", 18, {"run.mode", "\"kinetics\"", "kinematics"}},
    {"mode_undriven", 11, {"needs a driver for every freedom, and 1 is left: rod.angle (moves rod)", "add a driver on joint 'pin'"}},
    {"mode_free_body", 5, {"and 3 are left: 'rod', which no joint holds", "hold it by joints with a free coordinate"}},
    {"mode_without_end", 17, {"run.end", "missing"}},
    {"mode_friction", 11, {"mode inverse_dynamics has friction in proportion to what presses, and that of joint 'pin' is not", "per unit of normal force"}},
    {"mode_adhesion", 11, {"mode statics has no adhesion, and the contacts of joint 'pin' adhere (jkr)", "mode = \"dynamics\""}},
    {"mode_shapes", 17, {"mode kinematics has no contacts", "[[shape]]"}},
    {"settle_shapes", 19, {"run.settle", "the model has shapes that touch", "leave settle out"}},
    {"settle_as_given", 1, {"run.settle", "moves parts within their clearances", "as_given"}},
    {"settle_adhesion", 11, {"run.settle has no adhesion, and the contacts of joint 'pin' adhere (jkr)", "leave settle out"}},
    {"settle_word", 23, {"run.settle", "expected true or false; found a text"}},
    {"formulation_unknown", 18, {"did you mean \"baumgarte\"?"}},
    {"formulation_redundant", 24, {"method.formulation", "lagrange has no solution with redundant joints", "'second_pin'", "augmented_lagrangian", "except solution = closed_form"}},
    {"formulation_independent_unknown", 18, {"method.formulation.independent", "there is no coordinate 'rod.angel'", "did you mean 'rod.angle'?"}},
    {"formulation_independent_count", 18, {"2 coordinates are given; the machine has 1 degree"}},
    {"formulation_independent_undetermined", 18, {"rod.x does not determine the other coordinates"}},
    {"formulation_independent_text", 18, {"expected a list of texts"}},
    {"friction_ambrosio_order", 19, {"contact.friction.v1", "v0 is 0.001 m/s, v1 is 0.0005 m/s", "v0 < v1"}},
    {"friction_static_below_kinetic", 19, {"contact.friction.mu_static", "static friction, 0.05, is below kinetic friction, 0.1"}},
    {"friction_stribeck_zero", 19, {"contact.friction.stribeck_velocity", "0"}},
    {"friction_stribeck_missing", 19, {"contact.friction.stribeck_velocity: missing", "needs both"}},
    {"friction_without_mu", 19, {"contact.friction.mu: missing", "give mu, or a curve"}},
    {"friction_peak_order", 19, {"contact.friction.v1", "v0 = 0.002 m/s, v1 is 0.001 m/s", "v0 < v1"}},
    {"friction_stiffness_negative", 19, {"contact.friction.sigma0", "-1"}},
    {"friction_curve_unknown", 19, {"contact.friction.sliding.curve", "\"hes_soom\" is not one of the friction curves", "did you mean \"hess_soom\"?"}},
    {"friction_curve_twice", 19, {"contact.friction.mu", "given twice", "leave sliding out"}},
    {"friction_curve_list", 19, {"contact.friction.sliding", "{ curve = \"…\", … }", "hess_soom"}},
    {"friction_curve_order", 19, {"contact.friction.sliding.velocities", "must increase", "sort the table"}},
    {"friction_velocity_zero", 19, {"contact.friction.velocity", "0"}},
    {"friction_rigid", 19, {"no set-valued form", "laws that have one", "coulomb"}},
    {"unknown_key_record", 22, {"run.record.evry", "did you mean \"every\"?"}},
    {"unknown_block", 20, {"unknown key \"simulation\"", "\"run\""}},
    {"version_missing", 1, {"freeplay: missing", "freeplay = 1"}},
    {"version_2", 1, {"format version 2 is not supported", "freeplay = 1"}},
    {"version_text", 1, {"expected the format version, 1; found a text"}},
    {"spatial_inertia_number", 8, {"body.rod.inertia", "[Jx, Jy, Jz]"}},
    {"spatial_inertia_not_symmetric", 8, {"body.rod.inertia", "not symmetric: row 1, column 2 is 0.0001"}},
    {"spatial_inertia_not_positive", 8, {"body.rod.inertia", "is not positive: principal moments -0.001"}},
    {"spatial_inertia_triangle", 8, {"body.rod.inertia", "belongs to no body", "the sum of two moments is at least the third"}},
    {"spatial_inertia_zero", 8, {"body.rod.inertia", "is zero"}},
    {"spatial_solver_enumeration", 12, {"planar contact problems", "augmented_lagrangian", "lemke"}},
    {"solver_accept", 12, {"method.solver.accept", "must not be below tolerance", "the residual to aim at"}},
    {"spatial_facets_odd", 12, {"an even number of sides"}},
    {"spatial_angular_row", 11, {"method.stepper.angular_row", "no prismatic joint has clearance"}},
    {"facets_in_the_plane", 10, {"there is no pyramid", "leave facets out"}},
    {"spatial_position_two", 9, {"expected three numbers [x, y, z] in m; found a list of 2", "the model is spatial"}},
    {"spatial_quaternion_length", 10, {"body.rod.orientation.quaternion", "unit length; this one has 1.41421", "0.707106781"}},
    {"spatial_quaternion_three", 10, {"expected four numbers [w, x, y, z]; found 3"}},
    {"spatial_orientation_axis_zero", 10, {"a direction cannot be [0, 0, 0]"}},
    {"spatial_orientation_sequence", 10, {"body.rod.orientation.sequence", "three letters such as"}},
    {"spatial_orientation_two_ways", 10, {"in more than one way"}},
    {"spatial_orientation_number", 10, {"expected an orientation; found a whole number"}},
    {"spatial_planar_angle", 10, {"unknown key \"angle\""}},
    {"spatial_joint_prismatic", 14, {"\"cam\" is not one of the ideal joints in space"}},
    {"spatial_axis_zero", 17, {"joint.pin.axis"}},
    {"play_no_impact", 19, {"has clearance, but no impact law"}},
    {"play_universal", 19, {"a universal joint cannot have clearance", "cross"}},
    {"play_negative", 19, {"radial", "positive"}},
    {"play_thick", 19, {"journal", "bearing"}},
    {"play_long", 19, {"journal", "bearing"}},
    {"play_outside", 12, {"joint.pin", "at the start"}},
    {"play_no_radius", 19, {"radius"}},
    {"play_key", 19, {"axal", "axial"}},
    {"spatial_driver_coordinate", 21, {"has several free coordinates", "\"angle\"", "\"displacement\""}},
    {"spatial_not_assembled", 19, {"the joints cannot be assembled; apart remain", "far."}},
    {"dimension_4", 3, {"must be between 2 and 3; found 4"}},
    {"dimension_fraction", 3, {"whole number"}},
    {"type_mass_bool", 7, {"expected a number in kg, or a text such as \"250 g\"; found true or false"}},
    {"type_mass_date", 7, {"found a date"}},
    {"type_name_number", 6, {"expected a text; found a whole number"}},
    {"type_gravity_number", 3, {"expected two numbers [x, y] in m/s^2; found a number"}},
    {"type_position_three", 9, {"found a list of 3", "planar"}},
    {"type_points_flat", 15, {"expected two numbers [x, y] in m; found a whole number"}},
    {"type_points_one", 15, {"expected two points", "found a list of 1"}},
    {"type_body_single_brackets", 5, {"[[body]] with double brackets"}},
    {"type_run_double_brackets", 20, {"[run] with single brackets"}},
    {"type_record_number", 22, {"expected a block; found a whole number"}},
    {"type_channels", 22, {"expected a list of texts", "found a text"}},
    {"type_bodies", 14, {"expected two names", "found a text"}},
    {"outline_two_points", 9, {"three or more points", "found a list of 2"}},
    {"unit_angle_in_mm", 9, {"\"3 mm\" is a length, but an angle is expected (SI unit rad)", "3 deg"}},
    {"unit_mass_in_newton", 7, {"is a force, but a mass is expected"}},
    {"unit_unknown", 7, {"\"kilo\" is not a known unit", "250 g"}},
    {"unit_comma", 7, {"decimal point"}},
    {"unit_none", 7, {"has no unit", "without quotes"}},
    {"unit_hertz_for_speed", 20, {"driver.motor.motion.speed", "an angular velocity is expected"}},
    {"unit_translation_for_rotation", 20, {"is a velocity, but an angular velocity is expected"}},
    {"unit_in_list", 9, {"\"3 kg\" is a mass, but a length is expected"}},
    {"name_missing", 5, {"body #1.name: missing"}},
    {"name_duplicate_body", 12, {"a second body is named \"rod\"", "line 6"}},
    {"name_duplicate_joint", 18, {"a second joint is named \"pin\""}},
    {"name_ground", 12, {"reserved"}},
    {"name_slash", 12, {"contains '/'", "paths"}},
    {"name_dot", 12, {"contains '.'"}},
    {"name_empty", 12, {"the name is empty"}},
    {"name_control", 12, {"control character"}},
    {"dangling_joint_body", 14, {"no body is named \"rode\"", "did you mean \"rod\"?"}},
    {"dangling_driver_joint", 19, {"no joint is named \"shaft\"", "named: \"pin\""}},
    {"dangling_force_body", 20, {"no body is named \"rodd\"", "did you mean \"rod\"?"}},
    {"bodies_same", 14, {"two different bodies", "\"rod\" twice"}},
    {"bodies_both_ground", 14, {"\"ground\" twice"}},
    {"bodies_three", 14, {"expected two names", "a list of 3"}},
    {"force_on_ground", 20, {"no effect"}},
    {"force_bodies_for_body", 17, {"force.push.body: missing"}},
    {"mass_zero", 7, {"body.rod.mass: must be positive; found 0 kg"}},
    {"mass_negative", 7, {"must be positive; found -0.003 kg"}},
    {"inertia_negative", 8, {"body.rod.inertia: must be positive"}},
    {"mass_nan", 7, {"is not a number (nan)"}},
    {"gravity_inf", 3, {"is not finite (inf)"}},
    {"mass_absurd", 7, {"absurdly large"}},
    {"inertia_absurd", 8, {"absurdly small"}},
    {"position_absurd", 9, {"must be between", "found 1e+30 m"}},
    {"restitution_above_one", 18, {"contact.impact.restitution: must be between 0 and 1; found 1.4"}},
    {"restitution_poisson_negative", 18, {"contact.impact.restitution: must not be negative; found -0.1"}},
    {"restitution_stronge_above_one", 18, {"contact.impact.restitution: must be between 0 and 1; found 1.01"}},
    {"tangential_poisson_above_one", 18, {"contact.impact.tangential: must be between 0 and 1; found 2"}},
    {"tangential_stronge", 18, {"contact.impact.tangential", "known here: \"law\" and \"restitution\""}},
    {"missing_restitution", 18, {"contact.impact.restitution: missing"}},
    {"mu_negative", 19, {"must not be negative"}},
    {"clearance_negative", 15, {"joint.guide.clearance: must be positive"}},
    {"clearance_zero", 14, {"joint.pin.clearance: must be positive; found 0 m"}},
    {"clearance_larger_than_bearing", 14, {"joint.pin.clearance: must be smaller than the bearing's radius, 0.01 m; found 0.012 m"}},
    {"journal_larger_than_bearing", 14, {"joint.pin.journal_radius: the journal, 0.0105 m, is not smaller than the bearing"}},
    {"missing_radius", 8, {"joint.pin.radius: missing", "of the bearing"}},
    {"cam_segments_sum", 18, {"joint.cam.segments: the segments add up to 50 deg, but one of 6 lobes has 60 deg", "dwell"}},
    {"cam_instant_rise", 18, {"joint.cam.segments #2: a drop falls: it cannot take the lift from 0 m to 0.005 m at once", "cycloidal"}},
    {"cam_not_closed", 18, {"joint.cam.segments #1: the last segment, harmonic, ends 0.005 m above the base circle", "drop"}},
    {"cam_lift_word", 18, {"joint.cam.segments #1.lift: \"cycliodal\" is not one of the lift laws of cams", "did you mean \"cycloidal\"?"}},
    {"cam_segment_angle", 18, {"joint.cam.segments #1.angle: missing"}},
    {"cam_segments_text", 18, {"expected a list [{ lift = \"…\", … }, …]; found a text", "\"polynomial_345\""}},
    {"cam_negative_radius", 16, {"joint.cam.base_radius: must be positive; found -0.02 m"}},
    {"cam_roller_without_radius", 15, {"joint.cam.follower: a roller needs a roller_radius"}},
    {"cam_lobes_fraction", 17, {"joint.cam.lobes: must be a whole number; found 2.5"}},
    {"cam_backwards", 19, {"joint.cam.speed", "backwards into its drop", "rotation = \"clockwise\""}},
    {"cam_clearance", 20, {"joint.cam.clearance: a cam has no clearance: it only pushes"}},
    {"cam_no_direction", 14, {"joint.cam.direction: the axis has no direction"}},
    {"cam_driven", 27, {"a cam joint (\"cam\") has no free coordinate"}},
    {"cam_overlap", 9, {"contact cam.face starts 0.02 m inside its surface"}},
    {"cam_without_impact_law", 11, {"joint.cam: the joint is a contact, but no impact law is given", "newton"}},
    {"axis_zero", 12, {"no direction"}},
    {"end_zero", 21, {"run.end: must be positive"}},
    {"step_zero", 18, {"method.stepper.step: must be positive"}},
    {"step_longer_than_run", 18, {"the step, 0.5 s, is longer than the run, 0.1 s"}},
    {"steps_absurd", 18, {"1e+12 steps are absurd"}},
    {"debounce_fraction", 22, {"whole number"}},
    {"missing_mass", 5, {"body.rod.mass: missing", "250 g"}},
    {"missing_points", 11, {"joint.pin.points: missing", "point in the world as they are drawn"}},
    {"missing_type", 11, {"joint.pin.type: missing"}},
    {"missing_bodies", 11, {"joint.pin.bodies: missing"}},
    {"missing_end", 20, {"run.end: missing"}},
    {"missing_run", 1, {"run.end: missing"}},
    {"missing_body", 1, {"body: missing", "[[body]]"}},
    {"missing_width", 8, {"joint.guide.width: missing"}},
    {"missing_law", 19, {"contact.friction.law: missing", "\"coulomb\""}},
    {"missing_law_parameter", 19, {"contact.friction.mu: missing"}},
    {"missing_motion", 17, {"driver.motor.motion: missing", "\"constant_speed\""}},
    {"word_joint_type", 13, {"\"revolut\" is not one of the", "did you mean \"revolute\"?", "\"prismatic\""}},
    {"word_stepper", 18, {"did you mean \"symmetric\"?", "\"moreau\""}},
    {"word_friction", 19, {"did you mean \"coulomb\"?"}},
    {"word_driver", 20, {"is not one of the", "\"constant_speed\""}},
    {"word_force", 19, {"did you mean \"torque\"?"}},
    {"word_initial", 22, {"run.initial: unknown word \"idael\"", "did you mean \"ideal\"?"}},
    {"word_drift", 20, {"method.joints.drift", "did you mean \"project\"?"}},
    {"word_law_for_name", 18, {"the key \"law\" is called \"name\" here"}},
    {"compliant_world", 15, {"no contact force law is given", "young"}},
    {"compliant_no_force", 11, {"no contact force law", "young"}},
    {"compliant_negative_stiffness", 24, {"contact.force.stiffness"}},
    {"compliant_restitution", 24, {"contact.force.restitution"}},
    {"compliant_no_material", 24, {"ball/floor"}},
    {"compliant_corner", 24, {"ball/floor", "radius"}},
    {"compliant_rounding", 27, {"rounding"}},
    {"compliant_detection", 27, {"restart"}},
    {"smooth_rigid", 26, {"runge_kutta cannot step rigid contacts", "symmetric"}},
    {"clearance_on_weld", 12, {"a weld joint cannot have clearance", "\"prismatic\""}},
    {"contact_without_clearance", 15, {"unsupported combination"}},
    {"impact_law_missing", 15, {"no impact law is given", "newton"}},
    {"driver_on_weld", 19, {"a weld joint (\"pin\") has no free coordinate"}},
    {"gauss_restitution", 18, {"contact.impact", "gauss_optimisation has no restitution", "set restitution = 0"}},
    {"gauss_slip_friction", 19, {"contact.friction", "constant mu only, and that of 'coulomb_stiction' depends on slip", "coulomb"}},
    {"angular_row_with_friction", 22, {"method.stepper.angular_row", "no friction goes with it", "leave it out"}},
    {"rubbing_poisson", 32, {"contact.impact.law", "with friction in ideal joints impacts follow Newton's law", "law = \"newton\""}},
    {"step_bounds_crossed", 22, {"method.stepper.step_max", "step_min is 0.002 s, step_max is 0.001 s"}},
    {"step_max_without_accuracy", 22, {"method.stepper.step_max", "fixed step", "accuracy"}},
    {"step_bound_default", 22, {"step_min is 0.0001 s (the default), step_max is 5e-05 s"}},
    {"step_bounds_zero", 22, {"method.stepper.step_min: must be positive"}},
    {"step_min_longer_than_run", 22, {"the shortest step, 0.5 s, is longer than the run, 0.2 s"}},
    {"angular_row_without_play", 21, {"method.stepper.angular_row", "no prismatic joint has clearance"}},
    {"algorithm_unknown", 22, {"method.stepper.algorithm", "\"interior_point\"", "\"sqp\""}},
    {"shape_body_unknown", 11, {"no body is named \"bal\"", "did you mean \"ball\"?"}},
    {"shape_type_unknown", 18, {"\"halfplane\" is not one of the shapes", "did you mean \"half_plane\"?"}},
    {"shape_radius_zero", 13, {"shape.ball.radius: must be positive"}},
    {"shape_radius_missing", 9, {"shape.ball.radius: missing"}},
    {"shape_name_duplicate", 16, {"a second shape is named \"ball\""}},
    {"shape_unknown_key", 14, {"unknown key \"diameter\""}},
    {"polygon_two_points", 13, {"three or more points", "found a list of 2"}},
    {"polygon_crossing", 13, {"its sides cross each other: side", "in order around the solid"}},
    {"polygon_touches_itself", 13, {"its sides cross each other: side 4 to 0 meets side 1 to 2"}},
    {"polygon_spike", 13, {"at corner 3 the outline turns back on itself"}},
    {"polygon_concave_radius", 14, {"shape.ball.radius: side", "has no room for it: it must be less than"}},
    {"outline_radius_small", 14, {"shape.ball.radii: side 1 to 2 is 2 m long: its arc has a radius of 1 m or more", "one more point"}},
    {"outline_radii_count", 14, {"there are 3 sides and 2 radii", "0 is a straight one"}},
    {"outline_arc_crosses", 13, {"its sides cross each other: side"}},
    {"polygon_flat", 13, {"on one line"}},
    {"half_plane_normal_zero", 19, {"shape.floor.normal: the normal has no direction"}},
    {"pair_shape_unknown", 22, {"no shape is named \"floorr\"", "did you mean \"floor\"?"}},
    {"pair_three", 22, {"expected two names", "a list of 3"}},
    {"pair_of_one_shape", 22, {"cannot touch", "it is one shape"}},
    {"pair_enabled_text", 23, {"expected true or false"}},
    {"pair_unknown_law", 23, {"did you mean \"coulomb\"?"}},
    {"pair_pool", 23, {"unknown key \"pool\""}},
    {"shapes_without_impact", 9, {"ball/floor: shapes that touch need an impact law"}},
    {"shapes_overlap", 9, {"contact ball/floor starts with an overlap of 0.25 m", "move body 'ball' by [0, 0.25] m", "enabled = false"}},
    {"grid_count_fraction", 8, {"body.ball.grid.count: must be a whole number"}},
    {"grid_spacing_zero", 8, {"2 copies along y lie on each other"}},
    {"grid_absurd", 8, {"5000 times 5000 copies are absurd"}},
    {"grid_name_taken", 17, {"a second body is named \"box_2\""}},
    {"grid_overlap", 10, {"contact ball_1/ball_2 starts with an overlap of 0.25 m", "move body 'ball_2' by [0.25, 0] m"}},
    {"pool_zero", 25, {"contact.pool: must be between 1"}},
    {"pool_too_small", 25, {"contact.pool: 5 slots are too few"}},
    {"pair_of_ground", 29, {"\"wall\" and \"floor\" cannot touch: both are shapes of the ground"}},
    {"toml_duplicate_key", 8, {"not valid TOML", "mass"}},
    {"toml_no_quotes", 6, {"not valid TOML"}},
    {"toml_letter_outside_quotes", 7, {"\"µ\" outside quotes"}},
    {"toml_truncated", 14, {"not valid TOML"}},
    {"empty", 1, {"the file is empty"}},
    {"only_comments", 1, {"the file is empty"}},
    {"binary", 1, {"control character"}},
    {"binary_zeros", 2, {"binary file"}},
    {"hdf5", 1, {"HDF5"}},
    {"not_utf8", 2, {"not valid UTF-8"}},
    {"deep_dotted_key", 2, {"too many dots"}},
    {"deep_list", 2, {"not valid TOML"}},
    {"repeat_single_brackets", 3, {"repeat: expected a list of blocks; found a table", "[[repeat]] with double brackets"}},
    {"repeat_body_single_brackets", 6, {"repeat #1.body", "[[repeat.body]] with double brackets"}},
    {"repeat_no_count", 3, {"repeat #1.count: missing", "over ="}},
    {"repeat_count_and_over", 4, {"repeat #1.count", "count and over are given"}},
    {"repeat_count_fraction", 4, {"repeat #1.count", "must be a whole number"}},
    {"repeat_count_negative", 4, {"repeat #1.count", "must not be negative; found -1"}},
    {"repeat_count_unit", 4, {"repeat #1.count", "is a length, but"}},
    {"repeat_count_unknown", 4, {"repeat #1.count: in the formula: there is no parameter \"links\""}},
    {"repeat_index_reserved", 5, {"repeat #1.index: \"pi\" has a meaning of its own"}},
    {"repeat_index_name", 5, {"repeat #1.index", "letters, digits and _"}},
    {"repeat_index_parameter", 8, {"repeat #1.index: \"k\" is a parameter already"}},
    {"repeat_index_nested", 6, {"repeat #1.repeat #1.index: \"i\" stands for something else here", "index = \"k\""}},
    {"repeat_empty", 3, {"repeat #1: there is nothing to repeat", "[[repeat.body]]"}},
    {"repeat_unknown_block", 11, {"repeat #1.contact: unknown key", "known here"}},
    {"repeat_unknown_key", 5, {"repeat #1.frist: unknown key", "did you mean \"first\"?"}},
    {"repeat_over_empty", 4, {"repeat #1.over", "found an empty table"}},
    {"repeat_over_number", 4, {"repeat #1.over: expected lists by name; found a whole number"}},
    {"repeat_over_no_list", 4, {"repeat #1.over.x: expected a list of numbers or words"}},
    {"repeat_over_lengths", 4, {"repeat #1.over.y: has 3 values, and \"x\" has 2"}},
    {"repeat_over_unit", 4, {"repeat #1.over.x", "\"mn\""}},
    {"repeat_over_mixed", 4, {"repeat #1.over.x", "left"}},
    {"repeat_word_in_formula", 8, {"in the formula: \"side\" is a word, \"left\", not a number"}},
    {"repeat_brace_open", 7, {"repeat #1.body.name: \"{\" has no partner", "link{i}"}},
    {"repeat_brace_unknown", 7, {"there is no parameter \"k\"", "parameters: \"i\""}},
    {"repeat_brace_fraction", 7, {"repeat #1.body.name: a text takes whole numbers; i/2 is 0.5"}},
    {"repeat_brace_unit", 7, {"a text takes whole numbers; i*2 mm has a unit"}},
    {"repeat_same_name", 7, {"a second body is named \"rod\"", "names differ by its index"}},
    {"repeat_dangling", 14, {"joint.pin1.bodies: no body is named \"rod2\""}},
    // clang-format on
};

TEST(BadModels, EachIsReportedAtItsLineInHelpfulWords) {
  for (const Row& row : rows) {
    SCOPED_TRACE(row.file);
    const std::string path = (kFolder / (std::string(row.file) + ".toml")).string();
    try {
      assemble(read_model(path));
      ADD_FAILURE() << "was accepted";
    } catch (const ModelError& error) {
      bool helpful = false;
      for (const Diagnostic& diagnostic : error.diagnostics()) {
        if (diagnostic.severity != Severity::error) continue;
        EXPECT_EQ(diagnostic.where.line, row.line) << to_string(diagnostic);
        EXPECT_EQ(diagnostic.where.file, path);
        EXPECT_GT(diagnostic.where.column, 0);
        bool all = true;
        for (const char* word : row.words) all = all && to_string(diagnostic).find(word) != std::string::npos;
        helpful = helpful || all;
      }
      EXPECT_TRUE(helpful) << error.what();
    }
  }
}

TEST(BadModels, EveryFileHasARow) {
  std::set<std::string> known;
  for (const Row& row : rows) EXPECT_TRUE(known.insert(row.file).second) << row.file << " twice";
  for (const auto& file : std::filesystem::directory_iterator(kFolder)) {
    EXPECT_EQ(known.count(file.path().stem().string()), 1u) << file.path();
  }
}

std::string refusal_of(const std::string& path) {
  return testing::refusal_of([&] { read_model(path); });
}

TEST(BadModels, NoFile) {
  const std::string missing = refusal_of((kFolder / "mass_zeroo.toml").string());
  EXPECT_CONTAINS(missing, "does not exist");
  EXPECT_CONTAINS(missing, "did you mean \"mass_zero.toml\"?");
  EXPECT_CONTAINS(refusal_of(""), "does not exist");
  EXPECT_CONTAINS(refusal_of("/nowhere/at/all.toml"), "does not exist");
  EXPECT_CONTAINS(refusal_of(kFolder.string()), "this is a directory");
}

TEST(BadModels, TooLarge) {
  const auto path = std::filesystem::temp_directory_path() / "freeplay_too_large_model.toml";
  std::ofstream(path) << "freeplay = 1\n";
  std::filesystem::resize_file(path, (std::uintmax_t{64} << 20) + 1);
  EXPECT_CONTAINS(refusal_of(path.string()), "larger than 64 MiB");
  std::filesystem::remove(path);
}

TEST(BadModels, AllMistakesAreReportedAtOnce) {
  const std::string text = R"(freeplay = 1
gravity = [0]
[[body]]
name = "a"
mass = -1
inertia = "1 m"
colour = "red"
[[joint]]
name = "j"
type = "revolute"
bodies = ["ground", "b"]
[run]
end = 0
)";
  try {
    read_model_text(text, "many.toml");
    FAIL();
  } catch (const ModelError& error) {
    std::vector<int> lines;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
      // Whether a step must be given is the stepper's own business.
      if (diagnostic.key.rfind("method", 0) != 0) lines.push_back(diagnostic.where.line);
    }
    EXPECT_EQ(lines, (std::vector<int>{2, 5, 6, 7, 8, 11, 13})) << error.what();
  }
}

}  // namespace
}  // namespace freeplay
