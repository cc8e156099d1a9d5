#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Writes a .deb and an .rpm into build/packages-made: `packages.sh [DEB | RPM]...`; without a word those whose tools
# (dpkg-deb, rpmbuild) are here. Builds in build-packages: for each kind with another folder of libraries, of which only
# the command is compiled anew.
set -euo pipefail
cd "$(dirname "$0")/.."
kinds=("$@")
if [ ${#kinds[@]} -eq 0 ]; then
    ! command -v dpkg-deb >/dev/null || kinds+=(DEB)
    ! command -v rpmbuild >/dev/null || kinds+=(RPM)
    if [ ${#kinds[@]} -eq 0 ]; then
        echo "packages.sh: there is neither dpkg-deb nor rpmbuild (packages dpkg, rpm)" >&2
        exit 1
    fi
fi
# need KIND TOOL PACKAGE: CPack would say so after the build, and in many lines.
need() {
    if ! command -v "$2" >/dev/null; then
        echo "packages.sh: a .${1,,} needs the tool $2, which is missing here; install the package $3" >&2
        exit 1
    fi
}
for kind in "${kinds[@]}"; do
    case $kind in
    DEB) need DEB dpkg-deb dpkg && need DEB dpkg-shlibdeps dpkg-dev && need DEB file file ;;
    RPM) need RPM rpmbuild rpm ;;
    *) echo "packages.sh: there is no kind $kind; the kinds are DEB and RPM" >&2; exit 2 ;;
    esac
done
[ ! -d build/packages/usr ] || export CMAKE_PREFIX_PATH=$PWD/build/packages/usr
[ -n "${CMAKE_GENERATOR:-}" ] || ! command -v ninja >/dev/null || export CMAKE_GENERATOR=Ninja
for kind in "${kinds[@]}"; do
    libraries=lib64
    [ "$kind" != DEB ] || libraries=lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
    folder=build-packages
    mkdir -p "$folder"
    cmake -S . -B "$folder" -DCMAKE_BUILD_TYPE=Release -DARAUTO_BUILD_TESTS=OFF -DCMAKE_INSTALL_PREFIX=/usr \
        -DCMAKE_INSTALL_LIBDIR="$libraries" -DCMAKE_SKIP_INSTALL_RPATH=ON >"$folder/build.log" 2>&1 &&
        scripts/build.sh --log "$folder/build.log" ".${kind,,}" "$folder" -j "${JOBS:-$(nproc)}" --target product &&
        rm -rf "$folder/packages-made" && { [ ! -t 1 ] || echo ".${kind,,}: packing"; } &&
        (cd "$folder" && cpack -G "$kind" -B packages-made) >>"$folder/build.log" 2>&1 ||
        { tail -20 "$folder/build.log" >&2; exit 1; }
    mkdir -p build/packages-made
    for package in "$folder"/packages-made/*."${kind,,}"; do
        cp "$package" build/packages-made/
        echo "build/packages-made/${package##*/}"
    done
done
