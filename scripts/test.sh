#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# All tests: everything in the release build, then what the address and thread sanitizers can watch. Prints one closing line.
set -uo pipefail
cd "$(dirname "$0")/.."
jobs=$(nproc)
passed=0
failed=0

# suite NAME CMAKE-ARGUMENTS... -- CTEST-ARGUMENTS...
suite() {
    local preset=$1 folder=$2
    shift 2
    echo "== $preset"
    mkdir -p "$folder"
    if ! { cmake --preset "$preset" -DARAUTO_BUILD_TESTS=ON && cmake --build "$folder" -j "$jobs"; } >"$folder/build.log" 2>&1; then
        tail -40 "$folder/build.log"
        echo "the build '$preset' failed"
        failed=$((failed + 1))
        return
    fi
    (cd "$folder" && ctest -j "$jobs" --output-on-failure "$@") 2>&1 | tee "$folder/ctest.log" | grep -vE '^ +Start +[0-9]+:'
    local bad all
    all=$(grep -oE 'out of [0-9]+' "$folder/ctest.log" | tail -1 | grep -oE '[0-9]+')
    bad=$(grep -oE '[0-9]+ tests failed' "$folder/ctest.log" | tail -1 | grep -oE '^[0-9]+')
    passed=$((passed + ${all:-0} - ${bad:-1}))
    failed=$((failed + ${bad:-1}))
}

suite release build
# Sanitizers keep most of the address space for themselves, so heaps are small there.
export ARAUTO_HEAP_SIZE=64M
suite asan build-asan -L sanitize
suite tsan build-tsan -L sanitize

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
