#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# All tests: everything in the release build, nearly everything under the address sanitizer, and under the thread
# sanitizer what has threads. `test.sh quick`: some of each kind, in the release build. `test.sh only PATTERN`: those
# whose names match, in the release build. Says why tests were skipped, and prints one closing line: '<n> passed, <n>
# failed'.
set -uo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
passed=0
failed=0
skipped=0
failures= # what `finish` says of the tests that failed

# compile PRESET FOLDER [TARGET...]: everything, or targets; what is said goes to FOLDER/build.log
compile() {
    local preset=$1 folder=$2
    shift 2
    configure "$preset" "$folder" && build_in "$folder" "$@"
}
configure() {
    mkdir -p "$2"
    scripts/configure.sh "$1" -DARAUTO_BUILD_TESTS=ON >"$2/build.log" 2>&1
}
build_in() {
    local folder=$1
    shift
    if is_watched; then
        cmake --build "$folder" -j "$jobs" --target "${@:-all}" 2>&1 | tee -a "$folder/build.log" |
            python3 scripts/progress.py "$folder"
        return "${PIPESTATUS[0]}"
    fi
    cmake --build "$folder" -j "$jobs" --target "${@:-all}" >>"$folder/build.log" 2>&1
}

# Whether a person looks on. Then one line that renews itself shows how far the work is.
is_watched() {
    [ -t 1 ] && command -v python3 >/dev/null
}
# show_tests TITLE: what CTest prints, but for the tests that begin
show_tests() {
    if is_watched; then
        python3 scripts/progress.py "$1" --all
    else
        grep -vE '^ +Start +[0-9]+:'
    fi
}

# compile_for PATTERN: in the release build, what the tests need whose names match; everything, where CMake does not
# know of one what it needs
compile_for() {
    local targets
    configure release build || return
    targets=$(ctest --test-dir build -N -R "$1" | sed -n 's/^ *Test *#[0-9]*: //p' |
        awk -v known=build/programs_of_tests '
            BEGIN { while ((getline < known) > 0) { name = $1; $1 = ""; programs[name] = $0 } }
            { print ($1 in programs) ? programs[$1] : "all" }' |
        tr -s ' ' '\n' | sort -u)
    build_in build product $targets
}

# The same in the background, with what of the cores others leave. A group of processes of its own, to end all of it at
# once.
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

# run TITLE FOLDER CTEST-ARGUMENTS...; `at_a_time` of them
run() {
    local title=$1 folder=$2 log=$2/ctest.log all bad left_out
    shift 2
    echo "== $title"
    (cd "$folder" && ctest -j "${at_a_time:-$jobs}" --output-on-failure "$@") 2>&1 | tee "$log" | show_tests "$title"
    all=$(sed -n 's/.* out of \([0-9]*\)$/\1/p' "$log" | tail -1)
    bad=$(sed -n 's/.*, \([0-9]*\) tests* failed out of .*/\1/p' "$log" | tail -1)
    left_out=$(grep -c '\*\*\*Skipped' "$log")
    python3 scripts/skipped.py "$folder" "$log" || { failed=$((failed + 1)) && passed=$((passed - 1)); }
    passed=$((passed + ${all:-0} - ${bad:-0} - left_out))
    failed=$((failed + ${bad:-1})) # no summary is a failure
    skipped=$((skipped + left_out))
    [ "${bad:-0}" -eq 0 ] || failures+=$(failures_in "$title" "$log")$'\n'
}

# failures_in TITLE LOG: the name of each test that failed, and the last lines of its output
failures_in() {
    awk -v title="$1" -v most=20 '
        function report(   i) {
            if (name != "") print "failed: " title ": " name
            for (i = lines > most ? lines - most : 0; name != "" && i < lines; i++) print "    | " line[i]
            name = ""
        }
        / Test +#[0-9]+: / { report() }
        /^[0-9]+% tests passed/ { report() }
        name != "" { line[lines++] = $0 }
        / Test +#[0-9]+: .*\*\*\*/ && !/\*\*\*Skipped/ {
            sub(/^.* Test +#[0-9]+: /, "")
            sub(/ \.*\*\*\*/, ", ")
            name = $0
            lines = 0
        }
        END { report() }' "$2"
}

# skip_step SENTENCE: says why a whole step cannot be taken on this machine
skip_step() {
    echo "skipped: $1"
    skipped=$((skipped + 1))
}

# Prints the newest clang++ that compiles the C++ of this project; fails where there is none. The oldest that does is
# 16.
newest_clang() {
    local name
    for name in $(compgen -c clang++ | grep -xE 'clang\+\+(-[0-9]+)?' | sort -u -t- -k2,2nr); do
        printf '%s\n' '#include <span>' '#if __clang_major__ >= 16' \
            'int main() { return std::span<int>().size() > 0; }' '#endif' |
            "$name" -std=c++20 -x c++ - -o /dev/null 2>/dev/null && echo "$name" && return
    done
    return 1
}

# The closing line, and the exit status.
finish() {
    printf '%s' "$failures"
    [ "$skipped" -eq 0 ] || echo "$skipped were skipped; the lines that begin with 'skipped' say why"
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
    exit
}

