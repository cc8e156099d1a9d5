# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Compiles through ccache where that is installed, so that a second checkout, or a sanitized build, compiles only what
# it has never seen. Paths below the checkout count as relative: another folder with the same sources finds the same
# objects. -DARAUTO_CCACHE= turns it off. A build folder keeps what it began with: a ccache that `bootstrap.sh test`
# installs after `make build` would compile everything there a second time.
if(NOT DEFINED ARAUTO_CCACHE)
  find_program(ARAUTO_CCACHE ccache)
endif()
mark_as_advanced(ARAUTO_CCACHE)
if(ARAUTO_CCACHE)
  foreach(language C CXX)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}"
                                              CCACHE_NOHASHDIR=1 "${ARAUTO_CCACHE}")
    endif()
  endforeach()
endif()
# Ccache makes __FILE__ relative; without it the name must not differ.
add_compile_options("-fmacro-prefix-map=${CMAKE_SOURCE_DIR}/=")
