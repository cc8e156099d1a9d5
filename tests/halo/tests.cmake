# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The library arauto_halo: each exchange of random plans against what the domain says.
arauto_c_test(NAME halo.boxes SOURCE "${CMAKE_CURRENT_LIST_DIR}/boxes.c" IMAGES 1 2 3 4 6 12 LIBRARIES arauto_halo)
arauto_run_tests(halo.boxes.far "${ARAUTO_TEST_BIN}/c_halo_boxes" IMAGES 2 3 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(halo.boxes.nodes "${ARAUTO_TEST_BIN}/c_halo_boxes" IMAGES 4 6 ENVIRONMENT ARAUTO_NODE_RANKS=2)
arauto_run_tests(halo.boxes.counted "${ARAUTO_TEST_BIN}/c_halo_boxes" IMAGES 3 ENVIRONMENT ARAUTO_COUNTERS=on)
arauto_fortran_test(NAME halo.fields SOURCE "${CMAKE_CURRENT_LIST_DIR}/fields.f90" IMAGES 1 2 3 4 6)
arauto_fortran_test(NAME halo.points SOURCE "${CMAKE_CURRENT_LIST_DIR}/points.f90" IMAGES 1 2 3 4 6)
arauto_c_test(NAME halo.maps SOURCE "${CMAKE_CURRENT_LIST_DIR}/maps.c" IMAGES 1 2 3 4 8 LIBRARIES arauto_halo)
arauto_run_tests(halo.maps.far "${ARAUTO_TEST_BIN}/c_halo_maps" IMAGES 3 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
# Mistakes that the checks find; and programs without any, in which they find none.
arauto_c_test(NAME halo.checks SOURCE "${CMAKE_CURRENT_LIST_DIR}/checks.c" IMAGES 2 3 LIBRARIES arauto_halo
              ENVIRONMENT ARAUTO_HALO_CHECK=on)
arauto_run_tests(halo.checks.far "${ARAUTO_TEST_BIN}/c_halo_checks" IMAGES 2
                 ENVIRONMENT "ARAUTO_HALO_CHECK=on;ARAUTO_NODE_RANKS=1")
arauto_run_tests(halo.checks.boxes "${ARAUTO_TEST_BIN}/c_halo_boxes" IMAGES 2 4 ENVIRONMENT ARAUTO_HALO_CHECK=on)
arauto_run_tests(halo.checks.maps "${ARAUTO_TEST_BIN}/c_halo_maps" IMAGES 2 4 ENVIRONMENT ARAUTO_HALO_CHECK=on)
# The cost in operations.
if(ARAUTO_SANITIZE)
  arauto_skipped_test(halo.counts "a sanitizer brings its own malloc")
else()
  arauto_c_test(NAME halo.counts SOURCE "${CMAKE_CURRENT_LIST_DIR}/counts.c" IMAGES 1 2 3 4 6 9
                LIBRARIES arauto_halo ENVIRONMENT ARAUTO_COUNTERS=on)
  arauto_run_tests(halo.counts.far "${ARAUTO_TEST_BIN}/c_halo_counts" IMAGES 2 4
                   ENVIRONMENT "ARAUTO_COUNTERS=on;ARAUTO_NODE_RANKS=1")
endif()
# A rank dies at an instant that the seed chooses; its death is the exit status of the job.
foreach(seed RANGE 1 8)
  if(seed EQUAL 1)
    arauto_c_test(NAME halo.failures.${seed} SOURCE "${CMAKE_CURRENT_LIST_DIR}/failures.c" IMAGES 2 3 4 STATUS 137
                  MATCH "went on" LIBRARIES arauto_halo ENVIRONMENT ARAUTO_TEST_SEED=${seed})
  else()
    arauto_run_tests(halo.failures.${seed} "${ARAUTO_TEST_BIN}/c_halo_failures_1" IMAGES 2 4 STATUS 137 MATCH "went on"
                     ENVIRONMENT ARAUTO_TEST_SEED=${seed})
  endif()
endforeach()
arauto_run_tests(halo.failures.far "${ARAUTO_TEST_BIN}/c_halo_failures_1" IMAGES 3 STATUS 137 MATCH "went on"
                 ENVIRONMENT "ARAUTO_TEST_SEED=5;ARAUTO_NODE_RANKS=1")
# The examples.
arauto_c_test(NAME example.halo_box SOURCE "${CMAKE_SOURCE_DIR}/examples/halo_box.cpp" IMAGES 1 2 3 4
              MATCH "sum 31951.000000" LIBRARIES arauto_halo)
arauto_c_test(NAME example.halo_map SOURCE "${CMAKE_SOURCE_DIR}/examples/halo_map.c" IMAGES 1 2 3 4
              MATCH "sum 5400.000000" LIBRARIES arauto_halo)
arauto_fortran_test(NAME example.halo_heat SOURCE "${CMAKE_SOURCE_DIR}/examples/halo_heat.f90" IMAGES 1 2 3 4
                    MATCH "sum 31951.000000")
arauto_fortran_test(NAME example.halo_states SOURCE "${CMAKE_SOURCE_DIR}/examples/halo_states.f90" IMAGES 1 2 3 4
                    MATCH "sum 31951.000000")
