// SPDX-License-Identifier: Apache-2.0
// A run as a time series for ParaView: polygons of the machine and, if they were recorded, points of contacts
// with their forces, as VTK's XML files of polygonal data.
//   https://docs.vtk.org/en/latest/vtk_file_formats/vtkxml_file_format.html
#pragma once

#include <string>
#include <vector>

#include "report/motion.h"
#include "report/scene.h"

namespace freeplay {

/// Words of the cell data `role`, by value.
const std::vector<std::string>& vtk_roles();

/// All parts of the scene as they stand in a sample: one .vtp. Cell data: `body` (−1: the ground), `role`,
/// `part`.
std::string vtk_machine(const Scene& scene, const RecordedMotion& motion, std::size_t sample);

/// Contacts that push in a sample: one .vtp. Point data: `force` (vector), `normal` (its size along the
/// normal), `contact` (index in Scene::contacts; −1: of the table /contacts).
class VtkContacts {
 public:
  VtkContacts(const Result& result, const Scene& scene);
  /// False: nothing about contacts was recorded.
  bool recorded() const { return !tracks_.empty() || table_ != nullptr; }
  std::string write(std::size_t sample) const;

 private:
  struct Track {
    int contact;
    const std::vector<double>*point, *force, *normal;
  };
  std::size_t width_;  ///< numbers of a vector in the record
  std::vector<double> times_;
  std::vector<Track> tracks_;
  const std::vector<std::vector<double>>* table_ = nullptr;
  std::array<int, 6> columns_{};  ///< x, y, z and those of the force; −1: not there
  int normal_ = -1;
};

/// The collection that ParaView opens: times and files, with paths as they stand in it.
std::string vtk_collection(const std::vector<double>& times, const std::vector<std::string>& files);

}  // namespace freeplay
