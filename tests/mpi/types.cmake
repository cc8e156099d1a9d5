# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Datatypes and operations of the MPI front-end, against each MPI on the machine; programs of one
# process that need no launcher. Nothing is registered for an MPI that is not installed.
include("${PROJECT_SOURCE_DIR}/cmake/arauto_mpi.cmake")
set(mpi_folder "${PROJECT_SOURCE_DIR}/frontends/mpi")
set(mpi_types_sources)
foreach(unit basic contents decode layout layout_build layout_cache operate real thread_state walk)
  list(APPEND mpi_types_sources "${mpi_folder}/${unit}.cpp")
endforeach()

# Open MPI starts alone; what the MPIs themselves leave behind is not our leak.
set(mpi_types_environment OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_btl=self OMPI_MCA_pml=ob1
                          ASAN_OPTIONS=detect_leaks=0)

foreach(mpi ${ARAUTO_MPIS})
  if(ARAUTO_MPI_ABI_${mpi} STREQUAL mpich AND ARAUTO_SANITIZE STREQUAL thread)
    continue() # its own start ends in a segmentation fault under the thread sanitizer
  endif()
  if(ARAUTO_NOT_GTEST)
    foreach(test layout operate)
      arauto_skipped_test(mpi.types.${test}.${mpi} "${ARAUTO_NOT_GTEST}")
    endforeach()
    continue()
  endif()
  add_library(arauto_mpi_types_${mpi} STATIC ${mpi_types_sources})
  target_include_directories(arauto_mpi_types_${mpi} PUBLIC "${mpi_folder}")
  foreach(flag ${ARAUTO_MPI_FLAGS_${mpi}})
    if(flag MATCHES "^-I(.+)")
      target_include_directories(arauto_mpi_types_${mpi} SYSTEM PUBLIC "${CMAKE_MATCH_1}")
    else()
      target_compile_options(arauto_mpi_types_${mpi} PUBLIC "${flag}")
    endif()
  endforeach()
  target_link_libraries(arauto_mpi_types_${mpi} PRIVATE arauto_warnings arauto
                        INTERFACE ${ARAUTO_MPI_LINK_${mpi}} ${ARAUTO_GTEST} ${CMAKE_DL_LIBS})
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
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_mpi.types.${test}.${mpi} ${program})
  endforeach()
endforeach()

arauto_mpi_test(NAME derived SOURCE "${CMAKE_CURRENT_LIST_DIR}/derived.c" RANKS 1 2 3)
arauto_mpi_test(NAME derived_private PROGRAM derived ARGUMENTS create RANKS 1 3)
