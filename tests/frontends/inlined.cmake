# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs of `arauto fc -flto`, which access single elements of other images without a call.
arauto_fortran_test(NAME data.elements SOURCE "${CMAKE_CURRENT_LIST_DIR}/data/elements.f90" IMAGES 1 2 3 4 MATCH "ok")
set(no_lto "${ARAUTO_NOT_NATIVE}")
if(ARAUTO_GFORTRAN AND NOT no_lto)
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/lto.f90" "end\n")
  execute_process(
    COMMAND "${ARAUTO_GFORTRAN}" -O1 -flto "${CMAKE_CURRENT_BINARY_DIR}/lto.f90" -o "${CMAKE_CURRENT_BINARY_DIR}/lto"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    set(no_lto "${ARAUTO_GFORTRAN} does not link with -flto here")
  endif()
endif()
if(ARAUTO_SANITIZE OR CMAKE_CROSSCOMPILING)
  return() # then `arauto fc` leaves the calls, or the compiler of C is another
endif()
if(no_lto)
  arauto_skipped_test(inlined "${no_lto}")
  return()
endif()
set(frontends "${CMAKE_CURRENT_LIST_DIR}")
foreach(source data/elements data/own_elements data/kinds data/overlap data/statuses data/team_put control/teams
        control/events ../notify/fortran_notify
               ../notify/fortran_random)
  get_filename_component(feature "${source}" NAME)
  arauto_fortran_test(NAME inlined.${feature} SOURCE "${frontends}/${source}.f90" IMAGES 1 2 3
                      FLAGS -O3 -flto -ffree-line-length-none)
endforeach()
arauto_run_tests(inlined.elements.far "${ARAUTO_TEST_BIN}/f_inlined_elements" IMAGES 2 3
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(inlined.elements.posted "${ARAUTO_TEST_BIN}/f_inlined_elements" IMAGES 2 ENVIRONMENT ARAUTO_DIRECT=off)
arauto_run_tests(inlined.elements.counted "${ARAUTO_TEST_BIN}/f_inlined_elements" IMAGES 2
                 ENVIRONMENT ARAUTO_COUNTERS=on)
arauto_fortran_test(NAME inlined.recovering SOURCE "${frontends}/control/recovering.f90" IMAGES 3 MATCH "recovered"
                    FLAGS -O3 -flto)
arauto_fortran_test(NAME inlined.wrong_image SOURCE "${frontends}/data/wrong_image.f90" IMAGES 2 WILL_FAIL
                    MATCH "a write to image [45]: there is no such image" FLAGS -O3 -flto)
add_test(NAME inlined.command COMMAND "${Python3_EXECUTABLE}" "${frontends}/inlined.py" "${CMAKE_BINARY_DIR}"
                                      "${ARAUTO_GFORTRAN}")
set_tests_properties(inlined.command PROPERTIES TIMEOUT 120)
set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_inlined.command product)
