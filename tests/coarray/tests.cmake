# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Coarrays for C++, alone and in one program with Fortran's.
foreach(feature transfers control)
  arauto_c_test(NAME coarray.${feature} SOURCE "${CMAKE_CURRENT_LIST_DIR}/${feature}.cpp" IMAGES 1 2 4 5)
  target_link_libraries(c_coarray_${feature} PRIVATE arauto_warnings)
  arauto_run_tests(coarray.${feature}.posted "${ARAUTO_TEST_BIN}/c_coarray_${feature}" IMAGES 1 2 4
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
arauto_c_test(NAME coarray.ends SOURCE "${CMAKE_CURRENT_LIST_DIR}/ends.cpp" IMAGES 2 WILL_FAIL
              MATCH "image 1: arauto_put: .*image 9")
arauto_c_test(NAME coarray.wrong SOURCE "${CMAKE_CURRENT_LIST_DIR}/wrong.cpp" IMAGES 1 2)
arauto_c_test(NAME coarray.ends.not_allocated SOURCE "${CMAKE_CURRENT_LIST_DIR}/not_allocated.cpp" IMAGES 1 2
              STATUS 1 MATCH "image [12]: this coarray is not allocated(, [^\n]*)?\n")
arauto_c_test(NAME coarray.ends.outside SOURCE "${CMAKE_CURRENT_LIST_DIR}/outside.cpp" IMAGES 1 2
              STATUS 1 MATCH "image [12]: subscript 9 of dimension 2 is outside 0 to 4(, [^\n]*)?\n")
arauto_c_test(NAME example.halo_cpp SOURCE "${CMAKE_SOURCE_DIR}/examples/halo.cpp" IMAGES 1 2 3 4
              MATCH "heat after 500 steps: 1059.806270")
set_tests_properties(coarray.transfers.2 coarray.control.2 PROPERTIES LABELS sanitize)

# A standard library that has mdspan: the same sources, compiled by a compiler that brings one.
find_program(ARAUTO_CXX_WITH_MDSPAN NAMES clang++-22 clang++-21 clang++-20 clang++-19 clang++-18)
set(no_mdspan 1)
if(ARAUTO_CXX_WITH_MDSPAN AND NOT ARAUTO_SANITIZE)
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/has_mdspan.cpp"
       "#include <mdspan>\nint x[4];\nint main() { return std::mdspan(x, 2, 2)[1, 1]; }\n")
  execute_process(COMMAND "${ARAUTO_CXX_WITH_MDSPAN}" -std=c++23 -stdlib=libc++ has_mdspan.cpp -o has_mdspan
                  WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" RESULT_VARIABLE no_mdspan OUTPUT_QUIET ERROR_QUIET)
  if(no_mdspan EQUAL 0)
    file(GLOB coarray_headers "${CMAKE_SOURCE_DIR}/include/arauto/coarray.hpp"
         "${CMAKE_SOURCE_DIR}/include/arauto/coarray/*.hpp")
    foreach(feature transfers control)
      set(program "${ARAUTO_TEST_BIN}/mdspan_${feature}")
      add_custom_command(
        OUTPUT "${program}"
        COMMAND "${ARAUTO_COMMAND}" cxx --compiler "${ARAUTO_CXX_WITH_MDSPAN}" -std=c++23 -stdlib=libc++ -O1
                "${CMAKE_CURRENT_LIST_DIR}/${feature}.cpp" -o "${program}"
        DEPENDS "${CMAKE_CURRENT_LIST_DIR}/${feature}.cpp" ${coarray_headers} arauto_tool arauto
        VERBATIM)
      add_custom_target(mdspan_${feature} ALL DEPENDS "${program}")
      arauto_run_tests(coarray.mdspan.${feature} "${program}" IMAGES 1 2 4)
    endforeach()
  endif()
endif()
if(NOT no_mdspan EQUAL 0 AND NOT ARAUTO_SANITIZE)
  arauto_skipped_test(coarray.mdspan
                      "no compiler here has a standard library with <mdspan> (packages clang-22, libc++-22-dev)")
endif()

if(NOT ARAUTO_SANITIZE)
  set(own own)
  if(ARAUTO_NOT_NATIVE)
    set(own)
  endif()
  add_test(NAME coarray.mixed COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/mixed.py" "${ARAUTO_COMMAND}"
                                      "${CMAKE_CURRENT_LIST_DIR}" ${own} ${ARAUTO_FORTRANS})
  set_tests_properties(coarray.mixed PROPERTIES TIMEOUT 300 LABELS fortran ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
endif()
