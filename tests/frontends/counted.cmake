# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Coarray programs with counters on: results are right, and every access is counted.
arauto_fortran_test(NAME counted SOURCE "${CMAKE_CURRENT_LIST_DIR}/counted.f90" IMAGES 2 3
                    ENVIRONMENT ARAUTO_COUNTERS=on MATCH
                    "put +[69] [(]3..3[)] +[12][14] [(]7..7[)].*get +[23] [(]1..1[)] +[69] [(]3..3[)]")
foreach(feature vectors components nested sections)
  arauto_run_tests(data.${feature}.counted "${ARAUTO_TEST_BIN}/f_data_${feature}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_COUNTERS=on MATCH "arauto: counters of [23] images:")
endforeach()
