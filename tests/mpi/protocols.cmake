# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The messages and the memory that the protocols of libarauto_mpi cost at 2 to 64 processes, and which
# windows it leaves to the MPI. With more processes than cores MPICH's looking without end takes most
# of the time, a minute for 64: there 16 have to do, as the counts are those of the same code.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

# arauto_protocol_program(MPI NAME): mpi_NAME_MPI, without the library, of NAME.c in this folder.
function(arauto_protocol_program MPI NAME)
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${NAME}.c")
  set(program "${ARAUTO_TEST_BIN}/mpi_${NAME}_${MPI}")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${ARAUTO_MPICC_${MPI}}" -g -O1 -I "${PROJECT_SOURCE_DIR}/include" "${source}" -o
            "${program}" -ldl
    DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS}
    VERBATIM)
  add_custom_target(mpi_${NAME}_${MPI} ALL DEPENDS "${program}")
  add_dependencies(mpi_${NAME}_${MPI} arauto_mpi_${MPI})
endfunction()

# arauto_protocol_test(MPI processes...); "4by2": on pretended nodes of two.
function(arauto_protocol_test MPI)
  foreach(size ${ARGN})
    set(test mpi.counts.${MPI}.${size})
    string(REGEX REPLACE "by.*" "" processes ${size})
    set(nodes)
    if(size MATCHES "by(.*)")
      set(test mpi.nodes.counts.${MPI}.${size})
      set(nodes ";ARAUTO_MPI_NODE=${CMAKE_MATCH_1}")
    endif()
    add_test(NAME ${test}
             COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n ${processes} "${CMAKE_COMMAND}" -E env
                     "LD_PRELOAD=$<TARGET_FILE:arauto_mpi_${MPI}>" ARAUTO_COUNTERS=on
                     "${ARAUTO_TEST_BIN}/mpi_counts_${MPI}")
    set_tests_properties(
      ${test} PROPERTIES TIMEOUT 240 PROCESSORS 2 LABELS mpi PASS_REGULAR_EXPRESSION "all well"
                         FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: "
                         ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1${nodes}")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} mpi_counts_${MPI})
  endforeach()
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  arauto_protocol_program(${mpi} counts)
  arauto_protocol_test(${mpi} 2 4 8 16)
  if(ARAUTO_LIBFABRIC_INCLUDE)
    arauto_protocol_test(${mpi} 2by1)
  endif()
  if(ARAUTO_MPI_ABI_${mpi} STREQUAL openmpi)
    if(ARAUTO_LIBFABRIC_INCLUDE)
      arauto_protocol_test(${mpi} 4by2)
    endif()
    arauto_protocol_test(${mpi} 32 64)
  endif()
  arauto_protocol_program(${mpi} native)
  add_test(NAME mpi.native.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/native_test.py"
                   "${ARAUTO_TEST_BIN}/mpi_native_${mpi}" "$<TARGET_FILE:arauto_mpi_${mpi}>"
                   ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(mpi.native.${mpi} PROPERTIES TIMEOUT 240 PROCESSORS 2 LABELS mpi)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.native.${mpi} mpi_native_${mpi})
  add_test(NAME mpi.traced.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/traced_test.py" "${ARAUTO_COMMAND}"
                   "${ARAUTO_TEST_BIN}/mpi_basics_${mpi}_linked" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(
    mpi.traced.${mpi} PROPERTIES TIMEOUT 240 PROCESSORS 2 LABELS mpi
                                 ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.traced.${mpi} mpi_basics_${mpi} arauto_tool)
endforeach()
