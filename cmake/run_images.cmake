# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Runs PROGRAM on IMAGES images and checks its exit status and output; used by every test with real processes.
# EMULATOR: of another processor, which cannot start programs for it from a program for it. There the program becomes
# the launcher.
set(start "${COMMAND}" run -n ${IMAGES} "${PROGRAM}")
if(EMULATOR)
  set(start "${CMAKE_COMMAND}" -E env ARAUTO_NUM_IMAGES=${IMAGES} ${EMULATOR} "${PROGRAM}")
endif()
execute_process(
  COMMAND ${start}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output
  ERROR_VARIABLE output)
message("${output}")
if(WILL_FAIL)
  if(status EQUAL 0)
    message(FATAL_ERROR "it ended with exit status 0, but it must fail")
  endif()
else()
  if("${STATUS}" STREQUAL "")
    set(STATUS 0)
  endif()
  if(NOT "${status}" STREQUAL "${STATUS}")
    message(FATAL_ERROR "it ended with exit status ${status}, but it must be ${STATUS}")
  endif()
endif()
if(NOT "${MATCH}" STREQUAL "" AND NOT "${output}" MATCHES "${MATCH}")
  message(FATAL_ERROR "its output does not match '${MATCH}'")
endif()
