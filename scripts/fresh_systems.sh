#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Tries the packages and the README's commands in empty Debian systems, on a clean clone of HEAD, as on the machine of
# somebody who has just found this project.
#
#   fresh_systems.sh NAME       carries out one, and prints closing lines '<n> passed, <n> failed'
#   fresh_systems.sh list       the names but `gate`, and the minutes after which each has failed; says on standard
#                               error why none can be tried
#   fresh_systems.sh why_not    prints that sentence; fails where they can be tried
#
# FRESH_MACHINE names a tool that makes such a system, called as
# FRESH_MACHINE --suite SUITE [--user] [--with PACKAGES] [CHECKOUT] -- COMMAND, with --user as somebody who is not root
# and can install nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
fresh_machine=${FRESH_MACHINE:-../shared/tools/fresh-machine}

why_not() {
    if [ ! -x "$fresh_machine" ]; then
        echo "$fresh_machine is not here (FRESH_MACHINE), so nothing is tried in an empty Debian"
    elif [ "$(id -u)" -ne 0 ]; then
        echo "only root can make an empty Debian, so nothing is tried in one"
    else
        return 1
    fi
}

# With another compiler, or its library, a header may lack an include.
quick="make quick && make t T=house.headers_alone"
# All programs of coarrays by the calls of another gfortran than that of the gate.
coarrays="make t T='^(data|situations|control|ending|rewrite|conformance|foreign)\.'"
demo='begun=$(date +%s) && make demo && echo "=== from nothing to the picture: $(($(date +%s) - begun)) s"'
demo+=' && echo "1 passed, 0 failed"'

# with_gcc VERSION SUITE [MORE]: a machine whose only GCC is another one than its release's own.
with_gcc() {
    local links="for tool in gcc g++ gfortran; do ln -s /usr/bin/\$tool-$1 /usr/local/bin/\$tool; done"
    links+="; ln -s gcc /usr/local/bin/cc"
    "$fresh_machine" --suite "$2" --with "gcc-$1,g++-$1,gfortran-$1" -- sh -c "$links; $quick${3:+ && $3}"
}

own_release() { . /etc/os-release && [ "$ID" = debian ] && echo "$VERSION_CODENAME" || echo forky; }

# packages [SUITE]: the wheel, the .deb and the .rpm that this machine makes, as a newcomer uses them. In SUITE, else in
# this machine's own release, as an older one lacks the C library that they need; in forky where it is no Debian.
packages() {
    local folder release
    folder=$(mktemp -d)
    trap "rm -rf '$folder'" EXIT # expanded now: it is local
    release=$(own_release)
    tests/install/clean_system.sh make "$folder/all"
    "$fresh_machine" --suite "${1:-$release}" "$folder/all" -- ./clean_system.sh use
}

# Builds with what of the cores others leave, until a line, or the end, of standard input comes; its tests run then.
gate() {
    local built="$demo || exit 1; scripts/bootstrap.sh test && { scripts/configure.sh release -DARAUTO_BUILD_TESTS=ON"
    built+=' && cmake --build build --target programs_of_quick; } >build/built 2>&1 || { tail build/built; exit 1; }'
    # All processes of the machine no longer give way; twice, since one may have started another meanwhile.
    local raise='for all in 1 2; do for each in /proc/[0-9]*; do chrt --other --pid 0 "${each#/proc/}"; done; done'
    local then="{ read -r go || true; } && { $raise; } 2>/dev/null; wait \$! && make quick"
    "$fresh_machine" --suite bookworm -- sh -c "chrt --idle 0 sh -c \"\$0\" </dev/null & $then" "$built"
}

case ${1:-} in
why_not) why_not ;;
list)
    if why=$(why_not); then
        echo "$why" >&2
    else
        printf '%s\n' 'packages 20'
        [ "$(own_release)" != bookworm ] || echo 'packages-trixie 20' # which a newer one cannot make
        printf '%s\n' 'user 15' 'trixie 25' 'forky 25' 'bookworm 80' 'gcc-13 25' 'gcc-15 25' 'gcc-16 45'
    fi
    ;;
gate) gate ;;
packages) packages ;;
packages-trixie) packages trixie ;;
user)
    tools=gfortran,g++,make,cmake,ninja-build,python3-venv
    "$fresh_machine" --user --suite bookworm --with "$tools" -- sh -c "$demo"
    ;;
trixie) "$fresh_machine" --suite trixie -- sh -c "$demo && $quick && $coarrays" ;;
forky) "$fresh_machine" --suite forky -- sh -c "$demo && $quick" ;;
bookworm) "$fresh_machine" --suite bookworm -- sh -c "$demo && make test" ;;
gcc-13) with_gcc 13 trixie "$coarrays" ;;
gcc-15) with_gcc 15 forky ;;
gcc-16) with_gcc 16 forky "$coarrays" ;;
*)
    sed -n '4,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
