# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Draws benchmark records: grouped horizontal bars with a whisker from the median to the best
batch, or lines where something grows. Needs matplotlib."""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench_epochs import DELAY_US, FLAGGED
from bench_epochs import FORMS as EPOCH_FORMS
from bench_epochs import NAMES as EPOCHS
from bench_halo import BARE_FORMS, BOUND, DEPTHS, MPIS
from bench_records import RATES, Record

Style = dict[str, object]  # arguments of matplotlib's barh

INCHES_OF_BAR = 0.16
LINES_INCHES = 5.5  # the height of a figure of lines
LONGEST_BYTES = 8000  # of an operation among the short ones
LETTERS_OF_INCH = 6  # of a title, left of the legend
KERNELS = ("p2p", "grid", "halo")
PAPER = "Fanfarillo and Del Vento, Notified Access in Coarray Fortran"
KERNEL_TITLES = {
    "p2p": f"Pipelined point-to-point kernel (figure 3 of {PAPER})",
    "grid": f"Five-point structured grid (figure 4 of {PAPER})",
}
HALO_TITLE = (
    "Halo exchange, form by form (the forms of Szpindler, Scalable Remote Memory Access Halo "
    "Exchange with Reduced Synchronization Cost)"
)
EPOCHS_TITLE = (
    "Epochs that wait and epochs that do not (the patterns of Zounmevo, Zhao, Balaji, Gropp and "
    "Afsahi, Nonblocking Epochs in MPI One-Sided Communication)"
)
# One look for one way to synchronise, in every diagram; grey for the bound.
GREY = "lightgrey"
OTHER_COLOURS = ("tab:brown", "tab:olive", "tab:cyan", "tab:gray", "gold", "navy", "salmon", "teal")
STYLES = {
    "arauto": {"color": "tab:blue"},
    "floor": {"color": GREY},
    "sync images": {"color": "tab:red"},
    "events": {"color": "tab:orange"},
    "attached": {"color": "tab:green"},
    "notify": {"color": "tab:blue"},
    "without any waiting": {"color": GREY},
    "MPI two-sided, openmpi": {"color": "tab:purple"},
    "MPI two-sided, mpich": {"color": "tab:pink"},
}
HALO_COLOURS = {
    "two_sided": "tab:red",
    "pscw_created": "tab:purple",
    "pscw_dynamic": "tab:orange",
    "notify": "tab:green",
    "notify_persistent": "tab:blue",
    "notify_counter": "tab:cyan",
    "library": "tab:olive",
    BOUND: GREY,
}


EPOCH_COLOURS = {
    "C API": "tab:blue",
    "MPIX on openmpi": "tab:green",
    "MPIX on mpich": "tab:orange",
    "openmpi": "tab:purple",
    "mpich": "tab:pink",
}
EPOCH_STYLES = {
    f"{layer}, {form}".replace("_", " "): {"color": colour, "hatch": hatch}
    for layer, colour in EPOCH_COLOURS.items()
    for form, hatch in zip(EPOCH_FORMS, ("", "//", "..", "xx", "++"), strict=False)
}

APP_COLOURS = [f"tab:{name}" for name in ("gray", "red", "orange", "olive", "purple", "blue")]
APP_COLOURS += ["tab:green", "tab:cyan"]
HATCHES = ("", "//", "xx", "..", "++")


@dataclass(frozen=True)
class Bar:
    group: str
    series: str
    value: float  # the median of all batches
    best: float | None = None  # the best batch, where it is known


def bars_of(group: str, values: dict[str, tuple[object, object]]) -> list[Bar]:
    """One bar for each series whose median, the first of the pair, is known."""
    return [
        Bar(group, series, float(median), float(best) if best else None)
        for series, (median, best) in values.items()
        if median
    ]


def bars_of_record(group: str, row: Record) -> list[Bar]:
    """Ours, the floor and each peer."""
    values = {
        "arauto": (row["ours"], row["ours_best"]),
        "floor": (row["floor"], row.get("floor_best")),
    }
    best = row.get("peers_best", {})
    values |= {peer: (value, best.get(peer)) for peer, value in sorted(row["peers"].items())}
    return bars_of(group, values)


def look_of(series: list[str], styles: dict[str, Style]) -> dict[str, Style]:
    """Those of the table, and other colours for series that are not in it."""
    others = [name for name in sorted(series) if name not in styles]
    colours = {name: {"color": c} for name, c in zip(others, itertools.cycle(OTHER_COLOURS))}
    return styles | colours


def draw_bars(axes: object, bars: list[Bar], styles: dict[str, Style]) -> None:
    groups = list(dict.fromkeys(bar.group for bar in bars))
    series = list(dict.fromkeys(bar.series for bar in bars))
    look = look_of(series, styles)
    height = 0.8 / len(series)
    for number, name in enumerate(series):
        chosen = [bar for bar in bars if bar.series == name]
        shift = (number - (len(series) - 1) / 2) * height
        ends = [sorted((bar.value, bar.best or bar.value)) for bar in chosen]
        whiskers = [
            [bar.value - low for bar, (low, _) in zip(chosen, ends, strict=True)],
            [high - bar.value for bar, (_, high) in zip(chosen, ends, strict=True)],
        ]
        axes.barh(
            [groups.index(bar.group) + shift for bar in chosen],
            [bar.value for bar in chosen],
            height,
            xerr=whiskers,
            label=name,
            error_kw={"elinewidth": 0.8, "capsize": 1.5},
            **look[name],
        )
    axes.set_yticks(range(len(groups)), groups)
    axes.set_ylim(len(groups) - 0.5, -0.5)  # the first group on top
    axes.set_axisbelow(True)
    axes.grid(True, axis="x", alpha=0.3)


def height_for(*diagrams: list[Bar]) -> float:
    """The height in inches of a figure whose bars can all be told apart."""
    most = max(len({bar.group for bar in d}) * len({bar.series for bar in d}) for d in diagrams)
    return max(5.0, 2.5 + INCHES_OF_BAR * most)


def make_axes(columns: int, height: float, lines: int = 1) -> tuple[object, object]:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    shape = {"figsize": (6.5 * columns + 2.5, height), "layout": "constrained", "squeeze": False}
    figure, axes = plt.subplots(lines, columns, **shape)
    return figure, axes if lines > 1 else axes[0]


def finish(figure: object, title: str, caption: str, axes: Iterable[object]) -> object:
    """One legend for those diagrams, at the right; the caption below."""
    handles: dict[str, object] = {}
    for diagram in axes:
        handles |= {label: bar for bar, label in zip(*diagram.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="outside right upper")
    letters = int(figure.get_figwidth() * LETTERS_OF_INCH)
    figure.suptitle(textwrap.fill(title, letters))
    figure.supxlabel(textwrap.fill(caption, letters), fontsize="small")
    return figure


def title_of(row: Record) -> str:
    words = [str(row["name"]).replace("rma_", "").replace("_", " ")]
    if "via" in row:
        words.append(f"({row['via']})" if not str(row["name"]).startswith("rma_") else row["via"])
    if "unexpected" in row:
        words.append(f"of {row['unexpected']:,}")
    elif row["bytes"]:
        words.append(f"{row['bytes']:,} B")
    return " ".join(map(str, words))


def draw_lines(axes: object, cases: dict[str, list[Record]], x: str) -> None:
    """How cases grow with x: one kind of line for each, one colour for each library."""
    colours: dict[str, object] = {"arauto": "tab:blue"}
    for dash, (case, rows) in zip(("-", "--", ":"), cases.items()):
        lines: dict[str, list[tuple[float, float]]] = {}
        for row in rows:
            for bar in bars_of_record("", row):
                lines.setdefault(bar.series, []).append((float(row[x]), bar.value))
        for name, points in lines.items():
            colour = "black" if name == "floor" else colours.setdefault(name, f"C{len(colours)}")
            shape = {"linestyle": dash, "marker": ".", "color": colour}
            axes.plot(*zip(*sorted(points)), label=f"{case}, {name}", **shape)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlabel("processes" if x == "images" else x)
    axes.grid(True, alpha=0.3)


def of_name(rows: list[Record], name: str, via: str = "") -> list[Record]:
    return [row for row in rows if row["name"] == name and row.get("via", "") == via]


def draw_rates(rows: list[Record], caption: str) -> object:
    figure, (axes,) = make_axes(1, LINES_INCHES)
    draw_lines(axes, {name: of_name(rows, name) for name in sorted(RATES)}, "bytes")
    axes.set_ylabel("rate (GB/s)")
    return finish(figure, "Transfers between two images of one machine", caption, [axes])


def draw_latencies(rows: list[Record], title: str, caption: str) -> object:
    bars = [bar for row in rows for bar in bars_of_record(title_of(row), row)]
    figure, (axes,) = make_axes(1, height_for(bars))
    draw_bars(axes, bars, STYLES)
    axes.set_xscale("log")
    axes.set_xlabel("time (ns)")
    return finish(figure, title, caption, [axes])


def draw_growth(rows: list[Record], caption: str) -> object:
    """MPI's one-sided calls, by size and, where several numbers of them ran, by processes."""
    data = {"put + flush": of_name(rows, "rma_put_flush"), "sum": of_name(rows, "rma_acc", "sum")}
    meetings = {"fence": of_name(rows, "rma_fence"), "PSCW": of_name(rows, "rma_pscw", "k1")}
    diagrams = [("data", data, "bytes")]
    if len({row["images"] for row in meetings["fence"]}) > 1:
        diagrams.append(("synchronisation of all", meetings, "images"))
    figure, axes = make_axes(len(diagrams), LINES_INCHES)
    for (title, cases, x), diagram in zip(diagrams, axes, strict=True):
        draw_lines(diagram, cases, x)
        diagram.set_title(title)
        diagram.set_ylabel("time (ns)")
    return finish(figure, "MPI's one-sided calls on one machine", caption, axes)


