# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Deadlocks that must be told, and slow programs that must be left in peace. Each is compiled by its test, which mostly
# waits. The same for MPI is mpi.notify.standstill.
function(arauto_hang_test NAME SOURCE)
  add_test(NAME ${NAME}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/hangs/hangs_test.py" "${SOURCE}" ${ARGN})
  set_tests_properties(
    ${NAME} PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77 LABELS waits
                       ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${NAME} arauto_tool ${ARAUTO_FORTRAN_NEEDS} arauto_translated)
endfunction()

if(NOT ARAUTO_SANITIZE)
  file(GLOB programs CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/deadlocks/*.*" "${CMAKE_CURRENT_LIST_DIR}/slow/*.*")
  foreach(program ${programs})
    cmake_path(GET program STEM name)
    cmake_path(GET program PARENT_PATH folder)
    cmake_path(GET folder FILENAME kind)
    arauto_hang_test(hangs.${kind}.${name} "${program}")
    if(kind STREQUAL "deadlocks" AND program MATCHES "f90$" AND NOT name STREQUAL "notify_count")
      arauto_hang_test(hangs.${kind}.${name}.translated "${program}" --translate)
    endif()
  endforeach()
endif()
