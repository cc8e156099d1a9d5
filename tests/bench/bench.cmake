# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The benchmarks run and say what they must; how fast is no test.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME bench.driver COMMAND "${Python3_EXECUTABLE}" test_bench.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.driver PROPERTIES TIMEOUT 180 PROCESSORS 2
                          ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test")

add_test(NAME bench.rma COMMAND "${Python3_EXECUTABLE}" test_rma.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.rma PROPERTIES TIMEOUT 400 PROCESSORS 2
                       ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test")

add_test(NAME bench.epochs COMMAND "${Python3_EXECUTABLE}" test_epochs.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.epochs PROPERTIES TIMEOUT 180 PROCESSORS 2
                          ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test")

# The programs in the guides, which say what each way to synchronise costs.
add_test(NAME bench.guide COMMAND "${Python3_EXECUTABLE}" test_guide.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(bench.guide PROPERTIES TIMEOUT 180 PROCESSORS 2 ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND}")

# The plots of the pages, drawn from their tables.
add_test(NAME bench.page_plots COMMAND "${Python3_EXECUTABLE}" test_page_plots.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(bench.page_plots PROPERTIES TIMEOUT 60)