def bars_of_kernel(rows: list[Record]) -> list[Bar]:
    bars = []
    for row in rows:
        variant, group = str(row["variant"]), f"{row['images']} images"
        own = "without any waiting" if variant == "unsynchronised" else variant.replace("_", " ")
        values = {own: (row["ours"], row["ours_best"])}
        for peer, value in row["peers"].items():
            is_mpi = peer in MPIS
            values[f"MPI two-sided, {peer}" if is_mpi else f"{peer} {variant}"] = (value, None)
        bars += bars_of(group, values)
    return sorted(bars, key=lambda bar: bar.series)


def draw_kernel(rows: list[Record], caption: str) -> object:
    """A diagram for each size, a group of bars for each number of images."""
    sizes = sorted({row["size"] for row in rows})
    diagrams = [bars_of_kernel([row for row in rows if row["size"] == size]) for size in sizes]
    figure, axes = make_axes(len(sizes), height_for(*diagrams))
    for size, bars, diagram in zip(sizes, diagrams, axes, strict=True):
        draw_bars(diagram, bars, STYLES)
        diagram.set_title(f"{size} x {size} points")
        diagram.set_xlabel("rate (MFlop/s)")
    return finish(figure, KERNEL_TITLES[str(rows[0]["name"])], caption, axes)


