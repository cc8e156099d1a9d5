# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The names of OpenCoarrays: `caf` and `cafrun` by hand, in projects of CMake and of fpm, and where they are installed.
set(why_not "")
if(NOT ARAUTO_GFORTRAN)
  set(why_not "gfortran is not installed")
elseif(ARAUTO_SANITIZE)
  set(why_not "a library with a sanitizer needs a program with it")
endif()
# opencoarrays_test(NAME SCRIPT WORDS...)
function(opencoarrays_test NAME)
  if(why_not)
    arauto_skipped_test(opencoarrays.${NAME} "${why_not}")
    return()
  endif()
  add_test(NAME opencoarrays.${NAME} COMMAND "${Python3_EXECUTABLE}" ${ARGN}
           WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(opencoarrays.${NAME} PROPERTIES TIMEOUT 600 PROCESSORS 2 LABELS fortran
                       ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_opencoarrays.${NAME} product)
endfunction()
opencoarrays_test(commands commands.py "${CMAKE_BINARY_DIR}")
opencoarrays_test(cmake projects.py CMake "${CMAKE_BINARY_DIR}" "${CMAKE_COMMAND}" ${gfortran_15} ${gfortran_16})
find_program(ARAUTO_FPM fpm HINTS "${CMAKE_SOURCE_DIR}/build/builders/bin") # where `bootstrap.sh` puts it
mark_as_advanced(ARAUTO_FPM)
if(NOT why_not AND NOT ARAUTO_FPM)
  set(why_not "fpm is not installed (pip install fpm)")
endif()
opencoarrays_test(fpm projects.py Fpm "${CMAKE_BINARY_DIR}" "${ARAUTO_FPM}")
