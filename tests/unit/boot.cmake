# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
foreach(test os_shared_memory os_process os_topology os_futex boot_job boot_launcher)
  arauto_unit_test(${test} SOURCES "${CMAKE_CURRENT_LIST_DIR}/${test}_test.cpp")
  set_tests_properties(unit.${test} PROPERTIES LABELS "unit;sanitize")
endforeach()
