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

# build PRESET FOLDER [LABEL]: everything, or what the tests of a label run
build() {
    echo "== building '$1' in $2"
    mkdir -p "$2"
    if ! { cmake --preset "$1" -DARAUTO_BUILD_TESTS=ON && cmake --build "$2" -j "$jobs" $(targets "$2" "${3:-}"); } \
        >"$2/build.log" 2>&1; then
        tail -40 "$2/build.log"
        echo "the build '$1' failed"
        failed=$((failed + 1))
        return 1
    fi
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

# What is labelled 'waits' waits for launchers, silence and timers most of its time, so that more go at once.
if build release build; then
    at_a_time=$((2 * jobs)) run "release, what waits, and models" build -L waits
    run "release" build -LE waits
fi

# Sanitizers keep most of the address space for themselves, so heaps are small there.
export ARAUTO_HEAP_SIZE=64M
if build asan build-asan; then
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
if build tsan build-tsan sanitize; then
    run "thread sanitizer" build-tsan -L sanitize
fi

[ "$skipped" -eq 0 ] || echo "$skipped were skipped; the lines with 'Skipped' say which"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
