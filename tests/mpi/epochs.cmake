# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Nonblocking epochs of MPI programs on each MPI of the machine, by real processes under its launcher.
# Nothing is registered for an MPI that is not installed, no Fortran without its wrapper.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

set(epochs_folder "${CMAKE_CURRENT_LIST_DIR}")
set(epochs_environment OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)

# arauto_epochs_program(MPI NAME words of the compiler...): program NAME_MPI, with the library linked.
function(arauto_epochs_program MPI NAME)
  set(program "${ARAUTO_TEST_BIN}/${NAME}_${MPI}")
  set(sources ${ARGN})
  list(FILTER sources INCLUDE REGEX "\\.(c|f90)$")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND ${ARGN} -o "${program}" -Wl,--no-as-needed "$<TARGET_FILE:arauto_mpi_${MPI}>"
            "-Wl,-rpath,$<TARGET_FILE_DIR:arauto_mpi_${MPI}>" -lpthread
    DEPENDS ${sources} ${ARAUTO_MPI_TEST_HEADERS} arauto_mpi_${MPI}
    VERBATIM)
  add_custom_target(${NAME}_${MPI} ALL DEPENDS "${program}")
endfunction()

# arauto_epochs_test(MPI NAME PROGRAM RANKS 1 2 [ARGUMENTS a ..] [ENVIRONMENT e ..] [TIMEOUT s] [MATCH m])
function(arauto_epochs_test MPI NAME PROGRAM)
  cmake_parse_arguments(T "" "TIMEOUT;MATCH" "RANKS;ARGUMENTS;ENVIRONMENT" ${ARGN})
  if(NOT T_TIMEOUT)
    set(T_TIMEOUT 90)
  endif()
  if(NOT T_MATCH)
    set(T_MATCH "all well")
  endif()
  foreach(ranks ${T_RANKS})
    set(test mpi.epochs.${NAME}.${MPI}.${ranks})
    add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n ${ranks}
                                  "${ARAUTO_TEST_BIN}/${PROGRAM}_${MPI}" ${T_ARGUMENTS})
    arauto_mpi_cores(${MPI} ${ranks} processors)
    set_tests_properties(
      ${test}
      PROPERTIES TIMEOUT ${T_TIMEOUT} PROCESSORS ${processors} LABELS mpi PASS_REGULAR_EXPRESSION "${T_MATCH}"
                 FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT
                 "${epochs_environment};${T_ENVIRONMENT}")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} ${PROGRAM}_${MPI})
  endforeach()
endfunction()

function(arauto_epochs_c_tests MPI)
  foreach(name forms late requests recorded flags wrong threads kill)
    arauto_epochs_program(${MPI} epochs_${name} "${ARAUTO_MPICC_${MPI}}" -std=gnu11 -g -O1 -Wall -Wextra
                          -Wno-stringop-overflow # of MPICH's empty arrays
                          -I "${PROJECT_SOURCE_DIR}/include" "${epochs_folder}/epochs_${name}.c")
  endforeach()
  foreach(part fence pscw ranks locks flushes)
    arauto_epochs_test(${MPI} forms_${part} epochs_forms ARGUMENTS ${part} RANKS 1 2 4)
  endforeach()
  foreach(part late pending halo helped)
    arauto_epochs_test(${MPI} ${part} epochs_late ARGUMENTS ${part} RANKS 2 4)
  endforeach()
  arauto_epochs_test(${MPI} requests epochs_requests RANKS 1 2 4)
  foreach(window allocate create dynamic shared)
    arauto_epochs_test(${MPI} recorded_${window} epochs_recorded ARGUMENTS ${window} RANKS 2 4)
  endforeach()
  arauto_epochs_test(${MPI} recorded_ring epochs_recorded ARGUMENTS create ENVIRONMENT
                     ARAUTO_FOREIGN=ring RANKS 2)
  arauto_epochs_test(${MPI} flags epochs_flags RANKS 1 3 4)
  arauto_epochs_test(${MPI} wrong epochs_wrong RANKS 1 2 3)
  arauto_epochs_test(${MPI} native epochs_wrong ARGUMENTS native ENVIRONMENT
                     ARAUTO_MPI_WINDOWS=native RANKS 2)
  arauto_epochs_test(${MPI} threads epochs_threads RANKS 1 2 3 TIMEOUT 180)
  arauto_epochs_test(${MPI} late_asleep epochs_late ENVIRONMENT ARAUTO_WAIT=sleep RANKS 3)
  arauto_epochs_program(${MPI} epochs_example "${ARAUTO_MPICC_${MPI}}" -std=c11 -g -O1 -Wall -Wextra
                        -I "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/examples/epochs_mpi.c")
  arauto_epochs_test(${MPI} example epochs_example RANKS 1 2 4 MATCH " 0 differ from a serial run")
  add_test(NAME mpi.epochs.kill.${MPI}
           COMMAND "${Python3_EXECUTABLE}" "${epochs_folder}/epochs_kill_test.py"
                   "${ARAUTO_TEST_BIN}/epochs_kill_${MPI}" ${ARAUTO_MPI_LAUNCH_${MPI}})
  set_tests_properties(mpi.epochs.kill.${MPI} PROPERTIES TIMEOUT 400 COST 60 LABELS "mpi;waits"
                                                         ENVIRONMENT "${epochs_environment}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.epochs.kill.${MPI} epochs_kill_${MPI})
endfunction()

function(arauto_epochs_fortran_tests MPI)
  set(modules "${PROJECT_SOURCE_DIR}/frontends/mpi/generated")
  foreach(binding fortran fortran_f08)
    string(REPLACE fortran arauto_mpix module ${binding})
    set(compiled "${CMAKE_CURRENT_BINARY_DIR}/mod_epochs_${binding}_${MPI}")
    file(MAKE_DIRECTORY "${compiled}")
    arauto_epochs_program(${MPI} epochs_${binding} "${ARAUTO_MPIFC_${MPI}}" -g -O1 -J "${compiled}"
                          "${modules}/${module}.f90" "${epochs_folder}/epochs_${binding}.f90")
    arauto_epochs_test(${MPI} ${binding} epochs_${binding} RANKS 1 2 3)
  endforeach()
  set(compiled "${CMAKE_CURRENT_BINARY_DIR}/mod_epochs_example_${MPI}")
  file(MAKE_DIRECTORY "${compiled}")
  arauto_epochs_program(${MPI} epochs_example_f "${ARAUTO_MPIFC_${MPI}}" -g -O1 -J "${compiled}"
                        "${modules}/arauto_mpix.f90" "${PROJECT_SOURCE_DIR}/examples/epochs_mpi.f90")
  arauto_epochs_test(${MPI} example_f epochs_example_f RANKS 1 2 4 MATCH "transactions, none lost")
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  if(TARGET arauto_mpi_sanitized_${mpi})
    continue() # tests/mpi/sanitized.cmake
  endif()
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    message(STATUS "no ${mpi} here: mpi.epochs is left out for it")
    continue()
  endif()
  arauto_epochs_c_tests(${mpi})
  if(ARAUTO_MPIFC_${mpi})
    arauto_epochs_fortran_tests(${mpi})
  endif()
endforeach()
