# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The house itself: directions, style, and a page for every public function.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME house.tidy COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/tidy.py")
add_test(NAME house.tidy_finds_faults COMMAND "${Python3_EXECUTABLE}" test_tidy.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
add_test(NAME house.api_pages COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/check_api_pages.py")
set_tests_properties(house.tidy house.tidy_finds_faults house.api_pages PROPERTIES TIMEOUT 60)
