# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Fortran 2023's NOTIFY rewritten by `arauto fc`: the text, the compiler's view of it, and programs.
foreach(part golden units command)
  if(ARAUTO_NOT_NATIVE)
    arauto_skipped_test(rewrite.${part} "${ARAUTO_NOT_NATIVE}")
    continue()
  endif()
  add_test(NAME rewrite.${part} COMMAND "${Python3_EXECUTABLE}" ${part}.py "${ARAUTO_COMMAND}"
           WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(rewrite.${part} PROPERTIES TIMEOUT 300)
endforeach()
if(ARAUTO_NOT_NATIVE)
  arauto_skipped_test(rewrite.order "${ARAUTO_NOT_NATIVE}")
else()
  add_test(NAME rewrite.order COMMAND "${Python3_EXECUTABLE}" order.py "${ARAUTO_COMMAND}" "${CMAKE_C_COMPILER}"
           WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(rewrite.order PROPERTIES TIMEOUT 300)
endif()

arauto_fortran_test(NAME rewrite.puts SOURCE "${CMAKE_CURRENT_LIST_DIR}/puts.f90" IMAGES 1 2 4 MATCH "all came")
arauto_fortran_test(NAME rewrite.fixed_puts SOURCE "${CMAKE_CURRENT_LIST_DIR}/fixed_puts.f" IMAGES 1 2 4
                    MATCH "all came")
arauto_fortran_test(NAME rewrite.failed_image SOURCE "${CMAKE_CURRENT_LIST_DIR}/failed_image.f90" IMAGES 2 4
                    MATCH "went on")
foreach(on_node 1 2) # the same with images out of reach
  foreach(name puts fixed_puts failed_image)
    set(match "all came")
    if(name STREQUAL "failed_image")
      set(match "went on")
    endif()
    arauto_run_tests(rewrite.nodes${on_node}.${name} "${ARAUTO_TEST_BIN}/f_rewrite_${name}" IMAGES 4 MATCH "${match}"
                     ENVIRONMENT "ARAUTO_NODE_RANKS=${on_node}")
  endforeach()
endforeach()
