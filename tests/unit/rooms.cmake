# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Registers the unit tests of the other rooms.
foreach(room check copy fault heap naming plan record settings unexpected)
  arauto_unit_test(${room}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${room}_test.cpp")
endforeach()
set(insight "${PROJECT_SOURCE_DIR}/tools/insight")
set(analysis "")
foreach(
  part
  accesses
  clocks
  critical_path
  find_matches
  findings
  lines
  match_locks
  match_meetings
  match_pairs
  match_posts
  operations
  predictions
  replay
  report
  schedule
  stretches
  summary
  trace
  what_if)
  list(APPEND analysis "${insight}/${part}.cpp")
endforeach()
arauto_unit_test(insight_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/insight_test.cpp" ${analysis})
arauto_unit_test(
  insight_views_test
  SOURCES
  "${CMAKE_CURRENT_LIST_DIR}/insight_views_test.cpp"
  ${analysis}
  "${insight}/markup.cpp"
  "${insight}/page.cpp"
  "${insight}/page_maps.cpp"
  "${insight}/page_timeline.cpp"
  "${insight}/perfetto.cpp")
arauto_unit_test(clocks_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/clocks_test.cpp" "${insight}/clocks.cpp")
arauto_unit_test(insight_replay_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/insight_replay_test.cpp" ${analysis})
foreach(test clocks_test insight_test insight_views_test insight_replay_test)
  target_include_directories(${test} PRIVATE "${PROJECT_SOURCE_DIR}/tools")
endforeach()
foreach(test arrivals combined_put dismissals fencing held_writes items library mac name_search peer_flush peers
        regions remote_data requests row rules serving)
  if(ARAUTO_LIBFABRIC_INCLUDE)
    arauto_unit_test(${test}_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/${test}_test.cpp")
  else()
    arauto_skipped_test(unit.${test}_test "${ARAUTO_NOT_BETWEEN_NODES}")
  endif()
endforeach()
