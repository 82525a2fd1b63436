# SPDX-License-Identifier: Apache-2.0
# Siconos' kernel and numerics as Debian packages them: target Siconos::Siconos.
# Its own configuration file asks for more of Boost than the two libraries need.
find_path(Siconos_KERNEL_INCLUDE_DIR SiconosKernel.hpp PATH_SUFFIXES siconos/kernel)
find_path(Siconos_NUMERICS_INCLUDE_DIR LinearComplementarityProblem.h PATH_SUFFIXES siconos/numerics)
find_path(Siconos_CONFIG_INCLUDE_DIR SiconosConfig.h PATH_SUFFIXES siconos)
find_path(Siconos_BOOST_INCLUDE_DIR boost/version.hpp)
find_path(Siconos_SUITESPARSE_INCLUDE_DIR cs.h PATH_SUFFIXES suitesparse)
find_library(Siconos_KERNEL_LIBRARY siconos_kernel)
find_library(Siconos_NUMERICS_LIBRARY siconos_numerics)
find_library(Siconos_EXTERNALS_LIBRARY siconos_externals)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  Siconos
  REQUIRED_VARS Siconos_KERNEL_LIBRARY Siconos_NUMERICS_LIBRARY Siconos_EXTERNALS_LIBRARY
                Siconos_KERNEL_INCLUDE_DIR Siconos_NUMERICS_INCLUDE_DIR Siconos_CONFIG_INCLUDE_DIR
                Siconos_BOOST_INCLUDE_DIR Siconos_SUITESPARSE_INCLUDE_DIR)

if(Siconos_FOUND AND NOT TARGET Siconos::Siconos)
  add_library(Siconos::Siconos INTERFACE IMPORTED)
  target_include_directories(
    Siconos::Siconos SYSTEM
    INTERFACE "${Siconos_KERNEL_INCLUDE_DIR}" "${Siconos_NUMERICS_INCLUDE_DIR}" "${Siconos_CONFIG_INCLUDE_DIR}"
              "${Siconos_BOOST_INCLUDE_DIR}" "${Siconos_SUITESPARSE_INCLUDE_DIR}")
  target_link_libraries(Siconos::Siconos INTERFACE "${Siconos_KERNEL_LIBRARY}" "${Siconos_NUMERICS_LIBRARY}"
                                                   "${Siconos_EXTERNALS_LIBRARY}")
endif()
mark_as_advanced(
  Siconos_KERNEL_INCLUDE_DIR Siconos_NUMERICS_INCLUDE_DIR Siconos_CONFIG_INCLUDE_DIR Siconos_BOOST_INCLUDE_DIR
  Siconos_SUITESPARSE_INCLUDE_DIR Siconos_KERNEL_LIBRARY Siconos_NUMERICS_LIBRARY Siconos_EXTERNALS_LIBRARY)
