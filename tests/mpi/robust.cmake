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

# Under the address sanitizer: the C programs, compiled for it, on two processes.
function(arauto_mpi_sanitized_test MPI NAME)
  set(program "${ARAUTO_TEST_BIN}/mpi_${NAME}_${MPI}_sanitized")
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${NAME}.c")
  set(library arauto_mpi_sanitized_${MPI})
  add_custom_command(
    OUTPUT "${program}"
    COMMAND
      "${ARAUTO_MPICC_${MPI}}" -g -O1 -fsanitize=${ARAUTO_SANITIZE} -I
      "${PROJECT_SOURCE_DIR}/include" "${source}" -o "${program}"
      -Wl,--no-as-needed "$<TARGET_FILE:${library}>" -Wl,-rpath,$<TARGET_FILE_DIR:${library}>
    DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS} ${library}
    VERBATIM)
  add_custom_target(mpi_${NAME}_${MPI}_sanitized ALL DEPENDS "${program}")
  set(test mpi.${NAME}.${MPI}.sanitized)
  add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n 2 "${program}" ${ARGN})
  set_tests_properties(
    ${test}
    PROPERTIES TIMEOUT 120 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "all well;: passed"
               FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: ;ERROR: AddressSanitizer" ENVIRONMENT
               "${environment};ARAUTO_HEAP_SIZE=512M;ASAN_OPTIONS=detect_leaks=0")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} mpi_${NAME}_${MPI}_sanitized)
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  if(TARGET arauto_mpi_sanitized_${mpi} AND ARAUTO_MPIRUN_${mpi})
    set(environment "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
    foreach(name accumulates basics communicators derived errors handles large_counts locks
            notify_counters notify_match notify_prototype notify_status notify_wrong)
      arauto_mpi_sanitized_test(${mpi} ${name})
    endforeach()
    arauto_mpi_sanitized_test(${mpi} threads 10)
  endif()
endforeach()
