#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# The packages of Arauto on a system without our sources and packages, an empty Debian: called by
# scripts/fresh_systems.sh, for the stage `packages` of the gate and of `make test-all`, in two steps.
#
#   clean_system.sh make FOLDER  on the machine of the developer, after a build: makes the wheel, the .deb, at which
#                                lintian looks where it is there, and, where rpmbuild is there, an .rpm. It leaves
#                                them with this script in FOLDER, which becomes a git repository that can be cloned.
#   clean_system.sh use          in the empty machine, as root, in a clone of FOLDER: installs the wheel in a fresh
#                                environment, then the .deb, then the .rpm, removes each again, and goes between
#                                through the tutorial, a CMake and an fpm project, an error with its line, and a
#                                deadlock. It installs packages: never call it elsewhere.
#
# `use` says how long the way from nothing to the first parallel hello was. Last line: '<n> passed, <n> failed'.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# lint PACKAGE...: fails where Debian's checker has an error or a warning.
lint() {
    if command -v lintian >/dev/null; then
        lintian --fail-on error,warning --allow-root --tag-display-limit 0 "$@"
    else
        echo "skipped: lintian, which is not here (package lintian), has not looked at the .deb"
    fi
}

make_packages() {
    local folder git
    set -e
    mkdir -p "$1"
    folder=$(cd "$1" && pwd)
    git=(git -C "$folder" -c user.name=packages -c user.email=packages@localhost)
    cd "$here/../.."
    rm -rf build/wheels build/packages-made
    make wheel
    scripts/bootstrap.sh packages
    scripts/packages.sh
    lint build/packages-made/*.deb
    cp build/wheels/*.whl build/packages-made/*.deb "$folder"
    ! ls build/packages-made/*.rpm >/dev/null 2>&1 || cp build/packages-made/*.rpm "$folder"
    cp tests/install/clean_system.sh "$folder"
    "${git[@]}" init -q
    "${git[@]}" add .
    "${git[@]}" commit -q -m "packages of this build"
}

passed=0
failed=0
# step TITLE COMMAND...: the command's output is shown when it fails.
step() {
    local title=$1 begun=$SECONDS
    shift
    (set -e; "$@") >"$work/log" 2>&1 # not in a condition, where `set -e` would not hold
    if [ $? -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok: $title ($((SECONDS - begun)) s)"
    else
        failed=$((failed + 1))
        echo "failed: $title"
        tail -n 25 "$work/log" | sed 's/^/    | /'
    fi
}

fail() { echo "$*"; exit 1; }
# expect FILE WORDS: the file has a line with these words.
expect() { grep -qF -- "$2" "$1" || { cat "$1"; fail "this is missing: $2"; }; }
debian() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

hello() {
    mkdir -p "$work/$1" && cd "$work/$1"
    cat >hello.f90 <<'FORTRAN'
program hello
  implicit none
  integer :: total
  total = this_image()
  call co_sum(total)
  print '(a,i0,a,i0,a,i0)', 'image ', this_image(), ' of ', num_images(), ', sum of images ', total
end program hello
FORTRAN
    arauto fc hello.f90 -o hello
    arauto run -n 4 ./hello | sort >said
    printf 'image %d of 4, sum of images 10\n' 1 2 3 4 | diff - said
}

from_nothing_by_the_wheel() {
    apt-get update -qq
    debian gfortran python3-venv
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install -q --disable-pip-version-check "$here"/*.whl
    export PATH=$work/venv/bin:$PATH
    hello by-wheel
}

wheel_is_found() {
    [ "$(command -v arauto)" = "$work/venv/bin/arauto" ]
    arauto doctor --install >said || { cat said; exit 1; }
    expect said "$work/venv"
}

python_program() {
    "$work/venv/bin/pip" install -q --disable-pip-version-check numpy
    cat >prog.py <<'PYTHON'
import arauto
import numpy as np

arauto.init()
me, count = arauto.rank(), arauto.size()
inbox, came = arauto.Array((4,)), arauto.Notify(1)
arauto.barrier()
inbox.put((me + 1) % count, np.full((4,), me), notify=came)
came.wait()
assert (inbox.local == (me - 1) % count).all()
print(f"rank {me} has it")
PYTHON
    arauto run -n 4 python prog.py | sort >said
    printf 'rank %d has it\n' 0 1 2 3 | diff - said
}

# The indented lines of a page are its commands, those between fences are not.
commands_of() { awk '/^```/ { inside = !inside } !inside && /^    [^ ]/ { print substr($0, 5) }' "$1"; }

tutorial() {
    local documents=$1 page=$1/guide/tutorial.md shown
    export HOME=$work/home
    rm -rf "$HOME" && mkdir "$HOME" && cd "$HOME"
    ln -s "$documents" arauto
    commands_of "$page" >commands
    [ "$(grep -c 'arauto run' commands)" -ge 5 ] || fail "the page has lost its commands"
    bash -e -o pipefail commands >said 2>errors || { cat said errors; fail "a command of the page failed"; }
    shown=$(grep -m 1 '^temperatures ' "$page")
    grep '^temperatures ' said | sort -u >lines
    [ "$(cat lines)" = "$shown" ] || { cat said; fail "a step has another result than the page shows"; }
    # The serial program; four steps, then four with `time`.
    [ "$(grep -c '^temperatures ' said)" -ge 9 ] || { cat said; fail "not all steps ran"; }
}

deb() {
    debian "$here"/*.deb
    [ "$(command -v arauto)" = /usr/bin/arauto ]
    [ ! -e /usr/lib/libarauto.so ] || fail "its libraries are not where Debian has them"
    arauto doctor --install >said || { cat said; exit 1; }
    expect said " in /usr"
}

cmake_project() {
    rm -rf "$work/cmake" && cp -r "$documents/examples/build_systems/cmake" "$work/cmake" && cd "$work/cmake"
    cmake -B made >log 2>&1 || { cat log; exit 1; }
    cmake --build made
    arauto run -n 4 made/total >said
    expect said "total of 4 images: 10"
}

fpm_project() {
    cp -r "$documents/examples/build_systems/fpm" "$work/fpm" && cd "$work/fpm"
    PATH=$(dpkg -L arauto | grep 'opencoarrays/bin$'):$PATH \
        "$work/venv/bin/fpm" run --compiler caf --runner "arauto run -n 4" >said
    expect said "total of 4 images: 10"
}

error_with_its_line() {
    cd "$work"
    cat >far.f90 <<'FORTRAN'
program far
  implicit none
  integer :: a[*], image
  image = num_images() + 5
  a = 1
  a[image] = 2
end program far
FORTRAN
    arauto fc -g far.f90 -o far
    ! arauto run -n 2 ./far >said 2>&1 || fail "it ended well"
    expect said "a write to image 7: there is no such image; the current team has images 1 to 2, far.f90:6"
}

deadlock() {
    cd "$work"
    cat >hang.f90 <<'FORTRAN'
program hang
  use, intrinsic :: iso_fortran_env, only: event_type
  implicit none
  type(event_type) :: came[*]
  if (this_image() == 1) then
    event wait (came)
  end if
  sync all
end program hang
FORTRAN
    arauto fc -g hang.f90 -o hang
    ! ARAUTO_HANG=2 timeout -s INT 8 arauto run -n 3 ./hang >said 2>&1 || fail "it ended well"
    expect said "nothing has moved for 2 s, and all images wait:"
    expect said "image 1: event wait (came), hang.f90:6"
    expect said "images 2, 3: sync all, hang.f90:8"
}

# removed COMMAND...: after it none of the listed files is there.
removed() {
    local path
    "$@"
    while read -r path; do
        [ -d "$path" ] || [ ! -e "$path" ] && [ ! -L "$path" ] || fail "$path is still there"
    done <"$work/files"
    [ ! -d /usr/share/doc/arauto ] && [ ! -d /usr/include/arauto ] || fail "folders are left"
}

# Up to Debian 12 rpm must be forced to change a system of Debian's.
foreign_rpm() {
    local force=()
    case $(rpm --help) in *--force-debian*) force=(--force-debian) ;; esac
    rpm "${force[@]}" "$@"
}

# Its libraries are in /usr/lib64, where the loaders of its distributions look by themselves.
rpm_use() {
    foreign_rpm --nodeps -i "$here"/*.rpm
    [ -e /usr/lib64/libarauto.so.0 ] || fail "its libraries are not in /usr/lib64"
    echo /usr/lib64 >/etc/ld.so.conf.d/lib64.conf
    ldconfig
    rpm -ql arauto >"$work/files"
    [ "$(command -v arauto)" = /usr/bin/arauto ]
    hello by-rpm
}

use() {
    local begun=$SECONDS documents=/usr/share/doc/arauto
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    step "the wheel in a fresh environment, and the first hello on four images" from_nothing_by_the_wheel
    [ "$failed" -gt 0 ] || echo "=== from nothing to the first parallel hello: $((SECONDS - begun)) s"
    local path=$PATH
    PATH=$work/venv/bin:$PATH
    step "doctor of the wheel" wheel_is_found
    step "a program in Python" python_program
    step "the tutorial from top to bottom" tutorial \
        "$(echo "$work"/venv/lib/python3*/site-packages/arauto/tree/share/doc/arauto)"
    PATH=$path
    debian cmake "$(ls "$here"/*.rpm >/dev/null 2>&1 && echo rpm || echo make)" >"$work/log" 2>&1 || tail -3 "$work/log"
    "$work/venv/bin/pip" install -q --disable-pip-version-check fpm
    step "the wheel is removed" "$work/venv/bin/pip" uninstall -q -y arauto
    step "the .deb" deb
    step "a hello" hello by-deb
    step "a CMake project" cmake_project
    step "an fpm project" fpm_project
    step "an error with its line" error_with_its_line
    step "a deadlock is explained" deadlock
    dpkg -L arauto >"$work/files"
    step "the .deb is removed without a rest" removed apt-get purge -y -qq arauto
    if ls "$here"/*.rpm >/dev/null 2>&1; then
        step "the .rpm, and a hello" rpm_use
        step "the .rpm is removed without a rest" removed foreign_rpm --nodeps -e arauto
    else
        echo "skipped: the .rpm: there was no rpmbuild"
    fi
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

case ${1:-} in
make) make_packages "$2" ;;
use) use ;;
*) sed -n '4,12s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
