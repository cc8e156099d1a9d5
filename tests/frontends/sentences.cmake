# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Wrong programs, one for each kind of statement, say the same by each of gfortran's own coarrays and translated.
if(ARAUTO_SANITIZE OR CMAKE_CROSSCOMPILING)
  return() # the same programs run in the release build
endif()
set(sentences "${CMAKE_CURRENT_LIST_DIR}/sentences")
# From gfortran 15 on another image may run an access itself, and ends by its own fault where there is no memory.
set(sentences_of_gfortran control data attached)
set(sentences_of_gfortran16 control attached)
foreach(compiler gfortran gfortran16)
  if(compiler STREQUAL "gfortran")
    set(path gfortran)
    set(library caf_arauto)
    set(missing "${ARAUTO_NOT_NATIVE}")
  else()
    set(path "${gfortran_16}")
    set(library caf_arauto16)
    set(missing)
    if(NOT path)
      set(missing "there is no gfortran-16 here (scripts/compilers.sh gfortran-16)")
    endif()
  endif()
  set(test sentences.${compiler})
  if(missing)
    arauto_skipped_test(${test} "${missing}")
    continue()
  endif()
  list(TRANSFORM sentences_of_${compiler} REPLACE "(.+)" "${sentences}/\\1.f90" OUTPUT_VARIABLE sources)
  add_test(NAME ${test} COMMAND "${CMAKE_COMMAND}" -E env ${ARAUTO_TRANSLATED_CACHE} "${Python3_EXECUTABLE}"
                                "${sentences}/sentences.py" "${ARAUTO_COMMAND}" "${path}" ${sources})
  set_tests_properties(${test} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS fortran)
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${test} arauto_tool ${library} arauto_translated)
endforeach()
