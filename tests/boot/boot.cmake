# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Jobs that launchers of others have started.
add_executable(places "${CMAKE_CURRENT_LIST_DIR}/places.cpp")
set_target_properties(places PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(places PRIVATE arauto_inside)
