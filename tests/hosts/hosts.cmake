# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Programs between hosts: network namespaces of this machine, made and removed by each test. Where it does not
# allow them the tests are skipped and say so.

# arauto_hosts_test(FILE CASE ...): the named cases of a file of this folder, one test for each.
function(arauto_hosts_test FILE)
  foreach(case ${ARGN})
    add_test(NAME hosts.${case} COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/tests/hosts/${FILE}" ${case})
    set_tests_properties(
      hosts.${case}
      PROPERTIES TIMEOUT 900 COST 60 SKIP_RETURN_CODE 77 LABELS "hosts;waits"
                 ENVIRONMENT "ARAUTO=${ARAUTO_COMMAND};ARAUTO_TEST_PROGRAMS=${ARAUTO_TEST_BIN}")
  endforeach()
endfunction()

arauto_hosts_test(hosts_test.py Harness Launchers)
if(ARAUTO_LIBFABRIC_INCLUDE)
  arauto_hosts_test(network_test.py Network Listeners)
  arauto_hosts_test(programs_test.py Spread Coarrays Epochs Command Failures)
  arauto_hosts_test(jobs_test.py Jobs Deaths Survivors Silence)
  arauto_hosts_test(standstill_test.py Standstills Questions)
  arauto_hosts_test(slurm_test.py Steps Ends StepSurvivors StepStandstills)
  if(ARAUTO_MPIS)
    arauto_hosts_test(mpi_test.py Windows)
  endif()
else()
  arauto_skipped_test(hosts.network "${ARAUTO_NOT_BETWEEN_NODES}")
endif()
