# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Checks what was registered for CTest in FOLDER: every test has a watchdog, and none is made of a program that was
# looked for and not found. Reads CTest's own files with commands of the same names: asking ctest would overwrite the
# log of the ctest that runs this.
cmake_minimum_required(VERSION 3.22)

function(add_test NAME)
  set_property(GLOBAL APPEND PROPERTY registered "${NAME}")
  if("${NAME} ${ARGN}" MATCHES "-NOTFOUND")
    message(SEND_ERROR "the test ${NAME} uses a program that was not found: ${ARGN}")
  endif()
endfunction()

function(set_tests_properties NAME)
  if("TIMEOUT" IN_LIST ARGN)
    set_property(GLOBAL APPEND PROPERTY watched "${NAME}")
  endif()
  if("${ARGN}" MATCHES "-NOTFOUND")
    message(SEND_ERROR "the test ${NAME} has a property that names a program that was not found")
  endif()
endfunction()

macro(subdirs)
  foreach(folder ${ARGN})
    include("${CMAKE_CURRENT_LIST_DIR}/${folder}/CTestTestfile.cmake" OPTIONAL)
  endforeach()
endmacro()

include("${FOLDER}/CTestTestfile.cmake")
get_property(registered GLOBAL PROPERTY registered)
get_property(watched GLOBAL PROPERTY watched)
list(LENGTH registered count)
if(count EQUAL 0)
  message(SEND_ERROR "no test is registered in ${FOLDER}")
endif()
list(REMOVE_ITEM registered ${watched})
foreach(name ${registered})
  message(SEND_ERROR "the test ${name} has no watchdog (TIMEOUT)")
endforeach()
message("${count} tests are registered")
