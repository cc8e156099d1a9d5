# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Jobs in which some processes have the library and some have not.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")

foreach(mpi ${ARAUTO_MPIS} ${ARAUTO_MPIS_FETCHED})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  set(program "${ARAUTO_TEST_BIN}/mpi_disagree_${mpi}")
  set(source "${CMAKE_CURRENT_LIST_DIR}/disagree.c")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${ARAUTO_MPICC_${mpi}}" -g -O1 "${source}" -o "${program}"
    DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS}
    VERBATIM)
  add_custom_target(mpi_disagree_${mpi} ALL DEPENDS "${program}")
  add_test(NAME mpi.disagree.${mpi}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/disagree_test.py" "${program}"
                   "$<TARGET_FILE:arauto_mpi_${mpi}>" ${ARAUTO_MPI_LAUNCH_${mpi}})
  set_tests_properties(mpi.disagree.${mpi} PROPERTIES TIMEOUT 400 COST 30 LABELS "mpi;waits")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.disagree.${mpi} mpi_disagree_${mpi})
endforeach()
