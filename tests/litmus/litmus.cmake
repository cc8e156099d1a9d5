# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Compilers must not keep coarrays in registers that other images change; also through gfortran's own coarrays.
arauto_fortran_test(NAME litmus.own SOURCE "${CMAKE_CURRENT_LIST_DIR}/aliasing.f90" IMAGES 1 2 4 MATCH "faults: 0")
if(NOT ARAUTO_SANITIZE)
  foreach(compiler ${ARAUTO_FORTRANS})
    get_filename_component(short "${compiler}" NAME)
    add_test(NAME litmus.${short} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/aliasing.py"
                                          "${ARAUTO_COMMAND}" "${compiler}")
    set_tests_properties(litmus.${short} PROPERTIES TIMEOUT 400 LABELS fortran ENVIRONMENT "${ARAUTO_TRANSLATED_CACHE}")
  endforeach()
endif()
