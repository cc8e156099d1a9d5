# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Notified access with real processes.
arauto_c_test(NAME notify.counting SOURCE "${CMAKE_CURRENT_LIST_DIR}/counting.c" IMAGES 1 2 3 4 8)
arauto_run_tests(notify.counting.posted "${ARAUTO_TEST_BIN}/c_notify_counting" IMAGES 1 2 4
                 ENVIRONMENT ARAUTO_DIRECT=off)
set_tests_properties(notify.counting.2 notify.counting.4 PROPERTIES LABELS sanitize)
arauto_c_test(NAME notify.threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/threads.c" IMAGES 1 2 3 4
              LIBRARIES Threads::Threads)
arauto_run_tests(notify.threads.far "${ARAUTO_TEST_BIN}/c_notify_threads" IMAGES 2 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
set_tests_properties(notify.threads.2 notify.threads.3 notify.threads.far.2 PROPERTIES LABELS sanitize)
arauto_c_test(NAME notify.by_address SOURCE "${CMAKE_CURRENT_LIST_DIR}/by_address.c" IMAGES 1 2 4)
arauto_run_tests(notify.by_address.posted "${ARAUTO_TEST_BIN}/c_notify_by_address" IMAGES 2 4
                 ENVIRONMENT ARAUTO_DIRECT=off)
arauto_run_tests(notify.by_address.far "${ARAUTO_TEST_BIN}/c_notify_by_address" IMAGES 2 4
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_c_test(NAME notify.tagged SOURCE "${CMAKE_CURRENT_LIST_DIR}/tagged.c" IMAGES 1 2 3 4 8)
arauto_c_test(NAME notify.arrived SOURCE "${CMAKE_CURRENT_LIST_DIR}/arrived.c" IMAGES 2 3)
arauto_run_tests(notify.arrived.far "${ARAUTO_TEST_BIN}/c_notify_arrived" IMAGES 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(notify.arrived.nodes "${ARAUTO_TEST_BIN}/c_notify_arrived" IMAGES 4 ENVIRONMENT ARAUTO_NODE_RANKS=2)
arauto_run_tests(notify.arrived.fault "${ARAUTO_TEST_BIN}/c_notify_arrived" IMAGES 2
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=delay=1ms,seed=3")
arauto_run_tests(notify.tagged.posted "${ARAUTO_TEST_BIN}/c_notify_tagged" IMAGES 2 4
                 ENVIRONMENT ARAUTO_DIRECT=off)
# Under the thread sanitizer tests/races runs this program. Watched alone, a process seems to write where its own duty
# thread still reads: the proof that the thread has read, `ring_end`, is handed on by another process, whose store the
# sanitizer does not see.
arauto_c_test(NAME notify.boards SOURCE "${CMAKE_CURRENT_LIST_DIR}/boards.c" IMAGES 2 3 4 TIMEOUT 60
              LIBRARIES Threads::Threads)
arauto_c_test(NAME notify.killed SOURCE "${CMAKE_CURRENT_LIST_DIR}/killed.c" IMAGES 2 3 4 WILL_FAIL
              MATCH "the consumer learned of it")

# By the rules of cards that are not here.
foreach(rules ${ARAUTO_CARD_RULES})
  foreach(subject counting tagged)
    arauto_run_tests(notify.${subject}.rules.${rules} "${ARAUTO_TEST_BIN}/c_notify_${subject}" IMAGES 1 2 3
                     ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=rules=${rules}")
  endforeach()
  arauto_run_tests(notify.arrived.rules.${rules} "${ARAUTO_TEST_BIN}/c_notify_arrived" IMAGES 3
                   ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=rules=${rules}")
endforeach()
foreach(subject counting tagged)
  arauto_writedata_tests(notify.${subject}.writedata "${ARAUTO_TEST_BIN}/c_notify_${subject}" IMAGES 2 3
                         ENVIRONMENT ARAUTO_NODE_RANKS=1)
endforeach()
