// SPDX-License-Identifier: Apache-2.0
// The laws of a contact, from the contact blocks of the model: a joint's or a pair's own block over
// [contact].
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"
#include "laws/contact/contact_law.h"
#include "laws/friction/friction_law.h"

namespace freeplay {

/// Laws of the compliant world that contacts point to.
struct OwnedLaws {
  std::vector<std::unique_ptr<ContactLaw>> force;
  std::vector<std::unique_ptr<FrictionLaw>> friction;
};

/// What the states and memories of all laws need, in smooth motion.
void size_memory(const OwnedLaws& laws, SystemInfo& info);

class ContactLaws {
 public:
  /// What is wrong goes to `problems`, once per place.
  ContactLaws(const Model& model, Diagnostics& problems) : model_(model), problems_(problems) {}

  /// Impact and friction, whatever the geometry. `what` has the contacts: "a joint with clearance needs".
  ContactData laws(const std::optional<ContactSettings>& own, const Where& where, const std::string& key,
                   const std::string& what);
  /// The contact force law for a geometry; nothing in the rigid world, or after an error.
  const ContactLaw* force(const std::optional<ContactSettings>& own, const ContactGeometry& geometry,
                          const std::string& contact, const Where& where, const std::string& key);
  /// The friction law of an ideal joint; nothing after an error.
  const FrictionLaw* joint_friction(const Choice& choice, const std::string& key);
  OwnedLaws take() { return std::move(owned_); }

 private:
  const Choice* pick(const std::optional<ContactSettings>& own,
                     std::optional<Choice> ContactSettings::*part) const;
  void rigid(const std::optional<ContactSettings>& own, const Where& where, const std::string& key,
             const std::string& what, ContactData& data);
  void friction(const Choice& choice, ContactData& data);
  std::unique_ptr<FrictionLaw> make_friction(const Choice& choice, const std::string& key);
  void refuse_without_set(const Choice& choice, const std::string& key, const char* what,
                          const std::string& or_else = "");
  void check_world(const std::optional<ContactSettings>& own, const std::string& key);
  void warn_of_restitution(const Choice& choice, const ContactLaw& law);
  void unknown_word(const Choice& choice, const std::string& key, const char* registry_name);

  const Model& model_;
  Diagnostics& problems_;
  OwnedLaws owned_;
};

}  // namespace freeplay
