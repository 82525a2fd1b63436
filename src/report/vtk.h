// SPDX-License-Identifier: Apache-2.0
// A run as a time series for ParaView: polygons of the machine and, if they were recorded, points of contacts
// with their forces, as VTK's XML files of polygonal data.
//   https://docs.vtk.org/en/latest/vtk_file_formats/vtkxml_file_format.html
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "report/motion.h"
#include "report/scene.h"

namespace freeplay {

/// Words of the cell data `role`, by value.
const std::vector<std::string>& vtk_roles();

/// All parts of the scene as they stand in a frame: one .vtp. Cell data: `body` (−1: the ground), `role`,
/// `part`.
std::string vtk_machine(const Scene& scene, const RecordedMotion& motion, std::size_t frame);

/// Contacts that push in some samples, the frames: one .vtp for each. Point data: `force` (vector), `normal` (its size along the
/// normal), `contact` (index in Scene::contacts; −1: of the table /contacts).
class VtkContacts {
 public:
  VtkContacts(const Result& result, const Scene& scene, const std::vector<std::size_t>& samples);
  /// False: nothing about contacts was recorded.
  bool recorded() const { return recorded_; }
  std::string write(std::size_t frame) const;

 private:
  struct Push {
    int contact;
    std::array<double, 6> numbers;  ///< point and force
    double normal;
  };
  void add(std::size_t frame, const Push& push);
  void add_channels(const Result& result, const std::string& at, int contact,
                    const std::vector<std::size_t>& samples);
  void add_table(const Result& result, const Table& table, const std::vector<std::size_t>& samples);

  std::size_t width_;  ///< numbers of a vector in the record
  bool recorded_ = false;
  std::vector<std::vector<Push>> pushes_;  ///< of each frame
};

/// The collection that ParaView opens: times and files, with paths as they stand in it.
std::string vtk_collection(const std::vector<double>& times, const std::vector<std::string>& files);

}  // namespace freeplay
