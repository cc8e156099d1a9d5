# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Image control, collectives, teams and endings through gfortran; one program per feature.
set(control "${CMAKE_CURRENT_LIST_DIR}/control")
foreach(feature atomics collectives errors events naming sync teams)
  arauto_fortran_test(NAME control.${feature} SOURCE "${control}/${feature}.f90" IMAGES 1 2 3 4 8
                      FLAGS -ffree-line-length-none)
endforeach()
# Optimised further, its function of a small structure does not show in which registers it returns it: a sentence.
arauto_fortran_test(NAME control.reduce SOURCE "${control}/reduce.f90" IMAGES 1 2 3 4 8
                    FLAGS -ffree-line-length-none -O1)
arauto_fortran_test(NAME control.stats SOURCE "${control}/stats.f90" IMAGES 1 2 3 4 MATCH "done"
                    ENVIRONMENT ARAUTO_ON_FAILURE=continue)
arauto_fortran_test(NAME control.locks SOURCE "${control}/locks.f90" IMAGES 2 3 4 8)
foreach(level 0 2) # code that is optimised leaves other registers behind
  arauto_fortran_test(NAME control.reduce_small.O${level} SOURCE "${control}/reduce_small.f90" IMAGES 1 2 3 8
                      FLAGS -O${level})
endforeach()
arauto_fortran_test(NAME control.mismatch SOURCE "${control}/mismatch.f90" IMAGES 2 3 8)
arauto_fortran_test(NAME control.threads SOURCE "${control}/threads.f90" IMAGES 1 2 4 FLAGS -fopenmp)
arauto_fortran_test(NAME control.failing SOURCE "${control}/failing.f90" IMAGES 3 4 8 MATCH "survived")
arauto_fortran_test(NAME control.recovering SOURCE "${control}/recovering.f90" IMAGES 3 4 8 MATCH "recovered")
arauto_fortran_test(NAME control.recovering_nodes SOURCE "${control}/recovering.f90" IMAGES 4 MATCH "recovered"
                    ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_fortran_test(NAME control.team_rounds SOURCE "${control}/team_rounds.f90" IMAGES 1 2 4 MATCH "done"
                    ENVIRONMENT ARAUTO_HEAP_SIZE=8M)
arauto_fortran_test(NAME control.put_then_define SOURCE "${control}/put_then_define.f90" IMAGES 1 2 MATCH "^0 of ")
arauto_run_tests(control.put_then_define.nodes "${ARAUTO_TEST_BIN}/f_control_put_then_define" IMAGES 2 3 MATCH "^0 of "
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(control.put_then_define.faults "${ARAUTO_TEST_BIN}/f_control_put_then_define" IMAGES 2 MATCH "^0 of "
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=delay=200us,reorder=1,again=5%,seed=5")
arauto_run_tests(control.put_then_define.swapped "${ARAUTO_TEST_BIN}/f_control_put_then_define" IMAGES 2 WILL_FAIL
                 MATCH "a put was overtaken"
                 ENVIRONMENT "SWAPPED=1;ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=delay=200us,seed=5")
arauto_fortran_test(NAME control.stopping SOURCE "${control}/stopping.f90" IMAGES 2 4)
arauto_fortran_test(NAME ending.stop_code SOURCE "${control}/stop_code.f90" IMAGES 1 3 STATUS 7 MATCH "STOP 7")
arauto_fortran_test(NAME ending.error_stop_while_waiting SOURCE "${control}/error_stop_while_waiting.f90"
                    IMAGES 1 STATUS 9 MATCH "ERROR STOP 9(, [^ ]+[.]f90:[0-9]+)?\n")
arauto_run_tests(ending.error_stop_names_its_image "${ARAUTO_TEST_BIN}/f_ending_error_stop_while_waiting"
                 IMAGES 2 4 STATUS 9 MATCH "ERROR STOP 9 \\(image [1-4]\\)(, [^ ]+[.]f90:[0-9]+)?\n")
arauto_fortran_test(NAME ending.error_stop_while_computing
                    SOURCE "${control}/error_stop_while_computing.f90" IMAGES 2 4 STATUS 9)
arauto_fortran_test(NAME ending.wait_for_stopped SOURCE "${control}/wait_for_stopped.f90" IMAGES 2 4
                    STATUS 1 MATCH "SYNC ALL: image [24] has stopped")
arauto_fortran_test(NAME ending.runtime_error SOURCE "${control}/runtime_error.f90" IMAGES 1 3 STATUS 2
                    MATCH "image [13] ended with exit status 2 without STOP")
arauto_fortran_test(NAME ending.write_error SOURCE "${control}/write_error.f90" IMAGES 1 3 STATUS 2
                    MATCH "written before" TIMEOUT 20)
arauto_fortran_test(NAME ending.stop_in_print SOURCE "${control}/stop_in_print.f90" IMAGES 2 STATUS 3
                    MATCH "ERROR STOP 3" TIMEOUT 60)
arauto_fortran_test(NAME ending.exit_code SOURCE "${control}/exit_code.f90" IMAGES 2 3 STATUS 5)
arauto_fortran_test(NAME ending.wrong_sizes SOURCE "${control}/wrong_sizes.f90" IMAGES 2 4 WILL_FAIL
                    MATCH "different sizes")
arauto_fortran_test(NAME ending.crash SOURCE "${control}/crash.f90" IMAGES 2 4 STATUS 139
                    MATCH "image [24] was killed by signal 11")
arauto_fortran_test(NAME ending.locked_twice SOURCE "${control}/locked_twice.f90" IMAGES 1 3 WILL_FAIL
                    MATCH "image 1: LOCK: this is image 1, and it holds lock 2 of image [13] already")
