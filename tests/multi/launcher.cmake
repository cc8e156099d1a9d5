# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The launcher and the command, with real processes that die at bad moments.
foreach(program launcher_program overrun not_ours forbid)
  add_executable(${program} "${CMAKE_CURRENT_LIST_DIR}/${program}.c")
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
endforeach()
target_link_libraries(launcher_program PRIVATE arauto)
target_link_libraries(overrun PRIVATE arauto)

function(arauto_launcher_test FILE CASE)
  add_test(NAME multi.${CASE}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/multi/${FILE}" ${CASE})
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_multi.${CASE} launcher_program overrun not_ours forbid)
  set_tests_properties(
    multi.${CASE}
    PROPERTIES TIMEOUT 600 PROCESSORS 2 SKIP_RETURN_CODE 77 LABELS multi
               ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
endfunction()

foreach(case ExitStatus Deaths RandomKills Survivors Signals Output BadInput Forbidden Limits)
  arauto_launcher_test(launcher_test.py ${case})
endforeach()
arauto_launcher_test(missing_test.py Missing)
set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_multi.Missing arauto_tool)
arauto_launcher_test(source_lines_test.py Sentences)
arauto_launcher_test(source_lines_test.py Surroundings)
arauto_launcher_test(standstills_test.py Standstills)
arauto_launcher_test(profile_test.py Profiles)
arauto_launcher_test(trace_test.py Traces)
arauto_launcher_test(trace_test.py TraceFiles)
arauto_launcher_test(trace_nodes_test.py TracesOverNodes)
arauto_launcher_test(trace_stories_test.py TraceStories)
arauto_launcher_test(trace_views_test.py Pages)
arauto_launcher_test(trace_views_test.py Perfetto)
arauto_launcher_test(trace_views_test.py Otf2)
arauto_launcher_test(flight_test.py Flights)
arauto_launcher_test(jobs_listed_test.py JobsListed)
arauto_launcher_test(delays_test.py Delays)
arauto_launcher_test(replay_test.py Replays)
arauto_launcher_test(replay_test.py ReplayedTwins)
foreach(case Sentences Surroundings Standstills Profiles Traces TraceFiles TracesOverNodes TraceStories Pages
        Perfetto Otf2 Flights JobsListed Delays Replays ReplayedTwins)
  set_tests_properties(multi.${case} PROPERTIES ENVIRONMENT
                       "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN};${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_multi.${case} arauto_tool ${ARAUTO_FORTRAN_NEEDS} arauto_translated)
endforeach()
foreach(name errors_data errors_control op_errors rows sections)
  set_property(GLOBAL APPEND PROPERTY ARAUTO_PROGRAM_OF_multi.Traces c_capi_${name})
endforeach()
# Delays that an image makes on purpose are hidden where another one comes late for want of a core.
set_tests_properties(multi.TracesOverNodes PROPERTIES RUN_SERIAL TRUE)
set_tests_properties(multi.Replays multi.ReplayedTwins PROPERTIES RUN_SERIAL TRUE) # they compare times
# They wait for silence.
set_property(TEST multi.Standstills APPEND PROPERTY LABELS waits)
if(NOT ARAUTO_SANITIZE) # translated programs bring their own malloc
  arauto_launcher_test(bounds_test.py Bounds)
  set_tests_properties(multi.Bounds PROPERTIES ENVIRONMENT
                       "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN};${ARAUTO_TRANSLATED_CACHE}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_multi.Bounds arauto_tool ${ARAUTO_FORTRAN_NEEDS} arauto_translated)
endif()
if(NOT ARAUTO_SANITIZE) # which has a runtime of its own for the same calls
  foreach(case Checks CheckOptions CheckedByClang CheckedExamples)
    arauto_launcher_test(check_test.py ${case})
    set_property(GLOBAL APPEND PROPERTY ARAUTO_PROGRAM_OF_multi.${case} arauto_tool ${ARAUTO_FORTRAN_NEEDS} arauto_halo
                                                                        arauto_race arauto_race_start)
  endforeach()
endif()
arauto_launcher_test(run_hosts_test.py RunHosts)
if(NOT ARAUTO_SANITIZE) # which end a program before it has written far
  arauto_launcher_test(overrun_test.py Overruns)
endif()

add_test(NAME multi.command COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/command_test.py")
set_tests_properties(multi.command PROPERTIES TIMEOUT 120 LABELS multi)
set_property(TEST multi.command PROPERTY ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND}" "ARAUTO_BUILD=${CMAKE_BINARY_DIR}"
                                   "ARAUTO_TEST_SANITIZE=${ARAUTO_SANITIZE}")
if(TARGET writedata)
  set_property(TEST multi.command APPEND PROPERTY ENVIRONMENT "ARAUTO_TEST_WRITEDATA=${ARAUTO_WRITEDATA_LIBRARY}")
  set_property(GLOBAL PROPERTY ARAUTO_PROGRAM_OF_multi.command writedata)
endif()
