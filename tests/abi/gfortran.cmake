# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The front-end library exports what the compiler calls, and nothing else.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME abi.gfortran_symbols
         COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/gfortran_symbols.py" "${CMAKE_NM}"
                 $<TARGET_FILE:caf_arauto>)
set_tests_properties(abi.gfortran_symbols PROPERTIES TIMEOUT 60)
