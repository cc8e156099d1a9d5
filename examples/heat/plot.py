# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the field that heat.f90 wrote, and prints its timings as a table.

    plot.py FIELD CELLS TIMINGS PICTURE-WITHOUT-SUFFIX

With matplotlib the picture is a PNG with axes; without, a plain PPM.
"""

from __future__ import annotations

import array
import sys
from pathlib import Path


def read_field(path: Path, cells: int) -> list[array.array]:
    """Columns of temperatures in degrees Celsius, edges included."""
    values = array.array("d")
    values.frombytes(path.read_bytes())
    side = cells + 2
    return [values[column * side : (column + 1) * side] for column in range(side)]


def read_timings(path: Path) -> list[dict[str, str]]:
    """One dict a line of 'name value name value ...'."""
    rows = []
    for line in path.read_text().splitlines():
        words = line.split()
        rows.append(dict(zip(words[::2], words[1::2], strict=True)))
    return rows


def draw_png(columns: list[array.array], picture: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 6), layout="constrained")
    rows = list(zip(*columns, strict=True))
    image = axes.imshow(rows, cmap="inferno", vmin=0, vmax=100, extent=(0, 1, 1, 0))
    axes.set_xlabel("x (side lengths)")
    axes.set_ylabel("y (side lengths)")
    axes.set_title("temperature of the plate at the end")
    figure.colorbar(image, ax=axes, label="temperature (°C)")
    figure.savefig(picture, dpi=150)


def draw_ppm(columns: list[array.array], picture: Path) -> None:
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
    field, cells, timings, stem = sys.argv[1:]
    columns = read_field(Path(field), int(cells))
    picture = Path(stem + ".png")
    try:
        draw_png(columns, picture)
    except ImportError:
        picture = Path(stem + ".ppm")
        draw_ppm(columns, picture)
        print("matplotlib is missing, so the picture has no axes")
    print_table(read_timings(Path(timings)), f"heat equation, {cells} x {cells} cells")
    print(f"picture: {picture}")


if __name__ == "__main__":
    main()
