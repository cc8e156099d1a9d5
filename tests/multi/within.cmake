# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Jobs that another programming model has started.
add_executable(within "${CMAKE_CURRENT_LIST_DIR}/within.c")
set_target_properties(within PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(within PRIVATE arauto)
foreach(ranks 1 2 3 4 8)
  add_test(NAME multi.within.${ranks} COMMAND within ${ranks})
  set_tests_properties(multi.within.${ranks} PROPERTIES TIMEOUT 60 PROCESSORS 2)
endforeach()
foreach(ranks 2 4)
  add_test(NAME multi.within_killed.${ranks} COMMAND within ${ranks} kill)
  set_tests_properties(multi.within_killed.${ranks} PROPERTIES TIMEOUT 60 PROCESSORS 2)
endforeach()
