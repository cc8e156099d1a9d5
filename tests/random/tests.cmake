# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Random coarray programs through gfortran's own coarrays and translated, and the warnings of `arauto fc`.
# Translated programs bring their own malloc, which sanitizers do as well.
if(ARAUTO_SANITIZE)
  return()
endif()
add_test(NAME random.known COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/known.py" "${ARAUTO_COMMAND}"
         gfortran
                                   "${CMAKE_SOURCE_DIR}")
set_tests_properties(random.known PROPERTIES TIMEOUT 300 LABELS fortran ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
# More seeds: compare.py --seeds 1-100.
foreach(seed 1 2 3 4)
  add_test(NAME random.programs.${seed} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/compare.py"
           "${ARAUTO_COMMAND}"
                                                --compiler gfortran --seeds ${seed} --cases 20)
  set_tests_properties(random.programs.${seed} PROPERTIES TIMEOUT 300 LABELS fortran
                       ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
endforeach()
