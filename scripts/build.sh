#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# Builds; on a terminal one line that renews itself shows how far it is, with an estimate of the time left:
#   build.sh [--log FILE] TITLE WORDS OF cmake --build...
# With --log all output is appended to that file, else warnings and errors are shown as well. Where there is no
# terminal, or no Python, the output is that of the build alone.
set -uo pipefail
log=
[ "${1:-}" != --log ] || { log=$2; shift 2; }
title=$1
shift
progress=(python3 "$(dirname "$0")/progress.py" "$title")
shows=
[ ! -t 1 ] || ! python3 -c '' 2>/dev/null || shows=yes
case ${log:+log}$shows in
logyes) cmake --build "$@" 2>&1 | tee -a "$log" | "${progress[@]}" ;;
log) cmake --build "$@" >>"$log" 2>&1 ;;
yes) cmake --build "$@" 2>&1 | "${progress[@]}" --all ;;
*) cmake --build "$@" ;;
esac
