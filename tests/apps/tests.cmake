# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The mini-applications of bench/apps: each variant must give the digest of the serial program, on any number of ranks.
# Tests are called apps.NAME.VARIANT.ON.RANKS; ON is arauto, an MPI, or arauto_on_ an MPI. One skipped test stands for
# an MPI that is not installed.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

set(apps_environment "ARAUTO=${ARAUTO_COMMAND};ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test")

# arauto_app_test(APP VARIANT ON RANKS...)
function(arauto_app_test APP VARIANT ON)
  foreach(ranks ${ARGN})
    set(test apps.${APP}.${VARIANT}.${ON}.${ranks})
    add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" run_app.py ${APP} ${VARIANT} ${ON} ${ranks}
             WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/tests/apps")
    set(processors 2)
    string(REGEX MATCH "openmpi|mpich" mpi "${ON}")
    if(ranks EQUAL 1)
      set(processors 1)
    elseif(mpi)
      arauto_mpi_cores(${mpi} ${ranks} processors)
    endif()
    set_tests_properties(${test} PROPERTIES TIMEOUT 180 PROCESSORS ${processors} LABELS apps SKIP_RETURN_CODE 77
                                            ENVIRONMENT "${apps_environment}")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} product)
  endforeach()
endfunction()

# The tests of one entry of a list of variants.
function(arauto_app_tests APP ENTRY)
  string(JSON variant GET "${ENTRY}" name)
  string(JSON by GET "${ENTRY}" by)
  string(JSON is_unverified ERROR_VARIABLE absent GET "${ENTRY}" unverified)
  if(variant STREQUAL "serial" OR is_unverified STREQUAL "ON")
    return()
  elseif(by MATCHES "^mpi")
    string(JSON ways ERROR_VARIABLE absent GET "${ENTRY}" on)
    foreach(mpi ${apps_mpis})
      if(absent OR ways MATCHES "bare")
        arauto_app_test(${APP} ${variant} ${mpi} 1 2 3 4 6)
      endif()
      if(ways MATCHES "arauto")
        arauto_app_test(${APP} ${variant} arauto_on_${mpi} 1 2 3 4 6)
      endif()
    endforeach()
  else()
    arauto_app_test(${APP} ${variant} arauto 1 2 3 4 6)
  endif()
endfunction()

# Programs that a compiler wrapper makes cannot load a sanitized library.
if(ARAUTO_SANITIZE OR CMAKE_CROSSCOMPILING)
  arauto_skipped_test(apps "the mini-applications run with this machine's compilers, without a sanitizer")
  return()
endif()
set(apps_mpis)
foreach(mpi openmpi mpich)
  if(mpi IN_LIST ARAUTO_MPIS AND ARAUTO_MPIRUN_${mpi})
    list(APPEND apps_mpis ${mpi})
  else()
    arauto_skipped_test(apps.${mpi} "${mpi} is not installed as mpicc.${mpi}")
  endif()
endforeach()

file(GLOB tables CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/apps/*/app.json")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tables})
foreach(table ${tables})
  get_filename_component(folder "${table}" DIRECTORY)
  get_filename_component(app "${folder}" NAME)
  file(READ "${table}" text)
  string(JSON count LENGTH "${text}" variants)
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON entry GET "${text}" variants ${i})
    arauto_app_tests(${app} "${entry}")
  endforeach()
endforeach()

add_test(NAME apps.driver COMMAND "${Python3_EXECUTABLE}" test_apps.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(apps.driver PROPERTIES TIMEOUT 900 PROCESSORS 2 LABELS apps
                                            ENVIRONMENT "${apps_environment};ARAUTO_BENCH_PATIENCE=20")

add_test(NAME apps.pack COMMAND "${Python3_EXECUTABLE}" test_pack.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(apps.pack PROPERTIES TIMEOUT 900 PROCESSORS 2 LABELS apps
                                          ENVIRONMENT "${apps_environment};ARAUTO_BENCH_PATIENCE=20")
