# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Locks whose users die, with real processes.
find_package(Threads REQUIRED)
add_executable(lock_deaths "${CMAKE_CURRENT_LIST_DIR}/lock_deaths.c")
set_target_properties(lock_deaths PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(lock_deaths PRIVATE arauto Threads::Threads)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(case LockSteps LockHammer)
  add_test(NAME multi.${case}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/lock_test.py" ${case})
  set_tests_properties(
    multi.${case}
    PROPERTIES TIMEOUT 300 PROCESSORS 2 SKIP_RETURN_CODE 77 LABELS multi
               ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
endforeach()
