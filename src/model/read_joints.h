// SPDX-License-Identifier: Apache-2.0
// [[joint]], ideal and with play; and what forces have in common with joints.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "model/names.h"
#include "model/reader.h"

namespace freeplay {

/// Two existing bodies, different; fewer than two after reporting why. `what` connects them: "a joint".
std::vector<std::string> read_pair(Block& block, const Names& bodies, const std::string& what);

/// The entry of the type `word`, which stands in `node`; nullptr after reporting that there is none.
const EntryInfo* find_type(Block& block, const RegistryInfo& info, const std::string& word,
                           const tree::Node& node, const std::vector<std::string>& known);

class JointReader {
 public:
  JointReader(const Names& bodies, Names& joints, Model& model)
      : body_names_(bodies), joint_names_(joints), model_(model) {}

  /// One block; the joint is then the last of the model.
  void read(Block& block);
  /// Once [contact] has been read.
  void check_laws(Reader& reader) const;

 private:
  void read_friction(Block& block, const tree::Node* clearance, Joint& joint);
  void read_limits(Block& block, Joint& joint);
  void read_in_space(Block& block, const tree::Node* clearance, const tree::Node* type, Joint& joint);
  void read_in_plane(Block& block, const tree::Node* clearance, const tree::Node* type, Joint& joint);
  void read_params_in_plane(Block& block, const EntryInfo& entry, const tree::Node* clearance, Joint& joint);
  void read_pushing(Block& block, const tree::Node* clearance, Joint& joint);

  const Names& body_names_;
  Names& joint_names_;
  Model& model_;
  std::vector<std::pair<std::size_t, tree::Position>> contact_positions_;  ///< of joints that need laws
};

}  // namespace freeplay
