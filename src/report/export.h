// SPDX-License-Identifier: Apache-2.0
// The machine of a result in motion, written to files of other programs.
#pragma once

#include <string>
#include <vector>

#include "freeplay/report.h"
#include "report/frames.h"

namespace freeplay {

/// NAME.pvd and a folder NAME_frames with a .vtp per frame; with recorded contacts NAME_contacts.pvd too.
/// NAME is that of the result file. Returns the files to open. Throws std::runtime_error as export_gltf does.
std::vector<std::string> export_vtk(const Result& result, const std::string& folder,
                                    const FrameChoice& choice);

/// One .glb: `output`, or NAME.glb in it when it is a folder. Throws std::runtime_error when the result has
/// no model, the choice leaves no frames, or a file cannot be written.
std::string export_gltf(const Result& result, const std::string& output, const FrameChoice& choice);

}  // namespace freeplay
