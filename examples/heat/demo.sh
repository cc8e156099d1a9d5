#!/usr/bin/env bash
# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
# demo.sh [CELLS] [STEPS], as `make demo` calls it: the heat equation on 1, 2 and 4 images, each checked against the
# serial result; a picture and a table. Where other programs keep the cores busy it says so, before the figures and
# below them in the picture.
set -euo pipefail
cd "$(dirname "$0")/../.."
out=build/demo
mkdir -p "$out"
cells=${1:-1024}
steps=${2:-2000}

# Prints the share of all cores, in percent, that worked during half a second; nothing where the system has no such
# figures.
busy_share() {
    [ -r /proc/stat ] || return 0
    { head -1 /proc/stat && sleep 0.5 && head -1 /proc/stat; } |
        awk '{ idle[NR] = $5 + $6; for (i = 2; i <= 9; ++i) all[NR] += $i }
             END { if (all[2] > all[1]) printf "%d", 100 - 100 * (idle[2] - idle[1]) / (all[2] - all[1]) }'
}

build/bin/arauto fc -O3 -march=native examples/heat/heat.f90 -J "$out" -o "$out/heat"
share=$(busy_share)
note=
if [ "${share:-0}" -ge 20 ]; then
    note="Other programs kept $share % of the cores busy: on a quiet machine the images are faster."
    echo "$note"
fi
rm -f "$out/timings.txt" "$out"/heat.p??
for images in 1 2 4; do
    echo "heat equation, $cells x $cells cells, $steps steps, images: $images"
    build/bin/arauto run -n "$images" "$out/heat" "$cells" "$steps" "$out/field.bin" "$out/timings.txt"
done
python=build/venv/bin/python
"$python" -c '' 2>/dev/null || python=python3
if "$python" -c '' 2>/dev/null; then
    "$python" examples/heat/plot.py "$out/field.bin" "$cells" "$out/timings.txt" "$out/heat" "$note"
else
    echo "Python is missing, so there is no picture; timings:"
    cat "$out/timings.txt"
fi
cat <<'END_OF_TEXT'

Next: build/bin/arauto fc examples/hello.f90 -o hello && build/bin/arauto run -n 4 ./hello
Then: more programs in examples/, every setting with `build/bin/arauto info`, all tests with `make test`
END_OF_TEXT
