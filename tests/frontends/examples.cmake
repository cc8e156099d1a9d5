# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Every example compiles, runs, and prints the expected output.
set(examples "${CMAKE_SOURCE_DIR}/examples")
foreach(example hello ring counter columns notify tagged epochs)
  arauto_c_test(NAME example.${example} SOURCE "${examples}/${example}.c" IMAGES 1 2 4)
endforeach()
arauto_c_test(NAME example.threads SOURCE "${examples}/threads.c" IMAGES 1 2 4 TIMEOUT 120
              LIBRARIES Threads::Threads MATCH "000 numbers arrived")
set_tests_properties(example.hello.2 example.ring.2 example.counter.2 example.columns.2
                     example.threads.1 example.threads.2 PROPERTIES LABELS sanitize)

foreach(example hello put_get halo collectives teams survivors)
  arauto_fortran_test(NAME example.f_${example} SOURCE "${examples}/${example}.f90" IMAGES 1 2 4)
endforeach()
arauto_fortran_test(NAME example.locks SOURCE "${examples}/locks.f90" IMAGES 1 2 4
                    MATCH "lock, critical, atomic: [1-9]*00 [1-9]*00 [1-9]*00")
arauto_fortran_test(NAME example.pipeline SOURCE "${examples}/pipeline.f90" IMAGES 2 4
                    MATCH "came through: 500500")
arauto_fortran_test(NAME example.pipeline_notify SOURCE "${examples}/pipeline_notify.f90" IMAGES 1 2 4
                    MATCH "end of the pipeline: [4-7]9")
arauto_fortran_test(NAME example.halo_attach SOURCE "${examples}/halo_attach.f90" IMAGES 1 2 4
                    MATCH "heat in the middle of the first column:   0.8")
arauto_fortran_test(NAME example.heat SOURCE "${examples}/heat/heat.f90" IMAGES 1 3 4
                    MATCH "serial result 0.0E.00")
