# SPDX-License-Identifier: Apache-2.0
# The table of registered methods, written from what stands in the registry folders.
#
# A registry folder holds one interface header and one .cpp per method. The method file `coulomb.cpp` of the
# registry `friction` defines, through the macro of the interface header,
#   namespace freeplay::entry { extern const FrictionEntry friction_coulomb = {…}; }
# The generated file refers to every entry by that symbol: a static library keeps it, and a method file without
# its entry is a link error. A .cpp with a header of the same stem beside it is shared code, not a method.

# name | folder | interface header, in the folder or, with a /, in src or include | title; in the order of `freeplay list`
set(FREEPLAY_REGISTRIES
    "joint|joints/planar|freeplay/planar_joint.h|ideal joints"
    "spatial_joint|joints/spatial|freeplay/spatial_joint.h|ideal joints in space"
    "clearance|clearances/planar|clearance.h|joints with play"
    "spatial_clearance|clearances/spatial|clearance.h|joints with play in space"
    "shape|shapes/planar|shape.h|shapes of bodies"
    "spatial_shape|shapes/spatial|shape.h|shapes of bodies in space"
    "force|forces/planar|freeplay/planar_force.h|forces"
    "spatial_force|forces/spatial|freeplay/spatial_force.h|forces in space"
    "driver|drivers|freeplay/driver.h|drivers"
    "impact|stepping/rigid/impact_laws|laws/impact/impact_law.h|impact laws"
    "friction|laws/friction|freeplay/friction_law.h|friction models"
    "curve|laws/curve|curve.h|friction curves"
    "lift|laws/lift|lift_law.h|lift laws of cams"
    "contact_force|laws/contact|freeplay/contact_law.h|contact force laws"
    "stepper|stepping/steppers|stepper.h|steppers"
    "solver|complementarity/solvers|solver.h|contact solvers"
    "formulation|formulations|formulation.h|formulations of the joint constraints")
set(FREEPLAY_REPORT_REGISTRIES "figure|report/figures|figure.h|figures of results")

# contact_force -> ContactForceEntry
function(freeplay_entry_type name out)
  string(REPLACE "_" ";" words "${name}")
  set(type "")
  foreach(word IN LISTS words)
    string(SUBSTRING "${word}" 0 1 head)
    string(SUBSTRING "${word}" 1 -1 tail)
    string(TOUPPER "${head}" head)
    string(APPEND type "${head}${tail}")
  endforeach()
  set(${out} "${type}Entry" PARENT_SCOPE)
endfunction()

# Stems of the method files of a folder, sorted.
function(freeplay_methods folder out)
  file(GLOB files CONFIGURE_DEPENDS "${folder}/*.cpp")
  list(FILTER files EXCLUDE REGEX "_test\\.cpp$")
  set(stems "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM stem)
    if(NOT EXISTS "${folder}/${stem}.h")
      list(APPEND stems "${stem}")
    endif()
  endforeach()
  list(SORT stems)
  set(${out} "${stems}" PARENT_SCOPE)
endfunction()

# Writes `output` for a library: the typed tables entry_table<XEntry>() of the registries that follow, and
# `catalogue`(), the list of them.
function(freeplay_catalogue output catalogue)
  set(includes "")
  set(typed "")
  set(rows "")
  foreach(registry IN LISTS ARGN)
    string(REPLACE "|" ";" fields "${registry}")
    list(GET fields 0 name)
    list(GET fields 1 folder)
    list(GET fields 2 header)
    list(GET fields 3 title)
    freeplay_methods("${PROJECT_SOURCE_DIR}/src/${folder}" stems)
    if(NOT stems)
      string(APPEND rows "      {\"${name}\", \"${title}\", {}},\n")
      continue()
    endif()
    if(NOT header MATCHES "/")
      set(header "${folder}/${header}")
    endif()
    if(NOT EXISTS "${PROJECT_SOURCE_DIR}/src/${header}" AND NOT EXISTS "${PROJECT_SOURCE_DIR}/include/${header}")
      message(FATAL_ERROR "src/${folder} has methods (${stems}) but no interface header ${header}.")
    endif()
    freeplay_entry_type("${name}" type)
    set(declarations "")
    set(pointers "")
    foreach(stem IN LISTS stems)
      if(NOT stem MATCHES "^[a-z][a-z0-9_]*$")
        message(FATAL_ERROR "src/${folder}/${stem}.cpp: the file stem is the registered word; use snake_case.")
      endif()
      string(APPEND declarations "extern const ${type} ${name}_${stem};\n")
      string(APPEND pointers "      &entry::${name}_${stem},\n")
    endforeach()
    string(APPEND includes "#include \"${header}\"\n")
    string(APPEND typed "namespace entry {\n${declarations}}  // namespace entry\n\n"
                        "template <>\nstd::vector<const ${type}*>& entry_table<${type}>() {\n"
                        "  static std::vector<const ${type}*> table = {\n${pointers}  };\n  return table;\n}\n"
                        "template <>\nRegistryInfo& registry_of<${type}>() {\n"
                        "  return registry_named(${catalogue}(), \"${name}\");\n}\n\n")
    string(APPEND rows "      {\"${name}\", \"${title}\", as_info(entries_of<${type}>())},\n")
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/cmake/catalogue.cpp.in" "${output}" @ONLY)
endfunction()

# Writes `output`, the table of the program's commands: x_command.cpp defines x_command.
function(freeplay_commands output)
  set(declarations "")
  set(pointers "")
  foreach(file IN LISTS ARGN)
    cmake_path(GET file STEM stem)
    if(stem MATCHES "_command$")
      string(APPEND declarations "extern const Command ${stem};\n")
      list(APPEND pointers "&${stem}")
    endif()
  endforeach()
  list(JOIN pointers ", " pointers)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/commands.cpp.in" "${output}" @ONLY)
endfunction()