if [ "${1:-}" = quick ]; then
    echo "== building what the quick tests run in build"
    is_built release build compile release build programs_of_quick &&
        at_a_time=$((jobs + jobs / 2)) run "quick" build -L quick
    finish
fi

if [ "${1:-}" = only ]; then
    if [ -z "${2:-}" ]; then
        echo "usage: make t T=PATTERN, of the names that 'ctest --test-dir build -N' lists; for example" \
            "make t T=control.locks"
        exit 2
    fi
    echo "== building what '$2' runs in build"
    is_built release build compile_for "$2" && run "$2" build -R "$2" --no-tests=error
    finish
fi

echo "== building 'release' in build"
is_built release build compile release build && has_release=1 || has_release=0
# Tests labelled 'waits' wait for launchers, silence and timers most of their time, so that more go at once.
[ "$has_release" -eq 0 ] || at_a_time=$((3 * jobs)) run "release, what waits, and models" build -L waits
# So do launchers of an MPI: half of a core lies idle beside two tests, enough for one more, and to compile what comes
# next.
compile_meanwhile asan build-asan
asan=$!
compile_meanwhile tsan build-tsan programs_of_sanitize
tsan=$!
[ "$has_release" -eq 0 ] || at_a_time=$((jobs + jobs / 2)) run "release" build -LE waits

# Sanitizers keep most of the address space for themselves, so heaps are small there. Most of these programs are short,
# and keep one core busy while they start and end: two of several images at once.
at_a_time=$((2 * jobs))
export ARAUTO_HEAP_SIZE=64M
if is_built asan build-asan wait "$asan"; then
    # The launcher's tests send signals and set limits of address space, both of which the sanitizer takes for itself.
    # Hosts are about processes of others, and simulated ranks change stacks, which it does not follow. What of the
    # translator is left here is Python alone, and installed files and compiled tutorials are those of the release
    # build.
    others='^(house|bench|model|abi|rewrite|translator|tutorial|install|python)\.'
    run "address sanitizer" build-asan -LE 'fortran|multi|mpi|hosts|scaling' -E "$others"
    # Gfortran itself leaves some temporaries allocated, an MPI more. control.reduce passes a function whose code the
    # front-end reads (how it returns a structure of 16 bytes); instrumented code is too long to tell. With the cache of
    # foreign memory an image reads whole pages of another's stack, which the sanitizer, where the owner copies them
    # into a ring, takes for a mistake. Without the cache the two long tests among them would take minutes.
    whole_pages='(components|statements|order)\.ring\.'
    # From GCC 13 on the sanitizer moves frames to memory of its own, to see what is used after a return. An internal
    # procedure that is an argument has code in such a frame, and that memory cannot be executed.
    export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0
    run "address sanitizer, no leaks" build-asan -L 'fortran|mpi' -E "^control\.reduce\.[2-8]|$whole_pages"
    ARAUTO_FOREIGN_CACHE=off run "address sanitizer, no cache" build-asan -L fortran -R 'components\.ring\.'
    unset ASAN_OPTIONS
fi
# It sees the threads of one process, and what images share only in the tests of races, whose images are threads;
# libgomp is not compiled for it.
if is_built tsan build-tsan wait "$tsan"; then
    run "thread sanitizer" build-tsan -L sanitize
fi
unset ARAUTO_HEAP_SIZE

# The same sources by another compiler, whose warnings are errors, but for one of std::stable_sort in the headers of GCC
# 12. What the tests compile on their own they compile as ever.
if clang=$(newest_clang); then
    echo "== building 'clang' in build-clang with $clang"
    ! CC=${clang/++/} CXX=$clang is_built clang build-clang compile clang build-clang programs_of_quick ||
        at_a_time=$((jobs + jobs / 2)) run "clang" build-clang -L quick -E '^house\.'
else
    skip_step "there is no clang 16 or later (package clang) to build and test with"
fi

# ARM64, whose memory and calls are other than those of x86-64; cross-compiled, and emulated where this machine is none.
# Capi.segments and capi.counts ask what the emulator does not do: it gives no pages back, and knows no cross-memory
# attach.
missing=()
for command in aarch64-linux-gnu-g++ aarch64-linux-gnu-gfortran; do
    command -v "$command" >/dev/null || missing+=("$command")
done
command -v qemu-aarch64-static >/dev/null || command -v qemu-aarch64 >/dev/null || missing+=(qemu-aarch64-static)
if [ ${#missing[@]} -gt 0 ]; then
    packages="g++-aarch64-linux-gnu, gfortran-aarch64-linux-gnu, qemu-user-static"
    skip_step "without ${missing[*]} (packages $packages) nothing is tried on ARM64"
else
    echo "== building 'arm64' in build-arm64"
    ! is_built arm64 build-arm64 compile arm64 build-arm64 programs_of_emulated ||
        ARAUTO_HEAP_SIZE=64M at_a_time=$((jobs + jobs / 2)) run "ARM64" build-arm64 -L emulated \
            -E '^capi\.(segments|counts)\.3$'
fi

finish
