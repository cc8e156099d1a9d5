# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The translator: its rules, what it says of faults, and programs beside the same through gfortran's own coarrays.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(translator_cache "ENVIRONMENT" "XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/translated")
file(GLOB translator_programs CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/programs/*.f90")
file(GLOB translator_fixed CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/programs/*.f") # the other parser has no fixed form

add_test(NAME translator.examples COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/examples.py"
                                          "${CMAKE_SOURCE_DIR}/translator")
add_test(NAME translator.wrong COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/wrong.py" "${ARAUTO_COMMAND}")
set_tests_properties(translator.examples translator.wrong PROPERTIES TIMEOUT 120 ${translator_cache})

# The project's own environment has the other parser, where bootstrap.sh could install it.
set(translator_python "${CMAKE_SOURCE_DIR}/build/venv/bin/python")
if(NOT EXISTS "${translator_python}")
  set(translator_python "${Python3_EXECUTABLE}")
endif()
file(GLOB translator_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/examples/*.f90" "${CMAKE_SOURCE_DIR}/tests/frontends/*/*.f90")
add_test(NAME translator.count COMMAND "${translator_python}" "${CMAKE_CURRENT_LIST_DIR}/count.py" "${ARAUTO_COMMAND}"
                                       ${translator_programs} ${translator_sources})
set_tests_properties(translator.count PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)

# Compiling is most of what follows, and takes one core.
# Programs bring their own malloc, which sanitizers do as well.
if(ARAUTO_SANITIZE)
  return()
endif()
find_program(ARAUTO_FLANG NAMES flang-22 flang-new flang)
foreach(compiler gfortran ${ARAUTO_FLANG})
  get_filename_component(short "${compiler}" NAME)
  foreach(program ${translator_programs} ${translator_fixed})
    get_filename_component(name "${program}" NAME_WE)
    set(alone)
    if(name MATCHES "^beyond$|_alone$") # they check themselves
      set(alone alone)
    endif()
    add_test(NAME translator.${short}.${name}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" "${compiler}"
                     "${program}" ${alone})
    set_tests_properties(translator.${short}.${name} PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
  endforeach()
endforeach()

foreach(compiler gfortran ${ARAUTO_FLANG})
  get_filename_component(short "${compiler}" NAME)
  add_test(NAME translator.${short}.libraries COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/libraries.py"
                                                      "${ARAUTO_COMMAND}" "${compiler}")
  set_tests_properties(translator.${short}.libraries PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran ${translator_cache})
endforeach()

# The same over several nodes, where nothing of other images is mapped. LOCK, CRITICAL, events, atomics: control.
foreach(name atomics components_alone control counted late lengths_alone puts teams failing_alone teams_alone collect_alone attached_alone lost_alone unusual watched)
  set(alone)
  if(name MATCHES "_alone$")
    set(alone alone)
  endif()
  add_test(NAME translator.nodes.${name}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" gfortran
                   "${CMAKE_CURRENT_LIST_DIR}/programs/${name}.f90" ${alone} nodes)
  set_tests_properties(translator.nodes.${name} PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
endforeach()
add_test(NAME translator.questions COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/questions.py" "${ARAUTO_COMMAND}" gfortran
                                           "${CMAKE_CURRENT_LIST_DIR}/programs/watched.f90")
# Heaps that have no room for all components.
add_test(NAME translator.small COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" gfortran
                                       "${CMAKE_CURRENT_LIST_DIR}/programs/lengths_alone.f90" alone)
set_tests_properties(translator.questions translator.small PROPERTIES TIMEOUT 300 LABELS fortran ${translator_cache})
set_property(TEST translator.small APPEND PROPERTY ENVIRONMENT "ARAUTO_HEAP_SIZE=18M")
foreach(way runtime shared)
  add_test(NAME translator.lost.${way} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/beside.py" "${ARAUTO_COMMAND}" gfortran
                                               "${CMAKE_CURRENT_LIST_DIR}/programs/lost_alone.f90" alone)
  set_tests_properties(translator.lost.${way} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran ENVIRONMENT
                       "XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/translated;ARAUTO_ALLOCATION=${way}")
endforeach()
arauto_c_test(NAME translator.ending SOURCE "${CMAKE_CURRENT_LIST_DIR}/ending.c" IMAGES 1 2 LIBRARIES arauto_translated)
