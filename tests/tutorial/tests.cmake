# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The tutorial's programs, and that its page shows them.
add_test(NAME tutorial.programs COMMAND "${Python3_EXECUTABLE}" test_tutorial.py
         WORKING_DIRECTORY "${CMAKE_CURRENT_LIST_DIR}")
set_tests_properties(tutorial.programs PROPERTIES TIMEOUT 240 PROCESSORS 2 ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND}")
