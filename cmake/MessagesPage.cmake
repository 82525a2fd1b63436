# SPDX-License-Identifier: Apache-2.0
# docs/messages.md in the program: `freeplay explain` needs no network and no clone.

# Sets `out` to a C++ file that holds the page.
function(freeplay_messages_page out)
  set(page "${PROJECT_SOURCE_DIR}/docs/messages.md")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${page}")
  file(READ "${page}" FREEPLAY_MESSAGES_PAGE)
  configure_file("${PROJECT_SOURCE_DIR}/cmake/messages_page.cpp.in" "${generated}/messages_page.cpp" @ONLY)
  set(${out} "${generated}/messages_page.cpp" PARENT_SCOPE)
endfunction()
