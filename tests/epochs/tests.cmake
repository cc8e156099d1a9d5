# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Epochs with real processes.
foreach(subject ring patterns reorder overlap wrong kernels operations)
  arauto_c_test(NAME epochs.${subject} SOURCE "${CMAKE_CURRENT_LIST_DIR}/${subject}.c" IMAGES 1 2 3 4 8 10)
endforeach()
arauto_c_test(NAME epochs.many SOURCE "${CMAKE_CURRENT_LIST_DIR}/many.c" IMAGES 1 2 3)

# Threads of one rank: as processes, which the thread sanitizer watches one by one, and in tests/races together.
arauto_c_test(NAME epochs.threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/threads.c" IMAGES 1 2 3 4
              LIBRARIES Threads::Threads)
arauto_run_tests(epochs.threads.far "${ARAUTO_TEST_BIN}/c_epochs_threads" IMAGES 2 3 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(epochs.threads.progress "${ARAUTO_TEST_BIN}/c_epochs_threads" IMAGES 2 3
                 ENVIRONMENT ARAUTO_PROGRESS=thread)
set_tests_properties(epochs.threads.2 epochs.threads.3 epochs.threads.far.2 epochs.threads.progress.2
                     PROPERTIES LABELS sanitize)

# Nothing is reached directly, so that no peer can help; and a thread that makes progress.
foreach(subject ring overlap operations)
  arauto_run_tests(epochs.${subject}.posted "${ARAUTO_TEST_BIN}/c_epochs_${subject}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
foreach(subject ring patterns reorder overlap)
  arauto_run_tests(epochs.${subject}.thread "${ARAUTO_TEST_BIN}/c_epochs_${subject}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_PROGRESS=thread)
  arauto_run_tests(epochs.${subject}.asleep "${ARAUTO_TEST_BIN}/c_epochs_${subject}" IMAGES 2 3
                   ENVIRONMENT ARAUTO_WAIT=sleep)
endforeach()

# The highest rank dies; the job ends as it did, the others have gone on before.
arauto_c_test(NAME epochs.killed SOURCE "${CMAKE_CURRENT_LIST_DIR}/killed.c" IMAGES 2 3 4 STATUS 137 MATCH "went on")
foreach(case 1 2 3 4)
  arauto_run_tests(epochs.killed.${case} "${ARAUTO_TEST_BIN}/c_epochs_killed" IMAGES 2 3 4 STATUS 137 MATCH "went on"
                   ENVIRONMENT ARAUTO_TEST_CASE=${case})
endforeach()

# Random programs against a sequential oracle; one operation left out must be noticed.
arauto_c_test(NAME epochs.oracle SOURCE "${CMAKE_CURRENT_LIST_DIR}/oracle.c" IMAGES 1 2 3 4
              TIMEOUT 180)
arauto_run_tests(epochs.oracle.planted "${ARAUTO_TEST_BIN}/c_epochs_oracle" IMAGES 2 3 STATUS 1
                 MATCH "seed 1, program" ENVIRONMENT ARAUTO_TEST_PLANT=40)

arauto_c_test(NAME epochs.last SOURCE "${CMAKE_CURRENT_LIST_DIR}/last.c" IMAGES 1 2 3 4)
arauto_run_tests(epochs.last.lost "${ARAUTO_TEST_BIN}/c_epochs_last" IMAGES 2 3
                 ENVIRONMENT ARAUTO_TEST_CASE=1)
if(ARAUTO_LIBFABRIC_INCLUDE)
  foreach(ranks 1 2)
    arauto_run_tests(epochs.last.granted.${ranks} "${ARAUTO_TEST_BIN}/c_epochs_last" IMAGES 4
                     ENVIRONMENT "ARAUTO_TEST_CASE=2;ARAUTO_NODE_RANKS=${ranks}")
    arauto_run_tests(epochs.last.unmet.${ranks} "${ARAUTO_TEST_BIN}/c_epochs_last" IMAGES 4
                     MATCH "rank 0 ends with 6 epochs"
                     ENVIRONMENT "ARAUTO_TEST_CASE=5;ARAUTO_NODE_RANKS=${ranks}")
    foreach(case 3 4)
      arauto_run_tests(epochs.last.died.${case}.${ranks} "${ARAUTO_TEST_BIN}/c_epochs_last" IMAGES 4 STATUS 142
                       MATCH "after it had stopped" ENVIRONMENT "ARAUTO_TEST_CASE=${case};ARAUTO_NODE_RANKS=${ranks}")
    endforeach()
  endforeach()
else()
  arauto_skipped_test(epochs.last.nodes "${ARAUTO_NOT_BETWEEN_NODES}")
endif()

arauto_unit_test(epoch_rules_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/epoch_rules_test.cpp")

# By the rules of cards that are not here.
if(ARAUTO_LIBFABRIC_INCLUDE)
  foreach(rules ${ARAUTO_CARD_RULES})
    arauto_run_tests(epochs.ring.rules.${rules} "${ARAUTO_TEST_BIN}/c_epochs_ring" IMAGES 2
                     ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=rules=${rules}")
  endforeach()
endif()
