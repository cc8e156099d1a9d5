# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Notified communication on each MPI of the machine, by real processes under its launcher. Nothing is
# registered for an MPI that is not installed.

# arauto_notify_test(counters openmpi program launcher's options...): the program's target and tests.
function(arauto_notify_test NAME MPI PROGRAM)
  set(numbers 1 2 3 4)
  if(NAME STREQUAL pingpong)
    set(numbers 2)
  endif()
  foreach(processes ${numbers})
    set(test mpi.notify.${NAME}.${MPI}.${processes})
    add_test(NAME ${test} COMMAND "${ARAUTO_MPIRUN_${MPI}}" ${ARGN} -n ${processes} "${PROGRAM}")
    arauto_mpi_cores(${MPI} ${processes} processors)
    set_tests_properties(
      ${test} PROPERTIES TIMEOUT 180 PROCESSORS ${processors} LABELS mpi PASS_REGULAR_EXPRESSION ": passed"
                         FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT
                         "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} notify_${NAME}_${MPI})
  endforeach()
endfunction()

# arauto_notify_program(NAME MPI): compiles notify_NAME.c, linked with the library.
function(arauto_notify_program NAME MPI)
  set(target notify_${NAME}_${MPI})
  set(program "${ARAUTO_TEST_BIN}/${target}")
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/notify_${NAME}.c")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${ARAUTO_MPICC_${MPI}}" -std=c11 -g -O1 -Wall -Wextra -Wno-stringop-overflow -pthread
            -I "${PROJECT_SOURCE_DIR}/include" "${source}" -o "${program}"
            -Wl,--no-as-needed "$<TARGET_FILE:arauto_mpi_${MPI}>"
            "-Wl,-rpath,$<TARGET_FILE_DIR:arauto_mpi_${MPI}>"
    DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS} arauto_mpi_${MPI}
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${program}")
endfunction()

# arauto_notify_tests(MPI openmpi LAUNCHER command...): the programs of this folder for one MPI.
function(arauto_notify_tests)
  cmake_parse_arguments(T "" "MPI" "LAUNCHER" ${ARGN})
  if(NOT TARGET arauto_mpi_${T_MPI} OR NOT ARAUTO_MPIRUN_${T_MPI})
    message(STATUS "no ${T_MPI}: its tests of notified communication are left out")
    return()
  endif()
  foreach(name counters match status wrong prototype pingpong nulls threads)
    arauto_notify_program(${name} ${T_MPI})
    arauto_notify_test(${name} ${T_MPI} "${ARAUTO_TEST_BIN}/notify_${name}_${T_MPI}" ${T_LAUNCHER})
  endforeach()
  set(test mpi.notify.native.${T_MPI}.2)
  add_test(NAME ${test} COMMAND "${ARAUTO_MPIRUN_${T_MPI}}" ${T_LAUNCHER} -n 2
                                "${ARAUTO_TEST_BIN}/notify_wrong_${T_MPI}" native)
  set_tests_properties(
    ${test}
    PROPERTIES TIMEOUT 60 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION ": passed"
               FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT
               "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;ARAUTO_MPI_WINDOWS=native")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} notify_wrong_${T_MPI})
  if(NOT ARAUTO_MPIFC_${T_MPI})
    message(STATUS "no Fortran wrapper of ${T_MPI}: its test of notified communication is left out")
    return()
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/frontends/mpi/generated")
  foreach(name fortran fortran_f08)
    string(REPLACE fortran arauto_mpix module ${name})
    set(module "${folder}/${module}.f90")
    set(program "${ARAUTO_TEST_BIN}/notify_${name}_${T_MPI}")
    set(compiled "${CMAKE_CURRENT_BINARY_DIR}/mod_notify_${name}_${T_MPI}")
    file(MAKE_DIRECTORY "${compiled}")
    set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/notify_${name}.f90")
    add_custom_command(
      OUTPUT "${program}"
      COMMAND "${ARAUTO_MPIFC_${T_MPI}}" -g -O1 -J "${compiled}" "${module}" "${source}" -o
              "${program}" -Wl,--no-as-needed "$<TARGET_FILE:arauto_mpi_${T_MPI}>"
              "-Wl,-rpath,$<TARGET_FILE_DIR:arauto_mpi_${T_MPI}>"
      DEPENDS "${source}" "${module}" arauto_mpi_${T_MPI}
      VERBATIM)
    add_custom_target(notify_${name}_${T_MPI} ALL DEPENDS "${program}")
    arauto_notify_test(${name} ${T_MPI} "${program}" ${T_LAUNCHER})
  endforeach()
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  set(launch ${ARAUTO_MPI_LAUNCH_${mpi}})
  list(POP_FRONT launch) # the command itself
  arauto_notify_tests(MPI ${mpi} LAUNCHER ${launch})
endforeach()

# More tags than a ring holds, to a process that does not look at them; by one origin and by three.
foreach(mpi ${ARAUTO_MPIS} ${ARAUTO_MPIS_FETCHED})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  arauto_notify_program(burst ${mpi})
  foreach(how recv compute slow)
    foreach(processes 2 4)
      set(test mpi.notify.burst_${how}.${mpi}.${processes})
      add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${mpi}} -n ${processes}
                                    "${ARAUTO_TEST_BIN}/notify_burst_${mpi}" ${how})
      arauto_mpi_cores(${mpi} ${processes} processors)
      set_tests_properties(
        ${test} PROPERTIES TIMEOUT 120 PROCESSORS ${processors} LABELS mpi PASS_REGULAR_EXPRESSION
                           "${how}: passed" FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT
                           "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} notify_burst_${mpi})
    endforeach()
  endforeach()
endforeach()

# Deadlocks, of which the job says where its ranks wait.
foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  arauto_notify_program(standstill ${mpi})
  set(test mpi.notify.standstill.${mpi})
  add_test(NAME ${test}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/notify_standstill_test.py"
                   "${ARAUTO_TEST_BIN}/notify_standstill_${mpi}" "${ARAUTO_COMMAND}" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(${test} PROPERTIES TIMEOUT 300 COST 40 LABELS "mpi;waits" SKIP_RETURN_CODE 77)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} notify_standstill_${mpi} arauto_tool)
endforeach()
