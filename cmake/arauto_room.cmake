# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# arauto_room(NAME SOURCES ...): compiles one room of src/ with the project's warnings.
# The rooms a room may include are checked by tests/tidy.py, which holds the table of directions.

add_library(arauto_warnings INTERFACE)
target_compile_options(
  arauto_warnings
  INTERFACE -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wnull-dereference
            $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)

function(arauto_room NAME)
  cmake_parse_arguments(ROOM "" "" "SOURCES" ${ARGN})
  add_library(arauto_${NAME} OBJECT ${ROOM_SOURCES})
  target_include_directories(arauto_${NAME} PRIVATE "${PROJECT_SOURCE_DIR}/src"
                                                    "${PROJECT_SOURCE_DIR}/include")
  target_compile_definitions(arauto_${NAME} PRIVATE ARAUTO_VERSION="${PROJECT_VERSION}")
  target_link_libraries(arauto_${NAME} PRIVATE arauto_warnings)
  set_property(GLOBAL APPEND PROPERTY ARAUTO_ROOMS arauto_${NAME})
endfunction()
