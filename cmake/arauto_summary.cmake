# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# A summary of this build, at the end of configuring: network, MPIs, compilers; for each that is missing, how to get
# it. The file `summary` in the build folder has the same lines, which `make build` shows when they have changed.
set(lines)
# arauto_summarise(TITLE VALUE [MISSING]): MISSING is shown for an empty value.
function(arauto_summarise TITLE VALUE MISSING)
  if(NOT VALUE)
    set(VALUE "${MISSING}")
  endif()
  string(LENGTH "${TITLE}" length)
  math(EXPR gap "12 - ${length}")
  string(REPEAT " " ${gap} gap)
  set(lines "${lines}  ${TITLE}${gap}${VALUE}\n" PARENT_SCOPE)
endfunction()

set(network)
if(ARAUTO_LIBFABRIC_INCLUDE)
  set(network "libfabric by ${ARAUTO_LIBFABRIC_INCLUDE}/rdma; the library itself is loaded when a job needs it")
  find_library(ARAUTO_LIBFABRIC NAMES libfabric.so.1 fabric)
  mark_as_advanced(ARAUTO_LIBFABRIC)
  if(NOT ARAUTO_LIBFABRIC)
    string(APPEND network "; this machine lacks it (Debian: libfabric1)")
  endif()
endif()
arauto_summarise(network "${network}"
            "none: jobs stay on one machine. For more, install libfabric's headers (libfabric-dev) and configure again")
set(mpis)
foreach(mpi ${ARAUTO_MPIS} ${ARAUTO_MPIS_FETCHED})
  list(APPEND mpis "${mpi} (${ARAUTO_MPICC_${mpi}})")
endforeach()
list(JOIN mpis ", " mpis)
string(CONCAT without_mpi "none: libarauto_mpi is not built. Install an MPI with its compilers (Debian: "
              "libopenmpi-dev or libmpich-dev), or name its mpicc by -DARAUTO_MPI_COMPILERS=")
arauto_summarise(MPIs "${mpis}" "${without_mpi}")
arauto_summarise("C, C++" "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION} (${CMAKE_CXX_COMPILER})" "")
set(fortran)
if(ARAUTO_GFORTRAN)
  set(fortran "gfortran ${ARAUTO_GFORTRAN_MAJOR} (${ARAUTO_GFORTRAN})")
endif()
arauto_summarise(Fortran "${fortran}"
            "none: C, C++ and MPI only. Install gfortran, or name another compiler to 'arauto fc --compiler'")
set(python)
if(Python3_Interpreter_FOUND)
  set(python "${Python3_VERSION} (${Python3_EXECUTABLE})")
endif()
arauto_summarise(Python "${python}"
            "none: no pages of the manual, no tests; translated Fortran needs it when it compiles (Debian: python3)")
arauto_summarise("build type" "${CMAKE_BUILD_TYPE}, with ${CMAKE_GENERATOR}" "")
file(WRITE "${CMAKE_BINARY_DIR}/summary" "Arauto ${PROJECT_VERSION} is built with\n${lines}")
message(STATUS "Arauto ${PROJECT_VERSION} is built with\n${lines}")
