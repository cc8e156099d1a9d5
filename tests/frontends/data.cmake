# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Data movement of the gfortran front-end: one program per feature, and random sections.
set(data_folder "${CMAKE_CURRENT_LIST_DIR}/data")
foreach(feature scalars kinds sections vectors own_vectors characters derived components nested overlap
                polymorphic transfers statuses move_alloc team_put)
  arauto_fortran_test(NAME data.${feature} SOURCE "${data_folder}/${feature}.f90" IMAGES 1 2 3 4 8)
endforeach()
arauto_fortran_test(NAME data.threads SOURCE "${data_folder}/threads.f90" FLAGS -fopenmp IMAGES 1 2 3)
arauto_fortran_test(NAME data.crowded SOURCE "${data_folder}/crowded.f90" IMAGES 1 2 3 ENVIRONMENT ARAUTO_HEAP_SIZE=16M)

arauto_run_tests(data.own_vectors.nodes "${ARAUTO_TEST_BIN}/f_data_own_vectors" IMAGES 2 3
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)

# Components that compiled code allocates and frees by itself. In private memory too, as with archives.
set(passed "${ARAUTO_TEST_BIN}/f_data_passed_components")
arauto_fortran_test(NAME data.passed_components SOURCE "${data_folder}/passed_components.f90" IMAGES 1 2 3 4
                    MATCH "ok")
# Memory that code does not define, as in tokens of components, has other values at another level.
arauto_fortran_test(NAME data.passed_components.O1 SOURCE "${data_folder}/passed_components.f90" IMAGES 1 2 3 4
                    MATCH "ok" FLAGS -O1)
arauto_run_tests(data.passed_components.nodes "${passed}" IMAGES 1 2 3 4 MATCH "ok" ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(data.passed_components.private "${passed}" IMAGES 1 2 3 4 MATCH "ok"
                 ENVIRONMENT ARAUTO_ALLOCATION=libc)
arauto_run_tests(data.passed_components.ring "${passed}" IMAGES 2 3 MATCH "ok"
                 ENVIRONMENT "ARAUTO_ALLOCATION=libc;ARAUTO_FOREIGN=ring")
arauto_run_tests(data.passed_components.full "${passed}" IMAGES 2 3 MATCH "ok" ENVIRONMENT ARAUTO_HEAP_SIZE=8M)

# The same programs over the ways that other machines need: a ring to private memory, and no mapping.
foreach(feature components nested overlap)
  arauto_run_tests(data.${feature}.ring "${ARAUTO_TEST_BIN}/f_data_${feature}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_FOREIGN=ring)
endforeach()

arauto_fortran_test(NAME data.wrong_image SOURCE "${data_folder}/wrong_image.f90" IMAGES 1 2
                    WILL_FAIL MATCH "a write to image [45]: there is no such image")
arauto_fortran_test(NAME data.wrong_component SOURCE "${data_folder}/wrong_component.f90" IMAGES 2 3
                    WILL_FAIL MATCH "not allocated or associated there")
arauto_fortran_test(NAME data.wrong_length SOURCE "${data_folder}/wrong_length.f90" IMAGES 1 2
                    WILL_FAIL MATCH "length 0")
arauto_fortran_test(NAME data.wrong_vector SOURCE "${data_folder}/wrong_vector.f90" IMAGES 1 2 3
                    WILL_FAIL MATCH "a write to image")
arauto_fortran_test(NAME data.wrong_address SOURCE "${data_folder}/wrong_address.f90" IMAGES 1 2
                    WILL_FAIL MATCH "a read from image [12]: .* an address outside the coarray of 40 bytes")
arauto_fortran_test(NAME data.wrong_list SOURCE "${data_folder}/wrong_list.f90" IMAGES 1 2
                    WILL_FAIL MATCH "a write to image 1: .*must be in parentheses")
arauto_fortran_test(NAME data.wrong_shape SOURCE "${data_folder}/wrong_shape.f90" IMAGES 1 2
                    WILL_FAIL MATCH "the value has 2 elements, but the variable has 3(, [^\n]*)?\n")
arauto_fortran_test(NAME data.wrong_subscript SOURCE "${data_folder}/wrong_subscript.f90" IMAGES 1 2
                    WILL_FAIL MATCH "subscript 7 of dimension 1 of a component of b is outside 1:4")
arauto_fortran_test(NAME data.freed_by_pointer SOURCE "${data_folder}/freed_by_pointer.f90" IMAGES 1 2 3
                    MATCH "freed_by_pointer: done")

# The program is written anew for each build; its seed is fixed, so that a failure can be repeated.
set(random_program "${CMAKE_CURRENT_BINARY_DIR}/random_sections.f90")
execute_process(
  COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/random_sections.py" --seed 1
          --statements 400 --output "${random_program}" COMMAND_ERROR_IS_FATAL ANY)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             "${CMAKE_CURRENT_LIST_DIR}/random_sections.py")
# To optimise 6,000 lines of checks takes a minute with gfortran 16, and tells nothing about the library.
arauto_fortran_test(NAME data.random_sections SOURCE "${random_program}" IMAGES 1 2 3 4 TIMEOUT 120 FLAGS -O0)
foreach(feature random_sections kinds vectors characters components transfers)
  arauto_run_tests(data.${feature}.posted "${ARAUTO_TEST_BIN}/f_data_${feature}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
