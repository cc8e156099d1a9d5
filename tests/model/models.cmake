# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Protocol models: exhaustive search, and planted bugs that must be found. Each keeps one core busy for long, so they
# run beside tests that wait, at idle priority, the large ones first. On a busy machine this is slow: hence the long
# watchdog.
foreach(model barrier bindings board cohort epoch fencing gossip halo halo_modes lock pairwise pending survivors
        termination ticket_lock ticket_rw_lock wait watching)
  add_test(NAME model.${model}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/run_models.py" ${model})
  set_tests_properties(model.${model} PROPERTIES TIMEOUT 1800 COST 50 SKIP_RETURN_CODE 77 LABELS waits)
endforeach()
set_tests_properties(model.epoch PROPERTIES COST 80) # the longest of all
set_tests_properties(model.board model.cohort model.lock model.gossip PROPERTIES COST 70)
