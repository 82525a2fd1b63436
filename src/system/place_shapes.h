// SPDX-License-Identifier: Apache-2.0
// Shapes and pairs of a model as what free contacts are made of.
#pragma once

#include <functional>

#include "freeplay/model.h"
#include "model/copies.h"
#include "shapes/free/free_contacts.h"

namespace freeplay {

/// What the assembly knows that shapes need.
struct ShapePlacing {
  const WrittenOut& written;
  /// Index of a body by name, after reporting one that does not exist.
  std::function<int(const std::string& name, const Where& where, const std::string& key)> body;
  /// Laws of a contact block over those of the model.
  std::function<ContactData(const std::optional<ContactSettings>& own, const Where& where,
                            const std::string& key)>
      laws;
  /// The contact force law of the compliant world for two surfaces.
  std::function<const ContactLaw*(const std::optional<ContactSettings>& own, const ContactGeometry& geometry,
                                  const std::string& contact, const Where& where, const std::string& key)>
      force;
  Diagnostics& problems;
  /// In space: how the user's frame of a body stands in the inner one.
  std::function<Mount(int body)> mount = nullptr;
};

/// Everything wrong with shapes and pairs is reported; the parts must not be used when there are errors.
FreeParts place_shapes(const ShapePlacing& placing);
/// The same in space.
SpatialFreeParts place_spatial_shapes(const ShapePlacing& placing);

}  // namespace freeplay
