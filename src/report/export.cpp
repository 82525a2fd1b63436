// SPDX-License-Identifier: Apache-2.0
#include "report/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/files.h"
#include "base/index.h"
#include "report/gltf.h"
#include "report/scene.h"
#include "report/vtk.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostFrames = 1000;

/// With a scene, or an error that says why there is none.
Scene scene_of(const Result& result) {
  auto scene = make_scene(result);
  if (!scene) {
    throw std::runtime_error(
        fmt::format("'{}' holds no model that could be drawn: it is of a system of your own, or another "
                    "version wrote it; "
                    "its numbers can be written with --format csv",
                    result.file));
  }
  return std::move(*scene);
}

/// An existing file is replaced only when it is of the same kind: it begins as what is written does.
void check_replaceable(const fs::path& path, const std::string& bytes) {
  constexpr std::size_t kHead = 4;  // "glTF", "<?xm"
  const std::string head = first_bytes(path, kHead);
  if (!head.empty() && head != bytes.substr(0, kHead)) {
    throw std::runtime_error(
        fmt::format("'{}' exists and is not a file of this kind; give another name with -o", path.string()));
  }
}

void write(const fs::path& path, const std::string& bytes) {
  check_replaceable(path, bytes);
  write_new_file(path, bytes);
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  if (error) {
    throw std::runtime_error(
        fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
  }
}

/// Of the result, for files.
std::string stem(const Result& result) {
  const std::string name = fs::path(result.file).stem().string();
  return name.empty() ? "machine" : name;
}

}  // namespace

std::vector<std::string> export_vtk(const Result& result, const std::string& folder,
                                    const FrameChoice& choice) {
  const Scene scene = scene_of(result);
  // every frame holds all points again: fewer frames of many bodies, unless they are asked for
  constexpr std::size_t kMostPoints = 50'000'000;
  std::size_t points = 1;
  for (const ScenePart& part : scene.parts) points += scene.meshes[idx(part.mesh)].positions.size();
  const std::size_t most = std::clamp<std::size_t>(kMostPoints / points, 20, kMostFrames);
  const std::vector<std::size_t> frames = choose_frames(result, choice, most);
  const RecordedMotion motion(result, frames);
  const std::string name = stem(result), below = name + "_frames";
  make_folder(fs::path(folder) / below);
  const VtkContacts contacts(result, scene, frames);
  std::vector<double> times;
  std::vector<std::string> machines, pushes;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    times.push_back(motion.time(i));
    machines.push_back(fmt::format("{}/machine_{:05}.vtp", below, i));
    write(fs::path(folder) / machines.back(), vtk_machine(scene, motion, i));
    if (!contacts.recorded()) continue;
    pushes.push_back(fmt::format("{}/contacts_{:05}.vtp", below, i));
    write(fs::path(folder) / pushes.back(), contacts.write(i));
  }
  std::vector<std::string> written;
  const auto collect = [&](const std::string& file, const std::vector<std::string>& series) {
    written.push_back((fs::path(folder) / file).string());
    write(written.back(), vtk_collection(times, series));
  };
  collect(name + ".pvd", machines);
  if (contacts.recorded()) collect(name + "_contacts.pvd", pushes);
  return written;
}

std::string export_gltf(const Result& result, const std::string& output, const FrameChoice& choice) {
  const Scene scene = scene_of(result);
  const std::vector<std::size_t> frames = choose_frames(result, choice, kMostFrames);
  const RecordedMotion motion(result, frames);
  fs::path path(output);
  if (path.extension() != ".glb") {
    if (path.extension() == ".gltf")
      throw std::runtime_error(fmt::format("'{}': one binary file is written; call it .glb", output));
    make_folder(path);
    path /= stem(result) + ".glb";
  } else {
    make_folder(path.parent_path());
  }
  write(path, gltf_binary(scene, motion, result.label));
  return path.string();
}

}  // namespace freeplay
