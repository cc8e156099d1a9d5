# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""The views of a trace, `arauto doctor FILE` with `--html`, `--perfetto` or `--otf2`: they show
what is in the file of the trace, which is read here once more.
"""

from __future__ import annotations

import html.parser
import json
import os
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jobs import ARAUTO, WATCHDOG_S, main
from source_lines_test import line_of
from trace_test import TracedJobs
from traced_programs import COUNTED, DELAYED, SLEEP

HERE = Path(__file__).resolve().parent
# Where `bootstrap.sh test peers` puts what reads files of traces.
READER = HERE.parents[1] / "build" / "readers" / "bin" / "python"
FILE = "arauto-trace.arauto"
BEHIND = 16  # a flag of records
TRANSFERS = ("put", "get", "put of a section", "get of a section", "atomic")


@dataclass(frozen=True)
class Record:
    """One record of the file, as docs/specs/trace-file.md describes it."""

    ns: float  # since the first image has begun
    length_ns: float
    op: int
    flags: int
    peer: int
    argument: int


def read_records(path: Path) -> list[list[Record]]:
    """Read the records of each image's first thread."""
    data = path.read_bytes()
    at = 0

    def take(form: str) -> tuple[Any, ...]:
        nonlocal at
        values = struct.unpack_from("=" + form, data, at)
        at += struct.calcsize("=" + form)
        return values

    magic, _, stored, _, has_counter, t0, t1, ns0, ns1 = take("16s4I2Q2q")
    assert magic == b"arauto trace 2\n\0"
    take("16s2Q")
    per_tick = (ns1 - ns0) / (t1 - t0) if has_counter else 1.0
    images = []
    begins = []
    for _ in range(stored):
        _, _, _, _, begun, _, _, modules, sites, rings, _ = take("IIiiQQQIIII")
        take("II6Q")
        begins.append((begun - t0) * per_tick)
        at += 272 * modules + 40 * sites
        for ring in range(rings):
            _, totals, _, _, records, _ = take("II4Q")
            at += 40 * totals
            of_ring = [take("QIIHHIQ") for _ in range(records)]
            if ring == 0:
                images.append(of_ring)
    first = min(begins)
    return [
        [
            Record((t - t0) * per_tick - first, 16 * length * per_tick, *more)
            for t, _, length, *more in records
        ]
        for records in images
    ]


def has(python: Path, module: str) -> bool:
    """Whether that Python has a module."""
    probe = [python, "-c", f"import {module}"]
    return python.exists() and subprocess.run(probe, capture_output=True).returncode == 0


def run_reader(folder: Path, program: str, file: str) -> Any:
    """Read a view by a program that needs a wheel."""
    read = subprocess.run(
        [READER, HERE / program, file],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=WATCHDOG_S,
        check=True,
    )
    return json.loads(read.stdout)


