# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Cost models a + b x, fitted to what was measured, beside those that foMPI's paper gives for its
machine and network (Gerstenberger, Besta, Hoefler: Enabling Highly Scalable Remote Memory Access
Programming with MPI-3 One Sided, CACM 61(10), 2018, page 111). All in nanoseconds."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from bench_records import Record, aligned

Point = tuple[float, float]


@dataclass(frozen=True)
class Model:
    """A time as a function of a size. Without `growth` it is a constant."""

    title: str
    name: str
    via: str = ""
    unit: str = ""  # of x, as it is printed
    growth: Callable[[Record], float] | None = None
    paper: tuple[float, float] | None = None  # a and b; none where the page has none
    widest: bool = False  # of the largest number of processes alone


def neighbours(row: Record) -> float:
    return float(str(row["via"]).removeprefix("k"))


def processes(row: Record) -> float:
    return math.log2(row["images"])


def elements(row: Record) -> float:
    return row["bytes"] / 8


def length(row: Record) -> float:
    return float(row["bytes"])


MODELS = [
    Model("fence", "rma_fence", "", "log2 p", processes, (0, 2900)),
    Model("PSCW post", "rma_pscw_post", "", "k", neighbours, (0, 350), True),
    Model("PSCW complete", "rma_pscw_complete", "", "k", neighbours, (0, 350), True),
    Model("PSCW start", "rma_pscw_start", "k1", paper=(700, 0)),
    Model("PSCW wait", "rma_pscw_wait", "k1", paper=(1800, 0)),
    Model("PSCW ring, k = 1", "rma_pscw", "k1", "log2 p", processes, (3200, 0)),
    Model("PSCW ring, k = 2", "rma_pscw", "k2", "log2 p", processes, (3900, 0)),
    Model("lock + unlock exclusive", "rma_lock_unlock", "exclusive", paper=(9400, 0)),
    Model("lock + unlock shared", "rma_lock_unlock", "shared", paper=(3100, 0)),
    Model("lock_all + unlock_all", "rma_lock_unlock", "all", paper=(3100, 0)),
    Model("flush", "rma_flush", paper=(76, 0)),
    Model("sync", "rma_sync", paper=(17, 0)),
    Model("put + flush", "rma_put_flush", "", "byte", length),
    Model("get + flush", "rma_get_flush", "", "byte", length),
    Model("start of one of 1000 puts", "rma_put_rate", "starts", paper=(416, 0)),
    Model("accumulate sum", "rma_acc", "sum", "element", elements, (2400, 28)),
    Model("accumulate min", "rma_acc", "min", "element", elements, (7300, 0.8)),
    Model("compare and swap", "rma_cas", paper=(2400, 0)),
]  # fmt: skip


def fit(points: list[Point]) -> tuple[float, float]:
    """a and b of a + b x with the least sum of squared relative errors, so that small values count
    as much as large ones. With one x alone b is 0."""
    weights = [1 / (y * y) for _, y in points]
    total = sum(weights)
    mean_x = sum(w * x for w, (x, _) in zip(weights, points)) / total
    mean_y = sum(w * y for w, (_, y) in zip(weights, points)) / total
    spread = sum(w * (x - mean_x) ** 2 for w, (x, _) in zip(weights, points))
    if spread < 1e-12 * total:
        return mean_y, 0.0
    joint = sum(w * (x - mean_x) * (y - mean_y) for w, (x, y) in zip(weights, points))
    slope = joint / spread
    return mean_y - slope * mean_x, slope


def rows_for(model: Model, rows: list[Record]) -> list[Record]:
    chosen = [
        row for row in rows if row["name"] == model.name and model.via in ("", row.get("via", ""))
    ]
    if model.growth is not processes and chosen:
        images = [row["images"] for row in chosen]
        wanted = max(images) if model.widest else min(images)
        chosen = [row for row in chosen if row["images"] == wanted]
    if model.growth is None and chosen:
        longest = max(row["bytes"] for row in chosen)
        chosen = [row for row in chosen if row["bytes"] == longest]
    return chosen


def fitted(model: Model, rows: list[Record]) -> dict[str, tuple[float, float]]:
    """For us, for each peer."""
    points: dict[str, list[Point]] = {}
    for row in rows:
        x = model.growth(row) if model.growth else 0.0
        for name, value in {"arauto": row["ours"], **row["peers"]}.items():
            if value is not None and value > 0:
                points.setdefault(name, []).append((x, value))
    return {name: fit(of_it) for name, of_it in points.items()}


def attach_fits(rows: list[Record]) -> None:
    """Gives the rows of a model its fit: form, ours, peers', the paper's."""
    for model in MODELS:
        chosen = rows_for(model, rows)
        if chosen:
            fits = fitted(model, chosen)
            for row in chosen:
                row["model"] = {
                    "title": model.title, "form": f"a + b {model.unit}" if model.unit else "a",
                    "ours": fits.get("arauto"), "paper": model.paper,
                    "peers": {name: ab for name, ab in fits.items() if name != "arauto"},
                }  # fmt: skip


def in_words(coefficients: tuple[float, float] | None, form: str) -> str:
    if coefficients is None:
        return "-"
    constant, slope = (
        f"{value:,.3g}" if abs(value) < 1000 else f"{value:,.0f}" for value in coefficients
    )
    if form == "a":
        return constant
    unit = form.removeprefix("a + b ")
    if coefficients[0] == 0:
        return f"{slope} {unit}"
    if coefficients[1] == 0:
        return constant
    return f"{constant} {'-' if slope[0] == '-' else '+'} {slope.removeprefix('-')} {unit}"


def report(rows: list[Record]) -> str:
    """One line for each model that has been fitted; empty without any."""
    models = {row["model"]["title"]: row["model"] for row in rows if "model" in row}
    if not models:
        return ""
    peers = sorted({name for model in models.values() for name in model["peers"]})
    lines = [["model (ns)", "ours", *peers, "foMPI's paper"]]
    for title, model in models.items():
        fits = [model["ours"], *(model["peers"].get(name) for name in peers), model["paper"]]
        lines.append([title, *(in_words(each, model["form"]) for each in fits)])
    return "\n".join(aligned(lines, range(len(lines[0]))))
