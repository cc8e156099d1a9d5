#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Configures the build folder of a preset: `configure.sh PRESET [CMake's arguments]`. A new folder is for Ninja where
# that is installed, and for Make elsewhere. Packages that bootstrap.sh could only unpack are found as well.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${CMAKE_GENERATOR:-}" ] && command -v ninja >/dev/null; then
    export CMAKE_GENERATOR=Ninja
fi
if [ -d build/packages/usr ]; then
    export CMAKE_PREFIX_PATH=$PWD/build/packages/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
fi
exec cmake --preset "$@"
