# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# MPI programs with many threads, and jobs of which a process is killed.
arauto_mpi_test(NAME threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/threads.c" RANKS 1 2 4 ARGUMENTS 20
                TIMEOUT 180)

find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(mpi openmpi mpich)
  if(TARGET arauto_mpi_${mpi} AND ARAUTO_MPIRUN_${mpi})
    arauto_mpi_program(${mpi} kill "${CMAKE_CURRENT_LIST_DIR}/kill.c")
    add_test(NAME mpi.kill.${mpi}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/kill_test.py" ${mpi}
                     "${ARAUTO_MPIRUN_${mpi}}" "${ARAUTO_TEST_BIN}/mpi_kill_${mpi}_linked")
    set_tests_properties(mpi.kill.${mpi} PROPERTIES TIMEOUT 400 PROCESSORS 2 LABELS mpi)
  endif()
endforeach()
