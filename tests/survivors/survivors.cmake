# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Survivors of deaths at random instants agree: a short campaign of each kind of collective call. The long one is run by
# hand, see campaign.py.
foreach(program collectives notice)
  add_executable(${program} "${CMAKE_CURRENT_LIST_DIR}/${program}.c")
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
  target_link_libraries(${program} PRIVATE arauto Threads::Threads)
endforeach()

function(arauto_survivors_test name script)
  add_test(NAME survivors.${name}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${script}" ${ARGN})
  set_tests_properties(
    survivors.${name}
    PROPERTIES TIMEOUT 600 PROCESSORS 2 LABELS multi
               ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
endfunction()

foreach(way rounds central nodes2 nodes1)
  arauto_survivors_test(${way} campaign.py --ways ${way} --deaths 60)
endforeach()
arauto_survivors_test(notice notice.py --jobs 20)
arauto_survivors_test(launcher_stopped notice.py --jobs 5 --stop-launcher)
