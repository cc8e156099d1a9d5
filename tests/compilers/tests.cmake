# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The libraries for gfortran 12, 15 and 16, and programs of which each part is another gfortran's.
if(ARAUTO_SANITIZE)
  arauto_skipped_test(compilers "a library with a sanitizer needs a program with it")
elseif(NOT CMAKE_CROSSCOMPILING)
  add_test(NAME compilers COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/compilers.py" "${CMAKE_BINARY_DIR}"
           "${gfortran_15}"
                                  "${gfortran_16}")
  set_tests_properties(compilers PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran
                       ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_compilers product)
endif()
