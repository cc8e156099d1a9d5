# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Tests of the two things that let an image follow pointers of another one: the program's malloc in the heap, and
# private memory that lies apart.
arauto_unit_test(block_heap_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/block_heap_test.cpp"
                                         "${CMAKE_SOURCE_DIR}/frontends/coarray/block_heap.cpp"
                                         "${CMAKE_SOURCE_DIR}/frontends/coarray/slab_runs.cpp")
arauto_unit_test(private_ranges_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/private_ranges_test.cpp"
                                             "${CMAKE_SOURCE_DIR}/frontends/gfortran/private_ranges.cpp")
target_link_libraries(block_heap_test PRIVATE arauto_coarray_headers)
target_include_directories(private_ranges_test PRIVATE "${CMAKE_SOURCE_DIR}/frontends/gfortran")

set(why_not)
if(ARAUTO_SANITIZE)
  set(why_not "a sanitizer brings a malloc of its own")
elseif(CMAKE_CROSSCOMPILING)
  set(why_not "an emulator places all images alike")
endif()
if(why_not)
  arauto_skipped_test(alike.malloc "${why_not}")
  arauto_skipped_test(alike.pairs "${why_not}")
  return()
endif()

arauto_c_test(NAME alike.malloc SOURCE "${CMAKE_CURRENT_LIST_DIR}/program_malloc.c" IMAGES 1 2 4
              LIBRARIES caf_arauto16 Threads::Threads)
target_compile_options(c_alike_malloc PRIVATE -fno-builtin) # calls that have no effect would be left out
arauto_run_tests(alike.malloc.libc "${ARAUTO_TEST_BIN}/c_alike_malloc" IMAGES 2
                 ENVIRONMENT "ARAUTO_ALLOCATION=libc;ARAUTO_TEST_MALLOC=libc")
arauto_run_tests(alike.malloc.plain "${ARAUTO_TEST_BIN}/c_alike_malloc" IMAGES 2 ENVIRONMENT ARAUTO_TEST_MALLOC=plain)
arauto_run_tests(alike.malloc.far "${ARAUTO_TEST_BIN}/c_alike_malloc" IMAGES 2 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(alike.malloc.full "${ARAUTO_TEST_BIN}/c_alike_malloc" IMAGES 2
                 ENVIRONMENT "ARAUTO_HEAP_SIZE=32M;ARAUTO_TEST_MALLOC=full")

foreach(kind pie no-pie)
  set(target "c_alike_pairs_${kind}")
  add_executable(${target} "${CMAKE_CURRENT_LIST_DIR}/safe_pair.cpp" $<TARGET_OBJECTS:arauto_program_malloc>)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}"
                        POSITION_INDEPENDENT_CODE OFF)
  target_include_directories(${target} PRIVATE "${CMAKE_SOURCE_DIR}/frontends/gfortran")
  target_link_libraries(${target} PRIVATE caf_arauto16_static arauto arauto_coarray_headers)
  target_link_options(${target} PRIVATE "-${kind}")
endforeach()
target_compile_options(c_alike_pairs_pie PRIVATE -fPIE)
target_compile_options(c_alike_pairs_no-pie PRIVATE -fno-pie)
set(pie "${ARAUTO_TEST_BIN}/c_alike_pairs_pie")
arauto_run_tests(alike.pairs "${pie}" IMAGES 1 2 4)
arauto_run_tests(alike.pairs.libc "${pie}" IMAGES 2 ENVIRONMENT "ARAUTO_ALLOCATION=libc;ARAUTO_TEST_PAIRS=unsafe")
arauto_run_tests(alike.pairs.far "${pie}" IMAGES 2 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_TEST_PAIRS=unsafe")
arauto_run_tests(alike.pairs.no_pie "${ARAUTO_TEST_BIN}/c_alike_pairs_no-pie" IMAGES 2
                 ENVIRONMENT "ARAUTO_TEST_PAIRS=unsafe")

# Without `arauto run`: each image executes the program again.
add_test(NAME alike.pairs.self_started COMMAND "${pie}" "two words" "")
set_tests_properties(alike.pairs.self_started PROPERTIES ENVIRONMENT "ARAUTO_NUM_IMAGES=3" TIMEOUT 60 PROCESSORS 2)
set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_alike.pairs.self_started c_alike_pairs_pie)
find_program(ARAUTO_SETARCH setarch)
mark_as_advanced(ARAUTO_SETARCH)
if(ARAUTO_SETARCH)
  add_test(NAME alike.pairs.not_random COMMAND "${ARAUTO_SETARCH}" -R "${ARAUTO_COMMAND}" run -n 2 "${pie}")
  set_tests_properties(alike.pairs.not_random PROPERTIES ENVIRONMENT "ARAUTO_TEST_PAIRS=unsafe" TIMEOUT 60 PROCESSORS 2)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_alike.pairs.not_random c_alike_pairs_pie)
else()
  arauto_skipped_test(alike.pairs.not_random "there is no setarch here")
endif()

# Programs of gfortran 15 and 16.
foreach(version 15 16)
  find_program(ARAUTO_GFORTRAN_${version} gfortran-${version})
  mark_as_advanced(ARAUTO_GFORTRAN_${version})
  if(NOT ARAUTO_GFORTRAN_${version})
    arauto_skipped_test(alike.pointers.${version} "there is no gfortran-${version} here")
    continue()
  endif()
  foreach(kind pie no-pie)
    set(target "f_alike_pointers_${kind}_${version}")
    set(program "${ARAUTO_TEST_BIN}/${target}")
    add_custom_command(
      OUTPUT "${program}"
      COMMAND "${ARAUTO_COMMAND}" fc --native --compiler "${ARAUTO_GFORTRAN_${version}}" -g -O1 -f${kind} -${kind}
              "${CMAKE_CURRENT_LIST_DIR}/pointers.f90" -o "${program}"
      DEPENDS "${CMAKE_CURRENT_LIST_DIR}/pointers.f90" arauto_tool arauto caf_arauto${version}
      VERBATIM)
    add_custom_target(${target} ALL DEPENDS "${program}")
    arauto_run_tests(alike.pointers.${kind}.${version} "${program}" IMAGES 1 2 3 MATCH right)
    add_test(NAME alike.pointers.${kind}.${version}.self_started COMMAND "${program}")
    set_tests_properties(alike.pointers.${kind}.${version}.self_started
                         PROPERTIES ENVIRONMENT "ARAUTO_NUM_IMAGES=3" TIMEOUT 60 PROCESSORS 2 LABELS fortran)
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_alike.pointers.${kind}.${version}.self_started ${target})
  endforeach()
endforeach()