class Perfetto(TracedJobs):
    """The file for Perfetto, read by the protocol of its wheel."""

    def setUp(self) -> None:
        super().setUp()
        if not has(READER, "perfetto"):
            self.skipTest("the wheel perfetto is not installed (scripts/requirements-readers.txt)")

    def view(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Write the file, and return its tracks and its events."""
        done = self.doctor(FILE, "--perfetto", "trace.pftrace")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        found = run_reader(self.folder, "read_perfetto.py", "trace.pftrace")
        return found["tracks"], found["events"]

    def check_nesting(self, events: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each end of a slice has its begin, in the same track and not behind it.

        Returns the slices with their ends, and the slice that each of them is in.
        """
        open_slices: dict[int, list[dict[str, Any]]] = {}
        last: dict[int, int] = {}
        slices = []
        for event in events:
            stack = open_slices.setdefault(event["track"], [])
            self.assertGreaterEqual(event["ns"], last.get(event["track"], 0), event)
            last[event["track"]] = event["ns"]
            if event["type"] == "BEGIN":
                slices.append(event | {"in": stack[-1] if stack else None})
                stack.append(slices[-1])
            elif event["type"] == "END":
                stack.pop()["end"] = event["ns"]
            else:
                self.assertEqual(event["type"], "INSTANT")
        self.assertEqual([stack for stack in open_slices.values() if stack], [])
        return slices

    def test_each_record_is_an_event_at_its_time(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        tracks, events = self.view()
        self.check_nesting(events)
        process = next(key for key, track in tracks.items() if track["process"] == "counted")
        numbers = {
            track["name"]: int(key)
            for key, track in tracks.items()
            if track["parent"] == int(process)
        }
        self.assertEqual(sorted(numbers), ["image 1", "image 2"])
        for name, records in zip(
            ("image 1", "image 2"), read_records(self.folder / FILE), strict=True
        ):
            calls = [
                event
                for event in events
                if event["track"] == numbers[name] and event["name"] not in ("", "released")
            ]
            self.assertEqual(len(calls), len(records))
            for call, record in zip(calls, records, strict=True):
                self.assertLessEqual(abs(call["ns"] - record.ns), 2, (call, record))
                is_slice = record.length_ns > 0 and not record.flags & BEHIND
                self.assertEqual(call["type"] == "BEGIN", is_slice, (call, record))
        for mark, kind, name, size in (
            ("PUT", "transfer", "put", 8),
            ("SECTION", "transfer", "put of a section", 400),
            ("POST", "post", "event post (came[other])", None),
            ("WAIT", "wait", "event wait (came)", None),
        ):
            line = line_of(f"! {mark}", COUNTED)
            found = [event for event in events if event["line"] == line]
            self.assertEqual(len(found), 2 * 1000, mark)
            self.assertEqual({event["category"] for event in found}, {kind})
            self.assertEqual({event["name"] for event in found}, {name})
            self.assertEqual({event["values"].get("bytes") for event in found}, {size})
            self.assertTrue(all(event["file"].endswith("counted.f90") for event in found))

    def test_flows_are_the_releases_of_waits(self) -> None:
        for name in ("post", "notified", "imbalance"):
            with self.subTest(program=name):
                program = self.compile(f"{name}.f90", DELAYED[name] + SLEEP, "-g")
                self.assertEqual(self.run_traced(program, 4).status, 0)
                self.check_flows(name)

    def check_flows(self, name: str) -> None:
        _, events = self.view()
        slices = self.check_nesting(events)
        sources = {flow: event for event in events for flow in event["begins"]}
        released = [each for each in slices if each["ends"]]
        causes = [
            cause
            for cause in self.findings()["causes"]
            if "culprit" in cause and cause["operation"] != "end of the program"
        ]
        self.assertEqual(len(released), sum(cause["ended"] for cause in causes))
        self.assertEqual(
            sorted(sources), sorted(flow for each in released for flow in each["ends"])
        )
        delayed = 0
        for each in released:
            self.assertEqual((each["name"], len(each["ends"])), ("released", 1))
            source = sources[each["ends"][0]]
            self.assertLessEqual(source["ns"], each["ns"])
            self.assertNotEqual(source["track"], each["track"])
            wait = each["in"]
            self.assertLessEqual(each["end"], wait["end"])
            marks = {
                "post": ("! WAIT", "! POST"),
                "notified": ("! WAIT", "! PUT"),
                "imbalance": ("! WAIT", "! WAIT"),
            }[name]
            lines = [line_of(mark, DELAYED[name]) for mark in marks]
            delayed += [wait["line"], source["line"]] == lines
        self.assertGreater(delayed, 2)  # most of ten delays: an image may come late itself

    def test_activities_are_the_times_of_the_report(self) -> None:
        program = self.compile("post.f90", DELAYED["post"] + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        tracks, events = self.view()
        slices = self.check_nesting(events)
        for image in self.findings()["images"]:
            name = f"activity of image {image['number']}"
            track = next(int(key) for key, value in tracks.items() if value["name"] == name)
            parent = tracks[str(tracks[str(track)]["parent"])]
            self.assertEqual(parent["name"], f"image {image['number']}")
            times = {"computes": 0, "moves data": 0, "waits": 0, "has ended": 0}
            before = None
            for each in (each for each in slices if each["track"] == track):
                times[each["name"]] += each["end"] - each["ns"]
                self.assertIn(before, (None, each["ns"]))  # without gaps
                before = each["end"]
            for mine, theirs in (
                (times["computes"], image["computed"]),
                (times["moves data"], image["moved"]),
                (times["waits"] + times["has ended"], image["waited"]),
            ):
                self.assertAlmostEqual(mine / 1e9, theirs, delta=1e-4 + 0.001 * theirs)

    def test_the_file_replaces_its_own_kind_alone(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        self.view()
        self.view()
        (self.folder / "trace.pftrace").write_text("my notes\n")
        refused = self.doctor(FILE, "--perfetto", "trace.pftrace")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the file trace.pftrace holds something else", refused.stderr)


class Otf2(TracedJobs):
    """The archive in the format OTF2, read by its package."""

    def setUp(self) -> None:
        super().setUp()
        if not has(READER, "otf2"):
            self.skipTest("the wheel otf2 is not installed (scripts/requirements-readers.txt)")

    def write(self, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [ARAUTO, "doctor", FILE, "--otf2", "archive"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=WATCHDOG_S,
            check=False,
            env=os.environ | {"PATH": f"{READER.parent}:{os.environ['PATH']}"} | settings,
        )

    def view(self) -> list[list[dict[str, Any]]]:
        """Write the archive, and return the events of each image."""
        done = self.write()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        read = run_reader(self.folder, "read_otf2.py", "archive/traces.otf2")
        self.assertEqual([each["image"] for each in read], ["image 1", "image 2"])
        return [each["events"] for each in read]

    def test_calls_are_regions_with_their_operations(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        for rank, (events, records) in enumerate(
            zip(self.view(), read_records(self.folder / FILE), strict=True)
        ):
            times = [event["ns"] for event in events]
            self.assertEqual(times, sorted(times))
            enters = [event for event in events if event["type"] == "Enter"]
            calls = [record for record in records if not record.flags & BEHIND]
            self.assertEqual(len(enters), len(calls))
            for enter, record in zip(enters, calls, strict=True):
                self.assertLessEqual(abs(enter["ns"] - record.ns), 2, (enter, record))
            inside: dict[str, list[str]] = {}
            region = None
            for event in events:  # calls are not nested
                if event["type"] == "Enter":
                    self.assertIsNone(region)
                    region = event["region"]
                    inside[region] = []
                elif event["type"] == "Leave":
                    self.assertEqual(event["region"], region)
                    region = None
                else:
                    assert region is not None
                    inside[region].append(event["type"])
            self.assertIsNone(region)
            for mark, name, parts in (
                ("PUT", "put", ["RmaPut", "RmaOpCompleteBlocking"]),
                ("GET", "get", ["RmaGet", "RmaOpCompleteBlocking"]),
                ("ATOMIC", "atomic", ["RmaAtomic", "RmaOpCompleteBlocking"]),
                ("POST", "event post (came[other])", ["RmaSync"]),
                ("END", "sync all", ["RmaCollectiveBegin", "RmaCollectiveEnd"]),
            ):
                line = f"counted.f90:{line_of(f'! {mark}', COUNTED)}"
                self.assertEqual(inside[f"{name}, {line}"], parts)
            puts = [event for event in events if event["type"] == "RmaPut"]
            self.assertEqual(sum(event["bytes"] for event in puts), 1000 * 408)
            self.assertEqual({event["remote"] for event in puts}, {1 - rank})

    def test_waits_name_the_image_that_has_ended_them(self) -> None:
        for name in ("post", "notified"):
            program = self.compile(f"{name}.f90", DELAYED[name] + SLEEP, "-g")
            self.assertEqual(self.run_traced(program, 4).status, 0)
            done = self.write()
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            read = run_reader(self.folder, "read_otf2.py", "archive/traces.otf2")
            syncs = {
                kind: [
                    (rank, event["remote"])
                    for rank, image in enumerate(read)
                    for event in image["events"]
                    if event["type"] == "RmaSync" and event["kind"] == kind
                ]
                for kind in ("NOTIFY_OUT", "NOTIFY_IN")
            }
            poster, waiter = {"post": (0, 1), "notified": (2, 0)}[name]
            self.assertEqual(syncs["NOTIFY_OUT"], [(poster, waiter)] * 10)
            waits = sum(
                cause["ended"]
                for cause in self.findings()["causes"]
                if cause["pattern"] in ("late post", "late notified put")
            )
            self.assertGreater(waits, 2)
            self.assertEqual(syncs["NOTIFY_IN"], [(waiter, poster)] * waits)
            shutil.rmtree(self.folder / "archive")

    def test_what_is_missing_is_said(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        (self.folder / "without").mkdir()
        (self.folder / "without" / "otf2.py").write_text("raise ImportError\n")
        refused = self.write(PYTHONPATH=str(self.folder / "without"))
        self.assertEqual(refused.returncode, 1)
        self.assertIn("python3 has no package otf2", refused.stderr)
        self.assertFalse((self.folder / "archive").exists())
        (self.folder / "archive").mkdir()
        (self.folder / "archive" / "mine").write_text("my notes\n")
        refused = self.write()
        self.assertEqual(refused.returncode, 1)
        self.assertIn("archive is no new or empty folder", refused.stderr)
        self.assertEqual([each.name for each in (self.folder / "archive").iterdir()], ["mine"])


class Page(html.parser.HTMLParser):
    """The elements of a page, all of which are closed, and its text."""

    EMPTY = ("meta", "rect", "path", "circle")

    def __init__(self, text: str) -> None:
        """Read the whole page."""
        super().__init__()
        self.stack: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.stack.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        opened = self.stack.pop()
        assert opened == tag, (opened, tag)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.texts)


class Pages(TracedJobs):
    """The page of a trace."""

    def page(self, *words: str) -> Page:
        done = self.doctor(FILE, "--html", "page.html", *words)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        page = Page((self.folder / "page.html").read_text(encoding="utf-8"))
        self.assertEqual(page.stack, [])
        names = {name for name, _ in page.elements}
        self.assertFalse(names & {"script", "link", "img", "iframe", "object", "a", "base"}, names)
        for name, attributes in page.elements:
            outside = {"href", "src", "xlink:href", "action"} & attributes.keys()
            handlers = [key for key in attributes if key.startswith("on")]
            self.assertFalse(outside or handlers, (name, attributes))
        return page

    def test_it_has_what_the_report_says(self) -> None:
        text = DELAYED["post"]
        program = self.compile("post.f90", text + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 4).status, 0)
        page = self.page()
        line = line_of("! WAIT", text)
        self.assertIn("post on 4 images", page.text)
        self.assertIn(f"post.f90:{line}", page.text)
        self.assertIn("Image 1 posts late", page.text)
        self.assertIn("event wait (came) ! WAIT", page.text)  # the source
        titles = [each for each in page.texts if each.startswith("image 2 waits for")]
        post = f"event post (came[2]), post.f90:{line_of('! POST', text)}"
        self.assertTrue(any(f"until image 1 came to {post}" in each for each in titles), titles)
        drawn = [attributes.get("class") for _, attributes in page.elements]
        self.assertIn("arrow", drawn)

    def test_partners_have_the_bytes_of_the_transfers(self) -> None:
        program = self.compile("counted.f90", COUNTED, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        page = self.page()
        # 1000 puts of 8 and 400 bytes, atomic operations of 4, and the other's gets of 8; and what
        # the start of the program moves.
        cells = [
            each for each in page.texts if each.startswith(("image 1 to image 2", "image 2 to"))
        ]
        self.assertEqual(len(cells), 2, cells)
        for cell in cells:
            self.assertRegex(cell, r": 420\.\d kB in 40\d\d calls$")

    def test_texts_of_the_program_are_no_markup(self) -> None:
        text = DELAYED["imbalance"].replace("! WAIT", "! WAIT <script>&\"'</script>\u202e", 1)
        text = text.replace("sync all ! WAIT", "sync all ! WAIT <b onload='x'>&amp;\u202e", 1)
        program = self.compile("imbalance.f90", text + SLEEP, "-g")
        self.assertEqual(self.run_traced(program, 2).status, 0)
        page = self.page()
        self.assertIn("sync all ! WAIT <b onload='x'>&amp;?", page.text)
        self.assertNotIn("\u202e", page.text)

    def test_all_views_at_once_and_by_standard_output(self) -> None:
        program = self.compile("counted.f90", COUNTED)
        self.assertEqual(self.run_traced(program, 2).status, 0)
        words = ("--json", "all.json", "--perfetto=all.pftrace", "--html")
        done = self.doctor(FILE, *words, "-")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("<!DOCTYPE html>\n"), done.stdout[:100])
        self.assertEqual(json.loads((self.folder / "all.json").read_text())["version"], 1)
        self.assertGreater((self.folder / "all.pftrace").stat().st_size, 10_000)
        (self.folder / "page.html").write_text("<!DOCTYPE html>\n<p>my notes</p>\n")
        refused = self.doctor(FILE, "--html", "page.html")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("the file page.html holds something else", refused.stderr)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
