# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The translator: its rules, its error messages, and programs that print the same as through gfortran's own coarrays.
set(translator_cache "ENVIRONMENT" "${ARAUTO_TRANSLATED_CACHE}")
file(GLOB translator_programs CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/programs/*.f90")
# the other parser has no fixed form
file(GLOB translator_fixed CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/programs/*.f")

add_test(NAME translator.examples COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/examples.py"
                                          "${CMAKE_SOURCE_DIR}/translator")
add_test(NAME translator.wrong COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/wrong.py" "${ARAUTO_COMMAND}")
add_test(NAME translator.nested COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/nested.py"
         "${CMAKE_SOURCE_DIR}/translator")
add_test(NAME translator.loops COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/loops.py"
         "${CMAKE_SOURCE_DIR}/translator")
add_test(NAME translator.options COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/options.py"
         "${CMAKE_SOURCE_DIR}/translator"
                                         "${CMAKE_SOURCE_DIR}/tools/compiler_words.cpp")
set_tests_properties(translator.examples translator.wrong translator.nested translator.loops translator.options
                     PROPERTIES TIMEOUT 120 ${translator_cache})
# These run the translator in their own process; elsewhere `arauto` passes its path to it.
set_property(TEST translator.examples translator.wrong translator.nested translator.loops APPEND PROPERTY
             ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND}")

# The project's own environment has the other parser, where bootstrap.sh could install it.
set(translator_python "${CMAKE_SOURCE_DIR}/build/venv/bin/python")
if(NOT EXISTS "${translator_python}")
  set(translator_python "${Python3_EXECUTABLE}")
endif()
file(GLOB translator_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/examples/*.f90"
     "${CMAKE_SOURCE_DIR}/tests/frontends/*/*.f90")
add_test(NAME translator.count COMMAND "${translator_python}" "${CMAKE_CURRENT_LIST_DIR}/count.py" "${ARAUTO_COMMAND}"
                                       ${translator_programs} ${translator_sources})
set_tests_properties(translator.count PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)

# Compiling is most of what follows, and takes one core.
# Programs bring their own malloc, which sanitizers do as well.
if(ARAUTO_SANITIZE)
  return()
endif()
add_test(NAME translator.command COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/command.py"
         "${ARAUTO_COMMAND}")
set_tests_properties(translator.command PROPERTIES TIMEOUT 600 LABELS fortran ${translator_cache})
foreach(compiler ${ARAUTO_FORTRANS})
  get_filename_component(short "${compiler}" NAME)
  foreach(program ${translator_programs} ${translator_fixed})
    get_filename_component(name "${program}" NAME_WE)
    set(how)
    if(name MATCHES "^beyond$|_alone$") # they check their own results: see beside.py
      set(how alone)
    else()
      if(name STREQUAL "ending")
        set(how ends)
      endif()
      if(compiler STREQUAL "gfortran" AND NOT ARAUTO_NOT_NATIVE)
        list(APPEND how own)
      endif()
    endif()
    add_test(NAME translator.${short}.${name}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" "${compiler}"
                     "${program}" ${how})
    set_tests_properties(translator.${short}.${name} PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
  endforeach()
endforeach()

foreach(compiler ${ARAUTO_FORTRANS})
  get_filename_component(short "${compiler}" NAME)
  add_test(NAME translator.${short}.libraries COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/libraries.py"
                                                      "${ARAUTO_COMMAND}" "${compiler}")
  set_tests_properties(translator.${short}.libraries PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran
                       ${translator_cache})
endforeach()

# Arguments of every kind, of all that the translator rewrites.
foreach(compiler ${ARAUTO_FORTRANS})
  get_filename_component(short "${compiler}" NAME)
  add_test(NAME translator.${short}.kinds COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/kinds.py"
                                                  "${ARAUTO_COMMAND}" "${compiler}")
  set_tests_properties(translator.${short}.kinds PROPERTIES TIMEOUT 600 LABELS fortran ${translator_cache})
endforeach()

# Programs that were written for gfortran's own coarrays and check themselves, and how programs end.
set(translator_suite)
foreach(name atomics collectives errors events locks naming put_then_define reduce reduce_small stopping sync teams)
  list(APPEND translator_suite "${CMAKE_SOURCE_DIR}/tests/frontends/control/${name}.f90")
endforeach()
foreach(name characters components derived kinds move_alloc nested overlap polymorphic scalars sections statuses
        team_put transfers
             vectors)
  list(APPEND translator_suite "${CMAKE_SOURCE_DIR}/tests/frontends/data/${name}.f90")
endforeach()
foreach(name attach changing random)
  list(APPEND translator_suite "${CMAKE_SOURCE_DIR}/tests/notify/fortran_${name}.f90")
endforeach()
list(APPEND translator_suite "${CMAKE_SOURCE_DIR}/examples/survivors.f90"
     "${CMAKE_SOURCE_DIR}/tests/frontends/foreign/borders.f90")
set(translator_failures) # one image fails, so these need several
foreach(name failing recovering)
  list(APPEND translator_failures "${CMAKE_SOURCE_DIR}/tests/frontends/control/${name}.f90")
endforeach()
list(APPEND translator_failures "${CMAKE_SOURCE_DIR}/tests/rewrite/failed_image.f90")
arauto_fortran_test(NAME translator.stats SOURCE "${CMAKE_SOURCE_DIR}/tests/frontends/control/stats.f90"
                    IMAGES 1 2 3 4 MATCH "done" FLAGS --translate ENVIRONMENT ARAUTO_ON_FAILURE=continue)
arauto_fortran_test(NAME translator.no_memory SOURCE "${CMAKE_CURRENT_LIST_DIR}/no_memory.f90" IMAGES 1 2 3 4
                    MATCH "done" FLAGS --translate ENVIRONMENT ARAUTO_HEAP_SIZE=20M)
arauto_fortran_test(NAME translator.many_attached SOURCE "${CMAKE_SOURCE_DIR}/tests/notify/fortran_many.f90"
                    IMAGES 1 2 3 FLAGS --translate ENVIRONMENT ARAUTO_HEAP_SIZE=24M)
arauto_fortran_test(NAME translator.passed_components
                    SOURCE "${CMAKE_SOURCE_DIR}/tests/frontends/data/passed_components.f90"
                    IMAGES 1 2 3 4 MATCH "ok" FLAGS --translate)
arauto_run_tests(translator.passed_components.nodes "${ARAUTO_TEST_BIN}/f_translator_passed_components"
                 IMAGES 1 2 3 4 MATCH "ok" ENVIRONMENT ARAUTO_NODE_RANKS=1)
foreach(compiler ${ARAUTO_FORTRANS})
  get_filename_component(short "${compiler}" NAME)
  add_test(NAME translator.${short}.failures COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/suite.py"
           --images 3 --images 8
                                                     "${ARAUTO_COMMAND}" "${compiler}" ${translator_failures})
  set_tests_properties(translator.${short}.failures PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
  add_test(NAME translator.${short}.suite COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/suite.py"
           "${ARAUTO_COMMAND}" "${compiler}"
                                                  ${translator_suite})
  add_test(NAME translator.${short}.ends COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/ends.py"
           "${ARAUTO_COMMAND}" "${compiler}")
  set_tests_properties(translator.${short}.suite translator.${short}.ends PROPERTIES TIMEOUT 600 LABELS fortran
                       ${translator_cache})
endforeach()

if(NOT ARAUTO_FLANG)
  arauto_skipped_test(translator.flang "flang is not installed (package flang-22), so nothing is translated for it")
endif()

# The same over several nodes, where nothing of other images is mapped. LOCK, CRITICAL, events, atomics: control.
foreach(name atomics components_alone control counted late lengths_alone puts teams failing_alone teams_alone
        collect_alone attached_alone lost_alone near_loops_alone implied_alone calls_alone unusual
        watched)
  set(alone)
  if(name MATCHES "_alone$")
    set(alone alone)
  endif()
  if(ARAUTO_NOT_BETWEEN_NODES)
    arauto_skipped_test(translator.nodes.${name} "${ARAUTO_NOT_BETWEEN_NODES}")
    continue()
  endif()
  add_test(NAME translator.nodes.${name}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" gfortran
                   "${CMAKE_CURRENT_LIST_DIR}/programs/${name}.f90" ${alone} nodes)
  set_tests_properties(translator.nodes.${name} PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
endforeach()
if(ARAUTO_NOT_BETWEEN_NODES)
  arauto_skipped_test(translator.nodes.failures "${ARAUTO_NOT_BETWEEN_NODES}")
else()
  add_test(NAME translator.nodes.failures COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/suite.py" --images
           4
                                                  "${ARAUTO_COMMAND}" gfortran ${translator_failures})
  set_tests_properties(translator.nodes.failures PROPERTIES TIMEOUT 300 LABELS fortran ENVIRONMENT
                       "${ARAUTO_TRANSLATED_CACHE};ARAUTO_NODE_RANKS=1")
endif()
add_test(NAME translator.questions COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/questions.py"
         "${ARAUTO_COMMAND}" gfortran
                                           "${CMAKE_CURRENT_LIST_DIR}/programs/watched.f90")
# Heaps that have no room for all components.
add_test(NAME translator.small COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}"
         gfortran
                                       "${CMAKE_CURRENT_LIST_DIR}/programs/lengths_alone.f90" alone)
set_tests_properties(translator.questions translator.small PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
set_property(TEST translator.small APPEND PROPERTY ENVIRONMENT "ARAUTO_HEAP_SIZE=18M")
foreach(way runtime shared)
  add_test(NAME translator.lost.${way} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py"
           "${ARAUTO_COMMAND}" gfortran
                                               "${CMAKE_CURRENT_LIST_DIR}/programs/lost_alone.f90" alone)
  set_tests_properties(translator.lost.${way} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran ENVIRONMENT
                       "${ARAUTO_TRANSLATED_CACHE};ARAUTO_ALLOCATION=${way}")
endforeach()
arauto_c_test(NAME translator.ending SOURCE "${CMAKE_CURRENT_LIST_DIR}/ending.c" IMAGES 1 2 LIBRARIES arauto_translated)
