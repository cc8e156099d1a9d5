# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Every example compiles, runs, and prints the expected output.
set(examples "${CMAKE_SOURCE_DIR}/examples")
function(arauto_c_example NAME SAYS)
  arauto_c_test(NAME example.${NAME} SOURCE "${examples}/${NAME}.c" IMAGES 1 2 4 MATCH "${SAYS}")
endfunction()
arauto_c_example(hello "rank 0 of [124], arauto .*, sum of ranks [016]")
arauto_c_example(ring "it came back: around the ring")
arauto_c_example(flush "rank (0 keeps 100|1 keeps 100|3 keeps 102) for rank 0")
arauto_c_example(overlap "three rows: (300000|500000|700000)")
arauto_run_tests(example.overlap.far "${ARAUTO_TEST_BIN}/c_example_overlap" IMAGES 2 MATCH "three rows: 500000"
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_c_example(counter "[124]000 by atomics, [124]000 under the lock")
arauto_c_example(columns "every second element arrived")
arauto_c_example(notify "100 rounds: every list came with its signal")
arauto_c_example(tagged "^(0 pieces of work done by 0|40 pieces of work done by [123]) ranks")
arauto_c_example(epochs "(1 of 1|2 of 2|4 of 4) have added")
arauto_c_test(NAME example.threads SOURCE "${examples}/threads.c" IMAGES 1 2 4 TIMEOUT 120
              LIBRARIES Threads::Threads MATCH "000 numbers arrived")
set_tests_properties(example.hello.2 example.ring.2 example.counter.2 example.columns.2
                     example.threads.1 example.threads.2 PROPERTIES LABELS sanitize)

function(arauto_fortran_example NAME SAYS)
  arauto_fortran_test(NAME example.f_${NAME} SOURCE "${examples}/${NAME}.f90" IMAGES 1 2 4 MATCH "${SAYS}")
endfunction()
arauto_fortran_example(hello "image [124] of [124], sum of images (1|3|10)")
arauto_fortran_example(put_get "image 1 received  [124]1  [124]2  [124]3  [124]4  [124]5")
arauto_fortran_example(halo "sum before 1024.0, after 1024.0")
arauto_fortran_example(collectives "sums .*, largest [124], product (1|2|24)")
arauto_fortran_example(teams "team 2 of [12] images: [14]")
arauto_fortran_test(NAME example.f_survivors SOURCE "${examples}/survivors.f90" IMAGES 2 4
                    MATCH "[13] images finish the work")
arauto_run_tests(example.f_survivors "${ARAUTO_TEST_BIN}/f_example_f_survivors" IMAGES 1) # none is left to tell
arauto_fortran_test(NAME example.locks SOURCE "${examples}/locks.f90" IMAGES 1 2 4
                    MATCH "lock, critical, atomic: [1-9]*00 [1-9]*00 [1-9]*00")
arauto_fortran_test(NAME example.pipeline SOURCE "${examples}/pipeline.f90" IMAGES 2 4
                    MATCH "came through: 500500")
arauto_fortran_test(NAME example.pipeline_notify SOURCE "${examples}/pipeline_notify.f90" IMAGES 1 2 4
                    MATCH "end of the pipeline: [4-7]9")
arauto_fortran_test(NAME example.late_post SOURCE "${examples}/late_post.f90" IMAGES 1 2 3
                    MATCH "passed so many images: [246]0")
arauto_fortran_test(NAME example.needless_barrier SOURCE "${examples}/needless_barrier.f90" IMAGES 1 3 FLAGS -cpp
                    MATCH "the heat of the rod: 1000.0")
arauto_fortran_test(NAME example.needless_barrier_fixed SOURCE "${examples}/needless_barrier.f90" IMAGES 1 2 4
                    FLAGS -cpp -DFIXED MATCH "the heat of the rod: 1000.0")
# With races and without; multi.Checks finds them.
arauto_fortran_test(NAME example.race SOURCE "${examples}/race.f90" IMAGES 1 3 FLAGS -cpp
                    MATCH "image 1 was sent: [0-9]+")
arauto_fortran_test(NAME example.race_fixed SOURCE "${examples}/race.f90" IMAGES 1 2 3 FLAGS -cpp -DFIXED
                    MATCH "image 1 was sent: (55|110|165)")
arauto_fortran_test(NAME example.halo_attach SOURCE "${examples}/halo_attach.f90" IMAGES 1 2 4
                    MATCH "heat in the middle of the first column:   0.8")
arauto_fortran_test(NAME example.heat SOURCE "${examples}/heat/heat.f90" IMAGES 1 3 4
                    MATCH "serial result 0.0E.00")
