# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The sources themselves: directions of includes, style, and pages that are fresh.
add_test(NAME house.tidy COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/tidy.py")
add_test(NAME house.tidy_finds_faults COMMAND "${Python3_EXECUTABLE}" test_tidy.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.commits_are_found COMMAND "${Python3_EXECUTABLE}" test_commits.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.circles COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/circles.py")
add_test(NAME house.circles_are_found COMMAND "${Python3_EXECUTABLE}" test_circles.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
# Another compiler, or a sanitizer, makes other globals of the same sources.
set(made_by "${CMAKE_CXX_COMPILER_ID}")
if(ARAUTO_SANITIZE)
  set(made_by "the sanitizer ${ARAUTO_SANITIZE}")
endif()
add_test(NAME house.globals COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/globals.py" "${CMAKE_BINARY_DIR}"
         "${CMAKE_NM}" "${made_by}")
add_test(NAME house.globals_are_found COMMAND "${Python3_EXECUTABLE}" test_globals.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.format COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/format.py")
add_test(NAME house.format_finds_faults COMMAND "${Python3_EXECUTABLE}" test_format.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.clang_tidy COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/clang_tidy.py"
         "${CMAKE_BINARY_DIR}")
add_test(NAME house.clang_tidy_finds_faults COMMAND "${Python3_EXECUTABLE}" test_clang_tidy.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.standard_includes COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/standard_includes.py")
add_test(NAME house.headers_alone COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/headers_alone.py"
         "${CMAKE_BINARY_DIR}")
add_test(NAME house.includes_find_faults COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/test_includes.py"
         "${CMAKE_C_COMPILER}" "${CMAKE_CXX_COMPILER}")
add_test(NAME house.skipped_are_shown COMMAND "${Python3_EXECUTABLE}" test_skipped.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.gate COMMAND "${Python3_EXECUTABLE}" test_gate.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.tiers COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/tiers.py" "${CMAKE_BINARY_DIR}")
add_test(NAME house.progress COMMAND "${Python3_EXECUTABLE}" test_progress.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.reference COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/docs/reference.py" --check)
add_test(NAME house.reference_reads_headers COMMAND "${Python3_EXECUTABLE}" test_reference.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.manual_pages COMMAND "${Python3_EXECUTABLE}" test_manual.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.site COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/docs/make_site.py" --check)
add_test(NAME house.site_finds_faults COMMAND "${Python3_EXECUTABLE}" test_site.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.drawings COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/docs/drawings.py" --check)
add_test(NAME house.sentences COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/docs/sentences.py" --check)
add_test(NAME house.sentences_are_found COMMAND "${Python3_EXECUTABLE}" test_sentences.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.performance COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/bench/pages.py" --check)
add_test(NAME house.bindings COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/frontends/mpi/bindings/generate.py"
         --check)
add_test(NAME house.shims COMMAND "${Python3_EXECUTABLE}" -m coarray_translator.shim_interfaces --check
         WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}/translator")
add_test(NAME house.shims_find_faults COMMAND "${Python3_EXECUTABLE}" test_shims.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.bindings_find_faults COMMAND "${Python3_EXECUTABLE}" test_bindings.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.registered COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${CMAKE_BINARY_DIR}" -P
                                       "${CMAKE_SOURCE_DIR}/cmake/check_registered.cmake")
set_tests_properties(house.tidy house.tidy_finds_faults house.circles house.circles_are_found house.globals_are_found
                     house.format_finds_faults house.clang_tidy_finds_faults house.standard_includes
                     house.includes_find_faults house.skipped_are_shown house.gate house.tiers house.progress
                     house.reference
                     house.reference_reads_headers house.manual_pages house.site house.drawings house.sentences
                     house.sentences_are_found
                     house.commits_are_found
                     house.performance house.bindings house.bindings_find_faults house.shims
                     house.shims_find_faults house.registered PROPERTIES TIMEOUT 60)
set_tests_properties(house.globals PROPERTIES TIMEOUT 60 SKIP_RETURN_CODE 77)
set_tests_properties(house.site_finds_faults PROPERTIES TIMEOUT 300) # builds the site, where its builder is installed
set_tests_properties(house.format PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
set_tests_properties(house.clang_tidy PROPERTIES TIMEOUT 1200 PROCESSORS 2 SKIP_RETURN_CODE 77)
set_tests_properties(house.headers_alone PROPERTIES TIMEOUT 600 PROCESSORS 2)
# None runs a test program.
get_property(tests DIRECTORY PROPERTY TESTS)
list(FILTER tests INCLUDE REGEX "^house\\.")
foreach(test ${tests})
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} product)
endforeach()
