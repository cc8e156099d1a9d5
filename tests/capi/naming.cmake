# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Registers the test of names of ranks in messages.
arauto_c_test(NAME capi.naming SOURCE "${CMAKE_CURRENT_LIST_DIR}/naming.c" IMAGES 1 2 STATUS 5
              MATCH "rank [01] ended with exit status 5 without arauto_finalize")
