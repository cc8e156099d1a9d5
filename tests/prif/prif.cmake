# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# PRIF: programs that call it themselves, and programs that flang lowers. Compiled as a user does, by `arauto fc
# --native`.
set(prif_why_not_flang "flang is not installed (package flang-22)")
if(ARAUTO_FLANG)
  execute_process(COMMAND "${ARAUTO_FLANG}" --version OUTPUT_VARIABLE said ERROR_QUIET)
  set(prif_why_not_flang "")
  if(NOT said MATCHES "flang version (2[2-9]|[3-9][0-9])")
    set(prif_why_not_flang "${ARAUTO_FLANG} is older than flang 22, which is the first that lowers coarrays")
  endif()
endif()
# Newer compilers than most systems have; where flang 23 is the system's own, it is ARAUTO_FLANG.
find_program(ARAUTO_FLANG23 flang-23 HINTS "${CMAKE_SOURCE_DIR}/build/compilers/bin")
find_program(ARAUTO_LFORTRAN lfortran HINTS "${CMAKE_SOURCE_DIR}/build/compilers/bin")
mark_as_advanced(ARAUTO_FLANG23 ARAUTO_LFORTRAN)
set(prif_why_not_flang23 "flang 23 is not installed (scripts/compilers.sh flang-23)")
if(ARAUTO_FLANG23)
  set(prif_why_not_flang23 "")
endif()
set(prif_why_not_lfortran "LFortran is not installed (scripts/compilers.sh lfortran)")
if(ARAUTO_LFORTRAN)
  set(prif_why_not_lfortran "")
endif()
if(ARAUTO_SANITIZE)
  set(prif_why_not_flang "flang cannot link a sanitized library")
  set(prif_why_not_flang23 "${prif_why_not_flang}")
  set(prif_why_not_lfortran "LFortran cannot link a sanitized library")
endif()

