# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Draws a table of a page as SVG, for pages.py. Each row is a group of bars, one for each column in
`bars`; `floor` draws a line across the group instead; `stacked` draws one bar of all, end to end. A
cell counts by the first number in it; a
cell without one has no bar, nor has a zero. Colours follow the reader's choice of light or dark."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from html import escape

NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")

WIDTH, LEFT, RIGHT = 800, 250, 70  # RIGHT is for the number behind the longest bar
BAR, GROUP_GAP, TOP = 13, 12, 66
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 14px; font-weight: 600 }
  .value { font-size: 11px; fill: #59636e }
  .grid { stroke: #d1d9e0 }
  .floor { stroke: #cf222e; stroke-width: 2 }
  .s0 { fill: #0969da } .s1 { fill: #9a6dd7 } .s2 { fill: #bf8700 } .s3 { fill: #6e7781 }
  .s4 { fill: #2da44e } .s5 { fill: #d4679b }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .value { fill: #9198a1 } .grid { stroke: #3d444d }
    .floor { stroke: #f85149 }
    .s0 { fill: #4493f8 } .s1 { fill: #ab7df8 } .s2 { fill: #d29922 } .s3 { fill: #9198a1 }
    .s4 { fill: #3fb950 } .s5 { fill: #db61a2 }
  }
"""


@dataclass
class Plot:
    """A table as it is drawn: for each row its label, its bars and, perhaps, its floor."""

    title: str
    unit: str
    is_log: bool
    names: list[str]
    floor_name: str
    groups: list[tuple[str, list[float | None], float | None]]
    is_stacked: bool = False

    def values(self) -> list[float]:
        if self.is_stacked:
            return [sum(filter(None, group)) for _, group, _ in self.groups]
        bars = [value for _, group, _ in self.groups for value in group]
        floors = [floor for _, _, floor in self.groups]
        return [value for value in bars + floors if value]

    def start(self) -> float:
        return 10 ** math.floor(math.log10(min(self.values()))) if self.is_log else 0.0

    def x(self, value: float) -> float:
        """Where a value lies."""
        start, end = self.start(), max(self.values())
        part = (
            math.log(value / start) / math.log(end / start)
            if self.is_log
            else (value - start) / (end - start)
        )
        return LEFT + part * (WIDTH - LEFT - RIGHT)

    def ticks(self) -> list[float]:
        if self.is_log:
            first, last = math.log10(self.start()), math.log10(max(self.values()))
            return [10.0**power for power in range(round(first), math.floor(last) + 1)]
        step = 10 ** math.floor(math.log10(max(self.values())))
        step = next(s for s in (step / 5, step / 2, step, 2 * step) if max(self.values()) / s <= 6)
        return [step * i for i in range(int(max(self.values()) / step) + 1)]


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def number_of(cell: str) -> float | None:
    match = NUMBER.search(cell)
    return float(match.group().replace(",", "")) if match else None


def text_of(value: float) -> str:
    return f"{value:.6g}" if value < 1000 else f"{value:,.0f}"


def plain(cell: str) -> str:
    """Without Markdown's marks and footnotes."""
    return re.sub(r"\[\^\w+\]|[`*]", "", cell).strip()


def plot_of(asked: dict[str, object], table: list[str]) -> Plot:
    """The plot of a table in Markdown. `asked` has `title`, `unit`, `bars` and `floor`, which are
    columns counted from 1 (the first has the labels), `rows` from the first to the last, and
    `log`."""
    head, rows = cells_of(table[0]), [cells_of(line) for line in table[2:]]
    first, last = asked.get("rows", (1, len(rows)))
    bars = [bar - 1 for bar in asked["bars"]]
    floor = asked["floor"] - 1 if "floor" in asked else None
    groups = []
    for row in rows[first - 1 : last]:
        at_floor = number_of(row[floor]) if floor is not None else None
        groups.append((plain(row[0]), [number_of(row[bar]) or None for bar in bars], at_floor))
    floor_name = plain(head[floor]) if floor is not None else ""
    names = [plain(head[bar]) for bar in bars]
    title, unit = asked["title"], asked["unit"]
    return Plot(title, unit, "log" in asked, names, floor_name, groups, "stacked" in asked)


def legend(plot: Plot) -> list[str]:
    out, x = [], 12.0
    for i, name in enumerate(plot.names):
        out.append(f'<rect class="s{i}" x="{x:.0f}" y="36" width="11" height="11" rx="2"/>')
        out.append(f'<text x="{x + 16:.0f}" y="46">{escape(name)}</text>')
        x += 36 + 6.8 * len(name)
    if plot.floor_name:
        out.append(f'<path class="floor" d="M{x + 5:.0f} 35v13"/>')
        out.append(f'<text x="{x + 16:.0f}" y="46">{escape(plot.floor_name)}</text>')
    return out


def stack_of(plot: Plot, group: tuple[str, list[float | None], float | None], y: int) -> list[str]:
    """One bar whose pieces are the values, and their sum behind it."""
    label, values, _ = group
    out = [f'<text x="{LEFT - 10}" y="{y + 10}" text-anchor="end">{escape(label)}</text>']
    total = 0.0
    for i, value in enumerate(values):
        start = plot.x(total)
        total += value or 0
        size = f'width="{plot.x(total) - start:.1f}" height="{BAR - 2}"'
        out.append(f'<rect class="s{i}" x="{start:.1f}" y="{y}" {size}/>')
    out.append(
        f'<text class="value" x="{plot.x(total) + 5:.1f}" y="{y + 10}">{text_of(total)}</text>'
    )
    return out


def group_of(plot: Plot, group: tuple[str, list[float | None], float | None], y: int) -> list[str]:
    label, values, floor = group
    middle = y + len(values) * BAR / 2 + 4
    out = [f'<text x="{LEFT - 10}" y="{middle:.0f}" text-anchor="end">{escape(label)}</text>']
    for i, value in enumerate(values):
        if value is None:
            continue
        length, top = max(plot.x(value) - LEFT, 1), y + i * BAR
        size = f'width="{length:.1f}" height="{BAR - 2}"'
        out.append(f'<rect class="s{i}" x="{LEFT}" y="{top}" {size} rx="2"/>')
        x = LEFT + length + 5
        if floor and x - 5 <= plot.x(floor) < x + 30:
            x = plot.x(floor) + 5
        out.append(f'<text class="value" x="{x:.1f}" y="{top + 10}">{text_of(value)}</text>')
    if floor:
        height = len(values) * BAR + 2
        out.append(f'<path class="floor" d="M{plot.x(floor):.1f} {y - 2}v{height}"/>')
    return out


def draw(plot: Plot) -> str:
    step = (1 if plot.is_stacked else len(plot.names)) * BAR + GROUP_GAP
    bottom = TOP + len(plot.groups) * step
    height = bottom + 24
    scale = f"{plot.unit}, logarithmic" if plot.is_log else plot.unit
    body = [f'<text class="title" x="12" y="22">{escape(plot.title)} ({escape(scale)})</text>']
    for tick in plot.ticks():
        x = plot.x(tick) if tick else LEFT
        body.append(f'<path class="grid" d="M{x:.1f} {TOP - 6}V{bottom - 4}"/>')
        place = f'x="{x:.1f}" y="{bottom + 12}" text-anchor="middle"'
        body.append(f'<text class="value" {place}>{text_of(tick)}</text>')
    body += legend(plot)
    for i, group in enumerate(plot.groups):
        body += (stack_of if plot.is_stacked else group_of)(plot, group, TOP + i * step)
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">'
    name = f"<title>{escape(plot.title)}</title>"
    return "\n".join([head, name, f"<style>{STYLE}</style>", *body, "</svg>", ""])
