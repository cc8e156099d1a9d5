# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The public C API through real processes: each program checks every value that it moves.
foreach(feature sections foreign_sections runs pieces teams reductions collectives segments memory declare events locks
                atomics atomics_by_address pairwise edges errors_data errors_control operations op_errors phases stress)
  arauto_c_test(NAME capi.${feature} SOURCE "${CMAKE_CURRENT_LIST_DIR}/${feature}.c" IMAGES 1 2 3 4 8)
endforeach()
arauto_c_test(NAME capi.survivors SOURCE "${CMAKE_CURRENT_LIST_DIR}/survivors.c" IMAGES 2 3 4 8)
arauto_c_test(NAME capi.last_look SOURCE "${CMAKE_CURRENT_LIST_DIR}/last_look.c" IMAGES 3 4
              LIBRARIES Threads::Threads)
foreach(turn 1 2 3 4 5)
  arauto_run_tests(capi.last_look.far_${turn} "${ARAUTO_TEST_BIN}/c_capi_last_look" IMAGES 3
                   ENVIRONMENT ARAUTO_NODE_RANKS=1)
endforeach()
arauto_c_test(NAME capi.midway SOURCE "${CMAKE_CURRENT_LIST_DIR}/midway.c" IMAGES 2 3 4 8)
# Heaps at one address in all processes, or not.
if(ARAUTO_SANITIZE STREQUAL thread OR CMAKE_CROSSCOMPILING)
  arauto_skipped_test(capi.alike "the thread sanitizer and emulators choose the addresses of heaps")
