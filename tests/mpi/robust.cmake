# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# MPI programs with many threads, with many communicators, in each of Fortran's bindings, with
# mistakes that end the job, and jobs of which a process is killed.
arauto_mpi_test(NAME threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/threads.c" RANKS 1 2 4 ARGUMENTS 20
                TIMEOUT 300)
arauto_mpi_test(NAME many SOURCE "${CMAKE_CURRENT_LIST_DIR}/many.c" RANKS 1 2 TIMEOUT 120)
foreach(binding mpi h f08)
  arauto_mpi_test(NAME fortran_calls_${binding} RANKS 1 3 SOURCE
                  "${CMAKE_CURRENT_LIST_DIR}/fortran_calls_${binding}.f90")
endforeach()

foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  set(environment "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  arauto_mpi_program(${mpi} kill "${CMAKE_CURRENT_LIST_DIR}/kill.c")
  add_test(NAME mpi.kill.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/kill_test.py"
                   "${ARAUTO_TEST_BIN}/mpi_kill_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(mpi.kill.${mpi} PROPERTIES TIMEOUT 400 COST 60 LABELS "mpi;waits" ENVIRONMENT
                                                  "${environment}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.kill.${mpi} mpi_kill_${mpi})
  # The lock on accumulates outlives its holders.
  arauto_mpi_program(${mpi} accumulates_kill "${CMAKE_CURRENT_LIST_DIR}/accumulates_kill.c")
  add_test(NAME mpi.accumulates_kill.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/accumulates_kill_test.py"
                   "${ARAUTO_TEST_BIN}/mpi_accumulates_kill_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(mpi.accumulates_kill.${mpi} PROPERTIES TIMEOUT 300 COST 30 LABELS "mpi;waits"
                                                              ENVIRONMENT "${environment}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.accumulates_kill.${mpi} mpi_accumulates_kill_${mpi})
  # A process dies in the queue for it. nodes.cmake has the same with the target on another node.
  arauto_mpi_program(${mpi} far_kill "${CMAKE_CURRENT_LIST_DIR}/far_kill.c")
  add_test(NAME mpi.queue_kill.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/far_kill_test.py"
                   "${ARAUTO_TEST_BIN}/mpi_far_kill_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(mpi.queue_kill.${mpi} PROPERTIES TIMEOUT 300 COST 10 LABELS "mpi;waits" ENVIRONMENT
                                                        "${environment};ARAUTO_ON_FAILURE=continue")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.queue_kill.${mpi} mpi_far_kill_${mpi})
  find_program(ARAUTO_ADDR2LINE addr2line) # with it the sentence ends with its line
  set(end_of_sentence "")
  if(ARAUTO_ADDR2LINE)
    set(end_of_sentence ", [^,]*errors\\.c:[0-9]+")
  endif()
  add_test(NAME mpi.errors_fatal.${mpi}
           COMMAND ${ARAUTO_MPI_LAUNCH_${mpi}} -n 2 "${ARAUTO_TEST_BIN}/mpi_errors_${mpi}_linked" end)
  set_tests_properties(
    mpi.errors_fatal.${mpi}
    PROPERTIES TIMEOUT 60 LABELS mpi ENVIRONMENT "${environment}" FAIL_REGULAR_EXPRESSION
               "all well;STOP" PASS_REGULAR_EXPRESSION
               "MPI_Win_unlock: rank 5 is outside the window's group of 2${end_of_sentence}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.errors_fatal.${mpi} mpi_errors_${mpi})
endforeach()
