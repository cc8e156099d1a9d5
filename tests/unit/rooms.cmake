# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Registers the unit tests of the other rooms.
foreach(room copy fault heap naming plan settings unexpected)
  arauto_unit_test(${room}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${room}_test.cpp")
endforeach()
if(ARAUTO_LIBFABRIC_INCLUDE)
  arauto_unit_test(mac_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/mac_test.cpp")
  arauto_unit_test(rules_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/rules_test.cpp")
else()
  arauto_skipped_test(unit.mac_test "${ARAUTO_NOT_BETWEEN_NODES}")
  arauto_skipped_test(unit.rules_test "${ARAUTO_NOT_BETWEEN_NODES}")
endif()
