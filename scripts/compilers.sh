#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Gets newer compilers than this Debian has, for the tests: `compilers.sh 15 16` puts commands gfortran-15 and
# gfortran-16 into build/compilers/bin, where CMake looks for them. What they need, their C library too, is unpacked
# from packages of Debian's newest suite into build/compilers/system; this machine stays as it is, and no rights are
# needed. Programs that they make carry the loader and the path of that C library. Skips those that are in PATH or there
# already. Where they cannot be had it says so once, and these tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/compilers # absolute, since the commands are started from everywhere
[ ! -e "$folder" ] || folder=$(readlink -f "$folder") # it may be a link
system=$folder/system
suite=sid

has() { command -v "$1" >/dev/null 2>&1; }
give_up() {
    grep -qsxF "$*" "$folder/without" || echo "compilers.sh: going on without gfortran ${missing[*]}: $*" >&2
    echo "$*" >>"$folder/without"
    exit 0
}

# The compiler starts through the loader of its own C library, and so do the programs that it calls and those that it
# makes. Only the linker is this machine's, so that a plugin of the compiler's is not for it.
make_command() {
    local version=$1 driver machine libraries loader own
    driver=$(compgen -G "$system/usr/bin/*-linux-gnu-gfortran-$version") ||
        give_up "gfortran-$version is not in its package"
    machine=$(basename "$driver" "-gfortran-$version")
    libraries=$system/usr/lib/$machine
    loader=$(compgen -G "$libraries/ld-linux*.so.*" | sed -n 1p)
    # With -flto the linker's driver starts this program by its name, which in turn starts the compiler.
    own=$folder/link-time-$version
    mkdir -p "$own"
    cat >"$own/lto-wrapper" <<END
#!/bin/sh
COLLECT_GCC='$folder/bin/gfortran-$version' exec '$loader' --library-path '$libraries' \\
    '$system/usr/libexec/gcc/$machine/$version/lto-wrapper' "\$@"
END
    chmod +x "$own/lto-wrapper"
    cat >"$folder/bin/gfortran-$version.new" <<END
#!/bin/sh
exec '$loader' --library-path '$libraries' --argv0 '$driver' '$driver' --sysroot='$system' \\
    -wrapper '$loader,--library-path,$libraries' '-B$own/' -fno-use-linker-plugin \\
    '-Wl,--dynamic-linker=$loader,-rpath,$libraries' "\$@" '-B$system/usr/bin/$machine-'
END
    chmod +x "$folder/bin/gfortran-$version.new"
    printf 'print *, 1\nend\n' | "$folder/bin/gfortran-$version.new" -x f95 - -o "$folder/try" 2>>"$log" &&
        "$folder/try" >>"$log" 2>&1 ||
        give_up "gfortran-$version does not work here ($log)"
    mv "$folder/bin/gfortran-$version.new" "$folder/bin/gfortran-$version"
    rm -f "$folder/try"
}

missing=()
log=$folder/fetch.log
for version in "$@"; do
    has "gfortran-$version" && continue
    if ! "$folder/bin/gfortran-$version" -dumpversion >/dev/null 2>&1; then
        missing+=("$version")
    elif [ ! -e "$folder/link-time-$version/lto-wrapper" ]; then
        make_command "$version" # it is unpacked already, and its command cannot link with -flto
    fi
done
[ ${#missing[@]} -gt 0 ] || exit 0
mkdir -p "$folder"
# Without a network that is tried again an hour later, not at every `make`.
[ -z "$(find "$folder/without" -mmin -60 2>/dev/null)" ] || exit 0

{ has apt-get && has dpkg-deb; } ||
    give_up "they are taken from Debian's packages, by apt-get and dpkg-deb, which are not here"
# The server that this machine takes Debian's packages from.
server=$(find /etc/apt/ -name sources.list -o -name '*.list' -o -name '*.sources' | xargs cat |
    sed -rn 's/^URIs: *([^ ]+).*/\1/p; s/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' |
    grep -E '/debian/?$' | sed -n 1p) || server=
[ -n "$server" ] || give_up "no source of Debian's packages is named in /etc/apt"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
[ -e "$keyring" ] || give_up "$keyring is not here, by which packages are checked"

echo "compilers.sh: fetching gfortran ${missing[*]} from $suite into $folder"
apt=$folder/apt
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
: >"$apt/status" # as if nothing were installed, so that all comes that they need
echo "deb [signed-by=$keyring] $server $suite main" >"$apt/sources.list"
options=()
for option in Dir::Etc::sourcelist="$apt/sources.list" Dir::Etc::sourceparts=/dev/null \
    Dir::Etc::preferencesparts=/dev/null Dir::State::lists="$apt/lists" Dir::State::status="$apt/status" \
    Dir::Cache="$apt/cache" Acquire::Check-Valid-Until=false Acquire::Languages=none \
    APT::Install-Recommends=false APT::Sandbox::User="$(id -un)" Debug::NoLocking=true; do
    options+=(-o "$option")
done
timeout 60 apt-get "${options[@]}" update -qq >"$log" 2>&1 || give_up "the list of packages could not be fetched ($log)"
timeout 300 apt-get "${options[@]}" install -y -qq --download-only "${missing[@]/#/gfortran-}" >>"$log" 2>&1 ||
    give_up "the packages could not be fetched ($log)"

# Packages of today put their files below usr, but name folders above it too.
mkdir -p "$system"/usr/{lib,lib64,bin,sbin} "$folder/bin"
for part in lib lib64 bin sbin; do
    [ -e "$system/$part" ] || ln -s "usr/$part" "$system/$part"
done
unpack() {
    dpkg-deb --fsys-tarfile "$1" | tar x -C "$2" --keep-directory-symlink --no-same-owner
}
export -f unpack
find "$apt/cache/archives" -name '*.deb' -print0 |
    xargs -0 -P "$(nproc)" -I{} bash -c 'unpack "$1" "$2"' unpack {} "$system" >>"$log" 2>&1 ||
    give_up "the packages could not be unpacked ($log)"
rm -rf "$apt" "$system/usr/share"

for version in "${missing[@]}"; do
    make_command "$version"
done
