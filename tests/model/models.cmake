# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Protocol models: exhaustive search, and planted bugs that must be found. In the gate they are short, and run beside
# tests that wait, the large ones first. Whole, each keeps a core busy for minutes: `make test-all` has a stage for it.
# At idle priority beside other tests two of them came to a limit of 1,800 s.
foreach(model barrier bindings board cohort epoch fencing gossip halo halo_modes lock pairwise pending survivors
        termination ticket_lock ticket_rw_lock wait watching)
  add_test(NAME model.${model}
           COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/run_models.py" ${model})
  set_tests_properties(model.${model} PROPERTIES TIMEOUT 1800 COST 50 SKIP_RETURN_CODE 77 LABELS waits)
endforeach()
set_tests_properties(model.epoch PROPERTIES COST 80) # the longest of all
set_tests_properties(model.board model.cohort model.lock model.gossip PROPERTIES COST 70)
