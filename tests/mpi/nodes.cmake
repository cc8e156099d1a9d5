# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Windows over several nodes, which are pretended: ARAUTO_MPI_NODE=n makes a node of every n ranks. Ranks of
# different nodes reach each other's memory through the network alone, on the loopback interface. The
# programs are those of one node.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

# arauto_mpi_nodes_test(PROGRAM NODE n RANKS r [ARGUMENTS a ..] [MATCH regex]): r ranks, n on each node, on
# each MPI.
function(arauto_mpi_nodes_test PROGRAM)
  cmake_parse_arguments(T "" "NODE;RANKS;MATCH" "ARGUMENTS" ${ARGN})
  if(NOT T_MATCH)
    set(T_MATCH "all well")
  endif()
  foreach(mpi ${ARAUTO_MPIS})
    if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
      continue()
    endif()
    list(JOIN T_ARGUMENTS "_" words)
    set(test mpi.nodes.${PROGRAM}${words}.${mpi}.${T_RANKS}by${T_NODE})
    set(program "${ARAUTO_TEST_BIN}/${PROGRAM}_${mpi}")
    if(PROGRAM MATCHES "^mpi_")
      string(APPEND program "_linked")
    endif()
    add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${mpi}} -n ${T_RANKS} "${program}"
                                  ${T_ARGUMENTS})
    set_tests_properties(
      ${test}
      PROPERTIES TIMEOUT 120 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "${T_MATCH}"
                 FAIL_REGULAR_EXPRESSION
                 "rank [0-9]+ of [0-9]+: ;left to the MPI;over several nodes are the MPI" ENVIRONMENT
                 "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;ARAUTO_LOG=info;ARAUTO_MPI_NODE=${T_NODE}"
    )
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} ${PROGRAM}_${mpi})
  endforeach()
endfunction()

if(ARAUTO_LIBFABRIC_INCLUDE)
  arauto_mpi_nodes_test(mpi_basics NODE 2 RANKS 4)
  arauto_mpi_nodes_test(mpi_accumulates NODE 1 RANKS 2 ARGUMENTS create)
  arauto_mpi_nodes_test(mpi_accumulates NODE 2 RANKS 3)
  arauto_mpi_nodes_test(mpi_locks NODE 2 RANKS 4)
  arauto_mpi_nodes_test(mpi_threads NODE 1 RANKS 2 ARGUMENTS 5)
  arauto_mpi_nodes_test(mpi_handles NODE 1 RANKS 2)
  arauto_mpi_nodes_test(mpi_errors NODE 1 RANKS 2)
  arauto_mpi_nodes_test(mpi_derived NODE 1 RANKS 2)
  foreach(window allocate create dynamic)
    arauto_mpi_nodes_test(epochs_recorded NODE 1 RANKS 2 ARGUMENTS ${window})
  endforeach()
  foreach(kind private heap allocate dynamic dynamic_heap large create_c allocate_c)
    arauto_mpi_nodes_test(mpi_recorded NODE 1 RANKS 2 ARGUMENTS ${kind})
  endforeach()
  foreach(kind allocate private)
    arauto_mpi_nodes_test(mpi_recorded NODE 2 RANKS 3 ARGUMENTS ${kind})
  endforeach()
  foreach(kind shared shared_gaps shared_c) # within each node
    arauto_mpi_nodes_test(mpi_recorded NODE 2 RANKS 4 ARGUMENTS ${kind})
  endforeach()
  arauto_mpi_nodes_test(epochs_requests NODE 1 RANKS 2)
  arauto_mpi_nodes_test(epochs_forms NODE 2 RANKS 4 ARGUMENTS pscw)
  arauto_mpi_nodes_test(mpi_large_counts NODE 1 RANKS 2)
  arauto_mpi_nodes_test(mpi_large_counts NODE 2 RANKS 3)
  arauto_mpi_nodes_test(mpi_polls NODE 1 RANKS 2)
  # The flags of epochs_late lie in a shared window, which is left to the MPI over several nodes. Its epochs are on
  # a window of ours: on one of the MPI, the program fails.
  foreach(part late pending halo helped)
    arauto_mpi_nodes_test(epochs_late NODE 1 RANKS 2 ARGUMENTS ${part})
  endforeach()
  foreach(name counters match status)
    arauto_mpi_nodes_test(notify_${name} NODE 1 RANKS 2 MATCH ": passed")
  endforeach()
  # One process of three dies, each of them a node. In one case the launcher is stopped: then the others
  # learn of the death only by missing heartbeats, by default after 30 s.
  foreach(mpi ${ARAUTO_MPIS})
    if(TARGET arauto_mpi_${mpi} AND ARAUTO_MPIRUN_${mpi})
      add_test(NAME mpi.nodes.kill.${mpi}
               COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/kill_test.py"
                       "${ARAUTO_TEST_BIN}/mpi_kill_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
      # One process of four, on two nodes, dies while its accumulate waits at the other node.
      add_test(NAME mpi.nodes.far_kill.${mpi}
               COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/far_kill_test.py"
                       "${ARAUTO_TEST_BIN}/mpi_far_kill_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
      set(settings OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ARAUTO_MPI_NODE=2
                   ARAUTO_ON_FAILURE=continue)
      set_tests_properties(mpi.nodes.far_kill.${mpi} PROPERTIES TIMEOUT 600 COST 30 LABELS "mpi;waits" ENVIRONMENT
                                                                "${settings}")
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.nodes.far_kill.${mpi} mpi_far_kill_${mpi})
      # A wrong setting, ARAUTO_HEARTBEAT=x, keeps one of two ranks from joining: windows are the MPI's, for both.
      add_test(NAME mpi.nodes.lack.${mpi}
               COMMAND ${ARAUTO_MPI_LAUNCH_${mpi}} -n 1 "${ARAUTO_TEST_BIN}/mpi_progress_${mpi}_linked" : -n 1
                       env ARAUTO_HEARTBEAT=x "${ARAUTO_TEST_BIN}/mpi_progress_${mpi}_linked")
      set_tests_properties(
        mpi.nodes.lack.${mpi}
        PROPERTIES TIMEOUT 60 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "left to the MPI.*all well"
                   ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;ARAUTO_MPI_NODE=1")
      add_test(NAME mpi.nodes.counters.${mpi}
               COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/nodes_counters_test.py"
                       "${ARAUTO_TEST_BIN}/mpi_basics_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
      set_tests_properties(
        mpi.nodes.counters.${mpi}
        PROPERTIES TIMEOUT 120 PROCESSORS 2 LABELS mpi ENVIRONMENT
                   "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
      set(settings OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ARAUTO_MPI_NODE=1 ARAUTO_KILL_IN=lock
                   ARAUTO_HEARTBEAT=8000)
      set_tests_properties(mpi.nodes.kill.${mpi} PROPERTIES TIMEOUT 200 COST 60 LABELS "mpi;waits" ENVIRONMENT
                                                            "${settings}")
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.nodes.kill.${mpi} mpi_kill_${mpi})
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.nodes.lack.${mpi} mpi_progress_${mpi})
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.nodes.counters.${mpi} mpi_basics_${mpi})
    endif()
  endforeach()
endif()