def bars_of_epoch(group: str, row: Record) -> list[Bar]:
    layers = {"C API": row}
    layers |= {f"MPIX on {mpi}": forms for mpi, forms in sorted(row.get("by_mpi", {}).items())}
    layers |= {peer: {"blocking": value} for peer, value in sorted(row["peers"].items())}
    values = {
        f"{layer}, {form}".replace("_", " "): (forms.get(form), None)
        for layer, forms in layers.items()
        for form in EPOCH_FORMS
    }
    return bars_of(group, values)


def draw_epochs(rows: list[Record], caption: str) -> object:
    """Time of the independent process, pattern by pattern; then the two programs."""
    images = max(
        (row["images"] for row in rows if row["name"] in FLAGGED and row["images"] <= 3), default=3
    )
    timed = [row for row in rows if row["unit"] == "us" and row["images"] == images]
    titles = {
        f"One process late by {DELAY_US} us, {images} processes": "time of the other process (us)",
        "transactions": "transactions a second",
        "lu": "time (ms)",
    }
    bars = [[bar for row in timed for bar in bars_of_epoch(title_of(row), row)]]
    for name in ("transactions", "lu"):
        named = [(f"{row['images']} processes", row) for row in rows if row["name"] == name]
        bars.append([bar for group, row in named for bar in bars_of_epoch(group, row)])
    shown = [(title, each) for title, each in zip(titles, bars, strict=True) if each]
    figure, axes = make_axes(len(shown), height_for(*(each for _, each in shown)))
    for (title, each), diagram in zip(shown, axes, strict=True):
        draw_bars(diagram, each, EPOCH_STYLES)
        diagram.set_title(title)
        diagram.set_xlabel(titles[title])
        if each is bars[0]:
            diagram.set_xscale("log")
    return finish(figure, EPOCHS_TITLE, caption, axes)


def bars_of_halo(rows: list[Record], mpi: str) -> list[Bar]:
    bars = []
    for depth in DEPTHS.values():
        for row in rows:
            if row["depth"] == depth and mpi in row["by_mpi"]:
                figures, form = row["by_mpi"][mpi], str(row["variant"])
                values = {form: (figures["ours"], None)}
                if form in BARE_FORMS:
                    values[f"{form}, bare MPI"] = (figures.get("peer"), None)
                bars += bars_of(f"depth {depth}" if isinstance(depth, int) else str(depth), values)
    return bars


