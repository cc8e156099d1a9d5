#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Installs what building and testing need and this machine lacks; says what it does, does nothing when all is there.
# Debian 12, Ubuntu 22.04 and later; as root, or as a user with sudo.
set -euo pipefail
cd "$(dirname "$0")/.."

stop() { echo "bootstrap: $*" >&2; exit 1; }

missing=()
need() { # need COMMAND PACKAGE
    command -v "$1" >/dev/null 2>&1 || missing+=("$2")
}
need gfortran gfortran
need g++ g++
need make make
need cmake cmake
need ninja ninja-build
need spin spin
need python3 python3
[ -e /usr/include/gtest/gtest.h ] || missing+=(libgtest-dev)
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)

if [ ${#missing[@]} -gt 0 ]; then
    echo "bootstrap: installing ${missing[*]}"
    command -v apt-get >/dev/null || stop "this system has no apt-get; please install: ${missing[*]}"
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || stop "neither root nor sudo; please have installed: ${missing[*]}"
        as_root=(sudo)
    fi
    export DEBIAN_FRONTEND=noninteractive
    "${as_root[@]}" apt-get update -qq >/dev/null || stop "the package lists could not be fetched; is there a network?"
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
        stop "these packages could not be installed: ${missing[*]}"
fi

# What draws pictures, in an environment of its own. Everything but the pictures works without it.
venv=build/venv
stamp="$venv/requirements.installed"
if ! cmp -s scripts/requirements.txt "$stamp"; then
    echo "bootstrap: installing matplotlib and rich into $venv"
    mkdir -p build
    if python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check -r scripts/requirements.txt; then
        cp scripts/requirements.txt "$stamp"
    else
        echo "bootstrap: they could not be installed; there will be tables but no pictures" >&2
    fi
fi
