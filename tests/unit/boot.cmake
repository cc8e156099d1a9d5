# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Registers the unit tests of the rooms os and boot.
foreach(test os_shared_memory os_process os_topology os_futex os_liveness_probe os_connections boot_job boot_launcher
        boot_hosts boot_profile boot_stuck)
  arauto_unit_test(${test} SOURCES "${CMAKE_CURRENT_LIST_DIR}/${test}_test.cpp")
  set_tests_properties(unit.${test} PROPERTIES LABELS "unit;sanitize")
endforeach()

# Built without PMIx; where its headers are, our own declarations are compared with them.
find_path(ARAUTO_PMIX_INCLUDE pmix.h PATH_SUFFIXES pmix pmix2/include
          HINTS /usr/lib/x86_64-linux-gnu/pmix2/include /usr/lib/aarch64-linux-gnu/pmix2/include)
mark_as_advanced(ARAUTO_PMIX_INCLUDE)
if(ARAUTO_PMIX_INCLUDE)
  target_include_directories(boot_hosts SYSTEM PRIVATE "${ARAUTO_PMIX_INCLUDE}")
endif()

arauto_unit_test(host_list SOURCES "${CMAKE_CURRENT_LIST_DIR}/host_list_test.cpp"
                                   "${CMAKE_SOURCE_DIR}/tools/host_list.cpp"
                                   "${CMAKE_SOURCE_DIR}/tools/compiler_words.cpp"
                                   "${CMAKE_SOURCE_DIR}/tools/programs.cpp"
                                   "${CMAKE_SOURCE_DIR}/tools/starter.cpp")
