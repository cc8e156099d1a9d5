# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs that gfortran 15 and 16 compile with `arauto fc --native`, by libcaf_arauto15 and libcaf_arauto16.

# arauto_native_program(TARGET SOURCE FLAG...): compiles for `version`, and sets `program`.
macro(arauto_native_program TARGET SOURCE)
  set(program "${ARAUTO_TEST_BIN}/${TARGET}")
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/mod_${TARGET}")
  file(MAKE_DIRECTORY "${modules}")
  add_custom_command(
    OUTPUT "${program}"
    COMMAND "${ARAUTO_COMMAND}" fc --native --compiler "${compiler}" -g ${ARGN} -J "${modules}" "${SOURCE}" -o
    "${program}"
    DEPENDS "${SOURCE}" arauto_tool arauto caf_arauto${version}
    VERBATIM)
  add_custom_target(${TARGET} ALL DEPENDS "${program}")
endmacro()

foreach(version 15 16)
  set(compiler "${gfortran_${version}}")
  if(NOT compiler)
    arauto_skipped_test(native.gfortran${version}
                        "there is no gfortran-${version} here (scripts/compilers.sh gfortran-${version})")
    continue()
  elseif(ARAUTO_SANITIZE OR CMAKE_CROSSCOMPILING)
    continue()
  endif()
  foreach(source data/accessors data/private data/scalars data/kinds data/move_alloc data/team_put data/absent
          control/events_there control/atomics control/collectives
                 control/events control/locks control/reduce control/sync control/teams)
    get_filename_component(feature "${source}" NAME)
    arauto_native_program(f_native_${feature}_${version} "${CMAKE_CURRENT_LIST_DIR}/${source}.f90" -O1)
    arauto_run_tests(native.${feature}.${version} "${program}" IMAGES 1 2 3)
  endforeach()
  if(version GREATER 15)
    arauto_native_program(f_native_whole_${version} "${CMAKE_CURRENT_LIST_DIR}/data/whole.f90" -O1)
    arauto_run_tests(native.whole.${version} "${program}" IMAGES 1 2 3 4)
    arauto_run_tests(native.whole.${version}.far "${program}" IMAGES 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
    arauto_native_program(f_native_replaced_teams_${version} "${CMAKE_CURRENT_LIST_DIR}/control/replaced_teams.f90" -O1)
    arauto_run_tests(native.replaced_teams.${version} "${program}" IMAGES 1 2 3 4 MATCH "done"
                     ENVIRONMENT ARAUTO_HEAP_SIZE=8M)
    arauto_run_tests(native.replaced_teams.${version}.nodes "${program}" IMAGES 4 MATCH "done"
                     ENVIRONMENT ARAUTO_NODE_RANKS=2 ARAUTO_HEAP_SIZE=16M)
    arauto_native_program(f_native_critical_stat_${version} "${CMAKE_CURRENT_LIST_DIR}/control/critical_stat.f90" -O1)
    arauto_run_tests(native.critical_stat.${version} "${program}" IMAGES 1 2 3 4 MATCH "critical_stat: done")
    arauto_run_tests(native.critical_stat.${version}.nodes "${program}" IMAGES 4 MATCH "critical_stat: done"
                     ENVIRONMENT ARAUTO_NODE_RANKS=2)
    arauto_native_program(f_native_associated_${version} "${CMAKE_CURRENT_LIST_DIR}/data/associated.f90" -O1)
    arauto_run_tests(native.associated.${version} "${program}" IMAGES 1 2 3 4)
    arauto_run_tests(native.associated.${version}.far "${program}" IMAGES 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
  endif()
  if(version GREATER 15)
    add_test(NAME native16.ways COMMAND "${CMAKE_COMMAND}" -E env ${ARAUTO_TRANSLATED_CACHE} "${Python3_EXECUTABLE}"
                                        "${CMAKE_CURRENT_LIST_DIR}/ways16_test.py" "${ARAUTO_COMMAND}" "${compiler}"
                                        "${CMAKE_CURRENT_BINARY_DIR}/native16.ways")
    set_tests_properties(native16.ways PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran)
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_native16.ways arauto_tool caf_arauto16 arauto_translated)
  endif()
  # Different programs in one job; a library that is opened at run time; accessors with one number; many. GCC 15 refers
  # to an index that it does not define where a module has several coindexed objects in functions.
  set(cases differ opened modules)
  if(version GREATER 15)
    list(APPEND cases collide many)
  endif()
  foreach(case ${cases})
    set(test native.${case}.${version})
    if(ARAUTO_NOT_BETWEEN_NODES)
      arauto_skipped_test(${test} "${ARAUTO_NOT_BETWEEN_NODES}")
      continue()
    endif()
    add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/native_test.py" ${case}
             "${ARAUTO_COMMAND}"
                                  "${compiler}" "${CMAKE_CURRENT_BINARY_DIR}/${test}")
    set_tests_properties(${test} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran)
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} arauto_tool caf_arauto${version})
  endforeach()
  arauto_native_program(f_native_failed_owner_${version} "${CMAKE_CURRENT_LIST_DIR}/control/failed_owner.f90" -O1)
  arauto_run_tests(native.failed_owner.${version} "${program}" IMAGES 3)
  arauto_run_tests(native.failed_owner.${version}.far "${program}" IMAGES 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
  # Memory that must be kept takes as many elements as it has room for, whichever process has read them.
  arauto_native_program(f_native_wrong_extent_${version} "${CMAKE_CURRENT_LIST_DIR}/data/wrong_extent.f90" -O1)
  foreach(ranks 1 2) # on each pretended node
    arauto_run_tests(native.wrong_extent.${version}.nodes${ranks} "${program}" IMAGES 2 WILL_FAIL
                     MATCH "the value has 5 elements, but the variable has 3"
                     ENVIRONMENT ARAUTO_NODE_RANKS=${ranks})
  endforeach()
  # Attached events.
  arauto_native_program(f_native_attach_${version} "${CMAKE_SOURCE_DIR}/tests/notify/native_attach.f90" -O1)
  arauto_run_tests(native.attach.${version} "${program}" IMAGES 1 2 3)
  arauto_run_tests(native.attach.${version}.far "${program}" IMAGES 2 ENVIRONMENT ARAUTO_NODE_RANKS=1)
  # NOTIFY: each count comes with its data, not as a message of its own. The file of module `arauto` is the compiler's
  # own.
  foreach(source notify/native_notify notify/fortran_notify)
    get_filename_component(feature "${source}" NAME)
    arauto_native_program(f_${feature}_by_${version} "${CMAKE_SOURCE_DIR}/tests/${source}.f90" -O1 -w)
    arauto_run_tests(native.${feature}.${version} "${program}" IMAGES 1 2 3 MATCH "ok")
    arauto_run_tests(native.${feature}.${version}.far "${program}" IMAGES 2 3 MATCH "ok"
                     ENVIRONMENT ARAUTO_NODE_RANKS=1)
    arauto_run_tests(native.${feature}.${version}.nodes "${program}" IMAGES 4 MATCH "ok"
                     ENVIRONMENT ARAUTO_NODE_RANKS=2)
  endforeach()
  arauto_native_program(f_native_counted_${version} "${CMAKE_SOURCE_DIR}/tests/notify/native_counted.f90" -O1)
  arauto_run_tests(native.counted.${version}.far "${program}" IMAGES 3 MATCH "notify +6 [(]0..4[)]"
                   ENVIRONMENT ARAUTO_NODE_RANKS=1 ARAUTO_COUNTERS=on)
  arauto_native_program(f_native_failed_image_${version} "${CMAKE_SOURCE_DIR}/tests/rewrite/failed_image.f90" -O1)
  arauto_run_tests(native.failed_image.${version} "${program}" IMAGES 2 4 MATCH "went on")
  # A put is there before what tells of it.
  arauto_native_program(f_native_put_then_define_${version} "${CMAKE_CURRENT_LIST_DIR}/control/put_then_define.f90" -O1)
  arauto_run_tests(native.put_then_define.${version}.far "${program}" IMAGES 2 3 MATCH "^0 of "
                   ENVIRONMENT ARAUTO_NODE_RANKS=1)
  arauto_run_tests(native.put_then_define.${version}.nodes "${program}" IMAGES 4 MATCH "^0 of "
                   ENVIRONMENT ARAUTO_NODE_RANKS=2)
  # Over pretended nodes, where no access reaches the other image's memory by itself.
  foreach(feature accessors private scalars kinds team_put absent events)
    set(program "${ARAUTO_TEST_BIN}/f_native_${feature}_${version}")
    arauto_run_tests(native.${feature}.${version}.far "${program}" IMAGES 2 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
    arauto_run_tests(native.${feature}.${version}.nodes "${program}" IMAGES 4 ENVIRONMENT ARAUTO_NODE_RANKS=2)
  endforeach()
  # Elements that `arauto fc -flto` makes a part of the program.
  file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/lto.f90" "end\n")
  execute_process(
    COMMAND "${compiler}" -O1 -flto "${CMAKE_CURRENT_BINARY_DIR}/lto.f90" -o "${CMAKE_CURRENT_BINARY_DIR}/lto${version}"
    RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    arauto_skipped_test(native.inlined.${version} "${compiler} does not link with -flto here")
  else()
    foreach(source data/own_elements data/accessors data/scalars data/team_put control/teams
                   ../notify/native_notify)
      get_filename_component(feature "${source}" NAME)
      arauto_native_program(f_inlined_${feature}_${version} "${CMAKE_CURRENT_LIST_DIR}/${source}.f90" -O3 -flto -w)
      arauto_run_tests(native.inlined.${feature}.${version} "${program}" IMAGES 1 2 3)
    endforeach()
    set(program "${ARAUTO_TEST_BIN}/f_inlined_scalars_${version}")
    arauto_run_tests(native.inlined.scalars.${version}.far "${program}" IMAGES 2 ENVIRONMENT ARAUTO_NODE_RANKS=1)
    arauto_run_tests(native.inlined.scalars.${version}.posted "${program}" IMAGES 2 ENVIRONMENT ARAUTO_DIRECT=off)
    arauto_run_tests(native.inlined.scalars.${version}.counted "${program}" IMAGES 2 ENVIRONMENT ARAUTO_COUNTERS=on)
    if(version GREATER 15)
      set(test native.inlined.collide.${version})
      add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/native_test.py" collide_in_lto
               "${ARAUTO_COMMAND}"
                                    "${compiler}" "${CMAKE_CURRENT_BINARY_DIR}/${test}")
      set_tests_properties(${test} PROPERTIES TIMEOUT 300 LABELS fortran)
      set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} arauto_tool caf_arauto${version})
    endif()
    set(test native.inlined.command.${version})
    add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/inlined.py" "${CMAKE_BINARY_DIR}"
                                  "${compiler}" native)
    set_tests_properties(${test} PROPERTIES TIMEOUT 120)
    set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} product)
  endif()
  # Static data at the same address in each process.
  arauto_native_program(f_native_private_fixed_${version} "${CMAKE_CURRENT_LIST_DIR}/data/private.f90" -O2 -no-pie)
  arauto_run_tests(native.private.${version}.fixed "${program}" IMAGES 1 2 4)
  arauto_run_tests(native.private.${version}.fixed.libc "${program}" IMAGES 2 ENVIRONMENT ARAUTO_ALLOCATION=libc)
  arauto_run_tests(native.private.${version}.fixed.far "${program}" IMAGES 2 ENVIRONMENT ARAUTO_NODE_RANKS=1)
endforeach()

# Which way `arauto fc` takes with the gfortran of this machine.
if(ARAUTO_NOT_NATIVE)
  arauto_skipped_test(native.ways "${ARAUTO_NOT_NATIVE}")
elseif(NOT ARAUTO_SANITIZE AND NOT CMAKE_CROSSCOMPILING)
  set(places)
  if(ARAUTO_NOT_BETWEEN_NODES)
    set(places one-node)
  endif()
  add_test(NAME native.ways COMMAND "${CMAKE_COMMAND}" -E env ${ARAUTO_TRANSLATED_CACHE} "${Python3_EXECUTABLE}"
                                    "${CMAKE_CURRENT_LIST_DIR}/ways12_test.py" "${ARAUTO_COMMAND}" gfortran
                                    "${CMAKE_CURRENT_BINARY_DIR}/native.ways" ${places})
  set_tests_properties(native.ways PROPERTIES TIMEOUT 600 PROCESSORS 2 LABELS fortran)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_native.ways arauto_tool caf_arauto arauto_translated)
endif()
