# SPDX-License-Identifier: Apache-2.0
# What is installed: the program, the libraries with their public headers, the CMake package `Freeplay` and a
# pkg-config file; and the Debian packages made of them (`make package`).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(FREEPLAY_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Freeplay")

install(TARGETS freeplay RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)

# What shells complete and `man freeplay`, as the program itself prints them.
set(words "${PROJECT_BINARY_DIR}/generated/words")
file(MAKE_DIRECTORY "${words}")
set(word_files)
foreach(pair IN ITEMS "completion bash|freeplay.bash" "completion zsh|_freeplay" "completion fish|freeplay.fish" "manual|freeplay.1")
  string(REPLACE "|" ";" pair "${pair}")
  list(GET pair 0 arguments)
  list(GET pair 1 name)
  separate_arguments(arguments)
  add_custom_command(OUTPUT "${words}/${name}" COMMAND freeplay ${arguments} > "${words}/${name}" DEPENDS freeplay VERBATIM)
  list(APPEND word_files "${words}/${name}")
endforeach()
add_custom_target(freeplay_words ALL DEPENDS ${word_files})
install(FILES "${words}/freeplay.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME freeplay
        COMPONENT program OPTIONAL)
install(FILES "${words}/_freeplay" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT program OPTIONAL)
install(FILES "${words}/freeplay.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT program
        OPTIONAL)
install(FILES "${words}/freeplay.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program OPTIONAL)

# One export set per library, so that a program that needs the engine alone is not asked for HDF5 or librsvg.
set(libraries engine io report studies)
if(TARGET freeplay_ipopt)
  list(APPEND libraries ipopt)
endif()
if(TARGET freeplay_nlopt)
  list(APPEND libraries nlopt)
endif()
foreach(library IN LISTS libraries)
  set(target freeplay_${library})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${library})
  target_include_directories(${target} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_compile_features(${target} PUBLIC cxx_std_20)
  install(TARGETS ${target} EXPORT Freeplay_${library}
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
  install(EXPORT Freeplay_${library} NAMESPACE freeplay:: DESTINATION "${FREEPLAY_CMAKE_DIR}"
          COMPONENT development)
endforeach()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/freeplay" "${PROJECT_BINARY_DIR}/generated/freeplay"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT development FILES_MATCHING PATTERN "*.h")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/FreeplayConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/FreeplayConfig.cmake" INSTALL_DESTINATION "${FREEPLAY_CMAKE_DIR}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/FreeplayConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/FreeplayConfig.cmake" "${PROJECT_BINARY_DIR}/FreeplayConfigVersion.cmake"
        DESTINATION "${FREEPLAY_CMAKE_DIR}" COMPONENT development)

file(RELATIVE_PATH FREEPLAY_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/") # it may be moved as a whole
configure_file("${PROJECT_SOURCE_DIR}/cmake/freeplay.pc.in" "${PROJECT_BINARY_DIR}/freeplay.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/freeplay.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
        COMPONENT development)

# --- Debian packages ----------------------------------------------------------------------------------
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME freeplay)
set(CPACK_PACKAGE_VENDOR "Freeplay")
set(CPACK_PACKAGE_CONTACT "the Freeplay developers <freeplay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL program development)
if(FREEPLAY_PYTHON)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME freeplay)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-dejavu-core")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "Simulator of mechanisms whose joints have play\n Reads a mechanism from a short text file, computes how it rattles, and shows it in the browser.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libfreeplay-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libeigen3-dev, libfmt-dev, libsundials-dev, libhdf5-dev, librsvg2-dev, coinor-libipopt-dev, libnlopt-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Freeplay as a library: engine, files and reports\n Headers, static libraries, the CMake package Freeplay and a pkg-config file.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-freeplay)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-pandas, python3-xarray, python3-scipy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${FREEPLAY_PYTHON_VERSION}), python3-numpy, fonts-dejavu-core")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
    "Freeplay in Python\n Models, simulations and results of machines whose joints have play, with NumPy arrays.")
include(CPack)
