// SPDX-License-Identifier: Apache-2.0
// Forces written in Python, or compiled, in the plane and in space.
#include <array>
#include <span>

#include "freeplay/planar_force.h"
#include "freeplay/spatial_force.h"
#include "written.h"

namespace freeplay::python {
namespace {

/// t, the state of one body, of the other or none, parameters => loads of each body, which are 0 before.
using CompiledForce = void (*)(double, const double*, const double*, const double*, double*);

/// What a function is told of a body, and the load that it gives for it.
struct InThePlane {
  using Base = PlanarForce;
  using Entry = ForceEntry;
  using Place = Pose;
  using Motion = Twist;
  using Sums = ForceSums;
  struct Frame {};
  static constexpr int kLoads = 3;
  static constexpr const char* kExpected = "[force x, force y, torque]";
  using State = std::array<double, 6>;

  static State state(const Place& p, const Motion& w, const Frame&) {
    return {p.x, p.y, p.angle, w.vx, w.vy, w.omega};
  }
  static void add(const Sums&, double* sum, int body, const double* load) {
    Sums::add(sum, body, {load[0], load[1]}, {0, 0}, load[2]);
  }
};

/// The rotation is that of the user's frame of the body, row by row.
struct InSpace {
  using Base = SpatialForce;
  using Entry = SpatialForceEntry;
  using Place = SpatialPose;
  using Motion = SpatialTwist;
  using Sums = SpatialForceSums;
  using Frame = Mat3;  ///< Mount::axes
  static constexpr int kLoads = 6;
  static constexpr const char* kExpected = "[force x, y, z, torque x, y, z]";
  using State = std::array<double, 18>;

  static State state(const Place& p, const Motion& w, const Frame& axes) {
    State out{p.r[0], p.r[1], p.r[2]};
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 unit{0, 0, 0};
      unit[k] = 1;
      const Vec3 column = p.turn(axes.transposed(unit));
      for (std::size_t i = 0; i < 3; ++i) out[3 + 3 * i + k] = column[i];
      out[12 + k] = w.v[k];
      out[15 + k] = w.omega[k];
    }
    return out;
  }
  static void add(const Sums& sums, double* sum, int body, const double* load) {
    sums.add(sum, body, {load[0], load[1], load[2]}, {0, 0, 0}, {load[3], load[4], load[5]});
  }
};

template <class World>
class WrittenForce final : public World::Base {
 public:
  using Places = std::span<const typename World::Place>;
  using Motions = std::span<const typename World::Motion>;
  using Frames = std::array<typename World::Frame, 2>;

  WrittenForce(const Written& written, const Parameters& given, std::array<int, 2> bodies, int count,
               const Frames& frames)
      : function_(written, given), bodies_(bodies), count_(count), frames_(frames) {}
  void apply(double t, Places places, Motions motions, const typename World::Sums& out) const override {
    if (const auto compiled = function_.compiled<CompiledForce>()) {
      const auto a = state(places, motions, 0);
      const auto b = count_ == 2 ? state(places, motions, 1) : typename World::State{};
      std::array<double, 2 * World::kLoads> loads{};
      compiled(t, a.data(), count_ == 2 ? b.data() : nullptr, function_.parameters(), loads.data());
      add(loads.data(), out);
      return;
    }
    function_.call([&](const py::object& function, const py::object& named) {
      const py::object answer =
          count_ == 1 ? function(t, array(places, motions, 0), named)
                      : function(t, array(places, motions, 0), array(places, motions, 1), named);
      const auto loads = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(answer);
      if (!loads) {
        PyErr_Clear();
        throw py::type_error(function_.gave(answer) + World::kExpected + " is expected");
      }
      if (loads.size() != World::kLoads * count_)
        throw py::value_error(std::string("a force gives ") + World::kExpected +
                              " for each of its bodies, so " + std::to_string(World::kLoads * count_) +
                              " numbers; this one gave " + std::to_string(loads.size()));
      for (int i = 0; i < World::kLoads * count_; ++i) function_.finite(loads.data()[i]);
      add(loads.data(), out);
    });
  }
  bool depends_on_velocity() const override { return true; }

 private:
  void add(const double* loads, const typename World::Sums& out) const {
    for (int k = 0; k < count_; ++k) {
      for (double* sum : {out.h, out.applied})
        World::add(out, sum, bodies_[static_cast<std::size_t>(k)], loads + World::kLoads * k);
    }
  }
  typename World::State state(Places places, Motions motions, std::size_t k) const {
    const auto body = static_cast<std::size_t>(bodies_[k]);
    return World::state(places[body], motions[body], frames_[k]);
  }
  py::array_t<double> array(Places places, Motions motions, std::size_t k) const {
    const auto numbers = state(places, motions, k);
    return py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
  }

  Function function_;
  std::array<int, 2> bodies_;
  int count_;
  Frames frames_;
};

template <int count>
std::unique_ptr<PlanarForce> make_force(const Parameters& given, std::array<int, 2> bodies, const Pose&,
                                        const Pose&) {
  return std::make_unique<WrittenForce<InThePlane>>(written_of<ForceEntry>(given), given, bodies, count,
                                                    WrittenForce<InThePlane>::Frames{});
}

template <int count>
std::unique_ptr<SpatialForce> make_spatial_force(const Parameters& given, std::array<int, 2> bodies,
                                                 const SpatialSide& a, const SpatialSide& b,
                                                 const std::string&, Diagnostics&) {
  return std::make_unique<WrittenForce<InSpace>>(written_of<SpatialForceEntry>(given), given, bodies, count,
                                                 WrittenForce<InSpace>::Frames{a.mount.axes, b.mount.axes});
}

}  // namespace

void bind_forces(py::module_& module) {
  module.def("add_force",
             [](const std::string& name, const std::string& help, const std::vector<Declared>& declared,
                const py::object& function, int bodies, int dimension) {
               if (dimension == 3) {
                 registered<SpatialForceEntry>(name, help, declared, function, [bodies](auto& entry) {
                   entry.make = bodies == 1 ? &make_spatial_force<1> : &make_spatial_force<2>;
                   entry.bodies = bodies;
                 });
                 return;
               }
               registered<ForceEntry>(name, help, declared, function, [bodies](auto& entry) {
                 entry.make = bodies == 1 ? &make_force<1> : &make_force<2>;
                 entry.bodies = bodies;
               });
             });
}

}  // namespace freeplay::python
