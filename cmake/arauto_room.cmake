# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# arauto_room(NAME [SEES ROOMS ...] SOURCES ...): compiles one room of src/ with the project's
# warnings. SEES names the rooms whose headers it may include, and those that they see. A room is
# compiled with its own include path, which holds links to exactly these, so that any other include
# does not compile.

add_library(arauto_warnings INTERFACE)
target_compile_options(
  arauto_warnings
  INTERFACE -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wnull-dereference
            $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti>)

function(arauto_room NAME)
  cmake_parse_arguments(ROOM "" "" "SEES;SOURCES" ${ARGN})
  set(path "${CMAKE_BINARY_DIR}/rooms/${NAME}")
  file(MAKE_DIRECTORY "${path}")
  file(CREATE_LINK "${CMAKE_CURRENT_SOURCE_DIR}" "${path}/${NAME}" SYMBOLIC)
  add_library(arauto_${NAME}_headers INTERFACE)
  target_include_directories(arauto_${NAME}_headers INTERFACE "${path}" "${PROJECT_SOURCE_DIR}/include")
  foreach(room ${ROOM_SEES})
    target_link_libraries(arauto_${NAME}_headers INTERFACE arauto_${room}_headers)
  endforeach()

  add_library(arauto_${NAME} OBJECT ${ROOM_SOURCES})
  target_link_libraries(arauto_${NAME} PRIVATE arauto_${NAME}_headers arauto_warnings)
  arauto_precompile(arauto_${NAME} LIKE library)
  set_property(GLOBAL APPEND PROPERTY ARAUTO_ROOMS arauto_${NAME})
endfunction()
