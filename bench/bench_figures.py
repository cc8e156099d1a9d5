# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Records as a table and as pictures."""

from __future__ import annotations

from pathlib import Path

from bench_epochs import FORMS as EPOCH_FORMS
from bench_epochs import NAMES as EPOCHS
from bench_epochs import draw_epochs, with_mpi_rows
from bench_halo import draw_halo
from bench_records import RATES, Record

# One colour for one way to synchronise, in every diagram; grey for the bound.
COLOURS = {
    "sync images": "tab:red",
    "events": "tab:orange",
    "attached": "tab:green",
    "notify": "tab:blue",
    "without any waiting": "lightgrey",
    "MPI two-sided, openmpi": "tab:purple",
    "MPI two-sided, mpich": "tab:pink",
}


def number(value: object) -> str:
    if not isinstance(value, (int, float)):
        return "-"
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def text_of(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def table(rows: list[Record]) -> str:
    """Columns: what, how where that differs, images, unit, ours (median, best), the floor, their
    ratio, one for each peer, and ours on each MPI where there are several."""
    rows = with_mpi_rows(rows)
    peers = sorted({name for row in rows for name in row["peers"]})
    places = sorted({name for row in rows for name in row.get("ours_by_mpi", {})})
    places = places if len(places) > 1 else []
    given = [
        name
        for name in (
            *("via", "unexpected", "size", "grid", "depth", "variant"),
            *EPOCH_FORMS,
            "propagated",
        )
        if any(name in row for row in rows)
    ]
    head = ["case", *given, "bytes", "images", "unit", "ours", "best", "floor", "ratio", "of"]
    to_the_left = {"case", "via", "variant", "unit", "of"}
    lines = [head + peers + [f"on {name}" for name in places]]
    for row in rows:
        lines.append(
            [
                str(row["name"]),
                *(text_of(row.get(name, "")) for name in given),
                str(row["bytes"]),
                str(row["images"]),
                str(row["unit"]),
                *(number(row[name]) for name in ("ours", "ours_best", "floor", "ratio")),
                str(row["floor_name"]),
                *(number(row["peers"].get(name)) for name in peers),
                *(number(row.get("ours_by_mpi", {}).get(name)) for name in places),
            ]
        )
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    out = []
    for line in lines:
        cells = [
            cell.ljust(w) if title in to_the_left else cell.rjust(w)
            for title, cell, w in zip(lines[0], line, widths)
        ]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def plot(rows: list[Record], picture: Path) -> list[Path]:
    """Draws what there is: operations between two images, and each kernel. More than one picture
    takes the kernel's name into the name of the file. Needs matplotlib."""
    import matplotlib

    matplotlib.use("Agg")
    kernels = [name for name in ("p2p", "grid", "halo") if any(row["name"] == name for row in rows)]
    calls = [row for row in rows if str(row["name"]).startswith("rma_")]
    others = [row for row in rows if row["unit"] in ("ns", "GB/s") and row not in calls]
    epochs = [row for row in rows if row["name"] in EPOCHS]
    pictures = []
    if epochs:
        alone = len(epochs) == len(rows)
        path = picture if alone else picture.with_stem(f"{picture.stem}-epochs")
        draw_epochs(epochs, path)
        if alone:
            return [path]
        pictures.append(path)
    if calls:
        alone = not kernels and all(row["name"] == "flag_handover" for row in others)
        path = picture if alone else picture.with_stem(f"{picture.stem}-rma")
        draw_calls(calls, path)
        if alone:
            return [path]
        pictures.append(path)
    if not kernels or any(row["name"] in RATES for row in others):
        draw_operations(others, picture)
        pictures.append(picture)
    for name in kernels:
        alone = not pictures and len(kernels) == 1
        path = picture if alone else picture.with_stem(f"{picture.stem}-{name}")
        draw = draw_halo if name == "halo" else draw_kernel
        draw([row for row in rows if row["name"] == name], path)
        pictures.append(path)
    return pictures


def draw_operations(rows: list[Record], picture: Path) -> None:
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(14, 6), layout="constrained")
    draw_rates(left, [row for row in rows if row["name"] in RATES])
    draw_latencies(
        right, [r for r in rows if r["unit"] == "ns" and r["images"] == 2 and r["bytes"] <= 8000]
    )
    figure.suptitle("One-sided operations between two images of one machine (median of batches)")
    figure.savefig(picture, dpi=140)


KERNEL_TITLES = {
    "p2p": "Pipelined point-to-point kernel (the paper's figure 3)",
    "grid": "Five-point structured grid (the paper's figure 4)",
}


def draw_kernel(rows: list[Record], picture: Path) -> None:
    """A diagram for each size, a group of bars for each number of images."""
    import matplotlib.pyplot as plt

    sizes = sorted({row["size"] for row in rows})
    shape = {"figsize": (5.5 * len(sizes) + 2, 5.5), "layout": "constrained", "squeeze": False}
    figure, axes = plt.subplots(1, len(sizes), **shape)
    for size, diagram in zip(sizes, axes[0]):
        draw_bars(diagram, [row for row in rows if row["size"] == size])
        diagram.set_title(f"{size} x {size} points")
    axes[0][0].set_ylabel("rate (MFlop/s, median of batches)")
    handles = {}
    for diagram in axes[0]:
        handles |= {label: bar for bar, label in zip(*diagram.get_legend_handles_labels())}
    figure.legend(handles.values(), handles.keys(), loc="outside right upper")
    figure.suptitle(KERNEL_TITLES[str(rows[0]["name"])])
    figure.savefig(picture, dpi=140)


