# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Private memory of other images, which pointer components reach: what is kept and gathered of it
# until the next image control statement.
set(foreign_folder "${CMAKE_CURRENT_LIST_DIR}/foreign")
foreach(feature statements order borders)
  arauto_fortran_test(NAME foreign.${feature} SOURCE "${foreign_folder}/${feature}.f90" IMAGES 1 2 3 4)
  arauto_run_tests(foreign.${feature}.ring "${ARAUTO_TEST_BIN}/f_foreign_${feature}" IMAGES 2
                   ENVIRONMENT ARAUTO_FOREIGN=ring)
  arauto_run_tests(foreign.${feature}.posted "${ARAUTO_TEST_BIN}/f_foreign_${feature}" IMAGES 2
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
foreach(feature statements order)
  arauto_run_tests(foreign.${feature}.off "${ARAUTO_TEST_BIN}/f_foreign_${feature}" IMAGES 2
                   ENVIRONMENT ARAUTO_FOREIGN_CACHE=off)
endforeach()
foreach(end sync end)
  arauto_run_tests(foreign.unmapped.${end} "${ARAUTO_TEST_BIN}/f_foreign_borders" IMAGES 2
                   WILL_FAIL MATCH "an earlier assignment to image [12] could not be written: address 0x"
                   ENVIRONMENT BORDERS_END=${end})
endforeach()
arauto_run_tests(foreign.unmapped.off "${ARAUTO_TEST_BIN}/f_foreign_borders" IMAGES 2
                 WILL_FAIL MATCH "a write to image [12]: address 0x" ENVIRONMENT ARAUTO_FOREIGN_CACHE=off)
arauto_fortran_test(NAME foreign.ending SOURCE "${foreign_folder}/ending.f90" IMAGES 2 3 4 7)
arauto_run_tests(foreign.ending.ring "${ARAUTO_TEST_BIN}/f_foreign_ending" IMAGES 2 3
                 ENVIRONMENT ARAUTO_FOREIGN=ring)
arauto_fortran_test(NAME foreign.threads SOURCE "${foreign_folder}/team_of_threads.f90"
                    FLAGS -fopenmp IMAGES 1 2 3)
