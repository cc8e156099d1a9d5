# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Which MPIs there are: ARAUTO_MPIS, a list of names, and for each NAME the variables
#   ARAUTO_MPICC_NAME, ARAUTO_MPIFC_NAME, ARAUTO_MPIRUN_NAME   wrappers and launcher, false if missing
#   ARAUTO_MPI_ABI_NAME   openmpi, mpich, or abi (the standard one of MPI 5): what its library must fit
#   ARAUTO_MPI_MAJOR_NAME   of its version; of the standard ABI, that one's
#   ARAUTO_MPI_SESSIONS_NAME   whether it has MPI_Session_init
#   ARAUTO_MPI_FLAGS_NAME, ARAUTO_MPI_LINK_NAME   what the C wrapper adds for mpi.h and for linking
#   ARAUTO_MPI_LAUNCH_NAME   the command before -n
# Looked for on PATH under the names that distributions and the MPIs themselves give their wrappers,
# and at ARAUTO_MPI_COMPILERS. A wrapper of the same MPI under a second name is passed over.
# ARAUTO_MPIS_FETCHED: those that scripts/mpi4py.sh has fetched, on which only some of the tests run.
include_guard(GLOBAL)

set(ARAUTO_MPI_COMPILERS "" CACHE STRING
    "C compiler wrappers of further MPIs, as /opt/mpi/bin/mpicc, separated by semicolons")

# The command that the wrapper runs; empty when it is no wrapper.
function(arauto_mpi_show WRAPPER variable)
  execute_process(COMMAND "${WRAPPER}" -show OUTPUT_VARIABLE line ERROR_QUIET RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed)
    set(line)
  endif()
  set(${variable} "${line}" PARENT_SCOPE)
endfunction()

# Its ABI, the first number of its version, and whether it has sessions, by its own mpi.h; empty when
# it has none.
function(arauto_mpi_identify WRAPPER abi major sessions)
  set(source "${CMAKE_BINARY_DIR}/arauto_mpi_identify.c")
  file(WRITE "${source}" [=[
#include <mpi.h>
#if defined(OPEN_MPI)
arauto_found openmpi OMPI_MAJOR_VERSION
#elif defined(MPICH_NAME)
arauto_found mpich MPICH_VERSION
#elif defined(MPI_ABI_VERSION)
arauto_found abi MPI_ABI_VERSION
#endif
]=])
  execute_process(COMMAND "${WRAPPER}" -E -P "${source}" OUTPUT_VARIABLE text ERROR_QUIET)
  set(${abi} PARENT_SCOPE)
  if(text MATCHES "arauto_found ([a-z]+) \"?([0-9]+)")
    set(${abi} "${CMAKE_MATCH_1}" PARENT_SCOPE)
    set(${major} "${CMAKE_MATCH_2}" PARENT_SCOPE)
  endif()
  string(FIND "${text}" "MPI_Session_init" found)
  set(${sessions} OFF PARENT_SCOPE)
  if(found GREATER -1)
    set(${sessions} ON PARENT_SCOPE)
  endif()
endfunction()

