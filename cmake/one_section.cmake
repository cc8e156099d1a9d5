# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Gives all writable sections of the object WHOLE one name, rank_state, in STATE.
execute_process(COMMAND "${OBJDUMP}" -h "${WHOLE}" OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[ \n][0-9]+ \\.(bss|data)[^ \n]*" lines "${table}")
set(renames)
foreach(line ${lines})
  string(REGEX REPLACE "^[ \n][0-9]+ " "" section "${line}")
  if(NOT section MATCHES "^\\.data\\.rel\\.ro")
    list(APPEND renames --set-section-flags ${section}=alloc,load,data,contents --rename-section
         ${section}=rank_state,alloc,load,data,contents)
  endif()
endforeach()
execute_process(COMMAND "${OBJCOPY}" ${renames} "${WHOLE}" "${STATE}" COMMAND_ERROR_IS_FATAL ANY)
