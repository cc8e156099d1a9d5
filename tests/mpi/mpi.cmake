# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs of MPI's one-sided chapter with libarauto_mpi under the mpirun of each MPI on the machine,
# both with the library preloaded and with it linked. One skipped test represents an MPI that has no
# launcher, or no wrapper for Fortran, and one for all where there is no MPI.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")
if(NOT ARAUTO_MPIS)
  arauto_skipped_test(mpi
                      "no MPI is installed (libopenmpi-dev, libmpich-dev): libarauto_mpi and its tests are not built")
endif()

# arauto_mpi_program(MPI NAME SOURCE FLAGS...): compiles with the MPI's own wrapper, without and with
# the library: programs mpi_NAME_MPI and mpi_NAME_MPI_linked.
function(arauto_mpi_program MPI NAME SOURCE)
  set(wrapper "${ARAUTO_MPICC_${MPI}}")
  if(SOURCE MATCHES "\\.f90$")
    set(wrapper "${ARAUTO_MPIFC_${MPI}}")
  endif()
  set(program "${ARAUTO_TEST_BIN}/mpi_${NAME}_${MPI}")
  add_custom_command(
    OUTPUT "${program}" "${program}_linked"
    COMMAND "${wrapper}" -g -O1 "${SOURCE}" -o "${program}"
    COMMAND
      "${wrapper}" -g -O1 "${SOURCE}" -o "${program}_linked" -Wl,--no-as-needed
      "$<TARGET_FILE:arauto_mpi_${MPI}>" -Wl,-rpath,$<TARGET_FILE_DIR:arauto_mpi_${MPI}>
    DEPENDS "${SOURCE}" ${ARAUTO_MPI_TEST_HEADERS} arauto_mpi_${MPI}
    VERBATIM)
  add_custom_target(mpi_${NAME}_${MPI} ALL DEPENDS "${program}" "${program}_linked")
endfunction()

# arauto_mpi_test(NAME n SOURCE file RANKS 1 2 4 [PROGRAM p] [ARGUMENTS a ..] [ENVIRONMENT e ..] [TIMEOUT s]
#                 [MPIS m ..])
# PROGRAM: the NAME of an earlier test whose program this one runs. MPIS: these alone (default: all).
# With the library preloaded for each number of ranks; linked, which finds the same functions in
# another way, for the first that is more than 1.
function(arauto_mpi_test)
  cmake_parse_arguments(T "" "NAME;SOURCE;PROGRAM;TIMEOUT" "RANKS;ARGUMENTS;ENVIRONMENT;MPIS" ${ARGN})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 60)
  endif()
  if(NOT "MPIS" IN_LIST ARGN)
    set(T_MPIS ${ARAUTO_MPIS})
  endif()
  foreach(mpi ${T_MPIS})
    if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi}
       OR (T_SOURCE MATCHES "\\.f90$" AND NOT ARAUTO_MPIFC_${mpi}))
      if(NOT ARAUTO_SANITIZE) # where libarauto_mpi is not built
        arauto_skipped_test(mpi.${T_NAME}.${mpi} "${mpi} has no mpirun here, or no Fortran wrapper")
      endif()
      continue()
    endif()
    if(T_SOURCE)
      arauto_mpi_program(${mpi} ${T_NAME} "${T_SOURCE}")
      set(T_PROGRAM ${T_NAME})
    endif()
    set(launcher ${ARAUTO_MPI_LAUNCH_${mpi}})
    set(program "${ARAUTO_TEST_BIN}/mpi_${T_PROGRAM}_${mpi}")
    set(environment "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;${T_ENVIRONMENT}")
    set(is_linked NO)
    foreach(ranks ${T_RANKS})
      set(test mpi.${T_NAME}.${mpi}.${ranks})
      set(tests ${test})
      add_test(NAME ${test} COMMAND ${launcher} -n ${ranks} "${CMAKE_COMMAND}" -E env
                                    "LD_PRELOAD=$<TARGET_FILE:arauto_mpi_${mpi}>" "${program}"
                                    ${T_ARGUMENTS})
      if(NOT is_linked AND (ranks GREATER 1 OR T_RANKS STREQUAL "1"))
        set(is_linked YES)
        list(APPEND tests ${test}.linked)
        add_test(NAME ${test}.linked COMMAND ${launcher} -n ${ranks} "${program}_linked"
                                             ${T_ARGUMENTS})
      endif()
      arauto_mpi_cores(${mpi} ${ranks} processors)
      foreach(made ${tests})
        set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${made} mpi_${T_PROGRAM}_${mpi})
      endforeach()
      set_tests_properties(
        ${tests}
        PROPERTIES TIMEOUT ${T_TIMEOUT} PROCESSORS ${processors} LABELS mpi PASS_REGULAR_EXPRESSION
                   "all well" FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT "${environment}")
    endforeach()
  endforeach()
