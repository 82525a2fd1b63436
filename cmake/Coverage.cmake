# SPDX-License-Identifier: Apache-2.0
# Target `coverage`: runs the tests, then prints line coverage of src/ (gcovr's table and page where it is
# installed, else gcov's own percentages).
find_program(GCOVR gcovr)
find_program(GCOV NAMES gcov-12 gcov)
if(GCOVR)
  add_custom_target(
    coverage
    COMMAND "${CMAKE_CTEST_COMMAND}" --output-on-failure
    COMMAND "${GCOVR}" --root "${PROJECT_SOURCE_DIR}" --filter src/ --exclude ".*_test\\.cpp" --txt
            --html-details "${PROJECT_BINARY_DIR}/coverage.html" "${PROJECT_BINARY_DIR}"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
    VERBATIM)
else()
  add_custom_target(
    coverage
    COMMAND "${CMAKE_CTEST_COMMAND}" --output-on-failure
    COMMAND "${PROJECT_SOURCE_DIR}/tools/coverage" "${GCOV}" "${PROJECT_BINARY_DIR}"
    WORKING_DIRECTORY "${PROJECT_BINARY_DIR}"
    VERBATIM)
endif()
if(TARGET freeplay_tests)
  add_dependencies(coverage freeplay_tests)
endif()
