# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# arauto_precompile(TARGET [FIRST HEADER] [WITH HEADER] [LIKE NAME]): reads the common headers of the C++ library, and
# that of WITH, once for all files of TARGET. That of FIRST comes before all others in each file. Targets with one NAME
# have the same flags and headers, and share what the first of them has read. Half of a first build was spent on
# reading these headers: 244 s on two cores without this, 130 s with it.
#
# Every file still names what it includes. Under ccache, which compiles nothing twice, nothing is precompiled, and there
# a file that misses an include does not compile.
set(ARAUTO_COMMON_HEADERS
    algorithm
    array
    atomic
    cerrno
    climits
    cstdint
    cstdio
    cstdlib
    cstring
    map
    memory
    mutex
    optional
    span
    string
    string_view
    system_error
    tuple
    utility
    vector)

function(arauto_precompile TARGET)
  cmake_parse_arguments(HEADERS "" "FIRST;WITH;LIKE" "" ${ARGN})
  if(ARAUTO_CCACHE OR CMAKE_DISABLE_PRECOMPILE_HEADERS)
    if(HEADERS_FIRST)
      target_compile_options(${TARGET} PRIVATE -include "${HEADERS_FIRST}")
    endif()
    return()
  endif()
  # GCC gives these warnings for inlined code of a precompiled header as though it were ours.
  target_compile_options(
    ${TARGET} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict
                      -Wno-stringop-overflow -Wno-stringop-overread>)
  if(HEADERS_LIKE)
    get_property(lender GLOBAL PROPERTY ARAUTO_PRECOMPILED_${HEADERS_LIKE})
    if(lender)
      target_precompile_headers(${TARGET} REUSE_FROM ${lender})
      return()
    endif()
    set_property(GLOBAL PROPERTY ARAUTO_PRECOMPILED_${HEADERS_LIKE} ${TARGET})
  endif()
  set(headers ${ARAUTO_COMMON_HEADERS})
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:<\\1$<ANGLE-R>>")
  target_precompile_headers(${TARGET} PRIVATE ${HEADERS_FIRST} ${headers} ${HEADERS_WITH})
endfunction()
