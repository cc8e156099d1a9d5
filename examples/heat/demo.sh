#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# `make demo`: the heat equation on 1, 2 and 4 images, each checked against the serial result; a picture and a table.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/demo
mkdir -p "$out"
cells=512
steps=1500
build/bin/arauto fc -O3 -march=native examples/heat/heat.f90 -J "$out" -o "$out/heat"
: >"$out/results.txt"
for images in 1 2 4; do
    echo "heat equation, $cells x $cells cells, $steps steps, $images images"
    build/bin/arauto run -n "$images" "$out/heat" $cells $steps "$out/field.bin" | tee "$out/run.log" | grep -v '^result:'
    grep -a -o 'result:.*' "$out/run.log" >>"$out/results.txt"
done
python=build/venv/bin/python
[ -x "$python" ] || python=python3
"$python" examples/heat/plot.py "$out/field.bin" $cells "$out/results.txt" "$out/heat"
cat <<'END'

Next: write hello.f90 as in README.md, then
  build/bin/arauto fc hello.f90 -o hello && build/bin/arauto run -n 4 ./hello
END
