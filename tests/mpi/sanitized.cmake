# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# C programs of MPI that are compiled for a sanitizer, on two processes. The thread sanitizer follows the threads of one
# process. So programs with threads also run as one process, in which it sees both sides of each notification; the
# others show it the library's own threads beside the program's. All run on one node: between nodes the program and the
# thread that serves others use the same memory, in an order that libfabric gives, which is not compiled for it. MPICH's
# own start ends in a segmentation fault under it.
include_guard()
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

set(sanitized_folder "${CMAKE_CURRENT_LIST_DIR}")
set(sanitized_environment
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ARAUTO_HEAP_SIZE=512M ASAN_OPTIONS=detect_leaks=0
    "TSAN_OPTIONS=suppressions=${CMAKE_CURRENT_LIST_DIR}/thread_sanitizer.supp:history_size=7")

# arauto_mpi_sanitized_test(MPI NAME SOURCE file [ARGUMENTS a ..] [RANKS n ..]), without RANKS on 2
function(arauto_mpi_sanitized_test MPI NAME)
  cmake_parse_arguments(T "" "SOURCE" "ARGUMENTS;RANKS" ${ARGN})
  string(MAKE_C_IDENTIFIER "${T_SOURCE}_${MPI}_sanitized" target)
  set(program "${ARAUTO_TEST_BIN}/${target}")
  set(source "${sanitized_folder}/${T_SOURCE}")
  set(library arauto_mpi_sanitized_${MPI})
  if(NOT TARGET ${target})
    add_custom_command(
      OUTPUT "${program}"
      COMMAND "${ARAUTO_MPICC_${MPI}}" -std=gnu11 -g -O1 -fsanitize=${ARAUTO_SANITIZE}
              -I "${PROJECT_SOURCE_DIR}/include" "${source}" -o "${program}" -Wl,--no-as-needed
              "$<TARGET_FILE:${library}>" -Wl,-rpath,$<TARGET_FILE_DIR:${library}> -lpthread
      DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS} ${library}
      VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${program}")
  endif()
  if(NOT T_RANKS)
    set(T_RANKS 2)
  endif()
  foreach(ranks ${T_RANKS})
    set(test mpi.${NAME}.${MPI}.${ranks}.sanitized)
    add_test(NAME ${test} COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n ${ranks} "${program}" ${T_ARGUMENTS})
    set_tests_properties(
      ${test}
      PROPERTIES TIMEOUT 180 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "all well;: passed"
                 FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: ;ERROR: AddressSanitizer;WARNING: ThreadSanitizer"
                 ENVIRONMENT "${sanitized_environment}")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} ${target})
  endforeach()
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_sanitized_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  if(ARAUTO_SANITIZE STREQUAL thread)
    if(ARAUTO_MPI_ABI_${mpi} STREQUAL mpich)
      arauto_skipped_test(mpi.threads.${mpi}.sanitized "MPICH does not start under the thread sanitizer")
      continue()
    endif()
    arauto_mpi_sanitized_test(${mpi} epochs.threads SOURCE epochs_threads.c ARGUMENTS 100 RANKS 1 2)
    arauto_mpi_sanitized_test(${mpi} threads SOURCE threads.c ARGUMENTS 10 RANKS 1 2)
    arauto_mpi_sanitized_test(${mpi} notify.threads SOURCE notify_threads.c ARGUMENTS 50 RANKS 1 2)
    foreach(name counters match)
      arauto_mpi_sanitized_test(${mpi} notify.${name} SOURCE notify_${name}.c)
    endforeach()
    foreach(name requests recorded)
      arauto_mpi_sanitized_test(${mpi} epochs.${name} SOURCE epochs_${name}.c)
    endforeach()
    continue()
  endif()
  foreach(name accumulates basics communicators derived errors handles large_counts locks notify_counters notify_match
          notify_prototype notify_status notify_wrong)
    arauto_mpi_sanitized_test(${mpi} ${name} SOURCE ${name}.c)
  endforeach()
  arauto_mpi_sanitized_test(${mpi} threads SOURCE threads.c ARGUMENTS 10)
  arauto_mpi_sanitized_test(${mpi} notify.threads SOURCE notify_threads.c ARGUMENTS 50)
  foreach(name forms late requests recorded wrong threads)
    arauto_mpi_sanitized_test(${mpi} epochs.${name} SOURCE epochs_${name}.c)
  endforeach()
endforeach()
