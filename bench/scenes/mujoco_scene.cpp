// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "bench/cpu_clock.h"
#include "bench/scenes/scene.h"

namespace freeplay::bench {
namespace {

/// Room for contacts: MuJoCo takes it beforehand. Its matrix of contact rows is square and its size an int, so that
/// it has no room for more than some 16 000 rows, whatever the memory; a scene that needs more is seen to fail.
struct Room {
  std::size_t contacts, rows;
  explicit Room(const Scene& scene) {
    contacts = 100;
    for (const Piece& piece : scene.pieces) contacts += piece.ball ? (scene.planar ? 3 : 6) : 40;
    rows = std::min<std::size_t>(4 * contacts, 16000);
  }
};

std::string xml_of(const Scene& scene, bool stiff, double step) {
  const Room room(scene);
  std::string xml = fmt::format(
      R"(<mujoco><size nconmax="{}" njmax="{}"/><option timestep="{}" gravity="0 0 {}" {}><flag energy="enable"/></option><default><geom friction="{} 0 0" {}/></default>
<worldbody><geom type="plane" size="10 10 1" pos="0 0 {}"/>)",
      room.contacts, room.rows, step, -scene.gravity,
      stiff ? R"(cone="elliptic" iterations="100" tolerance="1e-10" impratio="10")" : "", scene.mu,
      stiff ? fmt::format(R"(solref="{} 1" solimp="0.99 0.9999 0.0001")", 2 * step) : "", scene.floor);
  auto out = std::back_inserter(xml);
  for (const Piece& piece : scene.pieces) {
    const auto& x = piece.position;
    const std::string geom = piece.ball ? fmt::format(R"(<geom type="sphere" size="{}"/>)", piece.half[0])
                                        : fmt::format(R"(<geom type="box" size="{} {} {}"/>)", piece.half[0],
                                                      piece.half[1], piece.half[2]);
    fmt::format_to(out, R"(<body pos="{} {} {}" quat="{} 0 {} 0">)", x[0], x[1], x[2],
                   std::cos(0.5 * piece.tilt), std::sin(0.5 * piece.tilt));
    if (piece.mass > 0) {
      const auto inertia = scene.inertia(piece);
      fmt::format_to(out, R"(<inertial pos="0 0 0" mass="{}" diaginertia="{} {} {}"/>)", piece.mass,
                     inertia[0], inertia[1], inertia[2]);
      xml += scene.planar ? R"(<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>)"
                            R"(<joint type="hinge" axis="0 1 0"/>)"
                          : "<freejoint/>";
    }
    xml += geom + "</body>\n";
  }
  return xml + "</worldbody></mujoco>";
}

struct Free {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

std::unique_ptr<mjModel, Free> load(const std::string& xml) {
  const char* name = "scene.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), name, static_cast<int>(xml.size())) != 0)
    throw std::runtime_error("MuJoCo takes no file");
  std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), name)]));
  char error[1000] = "";
  std::unique_ptr<mjModel, Free> model(mj_loadXML(name, files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return model;
}

}  // namespace

Seen run_mujoco(const Scene& scene, bool stiff, double step, double patience) {
  const auto model = load(xml_of(scene, stiff, step));
  const std::unique_ptr<mjData, Free> data(mj_makeData(model.get()));
  const int per_body = scene.planar ? 3 : 6;
  int moving = 0;
  for (const Piece& piece : scene.pieces) {
    if (piece.mass == 0) continue;
    double* v = data->qvel + per_body * moving++;
    if (scene.planar)
      v[0] = piece.velocity[0], v[1] = piece.velocity[2];
    else
      std::copy(piece.velocity.begin(), piece.velocity.end(), v);
  }
  std::vector<int> bodies;  // 0 is the world, the others stand in the order in which they were written
  for (std::size_t k = 0; k < scene.pieces.size(); ++k)
    if (scene.pieces[k].mass > 0) bodies.push_back(static_cast<int>(k) + 1);
  Watch watch(scene);
  std::vector<Pose> poses(bodies.size());
  const auto look = [&] {
    mj_forward(model.get(), data.get());
    mj_energyPos(model.get(), data.get());
    mj_energyVel(model.get(), data.get());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double* x = data->xpos + 3 * bodies[i];
      poses[i] = {{x[0], x[1], x[2]}, data->xmat[9 * bodies[i] + 8]};
    }
    double overlap = 0;
    for (int c = 0; c < data->ncon; ++c) overlap = std::max(overlap, -data->contact[c].dist);
    watch.look(data->time, poses, data->energy[0] + data->energy[1], overlap);
  };
  look();
  const long steps = std::lround(scene.end / step), every = std::max(1L, std::lround(Watch::kEvery / step));
  for (long i = 1; i <= steps && watch.seen.failed.empty(); ++i) {
    const double before = cpu_seconds();
    mj_step(model.get(), data.get());
    watch.seen.cpu += cpu_seconds() - before;
    for (int c = 0; c < data->ncon; ++c)
      watch.seen.overlap = std::max(watch.seen.overlap, -data->contact[c].dist);
    if (i % every == 0) look();
    if (data->warning[mjWARN_BADQACC].number > 0) watch.seen.failed = "accelerations without bound";
    if (data->warning[mjWARN_CONTACTFULL].number + data->warning[mjWARN_CNSTRFULL].number > 0)
      watch.seen.failed = "no room for so many contacts";
    if (watch.seen.cpu > patience) watch.seen.failed = "time limit";
  }
  return watch.seen;
}

}  // namespace freeplay::bench
