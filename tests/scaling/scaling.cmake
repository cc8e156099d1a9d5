# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The messages of protocols, with up to 65,536 simulated ranks in one process: each is an object with all state of a
# rank.
if(NOT ARAUTO_SANITIZE)
  add_library(simulated_ranks STATIC "${CMAKE_CURRENT_LIST_DIR}/ranks.cpp" "${CMAKE_CURRENT_LIST_DIR}/wire.cpp")
  target_link_libraries(simulated_ranks PUBLIC arauto_inside PRIVATE arauto_warnings)
  target_link_options(simulated_ranks PUBLIC -Wl,--wrap=calloc)

  function(arauto_scaling_program NAME)
    add_executable(${NAME} "${CMAKE_SOURCE_DIR}/tests/scaling/${NAME}.cpp")
    set_target_properties(${NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${ARAUTO_TEST_BIN}")
    target_link_libraries(${NAME} PRIVATE simulated_ranks arauto_warnings)
  endfunction()
  arauto_scaling_program(scaling_counts)
  arauto_scaling_program(scaling_memory)
  target_link_libraries(scaling_memory PRIVATE arauto_coarray_headers)

  # Ranks, and how many are a node.
  foreach(shape 2:1 7:2 64:1 1000:8 4096:64 16384:128 65536:64)
    string(REPLACE ":" ";" numbers ${shape})
    list(GET numbers 0 ranks)
    list(GET numbers 1 per_node)
    add_test(NAME scaling.counts.${ranks} COMMAND scaling_counts ${ranks} ${per_node})
    set_tests_properties(scaling.counts.${ranks} PROPERTIES TIMEOUT 300 PROCESSORS 1 SKIP_RETURN_CODE 77 LABELS scaling)
  endforeach()

  # 1,024 known, 8 used: not more than 64 KiB for those that are only known.
  add_test(NAME scaling.memory COMMAND scaling_memory 1024 8 65536)
  set_tests_properties(scaling.memory PROPERTIES TIMEOUT 120 LABELS scaling)
endif()

# The tables of docs/scaling.md are those that the model makes of what was counted.
add_test(NAME scaling.docs COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/bench/scaling_model.py" --check)
set_tests_properties(scaling.docs PROPERTIES TIMEOUT 30 LABELS scaling)
