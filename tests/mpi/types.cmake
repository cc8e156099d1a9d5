# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Datatypes and operations of the MPI front-end, against each MPI on the machine; programs of one
# process that need no launcher. Nothing is registered for an MPI that is not installed.
set(mpi_rooms "${PROJECT_SOURCE_DIR}/frontends/mpi")
set(mpi_types_sources)
foreach(unit basic contents decode layout layout_build operate real walk)
  list(APPEND mpi_types_sources "${mpi_rooms}/${unit}.cpp")
endforeach()

# Open MPI starts alone; what the MPIs themselves leave behind is not our leak.
set(mpi_types_environment OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_pml=ob1
                          ASAN_OPTIONS=detect_leaks=0)

# What a compiler wrapper adds: NAME_INCLUDES, NAME_LINK, empty when there is no such MPI.
function(arauto_find_mpi NAME WRAPPER)
  find_program(ARAUTO_MPICC_${NAME} ${WRAPPER})
  set(includes)
  set(link)
  if(ARAUTO_MPICC_${NAME})
    execute_process(COMMAND "${ARAUTO_MPICC_${NAME}}" -show OUTPUT_VARIABLE shown
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    separate_arguments(words UNIX_COMMAND "${shown}")
    foreach(word ${words})
      if(word MATCHES "^-I(.+)")
        list(APPEND includes "${CMAKE_MATCH_1}")
      elseif(word MATCHES "^-[Ll]")
        list(APPEND link "${word}")
      endif()
    endforeach()
  endif()
  set(${NAME}_INCLUDES "${includes}" PARENT_SCOPE)
  set(${NAME}_LINK "${link}" PARENT_SCOPE)
endfunction()

foreach(mpi openmpi mpich)
  arauto_find_mpi(${mpi} mpicc.${mpi})
  if(NOT ${mpi}_LINK)
    message(STATUS "no mpicc.${mpi}: its datatype tests are left out")
    continue()
  endif()
  if(mpi STREQUAL mpich AND ARAUTO_SANITIZE STREQUAL thread)
    continue() # its own start ends in a segmentation fault under the thread sanitizer
  endif()
  add_library(arauto_mpi_types_${mpi} STATIC ${mpi_types_sources})
  target_include_directories(arauto_mpi_types_${mpi} PUBLIC "${mpi_rooms}")
  target_include_directories(arauto_mpi_types_${mpi} SYSTEM PUBLIC ${${mpi}_INCLUDES})
  target_link_libraries(arauto_mpi_types_${mpi} PRIVATE arauto_warnings
                        INTERFACE ${${mpi}_LINK} GTest::gtest ${CMAKE_DL_LIBS})
  foreach(test layout operate)
    set(program ${test}_test_${mpi})
    add_executable(${program} "${CMAKE_CURRENT_LIST_DIR}/${test}_test.cpp")
    set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
    target_link_libraries(${program} PRIVATE arauto_mpi_types_${mpi})
    add_test(NAME mpi.types.${test}.${mpi} COMMAND ${program})
    set_tests_properties(
      mpi.types.${test}.${mpi}
      PROPERTIES TIMEOUT 120 LABELS mpi ENVIRONMENT
                 "${mpi_types_environment}")
  endforeach()
endforeach()

arauto_mpi_test(NAME derived SOURCE "${CMAKE_CURRENT_LIST_DIR}/derived.c" RANKS 1 2 3)
arauto_mpi_test(NAME derived_private PROGRAM derived ARGUMENTS create RANKS 1 3)
