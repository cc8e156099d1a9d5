# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The counters of jobs that have ended, and warnings about unknown settings.
add_executable(counters_program "${CMAKE_CURRENT_LIST_DIR}/counters_program.c")
set_target_properties(counters_program PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(counters_program PRIVATE arauto)
add_test(NAME multi.counters
         COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/counters_test.py")
set_tests_properties(
  multi.counters
  PROPERTIES TIMEOUT 120 PROCESSORS 2 LABELS multi
             ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
