# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Registers the checks of the transports' contract.
add_executable(transport_conformance "${CMAKE_CURRENT_LIST_DIR}/transport_conformance.cpp")
set_target_properties(transport_conformance PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
target_link_libraries(transport_conformance PRIVATE arauto_inside)
if(ARAUTO_LIBFABRIC_INCLUDE)
  target_compile_definitions(transport_conformance PRIVATE ARAUTO_HAS_LIBFABRIC)
endif()
foreach(way cma ring)
  arauto_run_tests(conformance.${way} "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 1 2 4
                   ENVIRONMENT "ARAUTO_FOREIGN=${way}")
endforeach()

# Between machines, tried on one: over the loopback interface, where libfabric is there to be loaded.
if(ARAUTO_LIBFABRIC_INCLUDE)
  arauto_run_tests(conformance.ofi "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 4
                   ENVIRONMENT ARAUTO_TEST_TRANSPORT=ofi)
  add_executable(unauthenticated_sender "${CMAKE_CURRENT_LIST_DIR}/unauthenticated_sender.cpp")
  set_target_properties(unauthenticated_sender PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
  target_link_libraries(unauthenticated_sender PRIVATE arauto_inside)
  arauto_run_tests(conformance.unauthenticated "${ARAUTO_TEST_BIN}/unauthenticated_sender" IMAGES 2
                   MATCH "the unauthenticated sender has tried everything")
  add_executable(fencing "${CMAKE_CURRENT_LIST_DIR}/fencing.cpp")
  set_target_properties(fencing PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
  target_link_libraries(fencing PRIVATE arauto_inside)
  arauto_run_tests(conformance.fencing "${ARAUTO_TEST_BIN}/fencing" IMAGES 9)
  arauto_run_tests(conformance.fault.slow "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 4
                   ENVIRONMENT "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_FAULT=delay=200us,reorder=1,again=5%,seed=7")
  arauto_run_tests(conformance.fault.refusing "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 3
                   ENVIRONMENT "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_FAULT=again=60%")
  # By the rules of cards that are not here; those of cxi also without the variable that it needs for fi_writedata.
  foreach(rules ${ARAUTO_CARD_RULES})
    arauto_run_tests(conformance.rules.${rules} "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 4
                     ENVIRONMENT "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_FAULT=rules=${rules}")
  endforeach()
  set(messages "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_TEST_SIGNALS=messages")
  arauto_run_tests(conformance.rules.messages "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 3
                   ENVIRONMENT "${messages};ARAUTO_FAULT=rules=cxi;FI_CXI_ENABLE_WRITEDATA=0")
  if(ARAUTO_LIBFABRIC)
    add_library(writedata SHARED "${CMAKE_CURRENT_LIST_DIR}/writedata.cpp")
    target_include_directories(writedata PRIVATE "${ARAUTO_LIBFABRIC_INCLUDE}")
    target_compile_definitions(writedata PRIVATE "ARAUTO_LIBFABRIC=\"${ARAUTO_LIBFABRIC}\"")
    target_link_libraries(writedata PRIVATE ${CMAKE_DL_LIBS})
    set_target_properties(writedata PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${ARAUTO_WRITEDATA_LIBRARY}" OUTPUT_NAME fabric
                                               SUFFIX .so.1 CXX_VISIBILITY_PRESET default)
  endif()
  arauto_writedata_tests(conformance.writedata "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 3
                         ENVIRONMENT "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_TEST_SIGNALS=data")
  arauto_writedata_tests(conformance.writedata.none "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2
                         ENVIRONMENT "${messages};FI_CXI_ENABLE_WRITEDATA=0")
  # A provider that takes notified writes no longer, and one that takes no reads: the first has another way.
  arauto_run_tests(conformance.refused.data "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 3
                   ENVIRONMENT "${messages};ARAUTO_FAULT=rules=cxi,refuse=data")
  arauto_run_tests(conformance.refused.reads "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 2 3 STATUS 1
                   MATCH "takes no such call: Operation not supported"
                   ENVIRONMENT "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_FAULT=refuse=reads")
  arauto_run_tests(conformance.rules.slow "${ARAUTO_TEST_BIN}/transport_conformance" IMAGES 3
                   ENVIRONMENT
                   "ARAUTO_TEST_TRANSPORT=ofi;ARAUTO_FAULT=rules=cxi,delay=200us,reorder=1,again=5%,seed=7")
else()
  arauto_skipped_test(conformance.ofi "${ARAUTO_NOT_BETWEEN_NODES}")
endif()
set_tests_properties(conformance.cma.1 conformance.cma.2 conformance.ring.2 PROPERTIES LABELS sanitize)
