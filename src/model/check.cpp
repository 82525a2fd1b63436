// SPDX-License-Identifier: Apache-2.0
// A model built in code is checked by the rules for files: it is written as the text that a user would have
// written and read back. One set of rules, one set of messages.
#include <fmt/format.h>

#include <utility>

#include "freeplay/check.h"

namespace freeplay {
namespace {

/// Every number counts, also those that the solver of initial conditions may change.
void give_all(Body& body) {
  body.position_given = body.angle_given = body.velocity_given = body.angular_velocity_given = true;
  SpatialBody& space = body.space;
  space.centre_given = space.inertia_axes_given = space.position_given = space.orientation_given = true;
  space.velocity_given = space.angular_velocity_given = true;
}

/// The text has no file, so a line in it says nothing; keys name what is meant.
Diagnostic without_position(Diagnostic diagnostic, const std::string& file) {
  diagnostic.where = {file, 0, 0};
  return diagnostic;
}

}  // namespace

Model check(const Model& model, Diagnostics* messages) {
  Model written = model;
  for (Body& body : written.bodies) give_all(body);
  Diagnostics said;
  Model checked;
  try {
    checked = read_model_text(write_model(written), model.file, {}, &said);
  } catch (const ModelError& error) {
    std::vector<Diagnostic> all;
    for (const Diagnostic& diagnostic : error.diagnostics())
      all.push_back(without_position(diagnostic, model.file));
    throw ModelError(std::move(all));
  }
  if (messages != nullptr) {
    for (const Diagnostic& diagnostic : said.all()) messages->add(without_position(diagnostic, model.file));
  }
  // What is given and what may move is the caller's word, and so are guesses that may move.
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& from = model.bodies[i];
    Body& to = checked.bodies[i];
    to.position_given = from.position_given, to.angle_given = from.angle_given;
    to.velocity_given = from.velocity_given, to.angular_velocity_given = from.angular_velocity_given;
    to.space = from.space;
  }
  checked.text = model.text;
  return checked;
}

}  // namespace freeplay
