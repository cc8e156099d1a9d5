# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Tests of what is installed, and of projects that find it.
set(why_not "")
if(ARAUTO_SANITIZE)
  set(why_not "a library with a sanitizer needs a program with it")
elseif(CMAKE_CROSSCOMPILING)
  set(why_not "what is built here is for another processor")
elseif(NOT ARAUTO_GFORTRAN)
  set(why_not "gfortran is not installed")
endif()
add_test(NAME install.bootstrap COMMAND "${Python3_EXECUTABLE}" bootstrap.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(install.bootstrap PROPERTIES TIMEOUT 120)
set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.bootstrap product)
add_test(NAME install.summary COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/summary.py"
         "${CMAKE_BINARY_DIR}" "${CMAKE_COMMAND}")
set_tests_properties(install.summary PROPERTIES TIMEOUT 120)
set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.summary product)
foreach(case Layout Completions Consumers)
  string(TOLOWER ${case} name)
  if(why_not)
    arauto_skipped_test(install.${name} "${why_not}")
    continue()
  endif()
  add_test(NAME install.${name} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/installed.py" ${case}
           "${CMAKE_BINARY_DIR}"
                                        "${CMAKE_COMMAND}" gfortran ${gfortran_15} ${gfortran_16})
  set_tests_properties(install.${name} PROPERTIES TIMEOUT 600 ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.${name} product manual)
endforeach()
if(why_not)
  arauto_skipped_test(install.used "${why_not}")
else()
  add_test(NAME install.used COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/used.py" "${CMAKE_BINARY_DIR}"
           "${CMAKE_COMMAND}" gfortran)
  set_tests_properties(install.used PROPERTIES TIMEOUT 300 ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.used product manual)
endif()
if(why_not)
  arauto_skipped_test(install.build_systems "${why_not}")
elseif(ARAUTO_NOT_NATIVE)
  arauto_skipped_test(install.build_systems "${ARAUTO_NOT_NATIVE}")
else()
  add_test(NAME install.build_systems COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/build_systems.py"
           "${CMAKE_BINARY_DIR}"
                                              "${CMAKE_COMMAND}")
  set_tests_properties(install.build_systems PROPERTIES TIMEOUT 600)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.build_systems product)
endif()
if(why_not)
  arauto_skipped_test(install.packed "${why_not}")
else()
  add_test(NAME install.packed COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/packed.py"
           "${CMAKE_BINARY_DIR}" "${CMAKE_CPACK_COMMAND}")
  set_tests_properties(install.packed PROPERTIES TIMEOUT 600 ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_install.packed product)
endif()
