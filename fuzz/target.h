// SPDX-License-Identifier: Apache-2.0
// A fuzz target: a function that takes any bytes and must neither crash, hang, leak nor throw anything but what the header
// of the reader promises. A file of fuzz/ is one target; docs/fuzzing.md says how they are run.
//
// With FREEPLAY_FUZZING the function is libFuzzer's entry (clang); without, the suite calls it by its name for every input of
// fuzz/corpus/ and fuzz/regressions/ (tests/fuzz_inputs_test.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef FREEPLAY_FUZZING
#define FREEPLAY_FUZZ_TARGET(name) \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
#else
#define FREEPLAY_FUZZ_TARGET(name) int fuzz_##name(const std::uint8_t* data, std::size_t size)
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int fuzz_assignment(const std::uint8_t* data, std::size_t size);
int fuzz_fclib(const std::uint8_t* data, std::size_t size);
int fuzz_formula(const std::uint8_t* data, std::size_t size);
int fuzz_include(const std::uint8_t* data, std::size_t size);
int fuzz_lcp(const std::uint8_t* data, std::size_t size);
int fuzz_mesh(const std::uint8_t* data, std::size_t size);
int fuzz_model(const std::uint8_t* data, std::size_t size);
int fuzz_request(const std::uint8_t* data, std::size_t size);
int fuzz_result(const std::uint8_t* data, std::size_t size);
int fuzz_robot(const std::uint8_t* data, std::size_t size);
int fuzz_study(const std::uint8_t* data, std::size_t size);
int fuzz_units(const std::uint8_t* data, std::size_t size);
int fuzz_words(const std::uint8_t* data, std::size_t size);
