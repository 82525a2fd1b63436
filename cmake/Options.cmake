# SPDX-License-Identifier: Apache-2.0
# freeplay_options: what every target of this repository is compiled with.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(NOT CMAKE_BUILD_TYPE AND NOT multi_config)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
# Asserts of the standard library stay on in Debug; ours are always on.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g0 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1") # lines for what the sanitizers report; more takes twice as long to compile

add_library(freeplay_options INTERFACE)
target_compile_options(
  freeplay_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wno-sign-conversion
            # The same numbers from both compilers: no fused multiply-add behind our back, no fast-math.
            -ffp-contract=off
            # No machine's paths in the program.
            "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=")
if(FREEPLAY_WERROR)
  target_compile_options(freeplay_options INTERFACE -Werror)
endif()

if(FREEPLAY_PCH)
  # g++ 12 forgets the sizes of its own strings when they come from a precompiled header, and warns of copies that are
  # in order; clang, and g++ without (FREEPLAY_PCH=OFF), look for real ones.
  target_compile_options(freeplay_options INTERFACE
                         $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-restrict>)
endif()

if(FREEPLAY_SANITIZE STREQUAL "THREAD")
  set(sanitizers -fsanitize=thread)
elseif(FREEPLAY_SANITIZE)
  # Left out is what the address sanitizer finds when it happens, or what this processor allows: a third of the time to
  # compile.
  # Eigen's blocks of empty matrices offset a null pointer; only clang looks at that.
  set(eigen_empty $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=pointer-overflow>)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size
      ${eigen_empty} -fno-sanitize-recover=all)
endif()
if(FREEPLAY_SANITIZE)
  list(APPEND sanitizers -fno-omit-frame-pointer)
  target_compile_options(freeplay_options INTERFACE ${sanitizers})
  # With sanitizers g++ 12 sees uninitialised variables in its own <regex>; the other builds look for real ones.
  target_compile_options(freeplay_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(freeplay_options INTERFACE ${sanitizers})
  target_compile_definitions(freeplay_options INTERFACE FREEPLAY_SANITIZED=1)
endif()

if(FREEPLAY_FUZZ)
  # Counts which branches an input takes, so that libFuzzer keeps those that reach new ones.
  target_compile_options(freeplay_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

if(FREEPLAY_COVERAGE)
  target_compile_options(freeplay_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(freeplay_options INTERFACE --coverage)
  target_compile_definitions(freeplay_options INTERFACE FREEPLAY_COVERAGE=1)
endif()
