# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The runners of others' suites, on small suites of the same form.
if(NOT ARAUTO_GFORTRAN)
  arauto_skipped_test(suites "gfortran is not installed")
elseif(ARAUTO_SANITIZE)
  arauto_skipped_test(suites "a library with a sanitizer needs a program with it")
elseif(NOT CMAKE_CROSSCOMPILING)
  set(flang "${ARAUTO_FLANG}")
  if(prif_why_not_flang)
    set(flang "")
  endif()
  add_test(NAME suites COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/suites_test.py" "${ARAUTO_COMMAND}"
                               "${flang}")
  set_tests_properties(suites PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran
                       ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_suites product)
endif()
