#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# `make demo`: the heat equation on 1, 2 and 4 images, each checked against the serial result; a picture and a table.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/demo
mkdir -p "$out"
cells=1024
steps=2000
build/bin/arauto fc -O3 -march=native examples/heat/heat.f90 -J "$out" -o "$out/heat"
rm -f "$out/timings.txt" "$out"/heat.p??
for images in 1 2 4; do
    echo "heat equation, $cells x $cells cells, $steps steps, images: $images"
    build/bin/arauto run -n "$images" "$out/heat" $cells $steps "$out/field.bin" "$out/timings.txt"
done
python=build/venv/bin/python
"$python" -c '' 2>/dev/null || python=python3
if "$python" -c '' 2>/dev/null; then
    "$python" examples/heat/plot.py "$out/field.bin" $cells "$out/timings.txt" "$out/heat"
else
    echo "Python is missing, so there is no picture; timings:"
    cat "$out/timings.txt"
fi
cat <<'END_OF_TEXT'

Next: build/bin/arauto fc examples/hello.f90 -o hello && build/bin/arauto run -n 4 ./hello
Then: more programs in examples/, every setting with `build/bin/arauto info`, all tests with `make test`
END_OF_TEXT
