#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# All tests: everything in the release build, nearly everything under the address sanitizer, and under the thread sanitizer
# what has threads. Prints one closing line: '<n> passed, <n> failed'.
set -uo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
passed=0
failed=0
skipped=0

# compile PRESET FOLDER [LABEL]: everything, or what the tests of a label run; what is said goes to FOLDER/build.log
compile() {
    mkdir -p "$2"
    { cmake --preset "$1" -DARAUTO_BUILD_TESTS=ON && cmake --build "$2" -j "$jobs" $(targets "$2" "${3:-}"); } >"$2/build.log" 2>&1
}

# The same in the background, with what of the cores others leave. A group of processes of its own, to end all of it at once.
compile_meanwhile() {
    echo "== building '$1' in $2 meanwhile"
    set -m
    { chrt --idle --pid 0 "$BASHPID" || renice -n 19 -p "$BASHPID"; compile "$@"; } >/dev/null 2>&1 &
    set +m
}
trap 'for group in $(jobs -p); do kill -- "-$group" 2>/dev/null; done' EXIT

# is_built PRESET FOLDER COMMAND...: whether the command that builds it, or waits until it is built, succeeds
is_built() {
    local preset=$1 folder=$2
    shift 2
    "$@" && return
    tail -40 "$folder/build.log"
    echo "the build '$preset' failed"
    failed=$((failed + 1))
    return 1
}

# targets FOLDER LABEL: the options that name them; a test of the command, or of a unit, tells its program.
targets() {
    [ -n "$2" ] || return 0
    echo --target bin/arauto
    ctest --test-dir "$1" -L "$2" --show-only=json-v1 2>/dev/null | grep -oE '/programs/[[:alnum:]_.]+|"unit\.[[:alnum:]_]+"' |
        sed -E 's,^/,,; s,"unit\.(.*)",programs/\1,' | sort -u
}

# run TITLE FOLDER CTEST-ARGUMENTS...; `at_a_time` of them
run() {
    local title=$1 folder=$2 log=$2/ctest.log all bad left_out
    shift 2
    echo "== $title"
    (cd "$folder" && ctest -j "${at_a_time:-$jobs}" --output-on-failure "$@") 2>&1 | tee "$log" | grep -vE '^ +Start +[0-9]+:'
    all=$(sed -n 's/.* out of \([0-9]*\)$/\1/p' "$log" | tail -1)
    bad=$(sed -n 's/.*, \([0-9]*\) tests* failed out of .*/\1/p' "$log" | tail -1)
    left_out=$(grep -c '\*\*\*Skipped' "$log")
    passed=$((passed + ${all:-0} - ${bad:-0} - left_out))
    failed=$((failed + ${bad:-1})) # no summary is a failure
    skipped=$((skipped + left_out))
}

echo "== building 'release' in build"
is_built release build compile release build && has_release=1 || has_release=0
# What is labelled 'waits' waits for launchers, silence and timers most of its time, so that more go at once.
[ "$has_release" -eq 0 ] || at_a_time=$((3 * jobs)) run "release, what waits, and models" build -L waits
# So do launchers of an MPI: half of a core lies idle beside two tests, enough for one more, and to compile what comes next.
compile_meanwhile asan build-asan
asan=$!
compile_meanwhile tsan build-tsan sanitize
tsan=$!
[ "$has_release" -eq 0 ] || at_a_time=$((jobs + jobs / 2)) run "release" build -LE waits

# Sanitizers keep most of the address space for themselves, so heaps are small there. Most of these programs are short, and
# keep one core busy while they start and end: two of several images at once.
at_a_time=$((2 * jobs))
export ARAUTO_HEAP_SIZE=64M
if is_built asan build-asan wait "$asan"; then
    # The launcher's tests send signals and set limits of address space, both of which the sanitizer takes for itself. Hosts are
    # about processes of others, and simulated ranks change stacks, which it does not follow. What of the translator is left here
    # is Python alone.
    others='^(house|bench|model|abi|rewrite|translator)\.'
    run "address sanitizer" build-asan -LE 'fortran|multi|mpi|hosts|scaling' -E "$others"
    # Gfortran itself leaves some temporaries allocated, an MPI more. control.reduce passes a function whose code the front-end
    # reads (how it returns a structure of 16 bytes); instrumented code is too long to tell.
    # With the cache of foreign memory an image reads whole pages of another's stack, which the sanitizer, where the owner
    # copies them into a ring, takes for a mistake. Without the cache the two long tests among them would take minutes.
    whole_pages='(components|statements|order)\.ring\.'
    export ASAN_OPTIONS=detect_leaks=0
    run "address sanitizer, no leaks" build-asan -L 'fortran|mpi' -E "^control\.reduce\.[2-8]|$whole_pages"
    ARAUTO_FOREIGN_CACHE=off run "address sanitizer, no cache" build-asan -L fortran -R 'components\.ring\.'
    unset ASAN_OPTIONS
fi
# It sees the threads of one process, and what images share not at all; libgomp is not compiled for it.
if is_built tsan build-tsan wait "$tsan"; then
    run "thread sanitizer" build-tsan -L sanitize
fi

[ "$skipped" -eq 0 ] || echo "$skipped were skipped; the lines with 'Skipped' say which"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
