# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs between hosts: network namespaces of this machine, made and removed by each test. Where it does not
# allow them the tests are skipped and say so.

# arauto_hosts_test(FILE CASE ... [RULES name ...]): the named cases of a file of this folder, one test for each.
# RULES: each case once more by the rules of each of these cards, which are not here.
function(arauto_hosts_test FILE)
  cmake_parse_arguments(T "" "" "RULES" ${ARGN})
  foreach(case ${T_UNPARSED_ARGUMENTS})
    foreach(rules "" ${T_RULES})
      set(test hosts.${case})
      set(environment "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
      if(rules)
        string(APPEND test .rules.${rules})
        string(APPEND environment ";ARAUTO_FAULT=rules=${rules}")
      endif()
      add_test(NAME ${test} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/hosts/${FILE}" ${case})
      set_tests_properties(${test} PROPERTIES TIMEOUT 900 COST 60 SKIP_RETURN_CODE 77 LABELS "hosts;waits"
                                              ENVIRONMENT "${environment}")
    endforeach()
  endforeach()
endfunction()

arauto_hosts_test(hosts_test.py Harness Launchers)
if(ARAUTO_LIBFABRIC_INCLUDE)
  arauto_hosts_test(network_test.py Network Listeners RULES ${ARAUTO_CARD_RULES})
  arauto_hosts_test(programs_test.py Spread Coarrays Epochs Command Failures RULES ${ARAUTO_CARD_RULES})
  arauto_hosts_test(jobs_test.py Jobs Deaths Survivors Silence RULES ${ARAUTO_CARD_RULES})
  arauto_hosts_test(trace_test.py Traces)
  arauto_hosts_test(standstill_test.py Standstills Questions RULES ${ARAUTO_CARD_RULES})
  arauto_hosts_test(slurm_test.py Steps Ends StepSurvivors StepStandstills RULES ${ARAUTO_CARD_RULES})
  if(ARAUTO_MPIS)
    arauto_hosts_test(mpi_test.py Windows RULES ${ARAUTO_CARD_RULES})
  endif()
else()
  arauto_skipped_test(hosts.network "${ARAUTO_NOT_BETWEEN_NODES}")
endif()
