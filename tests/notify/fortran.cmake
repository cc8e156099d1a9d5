# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Notified access from Fortran: the hint of a put, attached events, and what they refuse.
foreach(feature notify attach random wrong changing teams)
  arauto_fortran_test(NAME notify.fortran_${feature} SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_${feature}.f90"
                      IMAGES 1 2 3 4)
endforeach()

# 32,768 columns, and a heap that has no room for 400,000 attachments more.
arauto_fortran_test(NAME notify.fortran_many SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_many.f90" IMAGES 1 2 3
                    ENVIRONMENT ARAUTO_HEAP_SIZE=24M)

# The same where other images' tables are fetched instead of looked at.
foreach(feature notify attach random changing)
  arauto_run_tests(notify.fortran_${feature}.posted "${ARAUTO_TEST_BIN}/f_notify_fortran_${feature}" IMAGES 1 2 3
                   ENVIRONMENT ARAUTO_DIRECT=off)
endforeach()
foreach(foreign ring)
  arauto_run_tests(notify.fortran_attach.${foreign} "${ARAUTO_TEST_BIN}/f_notify_fortran_attach" IMAGES 2 3
                   ENVIRONMENT ARAUTO_FOREIGN=${foreign})
endforeach()

# Threads that put and attach.
arauto_fortran_test(NAME notify.fortran_threads SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_changing.f90" IMAGES 1 2 3
                    FLAGS -fopenmp)

# The owner of attachments dies; the job ends as that image did.
arauto_fortran_test(NAME notify.fortran_killed SOURCE "${CMAKE_CURRENT_LIST_DIR}/fortran_killed.f90" IMAGES 2 3 4
                    STATUS 137 MATCH "ok")

# Without stat= the program ends with a sentence.
set(sentences
    "EVENT_ATTACH: the second argument is no coarray of this image"
    "EVENT_ATTACH: the argument is no event of a coarray"
    "EVENT_DETACH: this event is not attached to this range"
    "EVENT_ATTACH: access is 'both', but it must be 'put' or 'get'"
    "EVENT_ATTACH: this event is attached to this range already"
    "NOTIFY_QUERY: the argument is no event of a coarray"
    "ARAUTO_NOTIFY_NEXT: the argument is no event of a coarray"
    "EVENT_ATTACH: the range leaves its coarray: it has bytes 4 to 123 of 120"
    "an event or lock has no value that could be copied")
set(case 0)
foreach(sentence ${sentences})
  math(EXPR case "${case} + 1")
  arauto_run_tests(notify.fortran_wrong.${case} "${ARAUTO_TEST_BIN}/f_notify_fortran_wrong" IMAGES 1 2 WILL_FAIL
                   MATCH "${sentence}" ENVIRONMENT ARAUTO_TEST_CASE=${case})
endforeach()

# Sections against sets of bytes.
arauto_unit_test(fortran_footprint_test SOURCES "${CMAKE_CURRENT_LIST_DIR}/fortran_footprint_test.cpp"
                 "${PROJECT_SOURCE_DIR}/frontends/coarray/footprint.cpp"
                 "${PROJECT_SOURCE_DIR}/frontends/coarray/binding_index.cpp")
target_link_libraries(fortran_footprint_test PRIVATE arauto_coarray_headers)
set_tests_properties(notify.fortran_notify.2 notify.fortran_attach.2 notify.fortran_random.2 notify.fortran_many.2
                     PROPERTIES LABELS sanitize)
