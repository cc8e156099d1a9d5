# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The halo exchange on each MPI of the machine: all forms against a serial run, with the library
# linked; the forms that need none of it also with the library preloaded; the example; the driver.
# Nothing is registered for an MPI that is not installed, or that has no Fortran.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

set(halo_parts "${PROJECT_SOURCE_DIR}/bench/halo")
set(halo_module "${PROJECT_SOURCE_DIR}/frontends/mpi/generated/arauto_mpix.f90")
set(halo_shared "${halo_parts}/halo_kernel.f90" "${halo_parts}/halo_form.f90"
                "${halo_parts}/halo_two_sided.f90" "${halo_parts}/halo_pscw.f90")
# Digest of the fields that these tests end with, however they are divided.
set(halo_digest 00489847F1427399)

# arauto_halo_program(MPI NAME LINKED sources...): compiles with the MPI's wrapper.
function(arauto_halo_program MPI NAME LINKED)
  set(program "${ARAUTO_TEST_BIN}/${NAME}_${MPI}")
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/mod_${NAME}_${MPI}")
  file(MAKE_DIRECTORY "${modules}")
  set(link)
  if(LINKED)
    set(link -Wl,--no-as-needed "$<TARGET_FILE:arauto_mpi_${MPI}>" "$<TARGET_FILE:arauto_halo>" "$<TARGET_FILE:arauto>"
             "-Wl,-rpath,$<TARGET_FILE_DIR:arauto>")
  endif()
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${ARAUTO_MPIFC_${MPI}}" -g -O2 -ffp-contract=off -J "${modules}" ${ARGN} -o
            "${program}" ${link}
    DEPENDS ${ARGN} arauto_mpi_${MPI} arauto_halo
    VERBATIM)
  add_custom_target(${NAME}_${MPI} ALL DEPENDS "${program}")
endfunction()

# arauto_halo_test(MPI NAME RANKS MATCH words before and of the program...)
function(arauto_halo_test MPI NAME RANKS MATCH)
  set(test mpi.halo.${NAME}.${MPI}.${RANKS})
  add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n ${RANKS} ${ARGN})
  set_tests_properties(
    ${test} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "${MATCH}"
                       FAIL_REGULAR_EXPRESSION "halo: [a-z]"
                       ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  foreach(word ${ARGN})
    get_filename_component(folder "${word}" DIRECTORY)
    if("${folder}" STREQUAL "${ARAUTO_TEST_BIN}")
      get_filename_component(program "${word}" NAME)
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} ${program})
    endif()
  endforeach()
endfunction()

# The process grid is chosen by the program, but for two rows of one process.
function(arauto_halo_tests MPI)
  set(full "${ARAUTO_TEST_BIN}/halo_all_${MPI}")
  set(bare "${ARAUTO_TEST_BIN}/halo_bare_${MPI}")
  set(preload "${CMAKE_COMMAND}" -E env "LD_PRELOAD=$<TARGET_FILE:arauto_mpi_${MPI}>")
  set(field 36 30 3)
  set(untimed all 0.001 0)
  foreach(ranks 1 2 3 4 6 8)
    arauto_halo_test(${MPI} linked ${ranks} "verified notify_counter ${halo_digest}" "${full}"
                     ${field} 0 0 ${untimed})
  endforeach()
  arauto_halo_test(${MPI} rows 2 "verified notify_counter ${halo_digest}" "${full}" ${field} 1 2
                   ${untimed})
  foreach(ranks 1 2 3 4)
    arauto_halo_test(${MPI} preloaded ${ranks} "verified pscw_dynamic ${halo_digest}" ${preload}
                     "${bare}" ${field} 0 0 ${untimed})
    arauto_halo_test(${MPI} plain ${ranks} "the same bits; ${ranks} processes"
                     "${ARAUTO_TEST_BIN}/halo_plain_${MPI}")
    arauto_halo_test(${MPI} example ${ranks} "six forms, the same bits; ${ranks} processes"
                     "${ARAUTO_TEST_BIN}/halo_example_${MPI}")
  endforeach()
endfunction()

set(halo_mpis)
foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi} OR NOT ARAUTO_MPIFC_${mpi})
    message(STATUS "no ${mpi} with Fortran here: mpi.halo is left out for it")
    continue()
  endif()
  arauto_halo_program(${mpi} halo_all TRUE "${halo_module}" ${halo_shared}
                      "${PROJECT_SOURCE_DIR}/frontends/halo/arauto_halo.f90" "${halo_parts}/halo_library.f90"
                      "${halo_parts}/halo_notified.f90" "${halo_parts}/halo.f90")
  arauto_halo_program(${mpi} halo_bare FALSE ${halo_shared} "${halo_parts}/halo_bare.f90"
                      "${halo_parts}/halo.f90")
  arauto_halo_program(${mpi} halo_plain TRUE "${PROJECT_SOURCE_DIR}/frontends/halo/arauto_halo.f90"
                      "${PROJECT_SOURCE_DIR}/examples/halo_mpi_plain.f90")
  arauto_halo_program(${mpi} halo_example TRUE "${halo_module}"
                      "${PROJECT_SOURCE_DIR}/examples/halo_mpi.f90")
  arauto_halo_tests(${mpi})
  list(APPEND halo_mpis ${mpi})
endforeach()

if("openmpi" IN_LIST halo_mpis OR "mpich" IN_LIST halo_mpis)
  add_test(NAME mpi.halo.driver COMMAND "${Python3_EXECUTABLE}" test_halo.py
           WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(
    mpi.halo.driver
    PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS mpi ENVIRONMENT
               "ARAUTO=${ARAUTO_COMMAND};ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test;ARAUTO_BENCH_PATIENCE=20")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.halo.driver product)
endif()
