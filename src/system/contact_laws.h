// SPDX-License-Identifier: Apache-2.0
// The laws of a contact, from the contact blocks of the model: a joint's or a pair's own block over
// [contact]. Which laws there are is found once; they are made from their numbers, again when these change.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/contact_law.h"
#include "freeplay/friction_law.h"
#include "freeplay/model.h"
#include "freeplay/system.h"

namespace freeplay {

/// Laws that contacts point to.
struct OwnedLaws {
  std::vector<std::unique_ptr<ContactLaw>> force;
  std::vector<std::unique_ptr<FrictionLaw>> friction;
};

/// What the states and memories of all laws need, in smooth motion.
void size_memory(const OwnedLaws& laws, SystemInfo& info);

/// Errors that were reported since it was made: one part of a model does not hide the mistakes of others.
class Errors {
 public:
  explicit Errors(const Diagnostics& problems) : problems_(problems), before_(count()) {}
  bool any() const { return count() > before_; }

 private:
  std::size_t count() const;

  const Diagnostics& problems_;
  std::size_t before_;
};

/// The laws that a contact block chooses. A slot is the place of a law among the owned ones, −1 before it is
/// made, or when it is not kept.
struct ChosenLaws {
  const Choice* impact = nullptr;
  const Choice* friction = nullptr;
  const Choice* force = nullptr;
  int friction_slot = -1;
};

class ContactLaws {
 public:
  /// What is wrong goes to `problems`, once per place. Laws are made into `owned`.
  ContactLaws(const Model& model, OwnedLaws& owned, Diagnostics& problems)
      : model_(model), owned_(owned), problems_(problems) {}

  /// `what` has the contacts: "a joint with clearance needs".
  ChosenLaws choose(const std::optional<ContactSettings>& own, const Where& where, const std::string& key,
                    const std::string& what);
  /// Impact and friction, whatever the geometry.
  ContactData make(ChosenLaws& chosen);
  /// The contact force law for a geometry; nothing in the rigid world, or after an error. `slot`: see
  /// ChosenLaws.
  const ContactLaw* make_force(const ChosenLaws& chosen, const ContactGeometry& geometry,
                               const std::string& contact, int& slot);
  /// The friction law of an ideal joint; nothing after an error.
  const FrictionLaw* joint_friction(const Choice& choice, const std::string& key, int& slot);

 private:
  const Choice* pick(const std::optional<ContactSettings>& own,
                     std::optional<Choice> ContactSettings::*part) const;
  template <class Entry>
  void check_choice(const Choice* choice, const std::string& key, const char* registry_name);
  void friction(ChosenLaws& chosen, ContactData& data);
  std::unique_ptr<FrictionLaw> make_friction(const Choice& choice, const std::string& key);
  void refuse_without_set(const Choice& choice, const std::string& key, const char* what,
                          const std::string& or_else = "");
  void check_world(const std::optional<ContactSettings>& own, const std::string& key);
  void warn_of_restitution(const Choice& choice, const ContactLaw& law);

  const Model& model_;
  OwnedLaws& owned_;
  Diagnostics& problems_;
};

}  // namespace freeplay
