# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Called at each build with -DSOURCE and -DFILE: writes the commit of the sources, with -dirty behind it where they
# differ from it, for `arauto doctor`. The file is empty where SOURCE is no clone of its own, as in an unpacked archive.
# It changes only with the commit.
set(commit)
find_program(GIT git)
if(GIT AND EXISTS "${SOURCE}/.git")
  execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --always --dirty --exclude=* --abbrev=12
                  OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
set(old)
if(EXISTS "${FILE}")
  file(STRINGS "${FILE}" old)
endif()
if(NOT EXISTS "${FILE}" OR NOT "${old}" STREQUAL "${commit}")
  file(WRITE "${FILE}" "${commit}\n")
endif()