# The wrapper's sibling for another purpose: mpicc.mpich has mpirun.mpich, /opt/bin/mpicc has
# /opt/bin/mpirun. One program may launch for several wrappers, but compiles for one alone.
function(arauto_mpi_sibling WRAPPER variable)
  get_filename_component(folder "${WRAPPER}" DIRECTORY)
  get_filename_component(name "${WRAPPER}" NAME)
  set(${variable} "" PARENT_SCOPE)
  foreach(purpose ${ARGN})
    string(REPLACE "mpicc" "${purpose}" sibling "${name}")
    if(purpose MATCHES "^mpi(run|exec)$")
      string(REGEX REPLACE "_abi$" "" sibling "${sibling}")
    endif()
    if(EXISTS "${folder}/${sibling}")
      set(${variable} "${folder}/${sibling}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(arauto_mpi_name WRAPPER ABI MAJOR variable)
  set(name "${ABI}${MAJOR}")
  if(WRAPPER MATCHES "mpicc\\.(openmpi|mpich)$")
    set(name "${ABI}")
  elseif("${ABI}" STREQUAL "abi")
    set(name abi)
  endif()
  set(free "${name}")
  set(number 2)
  while("${free}" IN_LIST ARAUTO_MPIS OR "${free}" IN_LIST ARAUTO_MPIS_FETCHED)
    set(free "${name}_${number}")
    math(EXPR number "${number} + 1")
  endwhile()
  set(${variable} "${free}" PARENT_SCOPE)
endfunction()

function(arauto_mpi_keep NAME WHAT)
  set(ARAUTO_${WHAT}_${NAME} "${ARGN}" CACHE INTERNAL "")
endfunction()

# Takes one wrapper into a list, unless it is none or known under another name.
function(arauto_mpi_add WRAPPER LIST)
  arauto_mpi_show("${WRAPPER}" line)
  arauto_mpi_identify("${WRAPPER}" abi major sessions)
  if(NOT line OR NOT abi)
    message(STATUS "${WRAPPER} compiles for no MPI that is known here: left out")
    return()
  endif()
  foreach(other ${ARAUTO_MPIS} ${ARAUTO_MPIS_FETCHED})
    if("${line}" STREQUAL "${ARAUTO_MPI_LINE_${other}}")
      return()
    endif()
  endforeach()
  arauto_mpi_name("${WRAPPER}" ${abi} "${major}" name)
  set(flags)
  set(link)
  separate_arguments(words UNIX_COMMAND "${line}")
  foreach(word ${words})
    if(word MATCHES "^-[ID].")
      list(APPEND flags "${word}")
    elseif(word MATCHES "^-([Ll].|Wl,)")
      list(APPEND link "${word}")
    endif()
  endforeach()
  arauto_mpi_sibling("${WRAPPER}" compiler mpif90 mpifort)
  arauto_mpi_sibling("${WRAPPER}" launcher mpirun mpiexec)
  set(launch "${launcher}")
  if("${abi}" STREQUAL "openmpi")
    list(APPEND launch --oversubscribe)
  endif()
  arauto_mpi_keep(${name} MPI_LINE "${line}")
  arauto_mpi_keep(${name} MPI_ABI ${abi})
  arauto_mpi_keep(${name} MPI_MAJOR ${major})
  arauto_mpi_keep(${name} MPI_SESSIONS ${sessions})
  arauto_mpi_keep(${name} MPI_FLAGS ${flags})
  arauto_mpi_keep(${name} MPI_LINK ${link})
  arauto_mpi_keep(${name} MPI_LAUNCH ${launch})
  arauto_mpi_keep(${name} MPICC "${WRAPPER}")
  arauto_mpi_keep(${name} MPIFC "${compiler}")
  arauto_mpi_keep(${name} MPIRUN "${launcher}")
  message(STATUS "MPI ${name}: ${WRAPPER}")
  set(${LIST} ${${LIST}} ${name} CACHE INTERNAL "")
endfunction()

set(ARAUTO_MPIS "" CACHE INTERNAL "")
set(ARAUTO_MPIS_FETCHED "" CACHE INTERNAL "")
foreach(known mpicc.openmpi mpicc.mpich mpicc mpicc_abi)
  string(MAKE_C_IDENTIFIER "ARAUTO_FOUND_${known}" found)
  find_program(${found} ${known} DOC "a compiler wrapper of an MPI")
  mark_as_advanced(${found})
  if(${found})
    arauto_mpi_add("${${found}}" ARAUTO_MPIS)
  endif()
endforeach()
foreach(wrapper ${ARAUTO_MPI_COMPILERS})
  arauto_mpi_add("${wrapper}" ARAUTO_MPIS)
endforeach()
foreach(wrapper openmpi mpich)
  if(EXISTS "${PROJECT_SOURCE_DIR}/build/mpis/${wrapper}/bin/mpicc")
    arauto_mpi_add("${PROJECT_SOURCE_DIR}/build/mpis/${wrapper}/bin/mpicc" ARAUTO_MPIS_FETCHED)
  endif()
endforeach()

# How many cores a test of so many ranks is counted as. More than half of the time of a small job of Open MPI
# is waiting for its daemons: with 4 ranks it keeps less than half a core busy.
function(arauto_mpi_cores MPI RANKS variable)
  set(cores 2)
  if(RANKS EQUAL 1 OR (RANKS LESS 5 AND ARAUTO_MPI_ABI_${MPI} STREQUAL openmpi))
    set(cores 1)
  endif()
  set(${variable} ${cores} PARENT_SCOPE)
endfunction()
