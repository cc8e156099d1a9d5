# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The wheel, and the module of Python in it.
if(ARAUTO_SANITIZE OR CMAKE_CROSSCOMPILING OR NOT ARAUTO_GFORTRAN)
  arauto_skipped_test(python.wheel
                      "a wheel is tried with gfortran, on the processor that it is for, without a sanitizer")
else()
  add_test(NAME python.wheel COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/wheel_test.py"
           "${CMAKE_BINARY_DIR}")
  set_tests_properties(python.wheel PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_python.wheel product)
endif()