def draw_halo(rows: list[Record], caption: str) -> object:
    """A diagram for each size of field, grid and MPI; bars of the bare MPI are hatched."""
    styles = {form: {"color": colour} for form, colour in HALO_COLOURS.items()}
    styles |= {f"{form}, bare MPI": styles[form] | {"hatch": "///"} for form in BARE_FORMS}
    kinds = sorted({(str(row["size"]), str(row["grid"])) for row in rows})
    mpis = [mpi for mpi in MPIS if any(mpi in row["by_mpi"] for row in rows)]
    of = {
        (kind, mpi): bars_of_halo(
            [row for row in rows if (str(row["size"]), str(row["grid"])) == kind], mpi
        )
        for kind in kinds
        for mpi in mpis
    }
    figure, axes = make_axes(len(mpis), len(kinds) * height_for(*of.values()), len(kinds))
    diagrams = list(axes.flat)
    for ((size, grid), mpi), diagram in zip(of, diagrams, strict=True):
        if not of[(size, grid), mpi]:  # the program was stopped there
            diagram.set_axis_off()
            continue
        draw_bars(diagram, of[(size, grid), mpi], styles)
        diagram.set_xscale("log")
        diagram.set_title(f"{size} on {grid} processes, {mpi}")
        diagram.set_xlabel("time (us)")
    return finish(figure, HALO_TITLE, caption, diagrams)


def draw_app(rows: list[Record], caption: str) -> object:
    """A mini-application: a colour for each variant, hatched by what it runs on."""
    variants = list(dict.fromkeys(str(row["variant"]) for row in rows))
    hatches = dict(zip(dict.fromkeys(str(row["on"]) for row in rows), itertools.cycle(HATCHES)))
    colours = {name: c for name, c in zip(variants, itertools.cycle(APP_COLOURS))}
    styles, bars = {}, []
    for row in rows:
        variant, on = str(row["variant"]), str(row["on"])
        series = f"{variant}, {on}".replace("_", " ")
        styles[series] = {"color": colours[variant], "hatch": hatches[on]}
        words = [row["case"], f"{row['images']} rank{'s' if row['images'] != 1 else ''}"]
        group = ", ".join(str(word) for word in words if word)
        bars += bars_of(group, {series: (row["ours"], row["ours_best"])})
    figure, (axes,) = make_axes(1, height_for(bars))
    draw_bars(axes, bars, styles)
    axes.set_xscale("log")
    axes.set_xlabel("time (ms)")
    title = f"The mini-application {rows[0]['name']}, size {rows[0]['size']}"
    return finish(figure, title, caption, [axes])


def figures_of(rows: list[Record], caption: str) -> dict[str, object]:
    """The figures that can be drawn, by name: rates and times between two images, MPI's calls,
    epochs, each kernel, and each mini-application."""
    pairs = [row for row in rows if row["images"] == 2]
    calls = [row for row in rows if str(row["name"]).startswith("rma_")]
    times = [r for r in pairs if r["unit"] == "ns" and r["name"] not in EPOCHS and r not in calls]
    short = [row for row in calls if row in pairs and row["unit"] == "ns" and row["bytes"] <= 8]
    figures = {}
    if rates := [row for row in pairs if row["name"] in RATES]:
        figures["rates"] = draw_rates(rates, caption)
    if any(row["name"] != "flag_handover" for row in times):
        title = "One-sided operations between two images of one machine"
        chosen = [row for row in times if row["bytes"] <= LONGEST_BYTES]
        figures["operations"] = draw_latencies(chosen, title, caption)
    if short:
        title = "MPI's one-sided calls between two processes of one machine"
        figures["rma"] = draw_latencies(short, title, caption)
        figures["rma-growth"] = draw_growth(calls, caption)
    if epochs := [row for row in rows if row["name"] in EPOCHS]:
        figures["epochs"] = draw_epochs(epochs, caption)
    for name in KERNELS:
        if kernel := [row for row in rows if row["name"] == name]:
            figures[name] = (draw_halo if name == "halo" else draw_kernel)(kernel, caption)
    apps = [row for row in rows if "digest" in row]
    for name in dict.fromkeys(str(row["name"]) for row in apps):
        figures[name] = draw_app([row for row in apps if row["name"] == name], caption)
    return figures


def plot(rows: list[Record], picture: Path, caption: str) -> list[Path]:
    """Draws all of it. More than one picture takes its name into that of the file."""
    figures = figures_of(rows, caption)
    pictures = []
    for name, figure in figures.items():
        stem = picture.stem if len(figures) == 1 else f"{picture.stem}-{name}"
        pictures.append(picture.with_stem(stem))
        figure.savefig(pictures[-1], dpi=140)
    return pictures
