# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Writes drawings of the guide and of ARCHITECTURE.md, docs/pictures/*.svg, from this text: what
happens in a put, in the three ways to hand data over, in a halo exchange; where the memory of a job
lies; the steps of a put with its notification; the states of an epoch.

    drawings.py             writes what differs from what is there
    drawings.py --check     names what differs, and fails when anything does

The colours follow the reader's choice of light or dark."""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PICTURES = TOP / "docs" / "pictures"
WIDTH = 800
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #1f2328 }
  .head { font-weight: 600; font-size: 15px }
  .middle { text-anchor: middle } .end { text-anchor: end }
  .code { font: 13px ui-monospace, monospace; fill: #0550ae }
  .small { font-size: 12px; fill: #59636e }
  .card { fill: #f6f8fa; stroke: #d1d9e0 } .memory { fill: #ddf4ff; stroke: #54aeff }
  .halo { fill: #fff8c5; stroke: #d4a72c } .own { fill: #dafbe1; stroke: #4ac26b }
  .guard { fill: #ffebe9; stroke: #ff8182 }
  .busy { fill: #b6e3ff; stroke: #54aeff } .idle { fill: none; stroke: #cf222e }
  .line { stroke: #0969da; stroke-width: 2; fill: none } .tip { fill: #0969da }
  .time { stroke: #59636e; fill: none; stroke-dasharray: 4 3 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .code { fill: #79c0ff } .small { fill: #9198a1 }
    .card { fill: #151b23; stroke: #3d444d } .memory { fill: #121d2f; stroke: #388bfd }
    .halo { fill: #272115; stroke: #9e6a03 } .own { fill: #12261e; stroke: #2ea043 }
    .guard { fill: #25171c; stroke: #da3633 }
    .busy { fill: #0c2d6b; stroke: #388bfd } .idle { stroke: #f85149 }
    .line { stroke: #4493f8 } .tip { fill: #4493f8 } .time { stroke: #9198a1 }
  }
"""
TIP = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
    'orient="auto"><path class="tip" d="M0 0L10 5L0 10z"/></marker></defs>'
)


class Drawing:
    """An SVG under construction; coordinates are pixels from the upper left corner."""

    def __init__(self, title: str, height: int) -> None:
        size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        self.lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">',
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n{TIP}",
        ]

    def text(self, x: float, y: float, words: str, kind: str = "") -> None:
        place = f'x="{x:g}" y="{y:g}"'
        self.lines.append(f'<text class="{kind}" {place}>{escape(words)}</text>')

    def box(self, kind: str, x: float, y: float, width: float, height: float) -> None:
        size = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        self.lines.append(f'<rect class="{kind}" {size} rx="4"/>')

    def named_box(self, kind: str, at: tuple[float, float, float, float], words: str) -> None:
        x, y, width, height = at
        self.box(kind, x, y, width, height)
        self.text(x + width / 2, y + height / 2 + 5, words, "middle")

    def arrow(self, path: str) -> None:
        self.lines.append(f'<path class="line" d="{path}" marker-end="url(#tip)"/>')

    def path(self, kind: str, path: str) -> None:
        self.lines.append(f'<path class="{kind}" d="{path}"/>')

    def svg(self) -> str:
        return "\n".join([*self.lines, "</svg>", ""])


def one_put() -> str:
    d = Drawing("A put: image 1 writes into the memory of image 2, which computes on", 200)
    for x, name in ((10, "image 1"), (500, "image 2")):
        d.box("card", x, 10, 290, 150)
        d.text(x + 18, 38, name, "head")
    d.text(28, 72, "x(1:3)[2] = y(1:3)", "code")
    d.text(28, 92, "one statement of this image", "small")
    for i in range(3):
        d.named_box("own", (28 + 54 * i, 108, 50, 30), f"y({i + 1})")
        d.named_box("memory", (518 + 54 * i, 108, 50, 30), f"x({i + 1})")
    d.text(518, 72, "! computes on", "code")
    d.text(518, 92, "calls nothing, waits for nothing", "small")
    d.arrow("M192 123H514")
    d.text(400, 115, "the values cross", "small middle")
    d.text(
        400,
        188,
        "when are they there? that takes a notification, or a synchronisation",
        "small middle",
    )
    return d.svg()


def column(d: Drawing, x: int, title: str, cost: str) -> None:
    """One way to hand data over: two lines of time, downwards."""
    d.text(x + 125, 26, title, "head middle")
    for place, name in ((x + 60, "sender"), (x + 190, "receiver")):
        d.text(place, 52, name, "small middle")
        d.path("time", f"M{place} 60V292")
    d.text(x + 125, 318, cost, "small middle")


def busy(d: Drawing, x: int, y: int, height: int, kind: str = "busy") -> None:
    d.box(kind, x - 6, y, 12, height)


def three_ways() -> str:
    d = Drawing(
        "Three ways to hand data over: send and receive, put and event, and a notified put", 372
    )
    column(d, 10, "send and receive", "of long data: both take part")
    busy(d, 70, 64, 150)
    busy(d, 200, 64, 50)
    busy(d, 200, 114, 120, "idle")
    d.arrow("M78 84L192 118")
    d.text(135, 92, "ready?", "small middle")
    d.arrow("M192 134L78 168")
    d.text(135, 142, "yes", "small middle")
    d.arrow("M78 184L192 222")
    d.text(135, 196, "data", "small middle")
    column(d, 275, "put, then event post", "two operations, in this order")
    busy(d, 335, 64, 100)
    busy(d, 465, 64, 50)
    busy(d, 465, 114, 80, "idle")
    d.arrow("M343 84L457 118")
    d.text(400, 92, "data", "small middle")
    d.arrow("M343 150L457 188")
    d.text(400, 154, "post", "small middle")
    column(d, 540, "put with notify=", "one operation: data and notification")
    busy(d, 600, 64, 36)
    busy(d, 730, 64, 50)
    busy(d, 730, 114, 10, "idle")
    d.arrow("M608 84L722 118")
    d.text(665, 84, "data, +1", "small middle")
    d.box("busy", 240, 341, 12, 16)
    d.text(258, 354, "works", "small")
    d.box("idle", 320, 341, 12, 16)
    d.text(338, 354, "waits for the data", "small")
    d.text(480, 354, "time runs downwards", "small")
    return d.svg()


def halo_exchange() -> str:
    d = Drawing("A halo exchange: each image's outer columns go into its neighbours' halos", 292)
    for image in range(3):
        x = 20 + 265 * image
        d.text(x + 115, 28, f"image {image + 1}", "head middle")
        d.box("halo", x, 44, 30, 130)
        d.box("halo", x + 200, 44, 30, 130)
        d.box("card", x + 30, 44, 170, 130)
        d.box("own", x + 30, 44, 30, 130)
        d.box("own", x + 170, 44, 30, 130)
        d.text(x + 115, 114, "inner columns", "small middle")
    for image in range(2):
        x = 20 + 265 * image
        d.arrow(f"M{x + 185} 178V206H{x + 280}V180")
        d.arrow(f"M{x + 310} 178V226H{x + 215}V180")
    d.box("own", 60, 254, 18, 18)
    d.text(86, 268, "an image's own outer column", "small")
    d.box("halo", 280, 254, 18, 18)
    d.text(306, 268, "halo: a copy of the neighbour's outer column", "small")
    d.arrow("M590 263H618")
    d.text(624, 268, "a put", "small")
    return d.svg()


def job_memory() -> str:
    d = Drawing(
        "The memory of a job: each image has a heap, and the heaps of a machine are one mapping",
        310,
    )
    for machine in range(2):
        x = 10 + 400 * machine
        d.box("card", x, 10, 380, 236)
        d.text(x + 16, 34, f"machine {'AB'[machine]}", "head")
        d.text(x + 110, 34, "one shared mapping", "small")
        for place in range(2):
            at = x + 16 + 180 * place
            d.text(at + 84, 62, f"heap of image {2 * machine + place + 1}", "middle")
            d.box("memory", at, 72, 168, 78)
            d.text(at + 84, 90, "coarrays", "small middle")
            d.named_box("own", (at + 30, 98, 108, 24), "x")
            d.text(at + 84, 140, "same offset everywhere", "small middle")
            d.named_box("halo", (at, 150, 168, 28), "its own allocations")
            d.named_box("guard", (at, 178, 168, 22), "guard")
        d.text(x + 190, 228, "private memory: variables without [ ]", "small middle")
    d.arrow("M166 110H232")
    d.arrow("M346 116C386 130 416 130 452 114")
    d.text(200, 276, "x[2] = y on one machine:", "code middle")
    d.text(200, 296, "a store into shared memory", "small middle")
    d.text(600, 276, "x[3] = y to another machine:", "code middle")
    d.text(600, 296, "one write of the network", "small middle")
    return d.svg()


# Where the lifelines of a put's sequence run.
ORIGIN, HEAP, PROGRESS, TARGET = 100, 310, 500, 690
STEP = 40


# Room for each letter of a label. Those of DejaVu Sans, the widest usual font, need 6.6 on average.
LETTER_WIDTH = 7


def label(d: Drawing, y: int, lane: tuple[int, int], *lines: str) -> None:
    """Lines of words above `y`, between two neighbouring lifelines, which must not cross them."""
    left, right = sorted(lane)
    for up, words in enumerate(reversed(lines)):
        if LETTER_WIDTH * len(words) > right - left:
            raise ValueError(f"'{words}' is too long for {right - left} pixels")
        d.text((left + right) / 2, y - 6 - 15 * up, words, "small middle")


def message(d: Drawing, y: int, ends: tuple[int, int], kind: str = "line") -> None:
    """An arrow from one lifeline to another."""
    start, end = ends
    d.lines.append(f'<path class="{kind}" d="M{start} {y}H{end}" marker-end="url(#tip)"/>')


def put_on_one_node(d: Drawing, y: int) -> None:
    d.named_box("memory", (12, y - 18, WIDTH - 24, 26), "on one node")
    label(d, y + STEP + 8, (ORIGIN, HEAP), "checks the arguments,", "finds the address")
    message(d, y + 2 * STEP, (ORIGIN, HEAP))
    label(d, y + 2 * STEP, (ORIGIN, HEAP), "copies the data")
    message(d, y + 3 * STEP, (ORIGIN, HEAP))
    label(d, y + 3 * STEP, (ORIGIN, HEAP), "adds 1 to slot.arrived")
    message(d, y + 4 * STEP, (ORIGIN, TARGET), "time")
    label(d, y + 4 * STEP, (ORIGIN, HEAP), "rings the doorbell,", "if the target sleeps")
    message(d, y + 5 * STEP, (TARGET, HEAP))
    label(d, y + 5 * STEP, (PROGRESS, TARGET), "waits: polls, yields,", "then sleeps")
    message(d, y + 6 * STEP, (HEAP, TARGET), "time")
    label(d, y + 6 * STEP, (PROGRESS, TARGET), "arrived - taken is enough:", "takes them")


def put_between_nodes(d: Drawing, y: int) -> None:
    d.named_box("memory", (12, y - 18, WIDTH - 24, 26), "between nodes")
    message(d, y + STEP, (ORIGIN, HEAP))
    label(d, y + STEP, (ORIGIN, HEAP), "one write with remote data")
    adds = "adds 1 to slot.arrived"
    message(d, y + 2 * STEP + 12, (TARGET, HEAP))
    label(
        d,
        y + 2 * STEP + 12,
        (PROGRESS, TARGET),
        "if the program waits,",
        "it polls the network:",
        adds,
    )
    last = y + 4 * STEP
    message(d, last, (PROGRESS, HEAP))
    label(d, last, (HEAP, PROGRESS), "if it computes, the", "progress thread wakes:", adds)
    message(d, last, (PROGRESS, TARGET), "time")
    label(d, last, (PROGRESS, TARGET), "rings, if it sleeps")


def put_sequence() -> str:
    d = Drawing("A put with its notification, on one node and between nodes", 550)
    lines = {
        ORIGIN: "origin's program",
        HEAP: "target's heap",
        PROGRESS: "target's progress thread",
        TARGET: "target's program",
    }
    for x, name in lines.items():
        d.named_box("card", (x - 92, 12, 184, 32), name)
        d.path("time", f"M{x} 44V538")
    put_on_one_node(d, 76)
    put_between_nodes(d, 76 + 7 * STEP)
    return d.svg()


def epoch_states() -> str:
    """Open and closed are the columns, deferred and begun the rows."""
    d = Drawing("The states of an epoch and what leads from one to another", 245)
    left, right, last, top, bottom = 140, 375, 645, 40, 170
    width, height = 140, 44
    for x, y, name in (
        (left, top, "open, deferred"),
        (left, bottom, "open, begun"),
        (right, top, "closed, deferred"),
        (right, bottom, "closed, begun"),
        (last, bottom, "complete"),
    ):
        d.named_box("memory" if "deferred" not in name else "halo", (x, y, width, height), name)
    middle = height / 2
    d.arrow(f"M40 {top + middle}H{left}")
    d.text(8, top - 2, "opened, must wait", "small")
    d.arrow(f"M40 {bottom + middle}H{left}")
    d.text(8, bottom + height + 18, "opened, may begin", "small")
    for x in (left, right):
        d.arrow(f"M{x + width / 2} {top + height}V{bottom}")
        d.text(x + width / 2 + 8, (top + bottom + height) / 2 - 4, "earlier epochs", "small")
        d.text(x + width / 2 + 8, (top + bottom + height) / 2 + 12, "allow it", "small")
    for y in (top, bottom):
        d.arrow(f"M{left + width} {y + middle}H{right}")
        d.text((left + width + right) / 2, y + middle - 8, "closed by", "small middle")
        d.text((left + width + right) / 2, y + middle + 18, "the program", "small middle")
    d.arrow(f"M{right + width} {bottom + middle}H{last}")
    d.text((right + width + last) / 2, bottom + middle - 8, "operations done,", "small middle")
    d.text((right + width + last) / 2, bottom + middle + 18, "peers informed", "small middle")
    d.text(last + width / 2, bottom + height + 18, "its request is done", "small middle")
    return d.svg()


def drawings() -> dict[Path, str]:
    made = (one_put, three_ways, halo_exchange, job_memory, put_sequence, epoch_states)
    return {PICTURES / f"{draw.__name__}.svg": draw() for draw in made}


def main(words: list[str]) -> int:
    is_check = words == ["--check"]
    stale = [
        (path, text)
        for path, text in drawings().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in stale:
        if is_check:
            print(f"{path.relative_to(TOP)} is not what it is drawn from: run docs/drawings.py")
        else:
            path.write_text(text, encoding="utf-8")
    print(f"drawings: {len(stale)} of {len(drawings())} {'stale' if is_check else 'changed'}")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