# arauto_prif_test(NAME n COMPILER flang|flang23|lfortran SOURCE file.f90 IMAGES 1 2 4 [STATUS n] [MATCH regex]
# [ENVIRONMENT ...])
function(arauto_prif_test)
  cmake_parse_arguments(T "" "NAME;COMPILER;SOURCE;STATUS;MATCH" "IMAGES;ENVIRONMENT" ${ARGN})
  get_filename_component(name "${T_SOURCE}" NAME_WE)
  set(target "p_${T_COMPILER}_${name}")
  set(program "${ARAUTO_TEST_BIN}/${target}")
  set_property(GLOBAL PROPERTY ARAUTO_LEFT_OUT_${target} "${prif_why_not_${T_COMPILER}}")
  if(NOT prif_why_not_${T_COMPILER} AND NOT TARGET ${target})
    string(TOUPPER "ARAUTO_${T_COMPILER}" compiler)
    set(options)
    if(T_COMPILER MATCHES "^flang")
      set(options --native -g -O1)
    endif()
    string(REGEX REPLACE "[0-9]+$" "" library "prif_arauto_${T_COMPILER}")
    set(source "${CMAKE_SOURCE_DIR}/tests/prif/${T_SOURCE}")
    set(modules "${CMAKE_CURRENT_BINARY_DIR}/mod_${target}") # where the program's own modules go
    file(MAKE_DIRECTORY "${modules}")
    add_custom_command(
      OUTPUT "${program}"
      COMMAND "${ARAUTO_COMMAND}" fc --compiler "${${compiler}}" ${options} -J "${modules}" "${source}" -o "${program}"
      DEPENDS "${source}" "${CMAKE_SOURCE_DIR}/tests/prif/checks.inc" "${CMAKE_SOURCE_DIR}/frontends/prif/prif.F90"
              "${CMAKE_SOURCE_DIR}/frontends/prif/prif_access.inc" arauto_tool arauto
              ${library}
      VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${program}")
  endif()
  arauto_run_tests(prif.${T_NAME} "${program}" ${ARGN})
endfunction()

foreach(name access atomics collectives critical events locks lowered teams)
  arauto_prif_test(NAME ${name} COMPILER flang SOURCE ${name}.f90 IMAGES 1 2 4 MATCH "${name}: done")
  arauto_prif_test(NAME nodes.${name} COMPILER flang SOURCE ${name}.f90 IMAGES 3 MATCH "${name}: done"
                   ENVIRONMENT ARAUTO_NODE_RANKS=2)
endforeach()
# flang 23 lowers more by itself, and passes teams and the cleanup of coarrays in another way.
foreach(name access atomics collectives critical events locks lowered teams)
  arauto_prif_test(NAME flang23.${name} COMPILER flang23 SOURCE ${name}.f90 IMAGES 1 2 4 MATCH "${name}: done")
endforeach()
foreach(name access lowered teams)
  arauto_prif_test(NAME flang23.nodes.${name} COMPILER flang23 SOURCE ${name}.f90 IMAGES 3 MATCH "${name}: done"
                   ENVIRONMENT ARAUTO_NODE_RANKS=2)
endforeach()
arauto_prif_test(NAME flang23.allocated COMPILER flang23 SOURCE allocated.f90 IMAGES 1 2 4 MATCH "allocated: done")
arauto_prif_test(NAME flang23.nodes.allocated COMPILER flang23 SOURCE allocated.f90 IMAGES 3 MATCH "allocated: done"
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_prif_test(NAME flang23.failing COMPILER flang23 SOURCE failing.f90 IMAGES 2 4 MATCH "failing: done")
arauto_prif_test(NAME flang23.ending COMPILER flang23 SOURCE ending.f90 IMAGES 1 3 STATUS 7
                 MATCH "text without an end of line, told of 7")
arauto_prif_test(NAME flang23.stopping COMPILER flang23 SOURCE stopping.f90 IMAGES 1 3 STATUS 9 MATCH "ERROR STOP 9")
arauto_prif_test(NAME failing COMPILER flang SOURCE failing.f90 IMAGES 2 4 MATCH "failing: done")
arauto_prif_test(NAME nodes.failing COMPILER flang SOURCE failing.f90 IMAGES 3 MATCH "failing: done"
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_prif_test(NAME ending COMPILER flang SOURCE ending.f90 IMAGES 1 3 STATUS 7
                 MATCH "text without an end of line, told of 7")
arauto_prif_test(NAME stopping COMPILER flang SOURCE stopping.f90 IMAGES 1 3 STATUS 9 MATCH "ERROR STOP 9")
foreach(name allocatable broadcasts elements hello kinds module_data pairs scalar sums words)
  arauto_prif_test(NAME lfortran.${name} COMPILER lfortran SOURCE lfortran/${name}.f90 IMAGES 1 2 4
                   MATCH "${name}: done")
endforeach()
arauto_prif_test(NAME lfortran.stopping COMPILER lfortran SOURCE lfortran/stopping.f90 IMAGES 1 3 STATUS 7
                 MATCH "STOP 7")
# Debian's LFortran does not look into the folder where its own modules lie.
if(NOT prif_why_not_lfortran)
  set(probe "${CMAKE_CURRENT_BINARY_DIR}/mod_lfortran_probe")
  file(WRITE "${probe}/probe.f90" "use iso_fortran_env\nend\n")
  execute_process(COMMAND "${ARAUTO_LFORTRAN}" -c probe.f90 -o probe.o WORKING_DIRECTORY "${probe}"
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(prif_why_not_lfortran "${ARAUTO_LFORTRAN} does not find its own module iso_fortran_env")
  endif()
endif()
arauto_prif_test(NAME lfortran.team COMPILER lfortran SOURCE lfortran/team.f90 IMAGES 1 2 4 MATCH "team: done")
if(prif_why_not_flang)
  arauto_skipped_test(prif.native "${prif_why_not_flang}")
else()
  add_test(NAME prif.native COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/native.py" "${ARAUTO_COMMAND}"
           "${ARAUTO_FLANG}")
  set_tests_properties(prif.native PROPERTIES TIMEOUT 300 LABELS fortran ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
endif()