endfunction()

arauto_mpi_test(NAME basics SOURCE "${CMAKE_CURRENT_LIST_DIR}/basics.c" RANKS 1 2 4)
arauto_mpi_test(NAME accumulates SOURCE "${CMAKE_CURRENT_LIST_DIR}/accumulates.c" RANKS 1 2 4)
arauto_mpi_test(NAME accumulates_private PROGRAM accumulates ARGUMENTS create RANKS 1 4)
arauto_mpi_test(NAME locks SOURCE "${CMAKE_CURRENT_LIST_DIR}/locks.c" RANKS 2 4 7)
arauto_mpi_test(NAME errors SOURCE "${CMAKE_CURRENT_LIST_DIR}/errors.c" RANKS 1 2)
arauto_mpi_test(NAME handles SOURCE "${CMAKE_CURRENT_LIST_DIR}/handles.c" RANKS 1 2 4)
arauto_mpi_test(NAME large_counts SOURCE "${CMAKE_CURRENT_LIST_DIR}/large_counts.c" RANKS 1 2 3)
arauto_mpi_test(NAME communicators SOURCE "${CMAKE_CURRENT_LIST_DIR}/communicators.c" RANKS 1 2 5)
arauto_mpi_test(NAME progress SOURCE "${CMAKE_CURRENT_LIST_DIR}/progress.c" RANKS 2)
arauto_mpi_test(NAME progress_thread PROGRAM progress ARGUMENTS thread RANKS 2)
# The receiver of Open MPI 4 would take the message from the sender's memory without the sender.
arauto_mpi_test(NAME polls SOURCE "${CMAKE_CURRENT_LIST_DIR}/polls.c" ENVIRONMENT
                OMPI_MCA_btl_vader_single_copy_mechanism=none RANKS 2 4 TIMEOUT 120)
arauto_mpi_test(NAME fortran_mpi SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_mpi.f90" RANKS 1 2 3)
arauto_mpi_test(NAME fortran_f08 SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_f08.f90" RANKS 1 2 3)

# Operations that come before the target's post, on windows of every kind.
arauto_mpi_test(NAME recorded SOURCE "${CMAKE_CURRENT_LIST_DIR}/recorded.c" ARGUMENTS shared RANKS 1 2 3 4)
foreach(kind private heap allocate shared_gaps dynamic dynamic_heap large create_c allocate_c shared_c)
  arauto_mpi_test(NAME recorded_${kind} PROGRAM recorded ARGUMENTS ${kind} RANKS 1 3)
endforeach()

# Private memory without cross-memory attach: with its owner's help, while he may be in any call.
arauto_mpi_test(NAME basics_ring PROGRAM basics ENVIRONMENT ARAUTO_FOREIGN=ring RANKS 1 2 4 TIMEOUT
                120)
arauto_mpi_test(NAME accumulates_ring PROGRAM accumulates ARGUMENTS create 20 ENVIRONMENT
                ARAUTO_FOREIGN=ring RANKS 1 3 TIMEOUT 120)
arauto_mpi_test(NAME recorded_ring PROGRAM recorded ARGUMENTS private 2 ENVIRONMENT
                ARAUTO_FOREIGN=ring RANKS 3 TIMEOUT 120)

# Sessions, where the MPI has them. By themselves MPICH 4.0 ends in a segmentation fault at any window
# of a session in a job of one process, and Open MPI 5.0 and MPICH 4.0 in one when a session is opened
# after the last one was closed.
set(with_sessions)
set(with_sessions_alone)
set(with_sessions_again)
foreach(mpi ${ARAUTO_MPIS})
  if(ARAUTO_MPI_SESSIONS_${mpi})
    list(APPEND with_sessions ${mpi})
    if(NOT "${ARAUTO_MPI_ABI_${mpi}}${ARAUTO_MPI_MAJOR_${mpi}}" STREQUAL "mpich4")
      list(APPEND with_sessions_alone ${mpi})
      if(NOT "${ARAUTO_MPI_ABI_${mpi}}" STREQUAL "openmpi")
        list(APPEND with_sessions_again ${mpi})
      endif()
    endif()
  endif()
endforeach()
arauto_mpi_test(NAME sessions SOURCE "${CMAKE_CURRENT_LIST_DIR}/sessions.c" ARGUMENTS two MPIS
                ${with_sessions} RANKS 2 5)
arauto_mpi_test(NAME sessions_alone PROGRAM sessions ARGUMENTS two MPIS ${with_sessions_alone} RANKS 1)
foreach(order around within parts)
  arauto_mpi_test(NAME sessions_${order} PROGRAM sessions ARGUMENTS ${order} MPIS ${with_sessions}
                  RANKS 2 3)
endforeach()
arauto_mpi_test(NAME sessions_again PROGRAM sessions ARGUMENTS again MPIS ${with_sessions_again} RANKS
                2 3)
