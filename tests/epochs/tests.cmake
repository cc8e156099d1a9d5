# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Epochs with real processes.
foreach(subject ring patterns reorder overlap wrong)
  arauto_c_test(NAME epochs.${subject} SOURCE "${CMAKE_CURRENT_LIST_DIR}/${subject}.c" IMAGES 1 2 3 4 8)
endforeach()
