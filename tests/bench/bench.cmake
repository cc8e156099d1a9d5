# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The benchmarks run and print the expected cases; speed is not tested.
# Beside other tests a measurement takes many times as long as alone.
set(bench_environment "ARAUTO=${ARAUTO_COMMAND}" "ARAUTO_BENCH_DIR=${CMAKE_BINARY_DIR}/bench_test"
                      ARAUTO_BENCH_PATIENCE=20)
add_test(NAME bench.driver COMMAND "${Python3_EXECUTABLE}" test_bench.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.driver PROPERTIES TIMEOUT 900 PROCESSORS 2
                          ENVIRONMENT "${bench_environment}")

add_test(NAME bench.rma COMMAND "${Python3_EXECUTABLE}" test_rma.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.rma PROPERTIES TIMEOUT 900 PROCESSORS 2
                       ENVIRONMENT "${bench_environment}")

add_test(NAME bench.epochs COMMAND "${Python3_EXECUTABLE}" test_epochs.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(
  bench.epochs PROPERTIES TIMEOUT 900 PROCESSORS 2
                          ENVIRONMENT "${bench_environment}")

# The programs in the guides, which say what each way to synchronise costs.
add_test(NAME bench.guide COMMAND "${Python3_EXECUTABLE}" test_guide.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(bench.guide PROPERTIES TIMEOUT 900 PROCESSORS 2 ENVIRONMENT "${bench_environment}")

add_test(NAME bench.pairs COMMAND "${Python3_EXECUTABLE}" test_pairs.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(bench.pairs PROPERTIES TIMEOUT 300 PROCESSORS 2 ENVIRONMENT "${bench_environment}")

# The tables and plots of the pages, written from their records.
add_test(NAME bench.pages COMMAND "${Python3_EXECUTABLE}" test_pages.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(bench.pages PROPERTIES TIMEOUT 300)

# The pictures; `make demo` has put what draws them into build/venv. The demo runs the build in build/.
set(drawing_python "${CMAKE_SOURCE_DIR}/build/venv/bin/python")
if(NOT CMAKE_BINARY_DIR STREQUAL "${CMAKE_SOURCE_DIR}/build")
  return()
elseif(NOT EXISTS "${drawing_python}")
  arauto_skipped_test(bench.plots "there is no build/venv, in which bootstrap.sh installs matplotlib")
else()
  add_test(NAME bench.plots COMMAND "${drawing_python}" test_plots.py
           WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
  set_tests_properties(bench.plots PROPERTIES TIMEOUT 900 PROCESSORS 2 ENVIRONMENT ARAUTO_BENCH_PATIENCE=20)
endif()
