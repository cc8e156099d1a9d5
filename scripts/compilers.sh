#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Gets newer compilers than this Debian has, for the tests: `compilers.sh gfortran-15 gfortran-16 flang-23 lfortran`
# puts commands of these names into build/compilers/bin, where CMake looks for them. What they need, their C library
# too, is unpacked from packages of Debian's newest suite into build/compilers/system; this machine stays as it is, and
# no rights are needed. Programs that they make carry the loader and the path of that C library. Skips those that are in
# PATH or there already. Those that cannot be had it names once, and their tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/build/compilers # absolute, since the commands are started from everywhere
[ ! -e "$folder" ] || folder=$(readlink -f "$folder") # it may be a link
system=$folder/system
suite=sid
log=$folder/fetch.log

has() { command -v "$1" >/dev/null 2>&1; }
# go_without COMPILERS WHY: says so, once.
go_without() {
    local line="$1: $2"
    grep -qsxF "$line" "$folder/without" || echo "compilers.sh: going on without $line" >&2
    echo "$line" >>"$folder/without"
}
give_up() {
    go_without "${missing[*]}" "$*"
    exit 0
}

# find_system: where the loader and the libraries lie in what is unpacked.
find_system() {
    loader=$(compgen -G "$system/usr/lib/*-linux-gnu/ld-linux*.so.*" | sed -n 1p)
    libraries=$(dirname "$loader")
    machine=$(basename "$libraries")
}

# The compiler starts through the loader of its own C library, and so do the programs that it calls and those that it
# makes. Only the linker is this machine's, so that a plugin of the compiler's is not for it.
make_gfortran() { # VERSION
    local version=$1 driver own
    driver=$system/usr/bin/$machine-gfortran-$version
    [ -e "$driver" ] || return
    # With -flto the linker's driver starts this program by its name, which in turn starts the compiler.
    own=$folder/link-time-$version
    mkdir -p "$own"
    cat >"$own/lto-wrapper" <<END
#!/bin/sh
COLLECT_GCC='$folder/bin/gfortran-$version' exec '$loader' --library-path '$libraries' \\
    '$system/usr/libexec/gcc/$machine/$version/lto-wrapper' "\$@"
END
    chmod +x "$own/lto-wrapper"
    cat <<END
#!/bin/sh
exec '$loader' --library-path '$libraries' --argv0 '$driver' '$driver' --sysroot='$system' \\
    -wrapper '$loader,--library-path,$libraries' '-B$own/' -fno-use-linker-plugin \\
    '-Wl,--dynamic-linker=$loader,-rpath,$libraries' "\$@" '-B$system/usr/bin/$machine-'
END
}

# Programs that look for their own files beside the program that runs cannot be started through the loader: the loader
# would be that program. So its path, and that of the libraries, is written into them.
patch_program() { # FILE
    # LLVM's libraries look for others in `../lib` of their own folder.
    [ -e "$system/usr/lib/lib" ] || ln -s "$machine" "$system/usr/lib/lib"
    "$loader" --library-path "$libraries" "$system/usr/bin/patchelf" --set-interpreter "$loader" \
        --force-rpath --set-rpath "$libraries" "$1" >>"$log" 2>&1
}

newest_gcc() { compgen -G "$system/usr/lib/gcc/$machine/*" | sort -V | tail -1; }

make_flang() { # VERSION
    local driver
    driver=$(readlink -f "$system/usr/lib/llvm-$1/bin/flang")
    [ -e "$driver" ] && patch_program "$driver" || return
    cat <<END
#!/bin/sh
for word; do
    case \$word in -c | -S | -E | -fsyntax-only | --version | -dumpversion) exec '$driver' "\$@" ;; esac
done
exec '$driver' --sysroot='$system' --gcc-install-dir='$(newest_gcc)' \\
    '-Wl,--dynamic-linker=$loader,-rpath,$libraries,--disable-new-dtags' "\$@"
END
}

# LFortran links by a compiler of C, and does not look into the folder where its own modules are.
make_lfortran() {
    local driver=$system/usr/bin/lfortran gcc own=$folder/link-lfortran
    [ -e "$driver" ] && patch_program "$driver" || return
    gcc=$(basename "$(newest_gcc)")
    mkdir -p "$own"
    cat >"$own/gcc" <<END
#!/bin/sh
exec '$loader' --library-path '$libraries' --argv0 '$system/usr/bin/$machine-gcc-$gcc' \\
    '$system/usr/bin/$machine-gcc-$gcc' --sysroot='$system' -fno-use-linker-plugin \\
    -wrapper '$loader,--library-path,$libraries' \\
    '-Wl,--dynamic-linker=$loader,-rpath,$libraries,--disable-new-dtags' "\$@" '-B$system/usr/bin/$machine-'
END
    chmod +x "$own/gcc"
    cat <<END
#!/bin/sh
export LFORTRAN_LINKER=gcc LFORTRAN_LINKER_PATH='$own'
exec '$driver' '-I$libraries/fortran/lfortran-mod-0' "\$@"
END
}

# make_command COMPILER: writes the command, and tries it.
make_command() {
    local name=$1 new=$folder/bin/$1.new
    find_system
    mkdir -p "$folder/bin"
    case $name in
    gfortran-*) make_gfortran "${name#*-}" >"$new" ;;
    flang-*) make_flang "${name#*-}" >"$new" ;;
    lfortran) make_lfortran >"$new" ;;
    *) false ;;
    esac || { go_without "$name" "it is not in its package"; return; }
    chmod +x "$new"
    printf 'print *, 1\nend\n' >"$folder/try.f90"
    if (cd "$folder" && "$new" try.f90 -o try && ./try) >>"$log" 2>&1; then
        mv "$new" "$folder/bin/$name"
    else
        go_without "$name" "it does not work here ($log)"
    fi
    rm -f "$folder/try" "$folder/try.f90" "$folder/try.o"
}

missing=()
for name in "$@"; do
    has "$name" && continue
    if ! "$folder/bin/$name" --version >/dev/null 2>&1; then
        missing+=("$name")
    elif [[ $name = gfortran-* ]] && [ ! -e "$folder/link-time-${name#*-}/lto-wrapper" ]; then
        make_command "$name" # it is unpacked already, and its command cannot link with -flto
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

echo "compilers.sh: fetching ${missing[*]} from $suite into $folder"
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
# A compiler that cannot be had keeps no other away.
fetched=()
for name in "${missing[@]}"; do
    packages=("$name")
    case $name in
    flang-* | lfortran) packages+=(patchelf gcc-16 libc6-dev) ;; # by which they link
    esac
    if timeout 300 apt-get "${options[@]}" install -y -qq --download-only "${packages[@]}" >>"$log" 2>&1; then
        fetched+=("$name")
    else
        go_without "$name" "its packages could not be fetched ($log)"
    fi
done

# Packages of today put their files below usr, but name folders above it too.
mkdir -p "$system"/usr/{lib,lib64,bin,sbin}
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
rm -rf "$apt" "$system/usr/share" "$system"/usr/lib/llvm-*/lib/*.a # archives of LLVM itself, 700 MB

for name in "${fetched[@]}"; do
    make_command "$name"
done
