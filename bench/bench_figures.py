# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Records as a table and as pictures."""

from __future__ import annotations

from pathlib import Path

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


def table(rows: list[Record]) -> str:
    """Columns: what, how where that differs, images, unit, ours (median, best), the floor, their
    ratio, and one for each peer."""
    peers = sorted({name for row in rows for name in row["peers"]})
    given = [
        name
        for name in ("via", "unexpected", "size", "grid", "depth", "variant")
        if any(name in row for row in rows)
    ]
    head = ["case", *given, "bytes", "images", "unit", "ours", "best", "floor", "ratio", "of"]
    to_the_left = {"case", "via", "variant", "unit", "of"}
    lines = [head + peers]
    for row in rows:
        lines.append(
            [
                str(row["name"]),
                *(str(row.get(name, "")) for name in given),
                str(row["bytes"]),
                str(row["images"]),
                str(row["unit"]),
                *(number(row[name]) for name in ("ours", "ours_best", "floor", "ratio")),
                str(row["floor_name"]),
                *(number(row["peers"].get(name)) for name in peers),
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
    others = [row for row in rows if row["unit"] in ("ns", "GB/s")]
    pictures = []
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


def title_of(row: Record) -> str:
    words = [str(row["name"])]
    if "via" in row:
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
