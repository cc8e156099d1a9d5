# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The lock-free protocols under the thread sanitizer, with ranks that are threads of one process. The programs are those
# that processes run as well. Each protocol has a second library in which its orders are all relaxed: there the
# sanitizer must find a race.
if(NOT ARAUTO_SANITIZE STREQUAL "thread")
  return()
endif()
add_executable(race_driver "${CMAKE_CURRENT_LIST_DIR}/driver.cpp")
set_target_properties(race_driver PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(race_driver PRIVATE arauto_inside Threads::Threads ${CMAKE_DL_LIBS})

set(here "${CMAKE_CURRENT_LIST_DIR}")
function(arauto_race_library TARGET PROGRAM)
  add_library(${TARGET} SHARED "${here}/rank.cpp" "${CMAKE_SOURCE_DIR}/tests/${PROGRAM}.c" ${ARGN})
  target_compile_definitions(${TARGET} PRIVATE $<$<COMPILE_LANGUAGE:C>:main=program_main>)
  set_target_properties(${TARGET} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}/races")
  target_link_libraries(${TARGET} PRIVATE arauto_inside)
  target_link_options(
    ${TARGET} PRIVATE -Wl,-Bsymbolic -Wl,--wrap=getenv -Wl,--wrap=unsetenv -Wl,--wrap=close
    -Wl,--wrap=_ZN6arauto2os17map_shared_memoryEimPSt4byte -Wl,--wrap=_ZN6arauto2os5unmapEPSt4bytem
    -Wl,--wrap=_ZN6arauto2os6forbidEPSt4bytem)
endfunction()

function(arauto_race_test NAME TARGET RANKS)
  file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/races/${NAME}")
  add_test(NAME ${NAME} COMMAND race_driver $<TARGET_FILE:${TARGET}> ${RANKS} "${CMAKE_BINARY_DIR}/races/${NAME}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_${NAME} ${TARGET} race_driver)
  set_tests_properties(${NAME} PROPERTIES TIMEOUT 300 PROCESSORS 2 LABELS sanitize ENVIRONMENT ARAUTO_HEAP_SIZE=64M)
endfunction()

foreach(program capi/events capi/locks capi/pairwise capi/collectives capi/reductions capi/teams capi/segments
        capi/atomics capi/stress notify/counting
                notify/tagged notify/threads epochs/threads)
  string(REGEX REPLACE "^capi/" "" name "${program}")
  string(REPLACE "/" "_" name "${name}")
  arauto_race_library(race_${name} ${program})
  foreach(ranks 2 3)
    arauto_race_test(races.${name}.${ranks} race_${name} ${ranks})
  endforeach()
endforeach()

# arauto_planted_race(NAME PROGRAM SOURCES...): of src/
function(arauto_planted_race NAME PROGRAM)
  list(TRANSFORM ARGN PREPEND "${CMAKE_SOURCE_DIR}/src/")
  arauto_race_library(race_planted_${NAME} ${PROGRAM} ${ARGN})
  target_compile_options(race_planted_${NAME}
                         PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include ${here}/weak_orders.hpp>")
  arauto_race_test(races.planted.${NAME} race_planted_${NAME} 3)
  set_tests_properties(races.planted.${NAME} PROPERTIES PASS_REGULAR_EXPRESSION "ThreadSanitizer: data race"
                                                        ENVIRONMENT "ARAUTO_HEAP_SIZE=64M;TSAN_OPTIONS=halt_on_error=1")
endfunction()
arauto_planted_race(barrier capi/pairwise team/barrier.cpp)
arauto_planted_race(pairwise capi/pairwise team/pairwise.cpp)
arauto_planted_race(exchange capi/collectives team/exchange.cpp team/gather.cpp)
arauto_planted_race(events capi/events sync/notify.cpp api/notify.cpp)
arauto_planted_race(counting notify/counting sync/notify.cpp api/notify.cpp)
arauto_planted_race(board notify/tagged sync/board.cpp api/board.cpp)
arauto_planted_race(lock capi/locks sync/lock.cpp sync/cohort.cpp)