def draw_bars(axes: object, rows: list[Record]) -> None:
    counts = sorted({row["images"] for row in rows})
    bars: dict[str, dict[int, float]] = {}
    for row in rows:
        variant, images = str(row["variant"]), row["images"]
        for peer, value in row["peers"].items():
            name = f"MPI two-sided, {peer}" if peer in ("openmpi", "mpich") else f"{peer} {variant}"
            bars.setdefault(name, {})[images] = value
        name = "without any waiting" if variant == "unsynchronised" else variant.replace("_", " ")
        bars.setdefault(name, {})[images] = row["ours"]
    width = 0.8 / len(bars)
    for place, (name, values) in enumerate(sorted(bars.items())):
        where = [counts.index(images) + width * (place - len(bars) / 2 + 0.5) for images in values]
        axes.bar(where, list(values.values()), width, label=name, color=COLOURS.get(name))
    axes.set_xticks(range(len(counts)), [str(count) for count in counts])
    axes.set_xlabel("images")
    axes.grid(True, axis="y", alpha=0.3)


def draw_rates(axes: object, rows: list[Record]) -> None:
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if row["name"] == "put":
            values = {"arauto": row["ours"], "memcpy (floor)": row["floor"], **row["peers"]}
            for name, value in values.items():
                if value:
                    lines.setdefault(name, []).append((float(row["bytes"]), float(value)))
    for name, points in lines.items():
        style = {"color": "black", "linestyle": "--"} if "floor" in name else {"marker": "o"}
        axes.loglog(*zip(*points), label=name, **style)
    axes.set_xlabel("size of one put (bytes)")
    axes.set_ylabel("rate (GB/s)")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    axes.set_title("put")


def lines_of(rows: list[Record], x: str) -> dict[str, list[tuple[float, float]]]:
    """Points of ours, of each peer and of the floor."""
    lines: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        values = {"arauto": row["ours"], **row["peers"], str(row["floor_name"]): row["floor"]}
        for name, value in values.items():
            if value:
                lines.setdefault(name, []).append((float(row[x]), float(value)))
    return lines


def draw_growth(axes: object, cases: dict[str, list[Record]], x: str) -> None:
    """How cases grow with x: one kind of line for each, one colour for each library."""
    colours: dict[str, str] = {}
    for style, (case, rows) in zip(("-", "--", ":"), cases.items()):
        for name, points in lines_of(rows, x).items():
            colour = colours.setdefault(name, f"C{len(colours)}")
            shape = {"linestyle": style, "marker": ".", "color": colour}
            axes.plot(*zip(*sorted(points)), label=f"{case}, {name}", **shape)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_ylabel("time (ns)")
    axes.grid(True, alpha=0.3)
    axes.legend(fontsize="small")


def draw_calls(rows: list[Record], picture: Path) -> None:
    """MPI's one-sided calls: by size, by processes, and those that have neither."""
    import matplotlib.pyplot as plt

    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(20, 6.5), layout="constrained")

    def of(name: str, via: str = "") -> list[Record]:
        return [row for row in rows if row["name"] == name and row.get("via", "") == via]

    draw_growth(left, {"put + flush": of("rma_put_flush"), "sum": of("rma_acc", "sum")}, "bytes")
    left.set_xlabel("bytes")
    left.set_title("data")
    by_processes = {"fence": of("rma_fence"), "PSCW": of("rma_pscw", "k1")}
    draw_growth(middle, by_processes, "images")
    middle.set_xlabel("processes")
    middle.set_title("synchronisation of all")
    short = [row for row in rows if row["unit"] == "ns" and row["images"] == 2]
    draw_latencies(right, [row for row in short if row["bytes"] <= 8])
    figure.suptitle("MPI's one-sided calls on one machine (median of batches)")
    figure.savefig(picture, dpi=140)


def title_of(row: Record) -> str:
    words = [str(row["name"])]
    if "via" in row and words[0].startswith("rma_"):
        words.append(str(row["via"]))
    elif "via" in row:
        words.append(f"({row['via']})")
        words.append(f"{row.get('unexpected', row['bytes']):,}")
    return " ".join(words)


def draw_latencies(axes: object, rows: list[Record]) -> None:
    names = [title_of(row) for row in rows]
    places = range(len(names))
    axes.scatter(places, [r["ours"] for r in rows], marker="o", s=60, label="arauto", zorder=3)
    axes.scatter(
        places, [r["floor"] for r in rows], marker="_", s=200, color="black", label="floor"
    )
    for peer in sorted({name for row in rows for name in row["peers"]}):
        points = [(i, r["peers"][peer]) for i, r in zip(places, rows) if r["peers"].get(peer)]
        axes.scatter(*zip(*points), marker="x", label=peer)
    axes.set_yscale("log")
    axes.set_xticks(list(places), names, rotation=40, ha="right")
    axes.set_ylabel("time (ns)")
    axes.grid(True, axis="y", alpha=0.3)
    axes.legend()
    axes.set_title("latency of one operation")
