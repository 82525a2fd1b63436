// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "bench/compliant/drop.h"

namespace freeplay::bench {
namespace {

constexpr double kImpedance = 0.9999;  // the largest that MuJoCo takes: 1 is rigid

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};
using ModelPointer = std::unique_ptr<mjModel, ModelDeleter>;
using DataPointer = std::unique_ptr<mjData, DataDeleter>;

/// The sphere in the plane x, z with a rotation, as in the other programs. Joint order: x, z, angle.
ModelPointer make_model(const Drop& drop, MujocoIntegrator integrator, double step) {
  const std::string xml = fmt::format(
      R"(<mujoco><option timestep="{}" gravity="0 0 {}" integrator="{}" tolerance="1e-12" iterations="100"/>
<worldbody><geom type="plane" size="1 1 1" contype="1" conaffinity="1" condim="1" solref="{} {}" solimp="{} {} 1"/>
<body pos="0 0 {}"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/>
<joint type="hinge" axis="0 1 0"/><inertial pos="0 0 0" mass="{}" diaginertia="{} {} {}"/>
<geom type="sphere" size="{}" condim="1" solref="{} {}" solimp="{} {} 1"/></body></worldbody></mujoco>)",
      step, -drop.gravity, integrator == MujocoIntegrator::rk4 ? "RK4" : "Euler", -drop.linear_k,
      -drop.linear_b, kImpedance, kImpedance, drop.radius + drop.height, drop.mass, drop.inertia(),
      drop.inertia(), drop.inertia(), drop.radius, -drop.linear_k, -drop.linear_b, kImpedance, kImpedance);
  const char* name = "drop.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  if (mj_makeEmptyFileVFS(files.get(), name, static_cast<int>(xml.size())) != 0)
    throw std::runtime_error("MuJoCo takes no file");
  std::copy(xml.begin(), xml.end(), static_cast<char*>(files->filedata[mj_findFileVFS(files.get(), name)]));
  char error[1000] = "";
  ModelPointer model(mj_loadXML(name, files.get(), error, sizeof error));
  mj_deleteVFS(files.get());
  if (!model) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return model;
}

}  // namespace

Outcome drop_mujoco(const Drop& drop, MujocoIntegrator integrator, double step) {
  const ModelPointer model = make_model(drop, integrator, step);
  const DataPointer data(mj_makeData(model.get()));
  const long steps = std::lround(drop.end / step);
  return measure([&] { mj_resetData(model.get(), data.get()); },
                 [&] {
                   for (long i = 0; i < steps; ++i) mj_step(model.get(), data.get());
                   Outcome out;
                   out.gap = drop.height + data->qpos[1];
                   out.velocity = data->qvel[1];
                   out.steps = steps;
                   out.ok = std::isfinite(out.gap);
                   return out;
                 });
}

MujocoContact mujoco_contact(const Drop& drop) {
  const ModelPointer model = make_model(drop, MujocoIntegrator::euler, 1e-4);
  // f = (a_ref − a₀)/(A + R), R = (1 − d)/d Â; Â is MuJoCo's estimate of A from the reference position.
  const double estimate = model->body_invweight0[2 * 1], exact = 1 / drop.mass;
  const double regularised = exact + (1 - kImpedance) / kImpedance * estimate;
  return {exact / regularised, kImpedance};
}

}  // namespace freeplay::bench
