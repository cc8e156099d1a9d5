# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads an archive of OTF2 by its package, and prints the events of each location as JSON.

read_otf2.py ANCHOR

It is run by a Python that has the wheel `otf2`.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import otf2
from otf2.enums import RmaSyncType

SYNCS = {getattr(RmaSyncType, name): name for name in ("NOTIFY_IN", "NOTIFY_OUT", "MEMORY")}


def described(event: Any) -> dict[str, Any]:
    found = {"type": type(event).__name__, "ns": event.time}
    if hasattr(event, "region"):
        found["region"] = event.region.name
    if hasattr(event, "remote"):
        found["remote"] = event.remote
    if hasattr(event, "bytes"):
        found["bytes"] = event.bytes
    if hasattr(event, "sync_type"):
        found["kind"] = next(
            name for kind, name in SYNCS.items() if kind.value == event.sync_type.value
        )
    return found


def main(anchor: str) -> None:
    with otf2.reader.open(anchor) as trace:
        images = {location: [] for location in trace.definitions.locations}
        for location, event in trace.events:
            images[location].append(described(event))
        found = [
            {"image": location.group.name, "events": events} for location, events in images.items()
        ]
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
