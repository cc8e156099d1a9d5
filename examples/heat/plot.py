# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the fields that heat.f90 wrote, at the start and at the end, and how much faster the images
were than the serial program; prints the timings as a table.

    plot.py FIELDS CELLS TIMINGS PICTURE-WITHOUT-SUFFIX [NOTE]

With matplotlib the picture is a PNG of all three, with NOTE below them; without, a plain PPM of the
end.
"""

from __future__ import annotations

import array
import sys
from pathlib import Path

Field = list[array.array]  # columns of temperatures in degrees Celsius, edges included


def read_fields(path: Path, cells: int) -> tuple[Field, Field]:
    """The field at the start and at the end."""
    values = array.array("d")
    values.frombytes(path.read_bytes())
    side = cells + 2
    columns = [values[column * side : (column + 1) * side] for column in range(2 * side)]
    return columns[:side], columns[side:]


def read_timings(path: Path) -> list[dict[str, str]]:
    """One dict a line of 'name value name value ...'."""
    rows = []
    for line in path.read_text().splitlines():
        words = line.split()
        rows.append(dict(zip(words[::2], words[1::2], strict=True)))
    return rows


def draw_field(axes: object, columns: Field, images: int) -> object:
    """With a line where the columns of one image end and those of the next begin."""
    rows = list(zip(*columns, strict=True))
    picture = axes.imshow(rows, cmap="inferno", vmin=0, vmax=100, extent=(0, 1, 1, 0))
    for image in range(1, images):
        axes.axvline(image / images, color="white", linestyle="--", linewidth=0.8)
    for image in range(images):
        axes.text((image + 0.5) / images, 0.97, f"image {image + 1}", color="white", ha="center")
    axes.set_xlabel("x (side lengths)")
    return picture


def draw_speed(axes: object, rows: list[dict[str, str]]) -> None:
    serial = float(rows[0]["serial_seconds"])
    speeds = [serial / max(float(row["seconds"]), 1e-3) for row in rows]
    bars = axes.barh([row["images"] for row in rows], speeds, color="tab:orange")
    axes.axvline(1.0, color="black", linestyle="--", label="serial program")
    for bar, speed in zip(bars, speeds, strict=True):
        middle = bar.get_y() + bar.get_height() / 2
        axes.text(0.03, middle, f"{speed:.2f}", va="center", fontsize="large")
    axes.set_xlim(0, 1.2 * max(*speeds, 1.0))
    axes.invert_yaxis()
    axes.set_ylabel("images")
    axes.set_xlabel("times as fast as the serial program")
    axes.set_title("speed")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.12), frameon=False)


def make_figure(fields: tuple[Field, Field], rows: list[dict[str, str]], note: str) -> object:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    shape = {"figsize": (16, 5.4), "layout": "constrained", "width_ratios": [1, 1, 0.8]}
    figure, (first, last, speed) = plt.subplots(1, 3, **shape)
    images = int(rows[-1]["images"])
    draw_field(first, fields[0], images)
    first.set_title("temperature of the plate at the start")
    first.set_ylabel("y (side lengths)")
    shown = draw_field(last, fields[1], images)
    last.set_title("at the end")
    figure.colorbar(shown, ax=[first, last], label="temperature (°C)")
    draw_speed(speed, rows)
    if note:
        figure.supxlabel(note, fontsize="medium", color="tab:red")
    return figure


def draw_ppm(columns: Field, picture: Path) -> None:
    side = len(columns)
    pixels = bytearray()
    for row in range(side):
        for column in range(side):
            heat = min(max(columns[column][row] / 100.0, 0.0), 1.0)
            pixels += bytes((int(255 * heat), int(255 * heat * heat), int(80 * (1 - heat))))
    picture.write_bytes(b"P6 %d %d 255\n" % (side, side) + bytes(pixels))


def table_of(rows: list[dict[str, str]]) -> list[tuple[str, ...]]:
    """The serial program first, as the run on one image measured it; then each number of images."""
    serial = float(rows[0]["serial_seconds"])
    body = [("serial", f"{serial:.3f}", rows[0]["serial_rate"], "1.00", "")]
    for row in rows:
        seconds = float(row["seconds"])
        speed = f"{serial / max(seconds, 1e-3):.2f}"
        body.append((row["images"], f"{seconds:.3f}", row["rate"], speed, row["difference"]))
    return body


def print_table(rows: list[dict[str, str]], title: str) -> None:
    head = ("images", "time (s)", "million cells/s", "times serial", "difference to serial")
    body = table_of(rows)
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        print(title)
        for line in [head, *body]:
            print("  ".join(word.rjust(len(name)) for word, name in zip(line, head, strict=True)))
        return
    table = Table(*head, title=title)
    for column in table.columns:
        column.justify = "right"
    for line in body:
        table.add_row(*line)
    Console(width=100 if not sys.stdout.isatty() else None).print(table)


def main() -> None:
    fields_file, cells, timings, stem, *note = sys.argv[1:]
    fields = read_fields(Path(fields_file), int(cells))
    rows = read_timings(Path(timings))
    picture = Path(stem + ".png")
    try:
        make_figure(fields, rows, " ".join(note)).savefig(picture, dpi=120)
    except ImportError:
        picture = Path(stem + ".ppm")
        draw_ppm(fields[1], picture)
        print("matplotlib is missing, so the picture shows the end alone, without axes")
    print_table(rows, f"heat equation, {cells} x {cells} cells")
    print(f"picture: {picture}")


if __name__ == "__main__":
    main()
