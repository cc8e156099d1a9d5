# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Where things are installed: the folders of GNUInstallDirs. The command finds its files from its own folder, so that
# the tree may be moved; only the folder of the libraries has a name of the packager's choice (lib, lib64,
# lib/x86_64-linux-gnu).
include(GNUInstallDirs)
foreach(part BINDIR=bin INCLUDEDIR=include DATADIR=share)
  string(REGEX MATCH "^([A-Z]+)=(.*)$" ignored "${part}")
  if(NOT CMAKE_INSTALL_${CMAKE_MATCH_1} STREQUAL CMAKE_MATCH_2)
    message(FATAL_ERROR
            "CMAKE_INSTALL_${CMAKE_MATCH_1} is '${CMAKE_INSTALL_${CMAKE_MATCH_1}}': it must be '${CMAKE_MATCH_2}', "
            "where the command looks for its files. CMAKE_INSTALL_PREFIX and CMAKE_INSTALL_LIBDIR may be chosen.")
  endif()
endforeach()
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR CMAKE_INSTALL_LIBDIR MATCHES "\\.\\.")
  message(FATAL_ERROR
          "CMAKE_INSTALL_LIBDIR is '${CMAKE_INSTALL_LIBDIR}': it must be a folder below the prefix, as lib or lib64")
endif()
set(ARAUTO_PRIVATE_LIBDIR "${CMAKE_INSTALL_LIBDIR}/arauto") # what only our own command looks for
file(RELATIVE_PATH ARAUTO_PREFIX_FROM_LIBDIR "/${CMAKE_INSTALL_LIBDIR}" /) # ../, or ../../
string(REGEX REPLACE "/$" "" ARAUTO_PREFIX_FROM_LIBDIR "${ARAUTO_PREFIX_FROM_LIBDIR}")

# arauto_install_library(TARGET): a shared library that programs link: its name has a version, what it needs of ours
# lies beside it, and it exports nothing of C++.
function(arauto_install_library TARGET)
  set_target_properties(${TARGET} PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
                        INSTALL_RPATH "$ORIGIN")
  if(NOT ARAUTO_SANITIZE) # which wants to see every name
    target_link_options(${TARGET} PRIVATE "LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/exported.map")
    set_property(TARGET ${TARGET} APPEND PROPERTY LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/exported.map")
  endif()
  install(TARGETS ${TARGET} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endfunction()

# arauto_install_command_link(FOLDER NAME): our command under another name, in a folder below that of the libraries; in
# the build and where it is installed, whose folders may be of different depths.
function(arauto_install_command_link FOLDER NAME)
  file(MAKE_DIRECTORY "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${FOLDER}" "${CMAKE_BINARY_DIR}/installed_links/${FOLDER}")
  file(RELATIVE_PATH built "/lib/${FOLDER}" /bin/arauto)
  file(RELATIVE_PATH installed "/${CMAKE_INSTALL_LIBDIR}/${FOLDER}" /bin/arauto)
  file(CREATE_LINK "${built}" "${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${FOLDER}/${NAME}" SYMBOLIC)
  file(CREATE_LINK "${installed}" "${CMAKE_BINARY_DIR}/installed_links/${FOLDER}/${NAME}" SYMBOLIC)
  install(FILES "${CMAKE_BINARY_DIR}/installed_links/${FOLDER}/${NAME}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/${FOLDER}")
endfunction()