else()
  arauto_c_test(NAME capi.alike SOURCE "${CMAKE_CURRENT_LIST_DIR}/alike.c" IMAGES 1 2 3 4 8)
  arauto_run_tests(capi.alike.taken "${ARAUTO_TEST_BIN}/c_capi_alike" IMAGES 2 3 4 ENVIRONMENT ARAUTO_TEST_TAKEN=1)
  arauto_run_tests(capi.alike.far "${ARAUTO_TEST_BIN}/c_capi_alike" IMAGES 2 3 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
  arauto_run_tests(capi.alike.far_taken "${ARAUTO_TEST_BIN}/c_capi_alike" IMAGES 3 4
                   ENVIRONMENT "ARAUTO_NODE_RANKS=2;ARAUTO_TEST_TAKEN=1")
endif()
arauto_c_test(NAME capi.mismatch SOURCE "${CMAKE_CURRENT_LIST_DIR}/mismatch.c" IMAGES 2 3 4 8)
arauto_c_test(NAME capi.threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/threads.c" IMAGES 1 2 3 4 8
              LIBRARIES Threads::Threads)
arauto_c_test(NAME capi.wait_hook SOURCE "${CMAKE_CURRENT_LIST_DIR}/wait_hook.c" IMAGES 2 3 4
              LIBRARIES Threads::Threads)
foreach(way spin yield sleep)
  arauto_run_tests(capi.wait_hook.${way} "${ARAUTO_TEST_BIN}/c_capi_wait_hook" IMAGES 2 3
                   ENVIRONMENT ARAUTO_WAIT=${way})
endforeach()
arauto_run_tests(capi.wait_hook.ring "${ARAUTO_TEST_BIN}/c_capi_wait_hook" IMAGES 2 3
                 ENVIRONMENT ARAUTO_FOREIGN=ring)

# The same over the ways that other machines need: through the transport's post, and by a copy ring.
foreach(feature sections foreign_sections runs pieces atomics atomics_by_address locks edges errors_data operations)
  arauto_run_tests(capi.${feature}.posted "${ARAUTO_TEST_BIN}/c_capi_${feature}" IMAGES 1 2 3 4
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
foreach(feature sections foreign_sections runs pieces edges errors_data)
  arauto_run_tests(capi.${feature}.ring "${ARAUTO_TEST_BIN}/c_capi_${feature}" IMAGES 2 3 4
                   ENVIRONMENT ARAUTO_FOREIGN=ring)
endforeach()
arauto_run_tests(capi.stress.posted "${ARAUTO_TEST_BIN}/c_capi_stress" IMAGES 2 4
                 ENVIRONMENT ARAUTO_DIRECT=off)
foreach(way spin yield sleep)
  arauto_run_tests(capi.stress.${way} "${ARAUTO_TEST_BIN}/c_capi_stress" IMAGES 2
                   ENVIRONMENT ARAUTO_WAIT=${way})
endforeach()
set_tests_properties(capi.sections.ring.2 capi.errors_data.2 capi.stress.2 PROPERTIES LABELS sanitize)

# Ranks that a flush orders for a third.
arauto_c_test(NAME capi.flush SOURCE "${CMAKE_CURRENT_LIST_DIR}/flush.c" IMAGES 1 3)
arauto_run_tests(capi.flush.far "${ARAUTO_TEST_BIN}/c_capi_flush" IMAGES 3 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(capi.flush.nodes "${ARAUTO_TEST_BIN}/c_capi_flush" IMAGES 4 ENVIRONMENT ARAUTO_NODE_RANKS=2)

foreach(feature operations op_errors)
  arauto_run_tests(capi.${feature}.far "${ARAUTO_TEST_BIN}/c_capi_${feature}" IMAGES 2 3 4
                   ENVIRONMENT ARAUTO_NODE_RANKS=1)
endforeach()

# The cost of operations in messages, and the resident memory.
arauto_c_test(NAME capi.counts SOURCE "${CMAKE_CURRENT_LIST_DIR}/counts.c" IMAGES 2 3 4 8 16 32 64 256
              TIMEOUT 120 ENVIRONMENT ARAUTO_COUNTERS=on)
arauto_run_tests(capi.counts.posted "${ARAUTO_TEST_BIN}/c_capi_counts" IMAGES 2 4
                 ENVIRONMENT "ARAUTO_COUNTERS=on;ARAUTO_DIRECT=off")
arauto_run_tests(capi.counts.ring "${ARAUTO_TEST_BIN}/c_capi_counts" IMAGES 2 4
                 ENVIRONMENT "ARAUTO_COUNTERS=on;ARAUTO_FOREIGN=ring")

# RPC to ranks of other nodes.
arauto_c_test(NAME capi.rpc_lost SOURCE "${CMAKE_CURRENT_LIST_DIR}/rpc_lost.c" IMAGES 2 3 4
              ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_c_test(NAME capi.rpc SOURCE "${CMAKE_CURRENT_LIST_DIR}/rpc.c" IMAGES 1 2)
arauto_run_tests(capi.rpc.far "${ARAUTO_TEST_BIN}/c_capi_rpc" IMAGES 2 4
                 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(capi.rpc.nodes "${ARAUTO_TEST_BIN}/c_capi_rpc" IMAGES 4
                 ENVIRONMENT ARAUTO_NODE_RANKS=2)
arauto_run_tests(capi.rpc.counted "${ARAUTO_TEST_BIN}/c_capi_rpc" IMAGES 2 4
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_COUNTERS=on")

arauto_c_test(NAME capi.asleep SOURCE "${CMAKE_CURRENT_LIST_DIR}/asleep.c" IMAGES 2
              ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_COUNTERS=on;ARAUTO_WAIT=sleep")
arauto_c_test(NAME capi.idle SOURCE "${CMAKE_CURRENT_LIST_DIR}/idle.c" IMAGES 2)
arauto_run_tests(capi.idle.far "${ARAUTO_TEST_BIN}/c_capi_idle" IMAGES 2 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(capi.idle.asked "${ARAUTO_TEST_BIN}/c_capi_idle" IMAGES 2
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;FI_OFI_RXM_DEF_TCP_WAIT_OBJ=fd")
# They compare counts of wakes, and shares of a core, with bounds.
set_tests_properties(capi.asleep.2 capi.idle.2 capi.idle.far.2 capi.idle.asked.2 PROPERTIES RUN_SERIAL ON)

# Operations that go on after the call.
arauto_c_test(NAME capi.begun SOURCE "${CMAKE_CURRENT_LIST_DIR}/begun.c" IMAGES 1 2 4)
arauto_run_tests(capi.begun.far "${ARAUTO_TEST_BIN}/c_capi_begun" IMAGES 2 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(capi.begun.nodes "${ARAUTO_TEST_BIN}/c_capi_begun" IMAGES 4 ENVIRONMENT ARAUTO_NODE_RANKS=2)
arauto_run_tests(capi.begun.fault "${ARAUTO_TEST_BIN}/c_capi_begun" IMAGES 2
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=delay=200us,reorder=1,again=5%,seed=5")
arauto_c_test(NAME capi.begun_lost SOURCE "${CMAKE_CURRENT_LIST_DIR}/begun_lost.c" IMAGES 2 3
              ENVIRONMENT ARAUTO_NODE_RANKS=1)

# Short puts in a row, which a network joins.
arauto_c_test(NAME capi.rows SOURCE "${CMAKE_CURRENT_LIST_DIR}/rows.c" IMAGES 2)
arauto_run_tests(capi.rows.far "${ARAUTO_TEST_BIN}/c_capi_rows" IMAGES 2 4 ENVIRONMENT ARAUTO_NODE_RANKS=1)
arauto_run_tests(capi.rows.fault "${ARAUTO_TEST_BIN}/c_capi_rows" IMAGES 2
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=again=30%,seed=3")

# Locks that ranks of one node hand to each other first.
arauto_run_tests(capi.locks.nodes "${ARAUTO_TEST_BIN}/c_capi_locks" IMAGES 4 5 ENVIRONMENT ARAUTO_NODE_RANKS=2)
arauto_run_tests(capi.locks.nodes_of_3 "${ARAUTO_TEST_BIN}/c_capi_locks" IMAGES 4 6 ENVIRONMENT ARAUTO_NODE_RANKS=3)
arauto_run_tests(capi.locks.fault "${ARAUTO_TEST_BIN}/c_capi_locks" IMAGES 4
                 ENVIRONMENT "ARAUTO_NODE_RANKS=2;ARAUTO_FAULT=delay=200us,reorder=1,again=5%,seed=3")

# By the rules of cards that are not here.
foreach(rules ${ARAUTO_CARD_RULES})
  foreach(program begun rows stress)
    arauto_run_tests(capi.${program}.rules.${rules} "${ARAUTO_TEST_BIN}/c_capi_${program}" IMAGES 2
                     ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=rules=${rules}")
  endforeach()
endforeach()
foreach(program rows stress)
  arauto_writedata_tests(capi.${program}.writedata "${ARAUTO_TEST_BIN}/c_capi_${program}" IMAGES 2
                         ENVIRONMENT ARAUTO_NODE_RANKS=1)
endforeach()
# Where memory cannot be registered, the reason is said, though a collective takes it for a lost rank.
arauto_run_tests(capi.memory.unregistered "${ARAUTO_TEST_BIN}/c_capi_memory" IMAGES 2 STATUS 1
                 MATCH "does not register [0-9]+ bytes of memory: .*ulimit -l"
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=rules=cxi,locked=1024")
# A provider that takes notified writes no longer in the middle of a job, or reads.
arauto_run_tests(capi.rows.refused "${ARAUTO_TEST_BIN}/c_capi_rows" IMAGES 2
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=refuse=data,after=20")
arauto_run_tests(capi.stress.refused "${ARAUTO_TEST_BIN}/c_capi_stress" IMAGES 2 STATUS 1
                 MATCH "takes no such call: Operation not supported"
                 ENVIRONMENT "ARAUTO_NODE_RANKS=1;ARAUTO_FAULT=refuse=reads")
