# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Reads a file of Perfetto by the protocol of its wheel, and prints its tracks and events as JSON.

read_perfetto.py FILE

It is run by a Python that has the wheel `perfetto`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from perfetto.protos.perfetto.trace.perfetto_trace_pb2 import Trace


class Names:
    """The texts that packets have numbers of."""

    def __init__(self) -> None:
        """Begin without any."""
        self.known: dict[str, dict[int, Any]] = {}

    def learn(self, packet: Any) -> None:
        for kind, entries in packet.interned_data.ListFields():
            of_kind = self.known.setdefault(kind.name, {})
            for entry in entries:
                assert entry.iid not in of_kind, entry
                of_kind[entry.iid] = entry

    def event(self, packet: Any) -> dict[str, Any]:
        event = packet.track_event
        line = self.known.get("source_locations", {}).get(event.source_location_iid)
        categories = [self.known["event_categories"][i].name for i in event.category_iids]
        names = self.known["debug_annotation_names"]
        return {
            "type": event.Type.Name(event.type).removeprefix("TYPE_").removeprefix("SLICE_"),
            "ns": packet.timestamp,
            "track": event.track_uuid,
            "name": self.known["event_names"][event.name_iid].name if event.name_iid else "",
            "category": categories[0] if categories else "",
            "file": line.file_name if line else "",
            "line": line.line_number if line else 0,
            "values": {names[a.name_iid].name: a.uint_value for a in event.debug_annotations},
            "begins": list(event.flow_ids),
            "ends": list(event.terminating_flow_ids),
        }


def main(file: str) -> None:
    trace = Trace()
    trace.ParseFromString(Path(file).read_bytes())
    names = Names()
    tracks = {}
    events = []
    for packet in trace.packet:
        assert packet.trusted_packet_sequence_id == 1, packet
        names.learn(packet)
        if packet.HasField("track_descriptor"):
            track = packet.track_descriptor
            tracks[track.uuid] = {
                "name": track.name,
                "parent": track.parent_uuid,
                "process": track.process.process_name,
            }
        if packet.HasField("track_event"):
            events.append(names.event(packet))
    json.dump({"tracks": tracks, "events": events}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
