# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Runs one variant of a mini-application at size tiny in each of its cases, and compares its digest
with the serial program's:

    run_app.py APP VARIANT ON RANKS     ON: arauto, an MPI, or as "arauto_on_mpich" """

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

import bench_apps
from bench_mpis import mpis_here

SKIPPED = 77


def main(name: str, variant: str, on: str, ranks: str) -> int:
    app = bench_apps.load(name)
    mpis = mpis_here() if on != bench_apps.ARAUTO else []
    key = (variant, on.replace("_", " "))
    wanted = [v for v in bench_apps.variants(app, mpis) if (v.name, v.on) == key]
    if not wanted:
        print(f"skipped: {on} is not here")
        return SKIPPED
    serial = next(v for v in bench_apps.variants(app, []) if v.name == bench_apps.SERIAL)
    for each in (serial, *wanted):
        each.peer.prepare()
        if each.peer.absent and each.peer.absent.endswith("is not installed"):
            print(f"skipped: {each.peer.absent}")
            return SKIPPED
        if each.peer.absent:
            print(f"{each.name}: {each.peer.absent}")
            return 1
    for case in app.cases:
        setting = bench_apps.Setting(app, case, "tiny", int(ranks))
        for each in (serial, *wanted):
            setting.run(each)
        if setting.stopped:
            return 1
        print(f"{setting.title()}: {variant} gives the digest {setting.digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
