#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Installs what building (`bootstrap.sh`) or also testing (`bootstrap.sh test`) needs and this machine lacks; with
# `peers` behind it also what the tests meet where it is: MPIs, other compilers, launchers. `bootstrap.sh packages` is
# for building and packing a .deb, `bootstrap.sh check` installs only what checks the sources, `bootstrap.sh docs` only
# what makes the site. Says what it does; with everything in place it does nothing and needs no network. With
# BOOTSTRAP=no in the environment it installs nothing, and only says what is missing. Debian 12, Ubuntu 22.04 and later;
# as root, or with sudo. An ordinary user without sudo needs gfortran, g++, make and cmake for the demo and python3 for
# the tests; what else is missing is said once and done without.
set -euo pipefail
cd "$(dirname "$0")/.."

stop() { echo "bootstrap: $*" >&2; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

required=() # without these there is no program, or no test
wanted=()   # without these there is less: no pictures, no unit tests, no models, no transport between machines
has gfortran || required+=(gfortran)
has g++ || required+=(g++)
has make || required+=(make)
has cmake || required+=(cmake)
has ninja || wanted+=(ninja-build)
has python3 || wanted+=(python3)
python3 -c 'import venv, ensurepip' 2>/dev/null || wanted+=(python3-venv)
# The compiler reads its headers; the library is loaded when a job needs it.
has_libfabric() {
    local folder
    for folder in /usr/include /usr/local/include build/packages/usr/include ${CPATH:+${CPATH//:/ }}; do
        [ ! -e "$folder/rdma/fabric.h" ] || return 0
    done
    return 1
}
has_libfabric || wanted+=(libfabric-dev)
if [ "${1:-}" = test ]; then
    has python3 || required+=(python3)
    has ccache || wanted+=(ccache)
    [ -e /usr/include/gtest/gtest.h ] || [ -e /usr/local/include/gtest/gtest.h ] ||
        [ -e build/packages/usr/include/gtest/gtest.h ] || wanted+=(libgtest-dev)
    has spin || wanted+=(spin)
    has ip || wanted+=(iproute2)
    if [ "${2:-}" = peers ]; then
        has mpicc.openmpi || wanted+=(openmpi-bin libopenmpi-dev)
        has mpicc.mpich || wanted+=(mpich libmpich-dev)
        has flang-22 || wanted+=(flang-22)
        compgen -c clang++ >/dev/null || wanted+=(clang-22)
        has aarch64-linux-gnu-g++ || wanted+=(g++-aarch64-linux-gnu)
        has aarch64-linux-gnu-gfortran || wanted+=(gfortran-aarch64-linux-gnu)
        has qemu-aarch64-static || has qemu-aarch64 || wanted+=(qemu-user-static)
        has file || wanted+=(file)
        has dpkg-shlibdeps || wanted+=(dpkg-dev)
        has rpmbuild || wanted+=(rpm)
        has cpio || wanted+=(cpio)
        has pkg-config || wanted+=(pkg-config)
        has zsh || wanted+=(zsh)
        has fish || wanted+=(fish)
        has lintian || wanted+=(lintian)
        has srun || wanted+=(slurmd slurmctld slurm-client munge libpmi0 libpmi2-0)
    fi
    # Programs that mpirun starts find each other by it.
    { ! has mpirun && [ "${2:-}" != peers ]; } || compgen -G '/usr/lib*/*/libpmix.so.2' >/dev/null ||
        compgen -G '/usr/l*/lib*/libpmix.so.2' >/dev/null || wanted+=(libpmix2)
fi
# Packages that CPack needs to make a .deb.
if [ "${1:-}" = packages ] && has dpkg-deb; then
    has file || required+=(file)
    has dpkg-shlibdeps || required+=(dpkg-dev)
fi

# Prints why apt-get cannot install anything for this user; prints nothing where it can.
why_no_apt() {
    if [ "${BOOTSTRAP:-}" = no ]; then
        echo "BOOTSTRAP=no: nothing is installed."
    elif ! has apt-get; then
        echo "This system has no apt-get; use its own way to install them."
    # At a terminal sudo may ask.
    elif [ "$(id -u)" -ne 0 ] && ! { has sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }; then
        echo "That needs root, or sudo: apt-get install $*"
    fi
}

# Prints why not, and fails, when the packages cannot be had.
install_packages() {
    local as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    "${as_root[@]}" apt-get update -qq >/dev/null 2>&1 || true # old lists may do
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >build/apt.log 2>&1 ||
        { tail -3 build/apt.log; echo "Apt-get could not install them; is there a network? (build/apt.log)"; return 1; }
}

# Unpacks a package into build/packages instead, which needs no rights; fails when it cannot be had.
unpack_package() {
    [ "${BOOTSTRAP:-}" != no ] && has apt-get && has dpkg-deb || return 1
    mkdir -p build/packages
    (cd build/packages && apt-get download -qq "$1" && dpkg-deb -x "$1"_*.deb . && rm "$1"_*.deb) >>build/apt.log 2>&1
}

# Goes on without packages; says so once.
do_without() {
    local why=$1
    shift
    grep -qsx "$*" build/bootstrap.without && return
    echo "bootstrap: going on without $*: $why" >&2
    echo "$*" >>build/bootstrap.without
}

# share FOLDER LIST...: makes FOLDER a link into the user's cache, where all checkouts have what these files ask for.
# Only with `peers`: it takes minutes to fetch, and those who test that much have many checkouts.
share() {
    local folder=$1 digest shared
    shift
    [ "$with_peers" = yes ] && [ "${BOOTSTRAP:-}" != no ] && [ ! -e "$folder" ] || return 0
    digest=$({ cat "$@" && python3 -c 'import sys; print(sys.executable, sys.version)' && uname -m; } | sha256sum)
    shared=${XDG_CACHE_HOME:-$HOME/.cache}/arauto/tools/$(basename "$folder")-${digest:0:12}
    mkdir -p "$shared"
    ln -sfn "$shared" "$folder"
}

# python_packages FOLDER LIST LOST: installs the packages of a list in an environment of their own. The stamp names what
# is installed; the interpreter may have left since. Without a network that is tried again an hour later, not at every
# `make`.
python_packages() {
    share "$1" "$2"
    local folder list=$2 stamp=$1/requirements.installed missed=$1/requirements.missed
    folder=$(readlink -f "$1") # commands that are installed there begin with this path
    [ -z "$(find "$missed" -newer "$list" -mmin -60 2>/dev/null)" ] || return 0 # said then
    ! cmp -s "$list" "$stamp" || ! "$folder/bin/python" -c '' 2>/dev/null || return 0
    [ "${BOOTSTRAP:-}" != no ] || return 0
    echo "bootstrap: installing $(grep -v '^#' "$list" | tr '\n' ' ')into $1"
    rm -f "$stamp"
    if python3 -m venv --clear "$folder" >"$folder.log" 2>&1 &&
        "$folder/bin/pip" install -q --disable-pip-version-check --retries 1 -r "$list" >>"$folder.log" 2>&1; then
        cp "$list" "$stamp"
    else
        echo "bootstrap: they could not be installed ($folder.log); $3" >&2
        mkdir -p "$folder" && touch "$missed"
    fi
}

# Installs the checkers that `make check` runs.
checkers() {
    python_packages build/checkers scripts/requirements-check.txt "formats are not checked, nor what clang-tidy finds"
}

# Installs the packages that make the site.
site_builder() {
    python_packages build/venv-docs scripts/requirements-docs.txt "there will be no site"
}

mkdir -p build
with_peers=no
[ "${2:-}" != peers ] || with_peers=yes
# One at a time, where checkouts share what is fetched.
if [ "$with_peers" = yes ] && has flock; then
    tools=${XDG_CACHE_HOME:-$HOME/.cache}/arauto/tools
    mkdir -p "$tools"
    exec 9>"$tools/lock"
    flock 9
fi
if [ "${1:-}" = check ]; then
    checkers
    exit
fi
if [ "${1:-}" = docs ]; then
    site_builder
    build/venv-docs/bin/python -c 'import sphinx, myst_parser, furo' 2>/dev/null ||
        stop "the site needs Sphinx and others from PyPI (scripts/requirements-docs.txt); its pages are in docs/"
    exit
fi
if [ ${#required[@]} -gt 0 ]; then
    why=$(why_no_apt "${required[@]}")
    [ -z "$why" ] || stop "these packages are missing: ${required[*]}. $why"
    echo "bootstrap: installing ${required[*]}"
    why=$(install_packages "${required[@]}") || stop "these packages are missing: ${required[*]}. $why"
fi
if [ ${#wanted[@]} -gt 0 ]; then
    why=$(why_no_apt "${wanted[@]}")
    if [ -n "$why" ]; then
        without=()
        for package in "${wanted[@]}"; do # of these some are no more than files that a compiler reads
            [[ $package = libgtest-dev || $package = libfabric-dev ]] && unpack_package "$package" ||
                without+=("$package")
        done
        [ ${#without[@]} -eq 0 ] || do_without "$why" "${without[@]}"
    else
        echo "bootstrap: installing ${wanted[*]}"
        # One that cannot be had keeps no other away.
        install_packages "${wanted[@]}" >/dev/null || for package in "${wanted[@]}"; do
            why=$(install_packages "$package") || do_without "$why" "$package"
        done
    fi
fi

# Python packages that draw pictures and check Fortran once more.
python_packages build/venv scripts/requirements.txt "there will be plain tables and pictures"

# Sources are checked there, the site and the examples of other build systems are built; Python's MPI programs are
# tested on MPIs that come as Python packages, too, and coarrays with newer compilers.
if [ "${2:-}" = peers ] && [ "${BOOTSTRAP:-}" != no ]; then
    checkers
    site_builder
    python_packages build/builders scripts/requirements-builders.txt "the examples for fpm and Meson are not built"
    python_packages build/readers scripts/requirements-readers.txt "files of traces are not read by other readers"
    share build/mpis scripts/mpi4py.sh
    scripts/mpi4py.sh
    share build/compilers scripts/compilers.sh
    scripts/compilers.sh gfortran-15 gfortran-16 flang-23 lfortran
fi
