# SPDX-License-Identifier: Apache-2.0
# The page of the reports: viewer/ is bundled by esbuild and compiled into the program.

find_program(FREEPLAY_NODE NAMES node nodejs)
find_program(FREEPLAY_NPM npm)
if(NOT FREEPLAY_NODE OR NOT FREEPLAY_NPM)
  message(FATAL_ERROR "The page of the reports is built with Node.js (18 or newer) and npm, and they are not here: "
                      "run `tools/setup viewer` (or `make build`), or install the Debian packages nodejs and npm.")
endif()

# Sets `out` to a C++ file that holds the page.
function(freeplay_viewer out)
  set(viewer "${PROJECT_SOURCE_DIR}/viewer")
  set(folder "${PROJECT_BINARY_DIR}/generated/viewer")
  set(installed "${viewer}/node_modules/.package-lock.json")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${viewer}/src/*.ts" "${viewer}/src/*.css")
  add_custom_command(
    OUTPUT "${installed}"
    COMMAND "${FREEPLAY_NPM}" ci --no-progress --loglevel=error
    COMMAND "${CMAKE_COMMAND}" -E touch "${installed}"
    DEPENDS "${viewer}/package.json" "${viewer}/package-lock.json"
    WORKING_DIRECTORY "${viewer}"
    COMMENT "Installing what the viewer is built with"
    VERBATIM)
  add_custom_command(
    OUTPUT "${folder}/viewer_files.cpp"
    COMMAND "${FREEPLAY_NODE}" "${viewer}/build.mjs" "${folder}"
    DEPENDS "${installed}" "${viewer}/build.mjs" ${sources}
    COMMENT "Bundling the viewer"
    VERBATIM)
  set(${out} "${folder}/viewer_files.cpp" PARENT_SCOPE)
endfunction()
