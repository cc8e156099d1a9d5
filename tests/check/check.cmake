# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The race checker on programs of which each says in its first line what is true of it.
if(NOT ARAUTO_SANITIZE) # which has a runtime of its own for the same calls
  foreach(folder c conflict epochs library lifetime mpi notification openmp order)
    add_test(NAME check.${folder} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/corpus.py" ${folder})
    set_tests_properties(check.${folder} PROPERTIES TIMEOUT 600 PROCESSORS 2 SKIP_RETURN_CODE 77 LABELS check
                                                    ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND}")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_check.${folder} arauto_tool ${ARAUTO_FORTRAN_NEEDS} arauto_race
                                                                   arauto_race_start)
  endforeach()
  if(ARAUTO_MPIS)
    list(GET ARAUTO_MPIS 0 mpi)
    set_property(GLOBAL APPEND PROPERTY ARAUTO_PROGRAM_OF_check.mpi arauto_mpi_${mpi})
  endif()
endif()
