# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The front-end libraries export what the compiler calls, and nothing else.
foreach(oldest 8 15 16)
  set(library caf_arauto)
  if(oldest GREATER ARAUTO_NEWEST_GFORTRAN)
    set(library caf_arauto${oldest})
  endif()
  add_test(NAME abi.gfortran${oldest}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/gfortran_symbols.py" "${CMAKE_NM}"
           $<TARGET_FILE:${library}> ${oldest})
  set_tests_properties(abi.gfortran${oldest} PROPERTIES TIMEOUT 60)
endforeach()
