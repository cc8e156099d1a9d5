# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs as users write them, of kinds that once went wrong, in every form, on 1 to 4 images and over nodes.
if(ARAUTO_SANITIZE)
  return() # the same programs run in the release build
endif()
foreach(subject components implied calls kinds vectors scopes inquiries pointers statuses texts broadcasts optional)
  if(ARAUTO_NOT_BETWEEN_NODES)
    arauto_skipped_test(situations.${subject} "${ARAUTO_NOT_BETWEEN_NODES}")
    continue()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/situations/${subject}_*.f90")
  set(form)
  if(subject STREQUAL "calls") # gfortran refuses objects of other images there
    set(form --translated)
  endif()
  add_test(NAME situations.${subject}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/situations/situations.py" ${form}
                   "${ARAUTO_COMMAND}" ${sources})
  set_tests_properties(situations.${subject} PROPERTIES TIMEOUT 600 LABELS fortran)
endforeach()
