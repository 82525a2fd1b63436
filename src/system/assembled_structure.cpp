// SPDX-License-Identifier: Apache-2.0
// What a system is made of, as one number: numbers that are set may not change it.
#include "base/index.h"
#include "system/assembler.h"
#include "system/planar_system.h"
#include "system/spatial_system.h"

namespace freeplay {

template <class Bodies>
std::uint64_t AssemblerOf<Bodies>::structure() const {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  const auto add = [&hash](int number) {
    hash = (hash ^ static_cast<std::uint32_t>(number)) * 0x100000001b3u;
  };
  for (const Joint& joint : parts().joints) {
    add(joint.ideal ? joint.ideal->rows() : -1);
    add(joint.clearance ? joint.clearance->contacts() : -1);
  }
  int d = Bodies::kDimension - 1;
  for (const RubbingInfo& rubbing : parts().info.rubbing) {
    add(rubbing.pads);
    add(rubbing.lever[0]);
    d = std::max(d, rubbing.d);
  }
  for (const ContactInfo& contact : parts().info.contacts) add(contact.friction != nullptr);
  for (const auto& law : parts().laws->force) add(law ? law->memory() : -1);
  for (const auto& law : parts().laws->friction) {
    if (!law) continue;
    add(law->states(d));
    add(law->memory(d));
    add(law->holds() + 2 * law->guarded());
  }
  for (const PlacedDriver& driver : parts().drivers) add(driver.absolute);
  if (!parts().free.any()) return hash;
  const auto& contacts = parts().free.contacts();
  bool outlines = false;
  for (const auto& placed : contacts.shapes()) {
    for (const std::size_t count : Bodies::Shapes::feature_kind(placed.shape)) add(static_cast<int>(count));
    if constexpr (Bodies::kDimension == 2) outlines = outlines || placed.shape.kind == ShapeKind::outline;
  }
  const int shapes = outlines ? int_size(contacts.shapes()) : 0;
  for (int i = 0; i < shapes; ++i) {  // which stretches an outline shows depends on what it meets
    for (int k = i + 1; k < shapes; ++k) {
      if (contacts.meet(i, k)) add(feature_count(contacts.shape(i).shape, contacts.shape(k).shape));
    }
  }
  return hash;
}

template std::uint64_t AssemblerOf<PlanarBodies>::structure() const;
template std::uint64_t AssemblerOf<SpatialBodies>::structure() const;

}  // namespace freeplay
