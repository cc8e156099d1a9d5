# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Jobs that system launchers have started: those of the installed MPIs.
add_executable(rank_nodes "${CMAKE_CURRENT_LIST_DIR}/rank_nodes.cpp")
set_target_properties(rank_nodes PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(rank_nodes PRIVATE arauto_inside)

set(launchers)
foreach(mpi ${ARAUTO_MPIS})
  list(APPEND launchers ${ARAUTO_MPIRUN_${mpi}}) # a wrapper may be installed without its launcher
endforeach()
list(REMOVE_DUPLICATES launchers)
list(JOIN launchers ":" launchers)
if(NOT launchers)
  set(launchers "mpirun.openmpi:mpiexec.mpich:prterun:mpiexec.hydra")
endif()

foreach(case Places Ends Deaths Faults)
  add_test(NAME boot.${case} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/boot_test.py" ${case})
  set_tests_properties(
    boot.${case}
    PROPERTIES TIMEOUT 600 PROCESSORS 2 SKIP_RETURN_CODE 77 LABELS multi
               ENVIRONMENT
               "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN};ARAUTO_TEST_LAUNCHERS=${launchers}")
endforeach()

# Jobs that a launcher inside the test starts, each process a node of its own.
if(ARAUTO_LIBFABRIC_INCLUDE)
  foreach(case secrets:Secrets heaps:Heaps)
    string(REGEX REPLACE ":.*" "_test.py" script "${case}")
    string(REGEX REPLACE ".*:" "" case "${case}")
    add_test(NAME boot.${case} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/${script}" ${case})
    set_tests_properties(boot.${case} PROPERTIES TIMEOUT 120 PROCESSORS 2 LABELS multi
                                                 ENVIRONMENT "ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
  endforeach()
else()
  arauto_skipped_test(boot.network "${ARAUTO_NOT_BETWEEN_NODES}")
endif()
