# SPDX-FileCopyrightText: the Arauto authors
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of `arauto bench --plot` and of `make demo`: no text lies over another, and bars and
whiskers are where the records say. Needs matplotlib."""

from __future__ import annotations

import array
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "bench"))

import bench_plots  # noqa: E402
from text_boxes import overlaps  # noqa: E402

HEAT = SOURCE / "examples" / "heat"
CAPTION = (
    "a processor of some long name, 2 cores, 4 GiB; arauto 0.1.0; load 0.1 before the run; " * 2
)


def record(name: str, of_bytes: int = 8, images: int = 2, **more: object) -> dict[str, object]:
    return {
        "name": name, "bytes": of_bytes, "images": images, "unit": "ns",
        "ours": 20.0 + of_bytes / 100, "ours_best": 18.0,
        "floor": 10.0 + of_bytes / 200, "floor_best": 9.0, "floor_name": "c",
        "ratio": 2.0, "peers": {"openmpi": 300.0 + of_bytes, "mpich": 400.0}, "batches": 3,
        "peers_best": {"openmpi": 290.0},
    } | more  # fmt: skip


def records() -> list[dict[str, object]]:
    """Records of each kind that is drawn, as many as a full run has."""
    sizes = [8 * 8**k for k in range(6)]
    rows = [record(name, size, unit="GB/s") for name in ("put", "get") for size in sizes]
    rows += [record("notified_put", 8 * k, via="event_attach") for k in range(1, 40)]
    rows += [record("rma_put_flush", size) for size in sizes]
    rows += [record("rma_acc", size, via="sum") for size in sizes]
    rows += [record("rma_fence", 0, images) for images in (2, 4, 8)]
    rows += [record("rma_pscw", 0, images, via="k1") for images in (2, 4, 8)]
    forms = {"blocking": 1500.0, "nonblocking": 100.0, "flagged": 90.0}
    mpis = {"by_mpi": {"openmpi": forms, "mpich": forms}, "peers": {"openmpi": 1600.0}}
    rows += [record(name, 8, 3, unit="us", **forms, **mpis) for name in ("aaar_lock", "eaar")]
    rows += [record("transactions", 8, n, unit="1/s", **forms, **mpis) for n in (2, 4)]
    for name in ("p2p", "grid"):
        rows += [
            record(name, 8, images, unit="MFlop/s", variant=variant, size=size)
            for size in (512, 2048)
            for images in (2, 4, 8)
            for variant in ("events", "notify", "sync_images", "unsynchronised")
        ]
    figures = {"ours": 40.0, "peer": 60.0}
    rows += [
        record(
            "halo", 8, 4, unit="us", variant=form, depth=depth, size="448 x 616 x 70", grid="2 x 2",
            by_mpi={"openmpi": figures, "mpich": figures},
        )
        for form in ("two_sided", "notify", "library", "unsynchronised")
        for depth in (1, 2, 5, "step")
    ]  # fmt: skip
    rows.append(
        record(
            "halo", 8, 2, unit="us", variant="library", depth=1, size="10 x 5 x 1", grid="2 x 1",
            by_mpi={"openmpi": figures},
        )
    )  # fmt: skip
    rows += [
        record(
            "dsde", 0, images, unit="ms", variant=variant, on=on, case=case, size="M", digest="0",
            ours=30.0**images, ours_best=20.0**images,
        )
        for case in ("8 B", "1 KiB")
        for images in (1, 2)
        for variant in ("serial", "issend_ibarrier", "alltoall", "accumulate", "tagged")
        for on in ("openmpi", "mpich", "arauto on openmpi")
    ]  # fmt: skip
    return rows


class Plots(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.figures = bench_plots.figures_of(records(), CAPTION)

    def test_no_text_lies_over_another(self) -> None:
        names = {"rates", "operations", "rma", "rma-growth", "epochs", "p2p", "grid", "halo"}
        self.assertEqual(set(self.figures), names | {"dsde"})
        for name, figure in self.figures.items():
            with self.subTest(name):
                self.assertEqual(overlaps(figure), [])

    def test_papers_are_named_in_full(self) -> None:
        for name, author in (("p2p", "Del Vento"), ("halo", "Szpindler"), ("epochs", "Zounmevo")):
            self.assertIn(author, self.figures[name].get_suptitle().replace("\n", " "))

    def test_bars_and_whiskers_have_the_values_of_the_record(self) -> None:
        _, (axes,) = bench_plots.make_axes(1, 5)
        bars = bench_plots.bars_of_record("a put", record("put"))
        bench_plots.draw_bars(axes, bars, bench_plots.STYLES)
        width = {c.get_label(): c[0].get_width() for c in axes.containers if len(c) == 1}
        self.assertEqual(width["arauto"], 20.08)
        self.assertEqual(width["openmpi"], 308.0)
        ends = [line.get_segments()[0][:, 0].tolist() for line in axes.collections]
        self.assertEqual(ends[0], [18.0, 20.08])  # ours, from the best batch to the median
        self.assertEqual(ends[2], [400.0, 400.0])  # a peer whose best batch is unknown

    def test_a_picture_for_each_figure_is_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            rows = [row for row in records() if row["name"] in ("p2p", "grid")]
            written = bench_plots.plot(rows, Path(folder) / "all.png", CAPTION)
            self.assertEqual([path.name for path in written], ["all-p2p.png", "all-grid.png"])
            for path in written:
                self.assertTrue(path.read_bytes().startswith(b"\x89PNG"))


class Demo(unittest.TestCase):
    def test_the_picture_shows_start_end_and_speed(self) -> None:
        spec = importlib.util.spec_from_file_location("heat_plot", HEAT / "plot.py")
        heat = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(heat)
        side = 6
        field = [array.array("d", [20.0 * column] * side) for column in range(side)]
        row = {"seconds": "0.5", "serial_seconds": "1.0"}
        rows = [row | {"images": str(images)} for images in (1, 2, 4)]
        figure = heat.make_figure(
            (field, field), rows, "Other programs kept 90 % of the cores busy"
        )
        self.assertEqual(overlaps(figure), [])
        start, end, speed = figure.axes[:3]
        self.assertEqual((len(start.lines), len(end.lines)), (3, 3))  # borders of four images
        self.assertEqual([bar.get_width() for bar in speed.patches], [2.0, 2.0, 2.0])

    def test_a_busy_machine_is_named_before_the_figures(self) -> None:
        burn = [sys.executable, "-c", "while True: pass"]
        busy = [subprocess.Popen(burn) for _ in range(os.cpu_count() or 1)]
        try:
            words = [HEAT / "demo.sh", "64", "20"]
            said = subprocess.run(words, capture_output=True, text=True, timeout=600, check=True)
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertRegex(said.stdout, r"(?s)Other programs kept \d+ % of the cores busy.*images: 1")
        self.assertIn("picture: build/demo/heat.png", said.stdout)


if __name__ == "__main__":
    unittest.main()
