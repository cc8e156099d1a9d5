# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Locks whose users die, with real processes; and the order of hand-offs over several nodes.
foreach(program lock_deaths lock_nodes)
  add_executable(${program} "${CMAKE_CURRENT_LIST_DIR}/${program}.c")
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
  target_link_libraries(${program} PRIVATE arauto Threads::Threads)
endforeach()

function(arauto_lock_tests script)
  foreach(case ${ARGN})
    add_test(NAME multi.${case} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script}" ${case})
    set_tests_properties(
      multi.${case}
      PROPERTIES TIMEOUT 600 PROCESSORS 2 SKIP_RETURN_CODE 77 LABELS multi
                 ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
  endforeach()
endfunction()
arauto_lock_tests(lock_test.py LockSteps LockHammer)
arauto_lock_tests(lock_nodes_test.py LockNear LockDeaths LockNodesHammer)
# It counts turns while another rank comes for the lock.
set_tests_properties(multi.LockNear PROPERTIES RUN_SERIAL ON)
